/** A chart's value by its innermost states. */
import type { StateValue } from 'xstate'

type Leaves = Readonly<Record<string, string>>

/** Values that stand for many streams at once are taken apart once; speed only. */
const known = new WeakMap<object, Leaves>()

const taken = (value: StateValue, within: string): Leaves => {
  if (typeof value === 'string') return { [within]: value }
  const leaves: Record<string, string> = {}
  for (const [name, inner] of Object.entries(value)) {
    if (inner !== undefined) Object.assign(leaves, taken(inner, name))
  }
  return leaves
}

/** The innermost state of every region, by the name of the state it lies in. */
export const leavesOf = (value: StateValue): Leaves => {
  if (typeof value === 'string') return taken(value, '')
  const leaves = known.get(value) ?? taken(value, '')
  known.set(value, leaves)
  return leaves
}
