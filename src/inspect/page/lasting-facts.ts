/** Collects what is true during some steps of a stream: each fact once, with its range of steps. */

/**
 * Something that is true from step `from` up to, but not including, step `until`. `until` is null
 * if it stays true to the end.
 */
export interface Lasting<A> {
  readonly what: A
  readonly from: number
  readonly until: number | null
}

/**
 * Takes what is true at each step, by key, in the order of the steps; returns the range of each
 * fact.
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
