/** How much a command may ask for, as the refusal of the limiting rule states it. */
import type { Refusal } from '../fold/refusal.ts'

/** An amount so large that the rule refuses it. */
export const MOST = Number.MAX_SAFE_INTEGER

/** The amount that is available, by the rule of this name; undefined if no refusal states it. */
export const availableIn = (bound: string, refusals: readonly Refusal[]): number | undefined =>
  refusals.flatMap((refusal) =>
    refusal.rule === bound && 'available' in refusal && typeof refusal.available === 'number'
      ? refusal.available
      : [],
  )[0]
