/** Every example about money and commands, and the model of money with its fixed cases as the last. */
/// <reference types="vite/client" />
import fc from 'fast-check'

// a mutant is found by its first failure: nobody reads which one is the smallest
fc.configureGlobal({ endOnFailure: true })

/** The files by their paths. */
export const examples: Readonly<Record<string, unknown>> = {
  ...import.meta.glob('../commands/*.test.ts', { eager: true }),
  ...import.meta.glob('../machines/payment/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../machines/{sepa-payment,ticket-payment,sepa-mandate}/*.test.ts', {
    eager: true,
  }),
  ...import.meta.glob('../machines/not-known.test.ts', { eager: true }),
  ...import.meta.glob('../settled.test.ts', { eager: true }),
  ...import.meta.glob('../judge/*.test.ts', { eager: true }),
  ...import.meta.glob('../model/money/equality.prop.ts', { eager: true }),
}
