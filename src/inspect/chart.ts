/** A chart as people see it: its states by name, its arrows with what their guards say. */
import type { AnyStateNode, StateValue } from 'xstate'
import type { Terms } from '../fold/machine.ts'
import { termsOf } from '../fold/rules.ts'

/** An arrow: where it leads, nowhere else when there is no target, and by what rules. */
export interface Arrow {
  readonly from: AnyStateNode
  readonly type: string
  readonly targets: readonly AnyStateNode[]
  readonly terms: Terms
}

/** The states that have none within. */
export const leavesIn = (node: AnyStateNode): readonly AnyStateNode[] => {
  const inner = Object.values(node.states)
  return inner.length === 0 ? [node] : inner.flatMap(leavesIn)
}

/** A state and all within it. */
export const nodesIn = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesIn),
]

/** The shortest end of a state's path that no other state's path has: `pending`, `refund.none`. */
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

/** The arrows of a state itself, in their order. */
export const arrowsOf = (from: AnyStateNode): readonly Arrow[] =>
  [...from.transitions].flatMap(([type, arrows]) =>
    arrows.map(({ target, guard }) => ({
      from,
      type,
      targets: target ?? [],
      terms: termsOf(guard),
    })),
  )

/** The innermost states that are active where a chart stands so. */
export const activeIn = (
  node: AnyStateNode,
  value: StateValue | undefined,
): readonly AnyStateNode[] => {
  const inner = Object.entries(typeof value === 'string' ? { [value]: undefined } : (value ?? {}))
  const active = inner.flatMap(([name, within]) => {
    const child = node.states[name]
    return child === undefined ? [] : activeIn(child, within)
  })
  return active.length === 0 ? [node] : active
}

/** What a guard says, in words: `if allRefunded ⟨withinRefundWindow; withinNet, wish⟩`, or nothing. */
export const inWords = ({ all = [], wish = [], when }: Terms): string => {
  const rules = [...all, ...wish.map((name) => `${name}, wish`)]
  const condition = when === undefined ? [] : [`if ${when}`]
  return [...condition, ...(rules.length === 0 ? [] : [`⟨${rules.join('; ')}⟩`])].join(' ')
}
