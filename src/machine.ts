/**
 * For authors of machines: the parts of a machine, and the functions that work on one machine. Each
 * function is called as `f(machine, { policy })(…)`, and prepares a machine only once. This entry
 * also exports the types that other entries use in their signatures, for code that has to name one.
 */
export { type CommandState, LIFE } from './commands/command-life.ts'
export type { CommandMetadata, ProviderRequest } from './contract/command.ts'
export type { Definition, Judge, Recipes, Requirement, Rule, Terms } from './contract/definition.ts'
export type { Descriptor, LookUp, Remedy } from './contract/descriptor.ts'
export { missingPredecessor, notInDoubt } from './contract/engine-requirements.ts'
export type { EngineFinding, FindingBase } from './contract/finding.ts'
export {
  apply,
  lenientJudge,
  leniently,
  type Scope,
  strictJudge,
  strictly,
} from './contract/guards.ts'
export { leavesOf } from './contract/leaf-states.ts'
export type {
  AnyMachine,
  Bound,
  Consequence,
  Consequences,
  Correlation,
  FindingDefinition,
  FoldedStream,
  Inferred,
  Machine,
  Settle,
  Subject,
  SumsFor,
  WindowDefinition,
} from './contract/machine-record.ts'
export { asEvent, type Occurred, type Occurrence, reportsOf } from './contract/occurrence.ts'
export { evidenceOf } from './contract/occurrence-index.ts'
export type { EngineRefusal, RuleDescriptor } from './contract/refusal.ts'
export { put, summed } from './contract/running-sum.ts'
export {
  type EventOf,
  eventsOf,
  type FindingOf,
  type RefusalOf,
  type State,
} from './contract/state.ts'
export {
  type Span,
  spanOfDays,
  spanOfTime,
  type TimeWindow,
  type WindowDescriptor,
} from './contract/window.ts'
export { contentHash, madeId } from './event/content-hash.ts'
export {
  eventCodec,
  fields,
  Metadata,
  Source,
  type Timestamp,
  timestampOf,
} from './event/envelope.ts'
export { INFORMATIONAL } from './event/informational-events.ts'
export { type Kind, kind, type Lifecycle } from './event/lifecycle.ts'
export type { BadUpcasters, Upcast, Upcaster } from './event/upcast.ts'
export { type AsOf, asOf, recordedBy } from './fold/as-of.ts'
export { fingerprint } from './fold/fingerprint.ts'
export { at, fold } from './fold/fold.ts'
export { resume } from './fold/resume.ts'
export type { Root } from './fold/root.ts'
export type { CommandStatus } from './judge/command-status.ts'
export { type Decided, decide, type Undecided } from './judge/decide.ts'
export { type Decider, decider } from './judge/decider.ts'
export type { Explained } from './judge/explain.ts'
export type { ExposedUntil } from './judge/exposure.ts'
export { ownLoop } from './judge/own-loop.ts'
export type { CommandRequest, EndpointFor, QuestionRequest } from './judge/provider-request.ts'
export type { AnyState } from './judge/state-owner.ts'
export type { AppendedAll } from './log/append.ts'
export { type Appended, type RevisionConflict, tipAfter, tipOf } from './log/append.ts'
export type { Altered, LineProblem, NotCanonical } from './log/line.ts'
export { emptyTip, type Tip } from './log/tip.ts'
export { byCommand } from './merge/correlation.ts'
export { canonical, type Json } from './words/data/canonical.ts'
export { type Codec, closedRecord, integer, type Schema, standard } from './words/data/codec.ts'
export { Minor } from './words/money.ts'
export {
  defaultPolicyOf,
  lengthField,
  type Policy,
  type PolicyChanges,
  type PolicyField,
  type PolicyOf,
  policyField,
} from './words/policy.ts'
export { type OtherSubject, streamOf } from './words/stream.ts'
export { id, PlainText, QuestionId } from './words/text/plain-text.ts'
export { isBankDay } from './words/time/bank-days.ts'
export { CivilDate, civilDate, Zone } from './words/time/calendar.ts'
export { type Dated, type From, inForce } from './words/time/dated-values.ts'
export { shift, TimeText } from './words/time/instant.ts'
export {
  type Between,
  type Counted,
  lastDayExpected,
  lastDayOfRight,
  onDay,
} from './words/time/last-day.ts'
export { Exposed, Length, type Minutes, minutes, Rolling } from './words/time/length.ts'
