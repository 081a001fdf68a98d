/** Given, when and outcome: short ways to write events in tests and to compare results. */
import type { Machine } from '../contract/machine-record.ts'
import type { ParkedReason } from '../contract/parked-reasons.ts'
import type { Refusal } from '../contract/refusal.ts'
import type { State } from '../contract/state.ts'
import type { DomainEvent, Metadata, Source } from '../event/envelope.ts'
import { evolve, fold } from '../fold/fold.ts'
import { validate } from '../judge/validate.ts'
import { present } from '../words/data/plain-data.ts'

/** The metadata of a test event; every field has a default. */
export interface Stamp {
  /** The provider's time; null if unknown. By default a day in March. */
  readonly at?: string | null
  /** When the message was recorded; by default when the event occurred. */
  readonly recordedAt?: string
  /** The event's id; by default derived from its type and data. */
  readonly id?: string
  /** The source, by default `report`. A `request` is a command of yours. */
  readonly source?: Source
  /** A time that the message claims and payfold does not trust. */
  readonly claimed?: string
  /** The digest of the message that reported it; by default none. */
  readonly message?: string
}

const SOME_DAY = '2026-03-02T10:00:00Z'

/** Writes an event: by default a report of something on a day in March, recorded without delay. */
export const reported = (type: string, data: object, stamp: Stamp = {}): DomainEvent => {
  const { at = SOME_DAY, recordedAt = at ?? SOME_DAY, source = 'report', claimed, message } = stamp
  const eventId = stamp.id ?? `evt_${type}_${JSON.stringify(data).replace(/[^a-zA-Z0-9]/g, '')}`
  const metadata = {
    eventId: eventId.slice(0, 80),
    occurredAt: at,
    recordedAt: recordedAt,
    source,
    schema: 1,
    ...present({ claimedAt: claimed, message }),
  } as unknown as Metadata
  return { type, data, metadata }
}

/** A machine, the state of a stream, and why the last step was refused, if it was. */
export interface Scene<C extends object, S extends string, N extends string> {
  readonly machine: Machine<C, S, N>
  readonly state: State<C, S, N>
  readonly refused: readonly Refusal[]
}

/** Folds some events into a scene. */
export const given = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  ...events: readonly DomainEvent[]
): Scene<C, S, N> => ({ machine, state: fold(machine)(events), refused: [] })

/** Adds an event. A refused command (an event whose source is `request`) changes nothing. */
export const when = <C extends object, S extends string, N extends string>(
  { machine, state }: Scene<C, S, N>,
  event: DomainEvent,
): Scene<C, S, N> => {
  const isCommand = event.metadata.source === 'request'
  const judged = isCommand ? validate(machine)(state, event) : null
  return judged?._tag === 'Left'
    ? { machine, state, refused: judged.left.refusals }
    : { machine, state: evolve(machine)(state, event), refused: [] }
}

/**
 * What tests compare: the status, the codes of the findings, the reasons why events are parked, and
 * the names of the broken rules.
 */
export interface SceneOutcome<S extends string = string> {
  readonly status: S
  readonly findings: readonly string[]
  readonly parked: readonly ParkedReason[]
  readonly refused: readonly string[]
}

/** Returns a scene's status, and the names of its findings, parked reasons and refusals. */
export const outcome = <C extends object, S extends string, N extends string>({
  state: { status, findings, parked },
  refused,
}: Scene<C, S, N>): SceneOutcome<S> => ({
  status,
  findings: findings.map(({ code }) => code),
  parked: parked.map(({ reason }) => reason),
  refused: refused.map(({ rule }) => rule),
})
