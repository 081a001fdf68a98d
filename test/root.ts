/** The four machines under their default policy, with short helpers for tests. */
import * as E from 'fp-ts/lib/Either.js'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../machines/index.ts'
import type { StreamDifference } from '../src/audit/compare.ts'
import * as audits from '../src/audit/index.ts'
import type { AuditReport } from '../src/audit/report/report.ts'
import type { Descriptor } from '../src/contract/descriptor.ts'
import { descriptorsOf } from '../src/contract/descriptors.ts'
import type { AnyMachine, Consequence, WindowDefinition } from '../src/contract/machine-record.ts'
import type { State } from '../src/contract/state.ts'
import type { DomainEvent } from '../src/event/envelope.ts'
import type { Upcast } from '../src/event/upcast.ts'
import { foldersOf } from '../src/fold/assign.ts'
import { decodingOf, policyFieldsOf } from '../src/fold/root.ts'
import * as pages from '../src/inspect/index.ts'
import { ownLoop } from '../src/judge/own-loop.ts'
import { type Question, questions as questionsOf } from '../src/judge/questions.ts'
import type { WindowAt } from '../src/judge/windows.ts'
import { lineReader as reader } from '../src/log/line.ts'
import { payfold, readPolicy as policyOf } from '../src/payfold.ts'
import { rememberingOf } from '../src/words/data/result-cache.ts'
import * as policies from '../src/words/policy.ts'
import type { Stream } from '../src/words/stream.ts'
import type { Instant } from '../src/words/time/instant.ts'

/** The four machines. */
export const machines = [session, sepaPayment, sepaMandate, ticketPayment] as const

/** All four, combined. */
export const root = payfold(machines)

export const { toLine, fromLine, decode: decodeEvent, upcasts: upcastToday } = root
export const { append, appendAll } = ownLoop(root)

/** The policy of all four. */
export type Policy = typeof root.policy
export const defaultPolicy: Policy = root.policy
export const readPolicy = policyOf(machines)
export const policyHash = (policy: policies.Policy): string =>
  policies.policyHash(policyFieldsOf(machines), policy)

const { lifecycle, decoder } = decodingOf(machines)

/** Every event type by name. */
export const everyEvent = lifecycle
export const eventDecoder = decoder
export const lineReader = (upcast: Upcast) => reader(decoder(upcast))

const registry = descriptorsOf(machines)

/** Every rule that has a descriptor. */
export const RULES = registry.rules
export const { explain } = registry

/** Every window. */
export const WINDOWS: Readonly<Record<string, WindowDefinition>> = Object.assign(
  {},
  ...machines.map(({ windows }) => windows),
)

/** What a test may set besides the machines. */
interface Choice {
  readonly policy?: policies.Policy
}

const underDefaults = rememberingOf((all: readonly AnyMachine[]) => payfold(all))

const rootOf = (all: readonly AnyMachine[], { policy }: Choice) =>
  policy === undefined ? underDefaults(all) : payfold(all, { policy: policy as never })

/** Folds streams with the machines they belong to, among the given ones. */
export const foldStream = (all: readonly AnyMachine[], choice: Choice = {}) => {
  const { fold } = foldersOf(rootOf(all, choice))
  return (stream: Stream, events: readonly DomainEvent[], by?: Instant): State =>
    fold(stream, events, by) as State
}

/** The consequences of a state for other streams. */
export const consequences = (state: State): readonly Consequence[] => {
  const machine: AnyMachine | undefined = machines.find(({ id }) => id === state.machine)
  return machine?.consequences?.of(state) ?? []
}

/** The questions of a state of any of the four machines. */
export const questions = (state: State, windows: readonly WindowAt[] = []): readonly Question[] =>
  questionsOf(machines, defaultPolicy)(state, windows)

type Chunks = Iterable<string | Uint8Array>

export const auditor = (all: readonly AnyMachine[], choice: Choice & audits.Auditing = {}) =>
  audits.auditor(rootOf(all, choice), choice)
export const audit =
  (all: readonly AnyMachine[], choice: Choice & audits.Auditing = {}) =>
  (chunks: Chunks): AuditReport =>
    audits.audit(rootOf(all, choice), choice)(chunks)
export const auditAsync = (all: readonly AnyMachine[], choice: Choice & audits.Auditing = {}) =>
  audits.auditAsync(rootOf(all, choice), choice)
export const judgedBy = (all: readonly AnyMachine[], policy?: policies.Policy) =>
  audits.judgedBy(rootOf(all, policy === undefined ? {} : { policy }))

/** Machines and a policy, for a comparison with others. */
export type Judging = Choice & audits.Auditing & { readonly machines: readonly AnyMachine[] }

export const compare =
  ({ machines: one, ...first }: Judging, { machines: other, ...second }: Judging) =>
  (chunks: Chunks): readonly StreamDifference[] =>
    audits.compare(
      { root: rootOf(one, first), ...first },
      { root: rootOf(other, second), ...second },
    )(chunks)

/** A report as it is written. */
export const written = (report: AuditReport) => audits.reportFiles(root)(report).report
export const reportText = (report: AuditReport): readonly string[] =>
  audits.reportFiles(root)(report).texts['report.txt'].trimEnd().split('\n')
export const reportPage = (report: unknown): string => {
  const isAudited = typeof report === 'object' && report !== null && !('tables' in report)
  const page = pages.reportPage(root)(isAudited ? written(report as AuditReport) : report)
  return E.isRight(page) ? page.right : JSON.stringify(page.left)
}
export const streamPage = (all: readonly AnyMachine[], choice: Choice = {}) =>
  pages.streamPage(rootOf(all, choice))

const codes = audits.codesOf(machines)

/** What the descriptor of a code says in every finding of an audit. */
export const cardOf = (code: string) => {
  const { severity, source, remedy } = codes[code] as Descriptor
  return { severity, source, remedy: remedy.reported }
}
