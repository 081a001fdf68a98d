/**
 * For authors of machines: the parts of a machine, and the functions that work on one machine. Each
 * function is called as `f(machine, { policy })(…)`, and prepares a machine only once. This entry
 * also exports the types that other entries use in their signatures, for code that has to name one.
 */
export { type CommandState, LIFE } from './commands/life.ts'
export { contentHash, madeId } from './event/content.ts'
export { eventCodec, fields, Metadata, Source } from './event/envelope.ts'
export { INFORMATIONAL } from './event/informational.ts'
export {
  type ClockTolerance,
  type Identity,
  type Kind,
  kind,
  type Lifecycle,
} from './event/lifecycle.ts'
export type { DecodeEvent, Decoding } from './event/stored.ts'
export { type Timestamp, timestampOf } from './event/timestamp.ts'
export type { BadUpcasters, Form, StoredEvent } from './event/upcast.ts'
export { type AsOf, asOf } from './fold/as-of.ts'
export type {
  CommandDescriptor,
  CommandMetadata,
  CommandName,
  ProviderRequest,
} from './fold/command.ts'
export { byCommand } from './fold/correlate.ts'
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
} from './fold/definition.ts'
export type { Descriptor, Remedy } from './fold/descriptor.ts'
export type {
  ClockSkew,
  ConflictingDuplicate,
  EngineFinding,
  FieldDiffers,
  FindingBase,
  PaidTwice,
  RuleBroken,
  TakenAfterAll,
} from './fold/finding.ts'
export { type FingerprintedMachine, fingerprint } from './fold/fingerprint.ts'
export { at, evolve, type Folding, fold, folder } from './fold/fold.ts'
export type { Folder } from './fold/folder.ts'
export { evidenceOf, notInDoubt } from './fold/holds.ts'
export { put, type Summing, summed } from './fold/kept-sum.ts'
export { type Leaves, leavesOf } from './fold/leaves.ts'
export type { LookUp } from './fold/look-up.ts'
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
} from './fold/machine.ts'
export {
  asEvent,
  type Disposition,
  type Occurred,
  type Occurrence,
  reportsOf,
} from './fold/occurrence.ts'
export type { ParkedReason } from './fold/parked.ts'
export type {
  AnotherSubject,
  EngineRefusal,
  ErrorCode,
  MissingPredecessor,
  NoSuchStep,
  NotInDoubt,
  NotKnown,
  RuleDescriptor,
} from './fold/refusal.ts'
export { missingPredecessor } from './fold/reported.ts'
export type { Root } from './fold/root.ts'
export {
  apply,
  lenientJudge,
  leniently,
  type Scope,
  strictJudge,
  strictly,
} from './fold/rules.ts'
export { resume } from './fold/saved.ts'
export type { FindingOf, RefusalOf, State } from './fold/state.ts'
export {
  type LaterEnd,
  type Span,
  spanOfDays,
  spanOfTime,
  type TimeWindow,
  type WindowDescriptor,
} from './fold/window.ts'
export { allowed } from './judge/allowed.ts'
export type { CommandStatus } from './judge/command-status.ts'
export { type Clock, decide } from './judge/decide.ts'
export { type Decider, decider } from './judge/decider.ts'
export type { Explained, RootError } from './judge/explain.ts'
export type { Reason } from './judge/open-questions.ts'
export type { AnyState } from './judge/owner.ts'
export type { EndpointFor, Params, QuestionRequest } from './judge/request.ts'
export { validate } from './judge/validate.ts'
export { windows } from './judge/windows.ts'
export type { Appended } from './log/append.ts'
export type { AppendedAll } from './log/append-all.ts'
export type { Altered, LineProblem, NotCanonical } from './log/text.ts'
export { CivilDate, civilDate, Zone } from './words/calendar.ts'
export { type Codec, closedRecord, integer, type Schema, standard } from './words/codec.ts'
export { type Dated, type From, inForce } from './words/dated.ts'
export { TimeText } from './words/instant.ts'
export {
  type Between,
  type Counted,
  lastDayExpected,
  lastDayOfRight,
  onDay,
} from './words/last-day.ts'
export { Exposed, Length, type Minutes, minutes, Rolling } from './words/length.ts'
export { id } from './words/plain-text.ts'
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
