/** The commands of a stream: the life of each of them, and what is wrong with them. */
import { type DomainEvent, dataIn, receivedAt, recordedAt, timeOf } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational-events.ts'
import { addTo, NONE, sortedBy } from '../words/data/lists.ts'
import type { Policy } from '../words/policy.ts'
import { shift } from '../words/time/instant.ts'
import { isFarAhead, type Life, timesOf } from './command-life.ts'
import { decidedByLists, decidedByLooks, type RecordedCommand } from './command-look-ups.ts'
import {
  type Commanding,
  type CommandMessages,
  commandIn,
  first,
  type Messages,
  messagesOf,
} from './command-messages.ts'

type StreamCommand = Omit<RecordedCommand, 'life'> & { readonly life: Life | null }

/** A command by the messages that bear its id, by refusals, and by persons. */
const begun = (
  said: CommandMessages,
  { actions, reported, words }: Messages,
  policy: Policy,
): StreamCommand => {
  const { commandId, commanded, bearing, ends } = said
  if (commanded === null) return { said, life: null, denial: first(ends) }
  const times = timesOf(commanded, policy)
  const isRefusal = ({ type }: DomainEvent): boolean => type === INFORMATIONAL.refusal
  // before it is unanswered it may yet be sent, whatever a person says
  const upFrom = (event: DomainEvent) =>
    isFarAhead(times.sendBy, recordedAt(event)) ? receivedAt(commanded) : times.sendBy
  const up = ends.filter((event) => !isRefusal(event) && receivedAt(event) >= upFrom(event))
  const sentBy = shift(receivedAt(commanded), policy.sendSeconds)
  const wordsOf = (is: boolean): readonly DomainEvent[] =>
    words.flatMap(({ event, asOf, isDone }) => (isDone === is && asOf >= sentBy ? event : []))
  const denial = first(ends.filter(isRefusal)) ?? first([...up, ...wordsOf(false)])
  const shown = denial === undefined ? first([...reported, ...wordsOf(true)]) : undefined
  const taken = first(bearing) ?? shown
  const untaken = denial === undefined ? 'recorded' : isRefusal(denial) ? 'refused' : 'ended'
  const state = taken === undefined ? untaken : 'taken'
  // of several actions, one that was carried out
  const [entityId = null] = sortedBy(
    [...said.actions.keys()],
    (id) => `${actions.get(id)?.isOver} ${id}`,
  )
  const by = taken ?? denial ?? commanded
  return { said, life: { commandId, commanded, state, by, ...times, entityId }, denial }
}

/** What is wrong with the commands of one kind; the engine's findings say what each code means. */
const findingsIn = (
  { kind: { event: type, actions: field }, actions }: Messages,
  all: readonly StreamCommand[],
) => {
  const isPaid = (id: string): boolean => actions.get(id)?.isOver === false
  const isCarriedOut = ({ said, life }: StreamCommand): boolean => {
    const isTaken = life === null ? said.bearing.length > 0 : life.state === 'taken'
    return isTaken && (said.actions.size === 0 || [...said.actions.keys()].some(isPaid))
  }
  const amountsOf = ({ said: { commanded, actions: own } }: StreamCommand): readonly unknown[] => [
    ...(commanded === null ? [] : [dataIn(commanded)['amount']]),
    ...[...own.keys()].flatMap((id) => [...(actions.get(id)?.amounts ?? [])]),
  ]
  const isAgain = (each: StreamCommand, other: StreamCommand): boolean =>
    other !== each &&
    isCarriedOut(other) &&
    amountsOf(other).some((amount) => amountsOf(each).includes(amount)) &&
    other.said.begunAt >= each.said.begunAt
  return all.flatMap((each) => {
    const { life, denial } = each
    const { commandId, commanded, bearing, actions: own } = each.said
    const by = first(bearing)
    if (by === undefined) return []
    const rests = [commanded ?? by, ...bearing].map(({ metadata }) => metadata.eventId)
    const ofCommand = `${type}:${life?.entityId ?? `command:${commandId}`}`
    const found = {
      key: commanded === null ? by.metadata.eventId : field === null ? type : ofCommand,
      at: timeOf(commanded ?? by),
      events: [...new Set(rests)].toSorted(),
      commandId,
    }
    const [takenBy, takenAt] = [by.type, timeOf(by)]
    const afterAll = (denial === undefined ? [] : [denial]).map((end) => ({
      ...found,
      code: 'TakenAfterAll' as const,
      compared: { endedBy: end.type, endedAt: timeOf(end), takenBy, takenAt },
    }))
    const paid = [...own].filter(([id, isByItsId]) => isByItsId && isPaid(id))
    const isDenied = denial !== undefined && isCarriedOut(each)
    const isAgainTaken = isDenied && all.some((other) => isAgain(each, other))
    if (field === null || (paid.length < 2 && !isAgainTaken)) return afterAll
    const compared = { takenBy, takenAt, actions: [...own.keys()].toSorted().join(', ') }
    return [...afterAll, { ...found, code: 'PaidTwice' as const, compared }]
  })
}

/**
 * The life of each command of a stream, and what is wrong with them: by the messages that bear its id,
 * by a person, and by look-ups that were asked late enough. It is a function of the set of events.
 * @spec commands#the-life
 */
export const livesIn = (machine: Commanding, policy: Policy, events: readonly DomainEvent[]) => {
  if (!events.some((event) => commandIn(event) !== undefined)) {
    return { lives: new Map<string, Life>(), findings: NONE }
  }
  const named = new Map<string, DomainEvent[]>()
  const commands = Object.values(machine.commands)
  const kinds = new Map(commands.map((command) => [command.event, command]))
  for (const event of events) {
    const commandId = commandIn(event)
    if (commandId === undefined) continue
    addTo(named, commandId, event)
    const { type, metadata } = event
    if (metadata.source !== 'request' || !Object.hasOwn(machine.events, type)) continue
    // any step that was asked for may be refused, also one that no command asks for
    if (!kinds.has(type)) kinds.set(type, { event: type, actions: null, done: type, failed: null })
  }
  const found = [...kinds.values()].map((kind) => {
    const messages = messagesOf(machine, kind, { events, named }, policy.clockToleranceSeconds)
    const begins = messages.said.map((said) => begun(said, messages, policy))
    const courses = begins.flatMap(({ life, ...rest }) =>
      life === null ? [] : [{ ...rest, life }],
    )
    const shown = kind.isUndone === undefined ? courses : decidedByLooks(courses, kind, events)
    const decided = kind.lists === undefined ? shown : decidedByLists(shown, messages, events)
    const all = [...begins.filter(({ life }) => life === null), ...decided]
    return { decided, findings: commands.includes(kind) ? findingsIn(messages, all) : [] }
  })
  const lives: ReadonlyMap<string, Life> = new Map(
    found.flatMap(({ decided }) => decided.map(({ life }) => [life.commandId, life])),
  )
  return { lives, findings: found.flatMap((each) => each.findings) }
}
