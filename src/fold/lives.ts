/** The commands of a stream: where each of them stands, and what is wrong with them. */
import { type DomainEvent, timeOf } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational.ts'
import type { Policy } from '../words/policy.ts'
import { type CountedKind, countedKind } from './counting.ts'
import { counted, evidenceIn, isAfterAll, lifeOf } from './evidence.ts'
import type { PaidTwice, TakenAfterAll } from './finding.ts'
import { amountOf, type Commanding, dataIn, isInDoubt, type Life, recordedAt } from './life.ts'
import { looksIn } from './looks.ts'

/** The commands of a stream, by their ids, and what is wrong with them. */
interface Lives {
  readonly lives: ReadonlyMap<string, Life>
  readonly findings: readonly (TakenAfterAll | PaidTwice)[]
}

const NOTHING: Lives = { lives: new Map(), findings: [] }

const idOf = ({ metadata }: DomainEvent): string => metadata.eventId

const keyOf = ({ commanded, entityId, commandId }: Life): string =>
  `${commanded.type}:${entityId ?? `command:${commandId}`}`

/** Whether a command of the same kind and amount was taken after another one of them was denied. */
const isAgain = (life: Life, all: readonly Life[]): boolean =>
  all.some(
    (other) =>
      other !== life &&
      other.state === 'taken' &&
      other.commanded.type === life.commanded.type &&
      amountOf(other) === amountOf(life) &&
      recordedAt(other) >= recordedAt(life),
  )

/** The actions that messages name with one command, beyond the first. */
const twiceIn = (
  { names, actions }: CountedKind,
  lives: ReadonlyMap<string, Life>,
): readonly PaidTwice[] =>
  [...names].flatMap(([commandId, ids]): readonly PaidTwice[] => {
    const life = lives.get(commandId)
    const paid = [...ids].filter(([id]) => actions.get(id)?.isDeclined === false)
    if (life === undefined || paid.length < 2) return []
    const events = [idOf(life.commanded), ...paid.map(([, by]) => idOf(by))].toSorted()
    return [{ code: 'PaidTwice', key: keyOf(life), at: timeOf(life.commanded), events, commandId }]
  })

/** What is wrong with commands that were taken although that had been denied. */
const afterAllIn = (
  denied: ReadonlySet<string>,
  lives: ReadonlyMap<string, Life>,
): readonly (TakenAfterAll | PaidTwice)[] =>
  [...denied].flatMap((commandId): readonly (TakenAfterAll | PaidTwice)[] => {
    const life = lives.get(commandId)
    if (life === undefined) return []
    const { commanded, by } = life
    const events = [idOf(commanded), idOf(by)]
    const found = { key: keyOf(life), at: timeOf(commanded), events, commandId }
    const taken: TakenAfterAll = { code: 'TakenAfterAll', ...found }
    return isAgain(life, [...lives.values()]) ? [taken, { code: 'PaidTwice', ...found }] : [taken]
  })

/** The commands that a look-up shows as not taken. */
const undoneIn = (
  isUndone: (shown: Readonly<Record<string, unknown>>) => boolean,
  own: readonly Life[],
  events: readonly DomainEvent[],
): readonly Life[] => {
  const looks = looksIn(events, INFORMATIONAL.snapshot)
  return own.filter(isInDoubt).flatMap((life): readonly Life[] => {
    const look = looks.find(
      ({ event, askedAt }) => askedAt >= life.askFrom && isUndone(dataIn(event)),
    )
    return look === undefined ? [] : [{ ...life, state: 'notTaken', by: look.event }]
  })
}

/**
 * The life of each command of a stream: by the messages that name it, by look-ups that were asked
 * late enough, and by counting the actions that no message claims. @spec commands#the-life
 */
export const livesIn = (
  machine: Commanding,
  policy: Policy,
  events: readonly DomainEvent[],
): Lives => {
  const lives = new Map<string, Life>()
  const denied = new Set<string>()
  const evidence = evidenceIn(events)
  if (evidence.size === 0) return NOTHING
  const reports = events.filter(({ metadata }) => metadata.source !== 'request')
  for (const [commandId, given] of evidence) {
    const all = counted(machine, given, policy, reports)
    const life = lifeOf(machine, commandId, all, policy)
    if (life === null) continue
    lives.set(commandId, life)
    if (life.state === 'taken' && isAfterAll(all)) denied.add(commandId)
  }
  if (lives.size === 0) return NOTHING
  const findings: PaidTwice[] = []
  for (const command of Object.values(machine.commands)) {
    const { event, actions, isUndone } = command
    const own = [...lives.values()].filter(({ commanded }) => commanded.type === event)
    if (own.length === 0) continue
    if (actions !== null) {
      const kind = countedKind(machine, policy, events, own, command)
      for (const [commandId, life] of kind.lives) lives.set(commandId, life)
      for (const commandId of kind.afterAll) denied.add(commandId)
      for (const twice of twiceIn(kind, lives)) findings.push(twice)
    }
    const undone = isUndone === undefined ? [] : undoneIn(isUndone, own, events)
    for (const life of undone) lives.set(life.commandId, life)
  }
  return { lives, findings: [...findings, ...afterAllIn(denied, lives)] }
}
