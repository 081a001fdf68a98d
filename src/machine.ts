/**
 * For authors of machines: the parts of a machine, and the functions that work on one machine. Each
 * function is called as `f(machine, { policy })(…)`, and prepares a machine only once. This entry
 * also exports the types that other entries use in their signatures, for code that has to name one.
 */
export { type CommandState, LIFE } from './commands/command-life.ts'
export type {
  CommandDescriptor,
  CommandMetadata,
  CommandName,
  ProviderRequest,
} from './contract/command.ts'
export type {
  Condition,
  Definition,
  HeldBack,
  Judge,
  Named,
  Recipes,
  Requirement,
  Rule,
  Terms,
} from './contract/definition.ts'
export type { Descriptor, Remedy } from './contract/descriptor.ts'
export { evidenceOf, notInDoubt } from './contract/doubt-rule.ts'
export type {
  EngineFinding,
  FindingBase,
} from './contract/finding.ts'
export {
  apply,
  lenientJudge,
  leniently,
  type Scope,
  strictJudge,
  strictly,
} from './contract/guards.ts'
export { type Leaves, leavesOf } from './contract/leaf-states.ts'
export type { LookUp } from './contract/look-up.ts'
export type {
  AnyMachine,
  Bound,
  CommandEntities,
  Consequence,
  Consequences,
  Correlate,
  Correlation,
  FindingDefinition,
  FoldedStream,
  Infer,
  Inferred,
  Machine,
  Relation,
  Settle,
  Settled,
  Subject,
  Sums,
  SumsDefinition,
  SumsFor,
  WindowDefinition,
} from './contract/machine-record.ts'
export {
  asEvent,
  type Disposition,
  type Occurred,
  type Occurrence,
  reportsOf,
} from './contract/occurrence.ts'
export type { ParkedReason } from './contract/parked-reasons.ts'
export type {
  EngineRefusal,
  ErrorCode,
  RuleDescriptor,
} from './contract/refusal.ts'
export { missingPredecessor } from './contract/reports-only.ts'
export { put, type Summing, summed } from './contract/running-sum.ts'
export type { EventOf, FindingOf, RefusalOf, State } from './contract/state.ts'
export {
  type LaterEnd,
  type Span,
  spanOfDays,
  spanOfTime,
  type TimeWindow,
  type WindowDescriptor,
} from './contract/window.ts'
export { contentHash, madeId } from './event/content-hash.ts'
export { eventCodec, fields, Metadata, Source } from './event/envelope.ts'
export type { DecodeEvent, Decoding } from './event/event-decoder.ts'
export { INFORMATIONAL } from './event/informational-events.ts'
export {
  type ClockTolerance,
  type Identity,
  type Kind,
  kind,
  type Lifecycle,
} from './event/lifecycle.ts'
export { type Timestamp, timestampOf } from './event/timestamp.ts'
export type { BadUpcasters, Form, StoredEvent } from './event/upcast.ts'
export { type AsOf, asOf } from './fold/as-of.ts'
export { type FingerprintedMachine, fingerprint } from './fold/fingerprint.ts'
export { at, evolve, type Folding, fold, folder } from './fold/fold.ts'
export type { Folder } from './fold/folder.ts'
export { resume } from './fold/resume.ts'
export type { Root } from './fold/root.ts'
export { allowed } from './judge/allowed.ts'
export type { CommandStatus } from './judge/command-status.ts'
export { type Clock, decide } from './judge/decide.ts'
export { type Decider, decider } from './judge/decider.ts'
export type { Explained, RootError } from './judge/explain.ts'
export type { Reason } from './judge/open-questions.ts'
export type { EndpointFor, Params, QuestionRequest } from './judge/provider-request.ts'
export type { AnyState } from './judge/state-owner.ts'
export { validate } from './judge/validate.ts'
export { windows } from './judge/windows.ts'
export type { Appended } from './log/append.ts'
export type { AppendedAll } from './log/append-all.ts'
export type { Altered, LineProblem, NotCanonical } from './log/line.ts'
export { byCommand } from './merge/correlation.ts'
export { type Codec, closedRecord, integer, type Schema, standard } from './words/data/codec.ts'
export {
  defaultPolicyOf,
  lengthField,
  type Policy,
  type PolicyChanges,
  type PolicyField,
  type PolicyFields,
  type PolicyOf,
  policyField,
} from './words/policy.ts'
export type { Severity } from './words/severity.ts'
export { streamOf } from './words/stream.ts'
export { id } from './words/text/plain-text.ts'
export { CivilDate, civilDate, Zone } from './words/time/calendar.ts'
export { type Dated, type From, inForce } from './words/time/dated-values.ts'
export { TimeText } from './words/time/instant.ts'
export {
  type Between,
  type Counted,
  lastDayExpected,
  lastDayOfRight,
  onDay,
} from './words/time/last-day.ts'
export { Exposed, Length, type Minutes, minutes, Rolling } from './words/time/length.ts'
