/** The innermost active states of a chart's value. */
import type { StateValue } from 'xstate'
import { rememberingOf } from '../words/data/result-cache.ts'

/** The name of the innermost active state of every region, by the name of the region. */
type Leaves = Readonly<Record<string, string>>

/** The leaves of values that many streams share, and of their parts, so that none is looked through twice. */
const leavesIn = rememberingOf((value: Exclude<StateValue, string>): Leaves => {
  const leaves: Record<string, string> = {}
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string') leaves[name] = inner
    else if (inner !== undefined) Object.assign(leaves, leavesIn(inner))
  }
  return leaves
})

/** Returns the innermost active states, each by the name of the state that contains it. */
export const leavesOf = (value: StateValue): Leaves =>
  typeof value === 'string' ? { '': value } : leavesIn(value)
