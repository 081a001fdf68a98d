/** Whether messages contradict each other about the outcome of a session, or what it was about. */
import { looksIn } from '../../src/commands/statements.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { evidenceOf } from '../../src/fold/holds.ts'
import { snapshotIdIn } from '../../src/fold/infer.ts'
import type { State } from '../../src/fold/state.ts'
import { type Instant, toInstant } from '../../src/words/instant.ts'
import { lastSpoken } from '../observed/spoken.ts'
import type { Session, SessionStatus } from './memory.ts'

/** The findings after which nobody knows what the outcome is, or what was authenticated. */
const CONTRADICTED: ReadonlySet<string> = new Set([
  'Contradiction',
  'SnapshotContradicts',
  'FieldDiffers',
  'FailureUnknown',
  'ConflictingDuplicate',
  'NotUnderstood',
])

const PRICE = ['amount', 'currency'] as const

/** A field in which messages differ, and the ids of those that name it. */
interface Difference {
  readonly field: (typeof PRICE)[number]
  readonly evidence: readonly string[]
}

/** The amount and the currency, if messages do not name the same one. */
const differing = (events: readonly DomainEvent[]): readonly Difference[] =>
  PRICE.flatMap((field) => {
    const naming = events.filter(
      ({ data, metadata }) => Object(data)[field] !== undefined && metadata.source !== 'inferred',
    )
    const values = new Set(naming.map(({ data }) => Object(data)[field]))
    const evidence = naming.map(({ metadata }) => metadata.eventId)
    return values.size < 2 ? [] : [{ field, evidence }]
  })

/**
 * Whether messages contradict each other, and no look-up that was asked for after all of them shows the
 * outcome, amount and currency that the session has. A look-up that does not name what messages differ
 * in, as one with the public key, settles nothing.
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
  const differences = differing(events)
  const confirming = looksIn(events, 'state_observed').filter(({ event: { data } }) => {
    const { amount = context.amount, currency = context.currency } = Object(data)
    return (
      Object(data).status === status &&
      amount === context.amount &&
      currency === context.currency &&
      differences.every(({ field }) => Object(data)[field] !== undefined)
    )
  })
  const word = lastSpoken(occurrences, 'outcome')
  const isSpokenFor = (evidence: readonly string[]): boolean =>
    word !== undefined &&
    evidence.every((id) => (recorded.get(snapshotIdIn(id) ?? id) ?? word.asOf) <= word.asOf)
  const found = findings.filter(({ code }) => CONTRADICTED.has(code))
  const doubts = [
    ...found.map((each) => evidenceOf(occurrences, each)),
    ...differences.map(({ evidence }) => evidence),
  ]
  return doubts.some(
    (evidence) =>
      !isSpokenFor(evidence) &&
      !confirming.some(({ event, askedAt }) =>
        evidence.every(
          (id) =>
            (snapshotIdIn(id) ?? id) === event.metadata.eventId ||
            (recorded.get(id) ?? askedAt) <= askedAt,
        ),
      ),
  )
}
