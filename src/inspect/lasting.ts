/** Collects what is true during some steps of a stream, once each, with the range of steps. */

/**
 * Something true from step `from` to before step `until`, which is null if it is true to the end.
 */
export interface Lasting<A> {
  readonly what: A
  readonly from: number
  readonly until: number | null
}

/**
 * Takes what is true at each step, by key, in the order of the steps; returns the range of each.
 */
export const lasting = <A>() => {
  type Held = { readonly what: A; readonly from: number; until: number | null }
  const all: Held[] = []
  const open = new Map<string, Held>()
  return {
    at: (step: number, holds: ReadonlyMap<string, A>): void => {
      for (const [key, held] of open) {
        if (holds.has(key)) continue
        held.until = step
        open.delete(key)
      }
      for (const [key, what] of holds) {
        if (open.has(key)) continue
        const held: Held = { what, from: step, until: null }
        open.set(key, held)
        all.push(held)
      }
    },
    all: (): readonly Lasting<A>[] => all,
  }
}
