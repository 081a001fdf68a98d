/** A chart's value by its innermost states. */
import type { StateValue } from 'xstate'

/** The innermost state of every region, by the name of the state it lies in. */
export const leavesOf = (value: StateValue, within = ''): Readonly<Record<string, string>> => {
  if (typeof value === 'string') return { [within]: value }
  const leaves: Record<string, string> = {}
  for (const [name, inner] of Object.entries(value)) {
    if (inner !== undefined) Object.assign(leaves, leavesOf(inner, name))
  }
  return leaves
}
