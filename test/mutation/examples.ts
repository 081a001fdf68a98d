/** Every example that a mutant must pass, those that find most mutants first, and the model of money last. */
/// <reference types="vite/client" />
import fc from 'fast-check'
import * as charts from './charts.ts'

// the first failure finds a mutant: nobody reads which one is the smallest
fc.configureGlobal({ endOnFailure: true })

/** The files by their paths; those about charts come first, because all examples run charts. */
export const examples: Readonly<Record<string, unknown>> = {
  charts,
  ...import.meta.glob('../machines/*.test.ts', { eager: true }),
  ...import.meta.glob('../machines/*/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../{payfold,sequences,settled}.test.ts', { eager: true }),
  ...import.meta.glob('../{contract,commands,merge,run,fold}/**/*.test.ts', { eager: true }),
  // an engine without zones needs modules of its own
  ...import.meta.glob(['../judge/**/*.test.ts', '!../judge/no-zones.test.ts'], { eager: true }),
  ...import.meta.glob('../words/{money,policy,time/calendar}.test.ts', { eager: true }),
  ...import.meta.glob('../model/money/equality.prop.ts', { eager: true }),
}
