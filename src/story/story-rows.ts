/** The rows of a story: what happened, each thing once, in order. */
import { commandIn } from '../commands/command-messages.ts'
import { livesIn } from '../commands/stream-commands.ts'
import { descriptorsOf } from '../contract/descriptors.ts'
import type { AnyMachine } from '../contract/machine-record.ts'
import { wordsIn } from '../contract/machine-words.ts'
import type { Occurrence } from '../contract/occurrence.ts'
import { eventsOf, type State } from '../contract/state.ts'
import { contentHash } from '../event/content-hash.ts'
import { type DomainEvent, dataIn, isInferred, snapshotIdIn } from '../event/envelope.ts'
import { INFORMATIONAL, spokenFor } from '../event/informational-events.ts'
import type { Root } from '../fold/root.ts'
import { lastSpokenFor } from '../judge/command-status.ts'
import { withoutOthers } from '../merge/stream-subject.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { compare, listsOf } from '../words/data/lists.ts'
import { ownAt } from '../words/data/plain-data.ts'
import { type Currency, money } from '../words/money.ts'
import type { Severity } from '../words/severity.ts'
import { earlier, formatted, type Instant } from '../words/time/instant.ts'
import { timeInWords } from './person-days.ts'

/** Something that an auditor should look at: its name, and what a person says of it. */
export interface StoryFinding {
  readonly code: string
  readonly key: string
  readonly title: string
  readonly because: string
  readonly remedy: string
  readonly severity: Severity
  /** Whether commands wait until it is settled. */
  readonly holds: boolean
}

type Standing =
  | 'contradicted'
  | 'stated by a person'
  | 'replaced by what a person stated'
  | 'refused'
  | 'ended by a look-up'
  | 'given up by a person'

/**
 * Something that happened. `amount` is formatted, and null if it has none; if messages differ, it names
 * each amount. `at` is when it happened,
 * or if no message says so, when it was first reported, or what followed it happened. `reports` counts the messages that report it.
 * It is late if it was reported after something that happened later. `standing` says why it counts otherwise
 * than as reported: it is contradicted if messages differ about it, or a look-up counts in its place.
 */
export interface StoryRow {
  readonly key: string
  readonly type: string
  readonly words: string
  readonly amount: string | null
  readonly at: string
  readonly reportedAt: string
  readonly reports: number
  /** The numbers of the entries that report it, from 1, in the order in which they were recorded. */
  readonly entries: readonly number[]
  readonly isOnChart: boolean
  readonly isLate: boolean
  readonly standing: Standing | null
  readonly findings: readonly StoryFinding[]
}

/** Everything found in a state, in the terms of a person. */
export const storyFindings = (
  machines: readonly AnyMachine[],
  machine: AnyMachine | null,
  { findings, parked }: Pick<State, 'findings' | 'parked'>,
): readonly StoryFinding[] => {
  // what one machine holds, another one may only ask
  const { of, explain } = descriptorsOf(machine === null ? machines : [machine])
  return [...findings, ...parked].map((found) => {
    const { title, severity, remedy, holds = [] } = of(found)
    const code = 'code' in found ? found.code : found.reason
    return {
      ...{ code, key: found.key, title, because: explain(found), remedy: remedy.reported },
      ...{ severity, holds: holds.length > 0 },
    }
  })
}

const lateIn = (occurrences: readonly Occurrence[]): ReadonlySet<Occurrence> => {
  const late = new Set<Occurrence>()
  let last: Instant | null = null
  const inReceipt = occurrences.toSorted((a, b) => (a.reportedAt < b.reportedAt ? -1 : 1))
  for (const each of inReceipt) {
    if (!each.timed || each.disposition !== 'chart') continue
    if (last !== null && each.at < last) late.add(each)
    else last = each.at
  }
  return late
}

/** What only a look-up implies was no later than what followed it: nobody reported when it happened. */
const notAfterWhatFollowed = (taken: readonly Occurrence[]): readonly Occurrence[] => {
  let next: Instant | null = null
  const limited: Occurrence[] = []
  for (const each of taken.toReversed()) {
    const isImplied = !each.timed && each.entityId === '' && each.events.every(isInferred)
    const at: Instant = earlier(each.at, next ?? each.at)
    limited.push(isImplied ? { ...each, at } : each)
    next = at
  }
  return limited.reverse()
}

/** Puts what is in no chart at its own time between what a chart took, which stays in causal order. */
const inOrder = (occurrences: readonly Occurrence[]): readonly Occurrence[] => {
  const isTaken = ({ disposition }: Occurrence): boolean => disposition === 'chart'
  const others = occurrences
    .filter((each) => !isTaken(each))
    .toSorted((a, b) => compare(a.at, b.at))
  let next = 0
  const all = notAfterWhatFollowed(occurrences.filter(isTaken)).flatMap((each) => {
    const from = next
    while ((others[next]?.at ?? each.at) < each.at) next += 1
    return [...others.slice(from, next), each]
  })
  return [...all, ...others.slice(next)]
}

/** What a person states, each with its name: `100.00 EUR captured`, `not usable`. */
const statedIn = (
  machine: AnyMachine | null,
  event: DomainEvent,
  currency: Currency | null,
): readonly string[] => {
  const data = dataIn(event)
  if (machine === null || spokenFor(event) === null) return []
  return (machine.subject.stated ?? []).flatMap((name) => {
    const value = data[name]
    const title = ownAt(machine.sums?.titles ?? {}, name)?.title ?? name
    if (typeof value === 'number') return `${money(value, currency)} ${title.toLowerCase()}`
    if (typeof value === 'boolean') return value ? name : `not ${name}`
    return typeof value === 'string' ? value : []
  })
}

/** What ended a command that came to nothing, unless a look-up did. */
const ENDS: Readonly<Record<string, Standing>> = {
  [INFORMATIONAL.refusal]: 'refused',
  [INFORMATIONAL.givenUp]: 'given up by a person',
  [INFORMATIONAL.review]: 'given up by a person',
}

/** Whether messages differ: about what holds for a moment, only if that leaves a doubt. */
const isContradicted = (
  { events, type }: Occurrence,
  momentary: readonly string[],
  isInDoubt: boolean,
): boolean => {
  const isMomentary = (field: string): boolean =>
    momentary.includes(field) || momentary.includes(`${type}.${field}`)
  const known = new Map<string, string>()
  return events.some((event) =>
    Object.entries(dataIn(event)).some(([field, value]) => {
      const text = canonicalText(value as Json)
      const before = known.get(field) ?? text
      known.set(field, before)
      return before !== text && (isInDoubt || !isMomentary(field))
    }),
  )
}

/**
 * Finds the standing of an occurrence. What persons stated replaced all that was received by then, and of
 * what came later, all that adds nothing and leaves no doubt.
 */
const standingIn = (
  { policy }: Root,
  machine: AnyMachine | null,
  state: State,
  findings: readonly StoryFinding[],
) => {
  const all = eventsOf(withoutOthers(state))
  const lives = machine === null ? null : livesIn(machine, policy, all).lives
  const words = all.filter((each) => statedIn(machine, each, null).length > 0)
  const ids = new Set<string | null>(words.map(({ metadata }) => metadata.eventId))
  const last = machine?.sums == null ? null : lastSpokenFor(words)
  const isLeft = findings.some(({ holds }) => holds)
  return (each: Occurrence, own: readonly StoryFinding[]): Standing | null => {
    const { type, disposition, events, reportedAt } = each
    // what ends a command counts, whatever ended it first
    if (disposition === 'refused' && ownAt(ENDS, type) === undefined) {
      const [by = ''] = events.flatMap((event) => lives?.get(commandIn(event) ?? '')?.by.type ?? [])
      return ownAt(ENDS, by) ?? 'ended by a look-up'
    }
    if (disposition === 'overruled') {
      const isReplaced = last !== null && (reportedAt <= last || !isLeft)
      return isReplaced ? 'replaced by what a person stated' : 'contradicted'
    }
    if (events.every((event) => isInferred(event) && ids.has(snapshotIdIn(event.metadata.eventId))))
      return 'stated by a person'
    const isInDoubt = own.some(({ holds }) => holds)
    return isContradicted(each, machine?.momentary ?? [], isInDoubt) ? 'contradicted' : null
  }
}

/** Finds the findings of each row. Those of no row belong to the last one. */
const findingsByRow = (occurrences: readonly Occurrence[], findings: readonly StoryFinding[]) => {
  const keys = new Set(occurrences.map(({ key }) => key))
  const last = occurrences.at(-1)?.key ?? ''
  return listsOf(findings.map((each) => [keys.has(each.key) ? each.key : last, each]))
}

type Money = { readonly amount?: unknown; readonly currency?: Currency | null }

/** Makes the rows of a state. `events` are those of its entries, in the order of recording. */
export const storyRows = (
  root: Root,
  { machine, state }: { readonly machine: AnyMachine | null; readonly state: State },
  findings: readonly StoryFinding[],
  events: readonly DomainEvent[],
): readonly StoryRow[] => {
  const { occurrences, context } = state
  const said = wordsIn(machine)
  const late = lateIn(occurrences)
  const found = findingsByRow(occurrences, findings)
  const contents = new Set(occurrences.flatMap((each) => each.events.map(contentHash)))
  // what no occurrence has is another form of a message
  const nameOf = (event: DomainEvent): string =>
    contents.has(contentHash(event)) ? contentHash(event) : event.metadata.eventId
  const numbers = listsOf(events.map((event, index) => [nameOf(event), index + 1]))
  const numbersOf = (event: DomainEvent): readonly number[] =>
    [contentHash(event), event.metadata.eventId].flatMap((name) => numbers.get(name) ?? [])
  const { currency: own = null } = context as { readonly currency?: Currency | null }
  const moneyIn = ({ amount, currency = own }: Money): readonly string[] =>
    // zero names no amount
    typeof amount === 'number' && amount !== 0 ? [money(amount, currency)] : []
  /** What is believed first, then what else messages say of it. */
  const amountIn = ({ type, data, events: told }: Occurrence): string | null => {
    const kind = ownAt(machine?.events ?? {}, type)
    // where no money moves, one amount is said again and again
    const moves = kind !== undefined && (machine?.sums != null || kind.identity !== 'once')
    const amounts = moves ? [data, ...told.map(dataIn)].flatMap(moneyIn) : []
    return amounts.length === 0 ? null : [...new Set(amounts)].join(' or ')
  }
  const wordsOf = ({ type, events: told }: Occurrence): string => {
    const isRequested = told.every(({ metadata }) => metadata.source === 'request')
    const asked = isRequested ? ownAt(machine?.words?.requested ?? {}, type) : undefined
    const stated = told.flatMap((each) => statedIn(machine, each, own))
    const [asOf] = told.flatMap((each) => spokenFor(each) ?? [])
    if (stated.length === 0 || asOf === undefined) return asked ?? said('events', type)
    return `${said('events', type)} as of ${timeInWords(asOf)}: ${stated.join(', ')}`
  }
  const standing = standingIn(root, machine, state, findings)
  return inOrder(occurrences).map((each) => {
    const { key, type, at, reportedAt, disposition } = each
    const reports = each.events.filter((event) => !isInferred(event))
    const own = found.get(key) ?? []
    return {
      ...{ key, type, words: wordsOf(each), amount: amountIn(each) },
      ...{ at: formatted(at), reportedAt: formatted(reportedAt), reports: reports.length },
      entries: [...new Set(reports.flatMap(numbersOf))].toSorted((a, b) => a - b),
      isOnChart: disposition === 'chart',
      isLate: late.has(each),
      standing: standing(each, own),
      findings: own,
    }
  })
}
