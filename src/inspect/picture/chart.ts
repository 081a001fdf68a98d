/** Describes a chart for people: the names of its states, and its transitions with their guards. */
import type { AnyStateNode } from 'xstate'
import type { Terms } from '../../contract/definition.ts'
import { termsOf } from '../../contract/guards.ts'
import { nodesIn } from '../../run/compile.ts'

/** A transition, with the terms of its guard. A transition without targets stays in its state. */
export interface Transition {
  readonly from: AnyStateNode
  readonly type: string
  readonly targets: readonly AnyStateNode[]
  readonly terms: Terms
}

/** The path of a state from the root: its name in code. */
export const pathIn = ({ path }: AnyStateNode): string => path.join('.')

/** Returns the states that have no inner states. */
export const leavesIn = (node: AnyStateNode): readonly AnyStateNode[] => {
  const inner = Object.values(node.states)
  return inner.length === 0 ? [node] : inner.flatMap(leavesIn)
}

/** Names each state by the shortest unique end of its path: `pending`, `region.none`. */
export const namesIn = (root: AnyStateNode): ReadonlyMap<AnyStateNode, string> => {
  const nodes = nodesIn(root)
  const end = ({ path }: AnyStateNode, length: number): string => path.slice(-length).join('.')
  return new Map(
    nodes.map((node) => {
      const lengths = node.path.map((_, index) => index + 1)
      const length = lengths.find(
        (some) => nodes.filter((other) => end(other, some) === end(node, some)).length === 1,
      )
      return [node, end(node, length ?? node.path.length)]
    }),
  )
}

/** Returns a state's own transitions, in their order. */
export const transitionsOf = (from: AnyStateNode): readonly Transition[] =>
  [...from.transitions].flatMap(([type, transitions]) =>
    transitions.map(({ target, guard }) => ({
      from,
      type,
      targets: target ?? [],
      terms: termsOf(guard),
    })),
  )

/** Writes the terms of a guard: `if condition ⟨rule; another for commands⟩`, or nothing. */
export const inWords = ({ all = [], command = [], when }: Terms): string => {
  const rules = [...all, ...command.map((name) => `${name} for commands`)]
  const condition = when === undefined ? [] : [`if ${when}`]
  return [...condition, ...(rules.length === 0 ? [] : [`⟨${rules.join('; ')}⟩`])].join(' ')
}
