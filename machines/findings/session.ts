/** What an auditor should look at in a session as a whole. */
import type { Event } from '../../src/event/envelope.ts'
import { impliedBySession } from '../../src/event/implied.ts'
import type { Finding } from '../../src/fold/finding.ts'
import type { Ask, Judge, Whole } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { isAfter } from '../../src/words/instant.ts'
import { NextAction } from '../../src/words/names.ts'
import { actionsFor, type Session, type SessionStatus } from '../memory/session.ts'

type Folded = Whole<Session, SessionStatus>

const STATUS_TOLD: Readonly<Record<string, string>> = {
  session_created: 'pending',
  channel_data_submitted: 'processing',
  session_challenged: 'challenged',
}

const statusTold = ({ type, data }: Pick<Event, 'type' | 'data'>): string =>
  'status' in data && typeof data.status === 'string'
    ? data.status
    : (STATUS_TOLD[type] ?? type.replace(/^session_/, ''))

/** An outcome that no arrow took: one stands already, and outcomes are written once. */
const contradictions = ({ status, occurrences }: Folded): readonly Finding[] =>
  occurrences.flatMap(({ place, type, key, at }) =>
    place === 'parked' &&
    /^(session_(?!created|completed|challenged)|challenge_abandoned)/.test(type)
      ? [{ code: 'Contradiction', key, at, stands: status }]
      : [],
  )

const isOpen = (shown: string): boolean =>
  shown === 'pending' || shown === 'processing' || shown === 'challenged'

/** A snapshot that shows another outcome, or none although one had long been told. */
const staleOrOther = (
  { status, context: { outcome } }: Folded,
  snapshot: Occurrence,
  { toleranceSeconds }: Judge,
): readonly Finding[] => {
  const shown = snapshot.data['status']
  if (typeof shown !== 'string' || outcome === null) return []
  const late = outcome.timed && isAfter(snapshot.at, outcome.at, toleranceSeconds)
  const other = impliedBySession({ status: shown }).length > 0 && shown !== status && !isOpen(shown)
  if (!(isOpen(shown) ? late : other)) return []
  const { key, at } = snapshot
  return [{ code: 'SnapshotContradicts', key, at, shown, known: status }]
}

/** What a message says is next must be among what the status allows; nothing always may be. */
const actionsAstray = ({ context }: Folded, told: Occurrence): readonly Finding[] =>
  told.tells.flatMap((event) => {
    if (!('nextActions' in event.data)) return []
    const actions = event.data.nextActions
    const status = statusTold(event)
    const allowed = actionsFor(status, context)
    const listed = Array.isArray(actions) ? actions.filter(NextAction.is) : []
    const astray = listed.find((action) => !allowed.includes(action) && !foretells(status, action))
    if (astray === undefined) return []
    const { key, at } = told
    return [{ code: 'SnapshotContradicts' as const, key, at, shown: astray, known: status }]
  })

/**
 * A session that is being decided shows what it has come to by the action alone: a challenge, or, once
 * it was frictionless, its completion. @spec interface, Endpoints (channel-data); design, 4
 */
const foretells = (status: string, action: NextAction): boolean =>
  ((status === 'processing' || status === 'pending') && action === 'challenge_cardholder') ||
  (status === 'processing' && action === 'complete')

/** The provider's own word of approval must be the status's. */
const approvalAstray = ({ status, context, occurrences }: Folded): readonly Finding[] => {
  if (context.approved === null || context.outcome === null) return []
  if (context.approved === (status === 'approved')) return []
  const told = occurrences.find(({ type }) => statusTold({ type, data: {} }) === status)
  const shown = context.approved ? 'approved' : 'not approved'
  const { key = status, at = context.outcome.at } = told ?? {}
  return [{ code: 'SnapshotContradicts', key, at, shown, known: status }]
}

/** All of them. @spec design, 4 and 5 */
export const sessionFindings = (whole: Folded, judge: Judge): readonly Finding[] => [
  ...contradictions(whole),
  ...whole.occurrences.flatMap((told) =>
    told.type === 'state_observed' ? staleOrOther(whole, told, judge) : [],
  ),
  ...whole.occurrences.flatMap((told) => actionsAstray(whole, told)),
  ...approvalAstray(whole),
]

/** A failure that did not say how: declined, rejected and unavailable differ in what they allow. */
export const sessionAsks = ({ context, occurrences }: Folded): readonly Ask[] =>
  context.outcome === null &&
  occurrences.some(
    ({ type, data }) => type === 'unrecognised' && data['name'] === 'authentication_failed',
  )
    ? [
        {
          because: 'The authentication failed, but no message says in what way.',
          of: 'thing',
        },
      ]
    : []
