/** Whether messages contradict each other about the outcome of a session, or what it was about. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import { evidenceOf } from '../../src/fold/holds.ts'
import { snapshotIdIn } from '../../src/fold/infer.ts'
import { looksIn } from '../../src/fold/looks.ts'
import type { State } from '../../src/fold/state.ts'
import { type Instant, toInstant } from '../../src/words/instant.ts'
import type { Session, SessionStatus } from './memory.ts'

/** The findings after which nobody knows what the outcome is, or what was authenticated. */
const CONTRADICTED: ReadonlySet<string> = new Set([
  'Contradiction',
  'SnapshotContradicts',
  'Disagreement',
  'ConflictingDuplicate',
  'NotUnderstood',
])

const PRICE = ['amount', 'currency'] as const

/** The ids of the messages that name an amount or a currency, if they do not name the same one. */
const differing = (events: readonly DomainEvent[]): readonly (readonly string[])[] =>
  PRICE.flatMap((field) => {
    const naming = events.filter(
      ({ data, metadata }) => Object(data)[field] !== undefined && metadata.source !== 'inferred',
    )
    const values = new Set(naming.map(({ data }) => Object(data)[field]))
    return values.size < 2 ? [] : [naming.map(({ metadata }) => metadata.eventId)]
  })

/**
 * Whether messages contradict each other, and no look-up that was asked for after all of them shows the
 * outcome, amount and currency that the session has.
 */
export const isContradicted = ({
  status,
  context,
  occurrences,
  findings,
}: State<Session, SessionStatus>): boolean => {
  const events = occurrences.flatMap((each) => each.events)
  const recorded = new Map<string, Instant>(
    events.map(({ metadata }) => [metadata.eventId, toInstant(metadata.recordedAt)]),
  )
  const confirming = looksIn(events, 'state_observed').filter(({ event: { data } }) => {
    const { amount = context.amount, currency = context.currency, ...shown } = Object(data)
    return shown.status === status && amount === context.amount && currency === context.currency
  })
  const found = findings.filter(({ code }) => CONTRADICTED.has(code))
  const doubts = [...found.map((each) => evidenceOf(occurrences, each)), ...differing(events)]
  return doubts.some(
    (evidence) =>
      !confirming.some(({ event, askedAt }) =>
        evidence.every(
          (id) =>
            (snapshotIdIn(id) ?? id) === event.metadata.eventId ||
            (recorded.get(id) ?? askedAt) <= askedAt,
        ),
      ),
  )
}
