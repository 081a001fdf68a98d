/** How bad each finding is, where it comes from, and what to do: one card for every code. */
import type { FindingCode } from '../fold/finding.ts'
import type { ParkedReason } from '../fold/merge.ts'
import { RULES, type RuleName } from '../words/refusal.ts'
import type { FlawCode } from './flaw.ts'

/** From what one may know to what makes the log no evidence. */
export type Severity = 'notice' | 'warning' | 'error' | 'fatal'

/** The severities, least first. */
export const SEVERITIES: readonly Severity[] = ['notice', 'warning', 'error', 'fatal']

/** The code of anything an audit finds: of the log, of a stream, of what stands aside in it. */
export type Code = FlawCode | FindingCode | ParkedReason

/** What goes with every code. */
export interface CodeCard {
  readonly severity: Severity
  readonly source: string
  readonly remedy: string
}

/** What breaking a rule means once it has happened; rules that only wishes can break are not here. */
const BROKEN: Readonly<Record<RuleName, Severity>> = {
  noSuchStep: 'warning',
  notKnown: 'notice',
  missingPredecessor: 'warning',
  notHosted: 'warning',
  channelDataFirst: 'warning',
  outcomeKnown: 'warning',
  mandateUsable: 'error',
  sameCustomer: 'error',
  sameCurrency: 'error',
  withinRefundWindow: 'error',
  withinChargebackWindow: 'warning',
  withinCaptured: 'error',
  withinNet: 'error',
  moneyAfterEnd: 'warning',
  lateCapture: 'notice',
}

const card = (severity: Severity, source: string, remedy: string): CodeCard => ({
  severity,
  source,
  remedy,
})

const RESTORE = 'Restore the stream from a copy, and find out who wrote here.'
const ASK_ACTIONS = 'Ask the provider for the actions of the payment.'

const OTHERS: Readonly<Record<Exclude<Code, RuleName>, CodeCard>> = {
  Unreadable: card('fatal', 'design, 7 The log', RESTORE),
  NotCanonical: card(
    'error',
    'RFC 8785; design, 7',
    'Find out what wrote the line: append did not.',
  ),
  Altered: card('fatal', 'design, 7 The log', RESTORE),
  Missing: card('fatal', 'design, 7 The log', RESTORE),
  Moved: card(
    'error',
    'design, 7 The log',
    'Put the entries back in the order of their revisions.',
  ),
  Misplaced: card('fatal', 'design, 7 The log', RESTORE),
  NotFollowing: card('fatal', 'design, 7 The log', RESTORE),
  NotGrouped: card('error', 'design, 10', 'Sort the log by stream, or audit it as it is.'),
  Repeated: card('warning', 'design, 7 The log', 'Take the second copy out.'),
  Conflicting: card('fatal', 'design, 7 The log', RESTORE),
  ClockStepsBack: card('notice', 'design, 10', 'Look at the clocks of those who write.'),
  HeadDiffers: card('fatal', 'design, 7 The log', RESTORE),
  ClockSkew: card('notice', 'design, 3 Times', 'None: the time of the message itself counts.'),
  ConflictingDuplicate: card(
    'warning',
    'design, 3 eventId',
    'Ask the provider which of the two holds.',
  ),
  Disagreement: card(
    'warning',
    'design, 6 The fold',
    'Ask the provider which of the messages holds.',
  ),
  Contradiction: card(
    'warning',
    'design, 5 The charts',
    'Get the session: the first outcome stands.',
  ),
  Superseded: card('warning', 'design, 5 The charts', ASK_ACTIONS),
  RefundReversed: card('notice', 'design, 5; domain, 4.3', 'Pay the customer back by another way.'),
  NegativeNet: card('error', 'domain, 2.4 (money identity)', ASK_ACTIONS),
  BalanceMismatch: card('warning', 'design, 4 Reading', ASK_ACTIONS),
  SnapshotContradicts: card('warning', 'design, 4 Reading', ASK_ACTIONS),
  NotOfThisLifecycle: card(
    'warning',
    'design, 4 Reading',
    'Look at the message: it fits nothing here.',
  ),
  Unbound: card('warning', 'design, 3 Binding', ASK_ACTIONS),
  NoArrow: card('warning', 'design, 6 The fold', 'Ask the provider for the history.'),
  Unassigned: card('notice', 'design, 4 Which machine', 'Get the payment: it names its method.'),
}

/** The card of a code. */
export const cardOf = (code: Code): CodeCard => {
  if (!Object.hasOwn(RULES, code)) return OTHERS[code as Exclude<Code, RuleName>]
  const { source, remedy } = RULES[code as RuleName]
  return { severity: BROKEN[code as RuleName], source, remedy }
}

/** The greater of two severities. */
export const worse = (a: Severity | null, b: Severity): Severity =>
  a !== null && SEVERITIES.indexOf(a) >= SEVERITIES.indexOf(b) ? a : b
