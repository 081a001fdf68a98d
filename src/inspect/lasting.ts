/** What holds for some steps of a stream and then no longer: each said once, with the steps it holds for. */

/** Something that holds from a step on, until before another; `until` is null where it holds to the end. */
export interface Lasting<A> {
  readonly what: A
  readonly from: number
  readonly until: number | null
}

/** Takes what holds at each step, in their order, each under a key, and gives how long each held. */
export const lasting = <A>() => {
  const open = new Map<string, { readonly what: A; readonly from: number }>()
  const all: { what: A; from: number; until: number | null }[] = []
  const kept = new Map<string, { what: A; from: number; until: number | null }>()
  return {
    at: (step: number, holds: ReadonlyMap<string, A>): void => {
      for (const [key] of open) {
        if (holds.has(key)) continue
        const over = kept.get(key)
        if (over !== undefined) over.until = step
        open.delete(key)
      }
      for (const [key, what] of holds) {
        if (open.has(key)) continue
        const begun = { what, from: step, until: null }
        open.set(key, begun)
        kept.set(key, begun)
        all.push(begun)
      }
    },
    all: (): readonly Lasting<A>[] => all,
  }
}
