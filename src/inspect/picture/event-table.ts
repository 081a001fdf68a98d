/** Writes a chart as a table, one row per event, and the fields of its events. */
import type { AnyStateNode } from 'xstate'
import { descriptorsOf } from '../../contract/descriptors.ts'
import type { AnyMachine } from '../../contract/machine-record.ts'
import { wordsIn } from '../../contract/machine-words.ts'
import type { Kind } from '../../event/lifecycle.ts'
import { exactAt, fieldsShown, type Shown, type ShownField } from '../../words/data/exact-match.ts'
import { ownAt } from '../../words/data/plain-data.ts'
import { inWords, leavesIn, namesIn, type Transition, transitionsOf } from './chart.ts'

const fieldsIn = (shown: Shown): readonly ShownField[] => {
  const { _tag: tag, type } = shown
  const isAround = type !== undefined && (tag === 'ReadonlyType' || tag === 'ExactType')
  return isAround ? fieldsIn(type) : (fieldsShown(shown) ?? [])
}

const dataOf = ({ codec }: Kind): readonly ShownField[] =>
  fieldsIn(exactAt(codec, ['data'])?.of as Shown)

const holds = (shown: Shown): string => {
  if (shown._tag === 'ReadonlyArrayType' && shown.type !== undefined)
    return `a list; each item: ${holds(shown.type)}`
  const inner = fieldsIn(shown)
  if (inner.length === 0) return shown.name
  return inner.map(({ name, codec }) => `\`${name}\`: ${holds(codec)}`).join(', ')
}

/** Writes the events of a machine as Markdown tables, required fields in bold, and what each field holds. */
export const fieldsOf = ({ events }: Pick<AnyMachine, 'events'>): string => {
  const kinds = Object.entries(events)
  const rows = kinds.map(([type, kind]) => {
    const names = dataOf(kind).map(({ name, isOptional }) => (isOptional ? name : `**${name}**`))
    return [`**${type}**`, kind.identity, names.join(', ')]
  })
  const fields = new Map(
    kinds.flatMap(([, kind]) => dataOf(kind).map(({ name, codec }) => [name, holds(codec)])),
  )
  return [
    tableOf(['event', 'identified by', 'fields'], rows),
    '',
    tableOf(
      ['field', 'content'],
      [...fields].map(([name, what]) => [`\`${name}\``, what]),
    ),
  ].join('\n')
}

const withName = (words: string, name: string, shown = words): string =>
  words === name ? shown : `${shown} \`${name}\``

const saying = (machine: Pick<AnyMachine, 'chart' | 'words'>) => {
  const names = namesIn(machine.chart.root)
  const said = wordsIn(machine)
  const nameOf = (node: AnyStateNode): string => names.get(node) ?? node.key
  const state = (node: AnyStateNode): string =>
    ownAt(machine.words?.states ?? {}, node.path.join('.')) ?? nameOf(node)
  return {
    state,
    condition: (name: string): string => said('conditions', name),
    named: (node: AnyStateNode): string => withName(state(node), nameOf(node)),
    event: (type: string): string =>
      withName(said('events', type), type, `**${said('events', type)}**`),
  }
}

type TableWords = ReturnType<typeof saying>

const transitionsFrom = (node: AnyStateNode | undefined, type: string): readonly Transition[] => {
  if (node === undefined) return []
  const own = transitionsOf(node).filter((each) => each.type === type)
  return own.length === 0 ? transitionsFrom(node.parent, type) : own
}

/** A transition: its targets, and the condition unless that says the same. */
const cellOf = (said: TableWords, { targets, terms: { when, ...terms } }: Transition): string => {
  const target = targets.map(said.state).join(' and ') || 'same'
  const condition = when === undefined ? target : said.condition(when)
  return `${target} ${condition === target ? '' : `if ${condition} `}${inWords(terms)}`.trim()
}

/** The text of a cell, without what would end the cell or its row. */
const textIn = (cell: string): string => cell.replaceAll('|', '\\|').replace(/[\r\n]+/g, ' ')

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map(textIn).join(' | ')} |`)
    .join('\n')

const eventsIn = (node: AnyStateNode): readonly string[] => [
  ...new Set([...node.transitions.keys(), ...Object.values(node.states).flatMap(eventsIn)]),
]

/** Builds the columns; states whose transitions look the same share one. */
const columns = (said: TableWords, states: readonly AnyStateNode[], types: readonly string[]) => {
  const alike = new Map<string, { names: string[]; cells: readonly string[] }>()
  for (const state of states) {
    const cells = types.map(
      (type) =>
        transitionsFrom(state, type)
          .map((each) => cellOf(said, each))
          .join('<br>') || '·',
    )
    const key = JSON.stringify(cells)
    const column = alike.get(key) ?? { names: [], cells }
    column.names.push(said.named(state))
    alike.set(key, column)
  }
  return new Map([...alike.values()].map((column) => [column.names.join(', '), column.cells]))
}

/**
 * Writes a machine as a Markdown table, in words and with the names in code: one row per event, and
 * one column per group of states with the same transitions. `·` means no transition, ⟨…⟩ lists a
 * transition's rules, and `if` its condition.
 */
export const table = (machine: Pick<AnyMachine, 'chart' | 'events' | 'words'>): string => {
  const { root } = machine.chart
  const declared = Object.keys(machine.events)
  const types = [...declared, ...eventsIn(root).filter((type) => !declared.includes(type))]
  const said = saying(machine)
  const cells = columns(said, leavesIn(root), types)
  const lines = types.map((type, index) => [
    said.event(type),
    ...[...cells.values()].map((column) => column[index] ?? '·'),
  ])
  return tableOf(['event', ...cells.keys()], lines)
}

/** Writes the rules of a machine's transitions, with source and remedy, as a Markdown table. */
export const rulesOf = (machine: AnyMachine): string => {
  const { rules } = descriptorsOf([machine])
  const lines = Object.keys(machine.definition.rules).flatMap((name) => {
    const { source, remedy } = rules[name] ?? {}
    return remedy === undefined || source === undefined
      ? []
      : [[`\`${name}\``, source, remedy.asked ?? '·', remedy.reported]]
  })
  return tableOf(['rule', 'source', 'before the step', 'once it was reported'], lines)
}
