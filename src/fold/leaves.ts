/** The innermost active states of a chart's value. */
import type { StateValue } from 'xstate'

/** The name of the innermost active state of every region, by the name of the region. */
export type Leaves = Readonly<Record<string, string>>

/** Caches the leaves of values that many streams share, for speed only. */
const known = new WeakMap<object, Leaves>()

const taken = (value: StateValue, within: string): Leaves => {
  if (typeof value === 'string') return { [within]: value }
  const leaves: Record<string, string> = {}
  for (const [name, inner] of Object.entries(value)) {
    if (inner !== undefined) Object.assign(leaves, taken(inner, name))
  }
  return leaves
}

/** Returns the innermost active states, each by the name of the state that contains it. */
export const leavesOf = (value: StateValue): Leaves => {
  if (typeof value === 'string') return taken(value, '')
  const leaves = known.get(value) ?? taken(value, '')
  known.set(value, leaves)
  return leaves
}
