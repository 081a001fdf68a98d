/** Every example that a mutant must pass, those that find most mutants first. */
/// <reference types="vite/client" />
import * as charts from './charts.ts'

/** The files by their paths; those about charts come first, because all examples run charts. */
export const examples: Readonly<Record<string, unknown>> = {
  charts,
  ...import.meta.glob('../machines/*.test.ts', { eager: true }),
  ...import.meta.glob('../machines/*/*.test.ts', { eager: true }),
  ...import.meta.glob('../{payfold,sequences,settled}.test.ts', { eager: true }),
  ...import.meta.glob('../{contract,commands,merge,run,fold}/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../judge/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../words/{money,policy,time/calendar}.test.ts', { eager: true }),
}
