/** The findings of a session: the doubts, and the messages that nobody can understand. */

import type { Judge } from '../../src/contract/definition.ts'
import type { FindingBase } from '../../src/contract/finding.ts'
import type { FindingDefinition, FoldedStream } from '../../src/contract/machine-record.ts'
import { eventsOf } from '../../src/contract/state.ts'
import { type DomainEvent, dataIn, receivedAt } from '../../src/event/envelope.ts'
import { NONE } from '../../src/words/data/lists.ts'
import { overruled } from '../observed/findings.ts'
import { notUnderstood } from '../observed/not-understood.ts'
import { NextAction, SESSION_STATUSES } from '../words/session-names.ts'
import { actionsFor, type Session, type SessionStatus } from './memory.ts'
import { doubts, HELD, isApprovalOutOfPlace, lagIn, settledBefore } from './settle.ts'

type SessionStream = FoldedStream<Session, SessionStatus>

type ContradictsItself = FindingBase & {
  readonly code: 'ContradictsItself'
  readonly shown: string
  readonly known: string
}

const STATUS_REPORTED: Readonly<Record<string, string>> = {
  session_created: 'pending',
  channel_data_submitted: 'processing',
  session_challenged: 'challenged',
}

const statusReported = (event: DomainEvent): string => {
  const { status } = dataIn(event)
  return typeof status === 'string'
    ? status
    : (STATUS_REPORTED[event.type] ?? event.type.replace(/^session_/, ''))
}

/** A message may always list no actions. */
const shownOutOfPlace = (context: Session, event: DomainEvent): readonly string[] => {
  const { nextActions, approved } = dataIn(event)
  if (nextActions === undefined && approved === undefined) return NONE
  const status = statusReported(event)
  const allowed = actionsFor(status, context)
  const shown = Array.isArray(nextActions) ? nextActions.filter(NextAction.is) : []
  const action = shown.find((each) => !allowed.includes(each) && !foretells(status, each))
  const flag = approved === true ? 'approved' : 'not approved'
  return [action ?? [], isApprovalOutOfPlace(status, approved) ? flag : []].flat()
}

/** While the issuer decides, only the next action shows the result. @spec interface#states-of-a-session; decisions#4 */
const foretells = (status: string, action: NextAction): boolean =>
  ((status === 'processing' || status === 'pending') && action === 'challenge_cardholder') ||
  (status === 'processing' && action === 'complete')

const contradictionsIn = ({
  context,
  occurrences,
}: SessionStream): readonly ContradictsItself[] => {
  const found: ContradictsItself[] = []
  for (const { key, at, events } of occurrences) {
    for (const event of events) {
      for (const shown of shownOutOfPlace(context, event)) {
        const own = { key, at, events: [event.metadata.eventId] }
        found.push({ code: 'ContradictsItself', ...own, shown, known: statusReported(event) })
      }
    }
  }
  return found
}

const understanding = notUnderstood('NotUnderstood', {
  // a failure without a known kind has a finding of its own
  messages: new Set(['authentication_failed']),
  statuses: new Set(SESSION_STATUSES),
  actions: new Set(),
})

const unsettled =
  <F extends FindingBase>(find: FindingDefinition<Session, SessionStatus, F>['find']) =>
  (whole: SessionStream, judge: Judge): readonly F[] => {
    if (find(whole, judge).length === 0) return []
    const isSettled = settledBefore(eventsOf(whole), lagIn(judge.policy))
    const occurrences = whole.occurrences.map((each) => ({
      ...each,
      events: each.events.filter((event) => !isSettled(receivedAt(event))),
    }))
    return find(
      { ...whole, occurrences: occurrences.filter(({ events }) => events.length > 0) },
      judge,
    )
  }

/** The findings of a session. All but the overruled messages are doubts. */
export const findings = {
  NotUnderstood: { ...understanding, find: unsettled(understanding.find), holds: HELD },
  ContradictsItself: {
    find: unsettled(contradictionsIn),
    title: 'Message contradicts itself',
    explain: ({ shown, known }) => `A message shows ${shown}, which contradicts ${known}.`,
    severity: 'warning',
    source: 'decisions#42',
    remedy: { reported: 'Get the session: a later look-up shows which is right.' },
    lookUp: 'entity',
    holds: HELD,
  } satisfies FindingDefinition<Session, SessionStatus, ContradictsItself>,
  ...doubts,
  Overruled: overruled,
}
