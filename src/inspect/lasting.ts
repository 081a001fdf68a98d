/** What holds for some steps of a stream and then no longer: each said once, with the steps it holds for. */

/** Something that holds from a step on, until before another; `until` is null where it holds to the end. */
export interface Lasting<A> {
  readonly what: A
  readonly from: number
  readonly until: number | null
}

/** Takes what holds at each step, in their order, each under a key, and gives how long each held. */
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
