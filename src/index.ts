/**
 * payfold: folds a payment provider's responses and webhooks into an append-only event log, and
 * answers from it. This page is the table of contents, in the order in which data flows. The machines
 * themselves are in `payfold/machines`.
 */

// words: what everything else is said in

export {
  CivilDate,
  civilDate,
  endOfDay,
  plusDays,
  plusMonths,
  startOfDay,
  Zone,
} from './words/calendar.ts'
export { canonical, type Json } from './words/canonical.ts'
export type { Codec, Schema } from './words/codec.ts'
export { Instant, instant, shift, TimeText, toInstant } from './words/instant.ts'
export { Currency, Minor, money, type Sums } from './words/money.ts'
export { Channel, MandateType, Method, Mode, NextAction } from './words/names.ts'
export { defaultPolicy, Policy, policyHash, readPolicy } from './words/policy.ts'
export { explain, type Refusal, RULES, type RuleCard, type RuleName } from './words/refusal.ts'
export {
  kindOfStream,
  mandateStream,
  paymentStream,
  Stream,
  type StreamKind,
  sessionStream,
  unknownStream,
} from './words/stream.ts'
export {
  ActionId,
  CommandId,
  CustomerId,
  DisputeId,
  type Id,
  PaymentId,
  QuestionId,
  SessionId,
  SourceId,
  Text,
} from './words/text.ts'
export { explainUnreadable, type Unreadable } from './words/unreadable.ts'
export { VERSION } from './words/version.ts'
export { WINDOWS, type Window, type WindowCard, type WindowName } from './words/window.ts'

// wire: what the provider sends and takes

export { checkRequest, type Environment, explainUnsendable, type Unsendable } from './wire/check.ts'
export {
  type Endpoint,
  isUnspecified,
  type RequestOf,
  type ResponseOf,
  type Unspecified,
} from './wire/endpoint.ts'
export { type EndpointName, type Endpoints, endpoints, isEndpointName } from './wire/endpoints.ts'
export { downloadExpiresAt, downloadWindow, FileId } from './wire/file.ts'

// read: from the wire to events

export { readCallback } from './read/callback.ts'
export { readDelivery } from './read/delivery.ts'
export { type Answered, type ReceivedResponse, readResponse } from './read/response.ts'
export { type BadSignature, explainBadSignature, verifySignature } from './read/signature.ts'
export type { Reading, Told } from './read/told.ts'
export { type ReceivedWebhook, readWebhook } from './read/webhook.ts'

// event: what a message says happened

export type {
  ActionObserved,
  BesideEvent,
  QuestionAnswered,
  RequestRefused,
  StateObserved,
  Unrecognised,
} from './event/beside.ts'
export { contentHash } from './event/content.ts'
export { type Event, event, fields, Metadata, Source } from './event/envelope.ts'
export { type Identity, type Kind, kind, type Lifecycle, type Slack } from './event/lifecycle.ts'
export type { Moment } from './event/moment.ts'
export type * from './event/payment.ts'
export type * from './event/sepa-mandate.ts'
export type { SepaPaymentEvent } from './event/sepa-payment.ts'
export type { SessionData, SessionEvent } from './event/session.ts'
export { decodeEvent, eventDecoder, upcastToday } from './event/stored.ts'
export type { TicketPaymentEvent } from './event/ticket-payment.ts'
export type { BadUpcasters, Form, StoredEvent, Upcast, Upcaster } from './event/upcast.ts'

// log: how events are kept

export {
  type Appended,
  type AppendedAll,
  append,
  appendAll,
  emptyTip,
  type RevisionConflict,
  type Tip,
  tipAfter,
  tipOf,
} from './log/append.ts'
export type { Entry } from './log/entry.ts'
export { type End, headOf } from './log/head.ts'
export {
  type Altered,
  fromLine,
  type LineProblem,
  lineReader,
  type NotCanonical,
  toLine,
} from './log/text.ts'

// fold: what is true

export { type AsOf, asOf, recordedBy } from './fold/as-of.ts'
export { type FoldedBy, foldStream, machineOf, type Unassigned } from './fold/assign.ts'
export { type Consequence, consequences } from './fold/consequences.ts'
export { explainFinding, type Finding, type FindingCode } from './fold/finding.ts'
export { fingerprint } from './fold/fingerprint.ts'
export { at, evolve, type Folder, type Folding, fold, folder } from './fold/fold.ts'
export type * from './fold/machine.ts'
export type { Parked, ParkedReason } from './fold/merge.ts'
export { asEvent, type Occurred, type Occurrence } from './fold/occurrence.ts'
export { learn, lenientJudge, leniently, strictJudge, strictly } from './fold/rules.ts'
export { resume, type Stale } from './fold/saved.ts'
export { eventsOf, type State } from './fold/state.ts'

// judge: what may be

export { type Allowance, allowed } from './judge/allowed.ts'
export {
  COMMANDS,
  type Command,
  type CommandCard,
  type CommandMetadata,
  type CommandName,
} from './judge/commands.ts'
export { type Clock, type Decided, decide, type InDoubt, type Undecided } from './judge/decide.ts'
export { type Decider, decider } from './judge/decider.ts'
export { type Asking, type Question, questions, type Reason } from './judge/questions.ts'
export { type Refused, validate } from './judge/validate.ts'
export { overdue, type WindowAt, windowAt, windows } from './judge/windows.ts'
export { wish } from './judge/wish.ts'

// audit: what was promised and broken, and whether the log can be believed

export {
  type Auditing,
  type Auditor,
  audit,
  auditAsync,
  auditor,
  judgedBy,
  type PublishedHead,
} from './audit/audit.ts'
export type { StoredAs } from './audit/chain.ts'
export {
  compare,
  compareReports,
  type Judging,
  type StreamDifference,
} from './audit/compare.ts'
export { explainFlaw, type Flaw, type FlawCode, type Place } from './audit/flaw.ts'
export { type LineCutter, lineCutter } from './audit/lines.ts'
export { type Merger, type Merging, mergeAudits, merger, streamRow } from './audit/merge.ts'
export type * from './audit/report.ts'
export { framed, reportJson } from './audit/report.ts'
export { type Code, type CodeCard, cardOf, SEVERITIES, type Severity } from './audit/severity.ts'
export { type Difference, type FoundBefore, since } from './audit/since.ts'
export type * from './audit/stream.ts'
export { auditStream } from './audit/stream.ts'
export { differenceText, reportText } from './audit/text.ts'

// inspect: seen

export { diagram } from './inspect/diagram.ts'
export { fieldsOf } from './inspect/fields.ts'
export { streamPage } from './inspect/page.ts'
export { picture } from './inspect/picture.ts'
export type * from './inspect/playback.ts'
export { playback } from './inspect/playback.ts'
export { reportPage } from './inspect/report-page.ts'
export { rulesOf, table } from './inspect/table.ts'
