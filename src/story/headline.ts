/** The headline of a story: what is in doubt or wrong first, then the money, then the deadline. */
import type { AnyStateNode, StateValue } from 'xstate'
import type { AnyMachine, Sums } from '../contract/machine-record.ts'
import { wordsIn } from '../contract/machine-words.ts'
import type { Allowance } from '../judge/allowed.ts'
import { count } from '../words/data/lists.ts'
import { money } from '../words/money.ts'
import { SEVERITIES } from '../words/severity.ts'
import type { Zone } from '../words/time/calendar.ts'
import { dateIn, dayAfter, type StoryWindow } from './person-days.ts'
import type { StoryFinding, StoryRow } from './story-rows.ts'

/** A phrase of the headline; one about money names the sum that it says. */
export interface HeadlinePhrase {
  readonly kind: 'doubt' | 'wrong' | 'money' | 'status' | 'deadline'
  readonly text: string
  readonly sum?: string
}

/** How many things that are wrong a headline names; of the others, it counts the findings and the windows. */
const NAMED = 2

/** What is in doubt, then what is wrong, the worst first, each title once. */
const wrongIn = (findings: readonly StoryFinding[], overdue: readonly StoryWindow[]) => {
  const worstFirst = findings
    .filter(({ severity, holds }) => holds || severity !== 'notice')
    .toSorted((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity))
  const titles = (isDoubt: boolean): readonly string[] => [
    ...new Set(worstFirst.flatMap(({ title, holds }) => (holds === isDoubt ? title : []))),
  ]
  const doubts = titles(true).map((title) => title.charAt(0).toLowerCase() + title.slice(1))
  const late = overdue.map(({ text }) => `overdue: ${text}`)
  const wrong = [...titles(false), ...late]
  const named = wrong.length <= NAMED + 1 ? wrong : wrong.slice(0, NAMED)
  const others = worstFirst.filter(({ title, holds }) => !holds && !named.includes(title)).length
  const othersLate = late.filter((text) => !named.includes(text)).length
  const more = (number: number, what: string) => (number === 0 ? [] : [count(number, what)])
  const said = [...named, ...more(others, 'more finding'), ...more(othersLate, 'overdue window')]
  return [
    ...(doubts.length === 0
      ? []
      : [{ kind: 'doubt' as const, text: `in doubt: ${doubts.join(', ')}` }]),
    ...said.map((text) => ({ kind: 'wrong' as const, text })),
  ]
}

/** Returns the innermost active states of a configuration. */
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

/** What a lifecycle without money has come to: `approved and completed`. */
const statusOf = (machine: AnyMachine, { value, rows }: HeadlineParts): string => {
  const said = wordsIn(machine)
  // of what was only requested, the row says so
  const rowOf = (words: string) =>
    rows.find(({ isOnChart, type }) => isOnChart && said('events', type) === words)
  const all = activeIn(machine.chart.root, value)
  // a region that stands where it began says nothing, if another one does
  const reached = all.filter(
    (node) =>
      node.parent?.type !== 'compound' || node.parent.initial.target?.includes(node) !== true,
  )
  return (reached.length === 0 ? all.slice(0, 1) : reached)
    .map(({ path }) => said('states', path.join('.')))
    .map((words) => rowOf(words)?.words ?? words)
    .join(', ')
}

/** The sums that are known, in the order of the machine's titles, and in words: `120.00 EUR captured`. */
const amountsIn = (machine: AnyMachine, sums: Sums | null) =>
  Object.entries(machine.sums?.titles ?? {}).flatMap(([name, { title, below, text }]) => {
    const amount = sums?.[name]
    if (typeof amount !== 'number') return []
    const currency = sums?.currency ?? null
    const isBelow = amount < 0 && below !== undefined
    const words = isBelow ? below : title.charAt(0).toLowerCase() + title.slice(1)
    const said = `${money(isBelow ? -amount : amount, currency)} ${words}`
    return [{ name, amount, isWhole: text === null, money: money(amount, currency), words: said }]
  })

/** The day on which something happened that is called the same as a sum, if it happened once. */
const dayIn = ({ rows, zone, now }: HeadlineParts, words: string): string => {
  const [one, another] = rows.filter((row) => row.isOnChart && words === row.words)
  if (one === undefined || another !== undefined) return ''
  // of what only a look-up shows, nobody knows the day
  const word = one.reports === 0 && one.at === one.reportedAt ? 'by' : 'on'
  return ` ${word} ${dayAfter(dateIn(one.at, zone), dateIn(now, zone))}`
}

/** The sums that a headline says: those that are not zero, or else the first that is known. */
const moneyIn = (machine: AnyMachine, parts: HeadlineParts): readonly HeadlinePhrase[] => {
  const { sums } = parts
  const all = amountsIn(machine, sums).filter(({ amount }) => amount !== 0)
  const shown = all.filter(({ isWhole }) => !isWhole)
  return (shown.length > 0 ? shown : all.slice(0, 1)).map(
    ({ name, words, money, isWhole }, index) => {
      const what = isWhole ? `${money} ${statusOf(machine, parts)}` : words
      if (index === 0) {
        const day = dayIn(parts, what.slice(money.length + 1))
        return { kind: 'money', text: `${what}${day}`, sum: name }
      }
      // the currency was said before
      return { kind: 'money', text: what.replace(` ${sums?.currency}`, ''), sum: name }
    },
  )
}

interface HeadlineParts {
  readonly sums: Sums | null
  readonly value: StateValue
  readonly rows: readonly StoryRow[]
  readonly findings: readonly StoryFinding[]
  readonly windows: readonly StoryWindow[]
  readonly allowed: readonly Allowance[]
  readonly zone: Zone | null
  readonly now: string
}

/** The deadline of what we may do, where a command is allowed that its window ends. */
const deadlineOf = ({ commands }: AnyMachine, { windows, allowed }: HeadlineParts) => {
  const names = allowed.flatMap(({ command, isAllowed }) =>
    isAllowed ? (commands[command]?.window ?? []) : [],
  )
  return windows
    .filter(({ isOpen, kind, name }) => isOpen && kind === 'right' && names.includes(name))
    .map(({ text }): HeadlinePhrase => ({ kind: 'deadline', text }))
}

const capitalized = ([first, ...rest]: readonly HeadlinePhrase[]): readonly HeadlinePhrase[] =>
  first === undefined
    ? []
    : [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest]

/** Writes the headline of a stream. */
export const headlineOf = (
  machine: AnyMachine | null,
  parts: HeadlineParts,
): readonly HeadlinePhrase[] => {
  const { findings, windows, rows } = parts
  const overdue = windows.filter(({ isOverdue }) => isOverdue)
  const wrong = wrongIn(findings, overdue)
  const plain = (text: string): readonly HeadlinePhrase[] => [{ kind: 'status', text }]
  if (rows.length === 0) return capitalized(plain('nothing yet'))
  if (machine === null) {
    return wrong.length > 0 ? wrong : plain(findings[0]?.title ?? 'Part of no lifecycle')
  }
  const status = statusOf(machine, parts)
  const money = machine.sums === null ? [] : moneyIn(machine, parts)
  const said = money.length > 0 ? money : plain(`${status}${dayIn(parts, status)}`)
  return [...capitalized(wrong), ...capitalized([...said, ...deadlineOf(machine, parts)])]
}
