/** Answers kept, so that what is asked again and again is worked out once. */

/** Answers that are remembered: for more days than a long log has, and no more. */
const MOST = 10_000

/** Remembers what a pure function, which never gives undefined, answered before; speed only. */
export const remembering = <K, A>(ask: (key: K) => A): ((key: K) => A) => {
  const known = new Map<K, A>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size >= MOST) known.clear()
    const answer = ask(key)
    known.set(key, answer)
    return answer
  }
}
