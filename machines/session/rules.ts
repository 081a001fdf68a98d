/** The rules of a 3-D Secure session. */
import type { Definition, Requirement, Rule } from '../../src/contract/definition.ts'
import { missingPredecessor, predecessorMissing } from '../../src/contract/engine-requirements.ts'
import type { Occurred } from '../../src/contract/occurrence.ts'
import { timestampOf } from '../../src/event/envelope.ts'
import {
  formatted,
  formattedDuration,
  type Instant,
  isAfter,
} from '../../src/words/time/instant.ts'
import { type SessionCompleted, sessionEvents } from './events.ts'
import { blank, recipes, type Session, type SessionChartEvent } from './memory.ts'
import { policy } from './windows.ts'

/** In the non-hosted mode a session has no outcome before channel data are submitted. */
const channelDataFirst: Rule<Session, SessionChartEvent, { readonly rule: 'channelDataFirst' }> = {
  breaks: ({ mode }) => (mode === 'non_hosted' ? [{ rule: 'channelDataFirst' }] : []),
  title: 'Outcome without channel data',
  explain: () => 'The session has an outcome although no channel data were submitted.',
  severity: 'warning',
  errorCode: 409,
  source: 'interface#states-of-a-session; decisions#42',
  remedy: {
    asked: 'Submit channel data first.',
    reported: 'Get the session: the response shows whether it has the outcome.',
  },
  lookUp: 'entity',
}

/** In the hosted mode the service collects channel data. */
const notHosted: Rule<Session, SessionChartEvent, { readonly rule: 'notHosted' }> = {
  breaks: ({ mode }) => {
    if (mode === null) return [{ rule: 'notKnown', what: 'completion type' } as const]
    return mode === 'hosted' ? [{ rule: 'notHosted' }] : []
  },
  title: 'Channel data for a hosted session',
  explain: () => 'The session is hosted: the service collects channel data itself.',
  severity: 'warning',
  errorCode: 409,
  source: 'interface#what-the-service-does',
  remedy: {
    asked: 'Redirect the cardholder: in the hosted mode the service collects channel data itself.',
    reported:
      'Find out which program submitted channel data: in the hosted mode the service collects them.',
  },
}

/** Of a hosted session, the provider does not report every challenge. */
const challengedFirst: Requirement<Session, SessionChartEvent> = {
  breaks: ({ mode }, event) => (mode === 'non_hosted' ? predecessorMissing(event) : []),
}

type OutcomeKnown = {
  readonly rule: 'outcomeKnown'
  readonly at: Instant
  readonly outcomeAt: Instant | null
}

/** A session is completed only after it has an outcome. */
const outcomeKnown: Rule<Session, Occurred<SessionCompleted>, OutcomeKnown> = {
  breaks: ({ outcome }, event, { toleranceSeconds }) => {
    const { at, timed } = timestampOf(event)
    if (outcome === null) return [{ rule: 'outcomeKnown', at, outcomeAt: null }]
    return timed && outcome.timed && isAfter(outcome.at, at, toleranceSeconds)
      ? [{ rule: 'outcomeKnown', at, outcomeAt: outcome.at }]
      : []
  },
  title: 'Completed without an outcome',
  explain: ({ at, outcomeAt }) =>
    outcomeAt === null
      ? `No outcome of the session was known by ${formatted(at)}.`
      : `A session is completed after its outcome: that came at ${formatted(outcomeAt)}, ${formattedDuration(at, outcomeAt)} after ${formatted(at)}.`,
  severity: 'warning',
  errorCode: 409,
  source: 'interface#states-of-a-session; decisions#42',
  remedy: {
    asked: 'Wait for the outcome, or get the session, before completing it.',
    reported:
      'Get the session: the response shows its outcome. Accept no payment on it before that.',
  },
  lookUp: 'entity',
}

/** The rules that the chart names, in order of precedence. */
export const rules = {
  missingPredecessor,
  challengedFirst,
  notHosted,
  channelDataFirst,
  outcomeKnown,
}

/** Everything that the chart refers to. No transition has a condition. */
export const definition = {
  recipes,
  blank,
  rules,
  conditions: {},
  policy,
  events: sessionEvents,
} as const satisfies Definition<Session>
