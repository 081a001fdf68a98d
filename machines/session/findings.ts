/** The findings that concern a session as a whole, and the open items of a session. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Judge } from '../../src/fold/definition.ts'
import type { FindingBase } from '../../src/fold/finding.ts'
import type { FindingDefinition, FoldedStream } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { isAfter } from '../../src/words/instant.ts'
import { type SnapshotContradicts, snapshotContradicts } from '../observed/findings.ts'
import { notUnderstood } from '../observed/not-understood.ts'
import { actionsFor, type Session, type SessionStatus } from './memory.ts'
import { NextAction } from './names.ts'
import { impliedBySession, SESSION_STATUSES } from './snapshot.ts'

type Folded = FoldedStream<Session, SessionStatus>

const STATUS_REPORTED: Readonly<Record<string, string>> = {
  session_created: 'pending',
  channel_data_submitted: 'processing',
  session_challenged: 'challenged',
}

const statusReported = ({ type, data }: Pick<DomainEvent, 'type' | 'data'>): string =>
  'status' in data && typeof data.status === 'string'
    ? data.status
    : (STATUS_REPORTED[type] ?? type.replace(/^session_/, ''))

/** A message reports an outcome, but the session already has a different outcome. */
export interface Contradiction extends FindingBase {
  readonly code: 'Contradiction'
  readonly outcome: string
}

const OUTCOME = /^(session_(?!created|completed|challenged)|challenge_abandoned)/

/**
 * Finds reported outcomes that no transition accepted, because the session already had an outcome.
 */
const contradiction: FindingDefinition<Session, SessionStatus, Contradiction> = {
  find: ({ status, occurrences }) =>
    occurrences
      .filter(({ disposition, type }) => disposition === 'parked' && OUTCOME.test(type))
      .map(({ key, at }) => ({ code: 'Contradiction', key, at, outcome: status })),
  explain: ({ key, outcome }) =>
    `${key} was reported, but the session already has the outcome ${outcome}.`,
  severity: 'warning',
  source: 'decisions#42',
  remedy: 'Get the session, or state its outcome (`reviewed`).',
  lookUp: 'entity',
}

const isOpen = (shown: string): boolean =>
  shown === 'pending' || shown === 'processing' || shown === 'challenged'

/**
 * Finds a snapshot that shows a different outcome, or shows no outcome long after one was reported.
 */
const staleOrOther = (
  { status, context: { outcome } }: Folded,
  snapshot: Occurrence,
  { toleranceSeconds }: Judge,
): readonly SnapshotContradicts[] => {
  const shown = snapshot.data['status']
  if (typeof shown !== 'string' || outcome === null) return []
  const late = outcome.timed && isAfter(snapshot.at, outcome.at, toleranceSeconds)
  const other = impliedBySession({ status: shown }).length > 0 && shown !== status && !isOpen(shown)
  if (!(isOpen(shown) ? late : other)) return []
  const { key, at } = snapshot
  return [{ code: 'SnapshotContradicts', key, at, shown, known: status }]
}

/**
 * Finds next actions that the status in the same message does not allow. A message may always list
 * no actions.
 */
const actionsOutOfPlace = (
  { context }: Folded,
  occurrence: Occurrence,
): readonly SnapshotContradicts[] =>
  occurrence.events.flatMap((event) => {
    if (!('nextActions' in event.data)) return []
    const actions = event.data.nextActions
    const status = statusReported(event)
    const allowed = actionsFor(status, context)
    const listed = Array.isArray(actions) ? actions.filter(NextAction.is) : []
    const outOfPlace = listed.find(
      (action) => !allowed.includes(action) && !foretells(status, action),
    )
    if (outOfPlace === undefined) return []
    const { key, at } = occurrence
    return [{ code: 'SnapshotContradicts' as const, key, at, shown: outOfPlace, known: status }]
  })

/**
 * Whether a next action shows a result that the status does not show yet. While the issuer decides,
 * only the next action shows the result: `challenge_cardholder` or, after a frictionless
 * authentication, `complete`.
 * @spec interface#states-of-a-session; decisions#4
 */
const foretells = (status: string, action: NextAction): boolean =>
  ((status === 'processing' || status === 'pending') && action === 'challenge_cardholder') ||
  (status === 'processing' && action === 'complete')

const listsActions = ({ events }: Occurrence): boolean => {
  for (const { data } of events) if ('nextActions' in data) return true
  return false
}

/** Finds a provider's `approved` flag that does not match the status. */
const approvalOutOfPlace = ({
  status,
  context,
  occurrences,
}: Folded): readonly SnapshotContradicts[] => {
  if (context.approved === null || context.outcome === null) return []
  if (context.approved === (status === 'approved')) return []
  const occurrence = occurrences.find(({ type }) => statusReported({ type, data: {} }) === status)
  const shown = context.approved ? 'approved' : 'not approved'
  const { key = status, at = context.outcome.at } = occurrence ?? {}
  return [{ code: 'SnapshotContradicts', key, at, shown, known: status }]
}

/** The authentication failed, and no message says how. */
export interface FailureUnknown extends FindingBase {
  readonly code: 'FailureUnknown'
}

/** The outcomes with which a failure of an unknown kind agrees. */
const FAILED: ReadonlySet<SessionStatus> = new Set(['declined', 'rejected', 'unavailable'])

/**
 * Finds failures of an unknown kind, unless the session has ended in a failure: the next steps depend
 * on the kind, and every other outcome contradicts them.
 */
const failureUnknown: FindingDefinition<Session, SessionStatus, FailureUnknown> = {
  find: ({ status, occurrences }) => {
    const failures = occurrences.filter(
      ({ type, data }) => type === 'unrecognised' && data['name'] === 'authentication_failed',
    )
    const [first] = FAILED.has(status) ? [] : failures
    if (first === undefined) return []
    const { key, at } = first
    const events = failures.flatMap((each) => each.events.map(({ metadata }) => metadata.eventId))
    return [{ code: 'FailureUnknown', key, at, events }]
  },
  explain: () => 'The authentication failed, but no message says how.',
  severity: 'warning',
  source: 'decisions#42',
  remedy: 'Get the session: its status shows the outcome.',
  lookUp: 'entity',
}

/** The findings of a session. */
export const findings = {
  NotUnderstood: notUnderstood({
    // a failure without a known kind has a finding of its own
    messages: new Set(['authentication_failed']),
    statuses: new Set(SESSION_STATUSES),
    actions: new Set(),
  }),
  FailureUnknown: failureUnknown,
  Contradiction: contradiction,
  SnapshotContradicts: {
    ...snapshotContradicts,
    find: (whole, judge) => {
      const { occurrences } = whole
      const found: SnapshotContradicts[] = []
      for (const each of occurrences) {
        if (each.type === 'state_observed') found.push(...staleOrOther(whole, each, judge))
      }
      for (const each of occurrences) {
        if (listsActions(each)) found.push(...actionsOutOfPlace(whole, each))
      }
      found.push(...approvalOutOfPlace(whole))
      return found
    },
  } satisfies FindingDefinition<Session, SessionStatus, SnapshotContradicts>,
}
