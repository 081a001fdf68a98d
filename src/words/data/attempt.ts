/** Runs a step on an input that may not be plain data: reading it may throw, as some getters do. */

/** Returns what a step returns or, if it throws, what `otherwise` returns. */
export const attempt = <A, B>(step: () => A, otherwise: () => B): A | B => {
  try {
    return step()
  } catch {
    return otherwise()
  }
}

/** Returns what a step returns or, if it throws, this value. */
export const tryOr = <A, B>(otherwise: B, step: () => A): A | B => {
  try {
    return step()
  } catch {
    return otherwise
  }
}

/** What JSON makes of a value, which may be none of ours; null if it makes nothing. `empty` replaces undefined. */
export const asJson = (value: unknown, empty?: null): unknown =>
  tryOr(null, (): unknown => {
    const filled = (_: string, each: unknown) => (each === undefined ? empty : each)
    return JSON.parse(JSON.stringify(value, filled))
  })
