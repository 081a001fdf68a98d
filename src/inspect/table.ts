/** A chart as a table: every status by every event, printed from the chart itself. */
import type { AnyStateNode } from 'xstate'
import type { AnyMachine, Terms } from '../fold/machine.ts'
import { termsOf } from '../fold/rules.ts'
import { RULES, type RuleName } from '../words/refusal.ts'

interface Arrow {
  readonly target: string
  readonly terms: Terms
}

const leaves = (node: AnyStateNode): readonly AnyStateNode[] => {
  const inner = Object.values(node.states)
  return inner.length === 0 ? [node] : inner.flatMap(leaves)
}

const nodesIn = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesIn),
]

/** The shortest end of a state's path that no other state's path has: `pending`, `refund.none`. */
const namesIn = (root: AnyStateNode): ReadonlyMap<AnyStateNode, string> => {
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

/** The arrows that an event may take from a state: its own, else those of the nearest state around it. */
const arrowsFrom = (
  names: ReadonlyMap<AnyStateNode, string>,
  node: AnyStateNode | undefined,
  type: string,
): readonly Arrow[] => {
  if (node === undefined) return []
  const own = node.transitions.get(type) ?? []
  if (own.length === 0) return arrowsFrom(names, node.parent, type)
  return own.map(({ target, guard }) => ({
    target: target?.map((each) => names.get(each) ?? each.key).join(' and ') ?? 'same',
    terms: termsOf(guard),
  }))
}

const cellOf = ({ target, terms: { all = [], wish = [], when } }: Arrow): string => {
  const rules = [...all, ...wish.map((name) => `${name}, wish`)]
  const broken = rules.length === 0 ? '' : ` ⟨${rules.join('; ')}⟩`
  return `${target}${when === undefined ? '' : ` if ${when}`}${broken}`
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Every event a chart hears, in the order its states name them. */
const eventsIn = (node: AnyStateNode): readonly string[] => [
  ...new Set([...node.transitions.keys(), ...Object.values(node.states).flatMap(eventsIn)]),
]

/** States under which every event leads alike stand in one column. */
const columns = (
  names: ReadonlyMap<AnyStateNode, string>,
  states: readonly AnyStateNode[],
  types: readonly string[],
): ReadonlyMap<string, readonly string[]> => {
  const alike = new Map<string, { names: string[]; cells: readonly string[] }>()
  for (const state of states) {
    const cells = types.map(
      (type) => arrowsFrom(names, state, type).map(cellOf).join('<br>') || '·',
    )
    const column = alike.get(cells.join('|')) ?? { names: [], cells }
    column.names.push(names.get(state) ?? state.key)
    alike.set(cells.join('|'), column)
  }
  return new Map([...alike.values()].map((column) => [column.names.join(', '), column.cells]))
}

/**
 * Prints a machine as Markdown: one row an event, one column for the states that lead alike; `·` where
 * no arrow leads on. ⟨…⟩ names the rules of an arrow, `if` the condition that chooses it.
 */
export const table = (machine: Pick<AnyMachine, 'chart' | 'events'>): string => {
  const { root } = machine.chart
  const declared = Object.keys(machine.events)
  const types = [...declared, ...eventsIn(root).filter((type) => !declared.includes(type))]
  const cells = columns(namesIn(root), leaves(root), types)
  const lines = types.map((type, index) =>
    row([`**${type}**`, ...[...cells.values()].map((column) => column[index] ?? '·')]),
  )
  const head = row(['event', ...cells.keys()])
  return [head, row(['---', ...[...cells.keys()].map(() => '---')]), ...lines].join('\n')
}

const isRule = (name: string): name is RuleName => Object.hasOwn(RULES, name)

/** Prints the rules that a machine's arrows can break, each with its source and remedy, as Markdown. */
export const rulesOf = ({ book }: Pick<AnyMachine, 'book'>): string => {
  const lines = Object.keys(book.rules).flatMap((name) =>
    isRule(name) ? [row([`\`${name}\``, RULES[name].source, RULES[name].remedy])] : [],
  )
  return [row(['rule', 'source', 'what to do']), row(['---', '---', '---']), ...lines].join('\n')
}
