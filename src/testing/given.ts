/** Given, when, and what comes of it: events in few words, and what a machine makes of them. */
import type { Event, Metadata, Source } from '../event/envelope.ts'
import type { FindingCode } from '../fold/finding.ts'
import { evolve, fold } from '../fold/fold.ts'
import type { Machine } from '../fold/machine.ts'
import type { ParkedReason } from '../fold/merge.ts'
import type { State } from '../fold/state.ts'
import { validate } from '../judge/validate.ts'
import type { Refusal, RuleName } from '../words/refusal.ts'

/** What is said of an event beside its data, where it matters. */
export interface Stamp {
  /** When it happened, as the provider says; null where it says nothing. */
  readonly at?: string | null
  /** When the message came: when it happened, unless told. */
  readonly heard?: string
  /** The event's id: made of its type and data, unless told. */
  readonly id?: string
  /** Who says so: a report, unless told. A `request` is a wish of yours. */
  readonly source?: Source
  /** A time that the message named but that is not believed. */
  readonly claimed?: string
}

const SOME_DAY = '2026-03-02T10:00:00Z'

/** An event: by default a report of a moment in March, heard at once. */
export const told = (type: string, data: object, stamp: Stamp = {}): Event => {
  const { at = SOME_DAY, heard = at ?? SOME_DAY, source = 'report', claimed } = stamp
  const eventId = stamp.id ?? `evt_${type}_${JSON.stringify(data).replace(/[^a-zA-Z0-9]/g, '')}`
  const metadata = {
    eventId: eventId.slice(0, 80),
    occurredAt: at,
    recordedAt: heard,
    source,
    schema: 1,
    ...(claimed === undefined ? {} : { claimedAt: claimed }),
  } as unknown as Metadata
  return { type, data, metadata }
}

/** A machine, where its stream stands, and why the last step was refused, if it was. */
export interface Scene<C extends object, S extends string, N extends string> {
  readonly machine: Machine<C, S, N>
  readonly state: State<C, S, N>
  readonly refused: readonly Refusal[]
}

/** Where a stream stands after some events. */
export const given = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  ...events: readonly Event[]
): Scene<C, S, N> => ({ machine, state: fold(machine)(events), refused: [] })

/** One event more. A wish (its source is `request`) that is refused changes nothing. */
export const when = <C extends object, S extends string, N extends string>(
  { machine, state }: Scene<C, S, N>,
  event: Event,
): Scene<C, S, N> => {
  const isWish = event.metadata.source === 'request'
  const judged = isWish ? validate(machine)(state, event) : null
  return judged?._tag === 'Left'
    ? { machine, state, refused: judged.left.refusals }
    : { machine, state: evolve(machine)(state, event), refused: [] }
}

/** What tests compare. */
export interface Outcome<S extends string = string> {
  readonly status: S
  readonly findings: readonly FindingCode[]
  readonly parked: readonly ParkedReason[]
  readonly refused: readonly RuleName[]
}

/** What came of it, in names: the status, what was found, what stands aside, what was refused. */
export const outcome = <C extends object, S extends string, N extends string>({
  state: { status, findings, parked },
  refused,
}: Scene<C, S, N>): Outcome<S> => ({
  status,
  findings: findings.map(({ code }) => code),
  parked: parked.map(({ reason }) => reason),
  refused: refused.map(({ rule }) => rule),
})
