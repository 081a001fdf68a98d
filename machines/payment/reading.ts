/** The two readings of reports that do not agree. */

/** The two readings of a payment's reports: the likely one, and the one that leaves least. */
export type Reading = 'believed' | 'atWorst'

/** Of differing amounts, the strongest is believed; at worst, `worst` chooses. */
export const chosen = (
  amounts: readonly number[],
  reading: Reading,
  worst: (...all: number[]) => number,
): number | null =>
  reading === 'atWorst' && amounts.length > 0 ? worst(...amounts) : (amounts[0] ?? null)
