/** A chart as a table: every status by every event, printed from the chart itself. */
import type { AnyStateNode } from 'xstate'
import type { AnyMachine } from '../fold/machine.ts'
import { RULES, type RuleName } from '../words/refusal.ts'
import { type Arrow, arrowsOf, inWords, leavesIn, namesIn } from './chart.ts'

type Names = ReturnType<typeof namesIn>

/** The arrows that an event may take from a state: its own, else those of the nearest state around it. */
const arrowsFrom = (node: AnyStateNode | undefined, type: string): readonly Arrow[] => {
  if (node === undefined) return []
  const own = arrowsOf(node).filter((arrow) => arrow.type === type)
  return own.length === 0 ? arrowsFrom(node.parent, type) : own
}

const cellOf = (names: Names, { targets, terms }: Arrow): string => {
  const target = targets.map((each) => names.get(each) ?? each.key).join(' and ') || 'same'
  return `${target} ${inWords(terms)}`.trim()
}

/** A row of a table in Markdown. */
export const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Every event a chart hears, in the order its states name them. */
const eventsIn = (node: AnyStateNode): readonly string[] => [
  ...new Set([...node.transitions.keys(), ...Object.values(node.states).flatMap(eventsIn)]),
]

/** States under which every event leads alike stand in one column. */
const columns = (
  names: Names,
  states: readonly AnyStateNode[],
  types: readonly string[],
): ReadonlyMap<string, readonly string[]> => {
  const alike = new Map<string, { names: string[]; cells: readonly string[] }>()
  for (const state of states) {
    const cells = types.map(
      (type) =>
        arrowsFrom(state, type)
          .map((arrow) => cellOf(names, arrow))
          .join('<br>') || '·',
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
  const cells = columns(namesIn(root), leavesIn(root), types)
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
