/** The story of a stream as data: what happened to the money, in words, with days. */

import { doubtsIn } from '../contract/descriptors.ts'
import type { AnyMachine, Sums } from '../contract/machine-record.ts'
import type { State } from '../contract/state.ts'
import { type DomainEvent, receivedAt } from '../event/envelope.ts'
import { foldersOf, machineOf } from '../fold/assign.ts'
import type { Root } from '../fold/root.ts'
import { type Allowance, allowed } from '../judge/allowed.ts'
import { explainer } from '../judge/explain.ts'
import { type Question, questions } from '../judge/questions.ts'
import type { Entry } from '../log/entry.ts'
import { emptyTree, grown, rootOf } from '../log/hash-tree.ts'
import { ownAt } from '../words/data/plain-data.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import { Zone } from '../words/time/calendar.ts'
import { formatted, type Instant, later } from '../words/time/instant.ts'
import { type HeadlinePhrase, headlineOf } from './headline.ts'
import { type StoryWindow, storyWindows, timeInWords } from './person-days.ts'
import { type StoryFinding, type StoryRow, storyFindings, storyRows } from './story-rows.ts'

interface StoryAllowance extends Allowance {
  readonly because: readonly string[]
}

/** An open question, and who settles it: `request` is the look-up that does, or null for a person. */
interface StoryQuestion extends Question {
  readonly settledBy: string
}

/**
 * The story of a stream at a time: the headline, what happened, and what may come next. `root` is the
 * root of the tree over its entries; null if events were given without their entries.
 */
export interface Story {
  readonly stream: Stream
  readonly machine: string | null
  readonly status: string
  /** The time for which it is told; null if nothing has happened. */
  readonly at: string | null
  /** Where its days are counted; null for UTC. */
  readonly zone: Zone | null
  readonly headline: readonly HeadlinePhrase[]
  readonly rows: readonly StoryRow[]
  readonly findings: readonly StoryFinding[]
  readonly questions: readonly StoryQuestion[]
  readonly sums: Sums | null
  readonly allowed: readonly StoryAllowance[]
  /** The windows, the earliest to close first; no exposure once all was taken back. */
  readonly windows: readonly StoryWindow[]
  /** How many entries it has: events that were given without theirs do not count. */
  readonly entries: number
  readonly root: string | null
}

/** The events of some events or entries. */
export const eventsIn = (all: readonly (DomainEvent | Entry)[]): readonly DomainEvent[] =>
  all.map((each) => ('event' in each ? each.event : each))

/** What is counted of what was recorded: the entries; without any, the events. */
export const countedIn = (all: readonly (DomainEvent | Entry)[]): typeof all => {
  const entries = all.filter((each) => 'hash' in each)
  return entries.length === 0 ? all : entries
}

/** The root of the tree over some entries; null unless all are entries, the first one included. */
const rootIn = (all: readonly (DomainEvent | Entry)[]): string | null => {
  const hashes = all.flatMap((each, index) =>
    'hash' in each && each.revision === index ? each.hash : [],
  )
  const tree = hashes.length === all.length ? grown(emptyTree, hashes) : null
  return tree === null || hashes.length === 0 ? null : rootOf(tree)
}

const lastReceipt = (events: readonly DomainEvent[]): Instant | null =>
  events.map(receivedAt).reduce<Instant | null>((a, b) => (a === null ? b : later(a, b)), null)

const settledBy = ({ request }: Question): string => {
  if (request === null) return 'A person settles it: no response of the provider can'
  const params = Object.entries(request.params).map(([name, value]) => `${name} ${value}`)
  const wait = request.from === undefined ? '' : `, at ${timeInWords(request.from)} or later`
  return `${request.endpoint} settles it (${params.join(', ')})${wait}`
}

const judgedAt = (
  { machines, policy }: Root,
  machine: AnyMachine | null,
  state: State,
  now: Instant,
) => {
  const explain = explainer(machines)
  const windows = machine === null ? [] : storyWindows(machine, state, policy, now)
  const commands = machine === null ? [] : allowed(machine, { policy })(state, now)
  return {
    windows,
    allowed: commands.map((each) => {
      const why = [...each.refusals, ...(each.inDoubt === null ? [] : [each.inDoubt])]
      const isDone = !each.isAllowed && why.length === 0
      return { ...each, because: isDone ? ['It has been done already.'] : why.map(explain) }
    }),
    questions: questions(machines, policy)(state, windows, now).map((each) => ({
      ...each,
      settledBy: settledBy(each),
    })),
  }
}

/** The zone that the policy has for a machine. */
const zoneIn = (machine: AnyMachine | null, policy: Policy): Zone | null => {
  const fields = Object.entries(machine?.definition.policy ?? {})
  const [name = ''] = fields.find(([, { codec }]) => codec === Zone) ?? []
  return (ownAt(policy, name) as Zone | undefined) ?? null
}

const sumsOf = (machine: AnyMachine | null, state: State): Sums | null =>
  machine?.sums?.of(state.context, doubtsIn(machine)(state).length > 0) ?? null

const NOTHING = { windows: [], allowed: [], questions: [] }

/**
 * Tells the story of a stream, from its events or entries in the order in which they were recorded. It
 * is told for the time of the last receipt, or for a later time that is given. @spec decisions#21
 */
export const story = (root: Root) => {
  const { of, fold } = foldersOf(root)
  return (
    stream: Stream,
    recorded: readonly (DomainEvent | Entry)[],
    now: Instant | null = lastReceipt(eventsIn(recorded)),
  ): Story => {
    const events = eventsIn(recorded)
    const machine = machineOf(root.machines, stream, events)
    const folded = fold(stream, events) as State
    const state = machine === null || now === null ? folded : of(machine).at(folded, now)
    const findings = storyFindings(root.machines, machine, state)
    const rows = storyRows(root, { machine, state }, findings, eventsIn(countedIn(recorded)))
    const sums = sumsOf(machine, state)
    const judged = now === null ? NOTHING : judgedAt(root, machine, state, now)
    const at = now === null ? null : formatted(now)
    const zone = zoneIn(machine, root.policy)
    const parts = { sums, value: state.value, rows, findings, ...judged, zone, now: at ?? '' }
    return {
      ...{ stream, machine: machine?.id ?? null, status: state.status, at, zone },
      ...{ headline: headlineOf(machine, parts), rows, findings, sums, ...judged },
      ...{ entries: recorded.filter((each) => 'hash' in each).length, root: rootIn(recorded) },
    }
  }
}
