/** The innermost active states of a chart's value. */
import type { StateValue } from 'xstate'

/** The name of the innermost active state of every region, by the name of the region. */
type Leaves = Readonly<Record<string, string>>

/**
 * Caches the leaves of values that many streams share, for speed, and of their parts, so that none is
 * looked through twice.
 */
const known = new WeakMap<object, Leaves>()

/** Returns the innermost active states, each by the name of the state that contains it. */
export const leavesOf = (value: StateValue): Leaves => {
  if (typeof value === 'string') return { '': value }
  const before = known.get(value)
  if (before !== undefined) return before
  const leaves: Record<string, string> = {}
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string') leaves[name] = inner
    else if (inner !== undefined) Object.assign(leaves, leavesOf(inner))
  }
  known.set(value, leaves)
  return leaves
}
