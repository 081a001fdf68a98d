/** The request to the provider that shows more about the entity of a stream. */
import { timesOf } from '../commands/command-life.ts'
import type { CommandDescriptor } from '../contract/command.ts'
import type { LookUp } from '../contract/descriptor.ts'
import type { AnyMachine, Subject } from '../contract/machine-record.ts'
import type { State } from '../contract/state.ts'
import { type DomainEvent, dataIn } from '../event/envelope.ts'
import { subjectOf } from '../merge/stream-subject.ts'
import type { Policy } from '../words/policy.ts'
import { prefixOf } from '../words/stream.ts'
import { IDEMPOTENCY_KEY } from '../words/text/plain-text.ts'
import type { Instant } from '../words/time/instant.ts'

type Params = Readonly<Record<string, string>>

/**
 * The request of a command: send it once, before `sendBy`, compared with the clock at the socket.
 * `body` is null if the caller makes it, because payfold keeps no such data.
 */
export interface CommandRequest<Endpoint extends string = string> {
  readonly endpoint: Endpoint
  readonly params: Params
  readonly headers: Readonly<Record<string, string>>
  readonly body: object | null
  readonly commandId: string
  readonly sendBy: Instant
}

/** A look-up that settles a question, if it is asked at `from` or later. */
export interface QuestionRequest<Endpoint extends string = string> {
  readonly endpoint: Endpoint
  readonly params: Params
  /** Absent if it settles the question whenever it is asked. */
  readonly from?: Instant
}

type LookedUp<C> = C extends { readonly lookUp: { readonly endpoint: infer E extends string } }
  ? E
  : never

type Commands<M extends AnyMachine> = M extends AnyMachine
  ? M['commands'][keyof M['commands']]
  : never

/** The name of any request that a question of the given machines may contain. */
export type EndpointFor<M extends AnyMachine> =
  | Commands<M>['request']['endpoint']
  | LookedUp<Commands<M>>
  | M['subject']['lookUp']['entity' | 'actions']['endpoint']

/** The machine that folded a state; undefined if it is not in the list. */
export const foldedBy = (
  machines: readonly AnyMachine[],
  { machine }: State,
): AnyMachine | undefined => machines.find(({ id }) => id === machine)

/** The request of a command, from its event. */
export const commandRequest = (
  { subject, policy }: { readonly subject: Subject; readonly policy: Policy },
  command: CommandDescriptor,
  state: State,
  commanded: DomainEvent,
): CommandRequest => {
  const { endpoint, param } = command.request
  const fields = dataIn(commanded)
  const commandId = String(fields['commandId'])
  const id = fields[subject.field] ?? subjectOf(subject, state)
  const params: Params = param === null || !subject.id.is(id) ? {} : { [param]: String(id) }
  const headers = { [IDEMPOTENCY_KEY]: commandId }
  const body = command.body(fields, commandId)
  const { sendBy } = timesOf(commanded, policy)
  return { endpoint, params, headers, body, commandId, sendBy }
}

/** The subject of a stream: that of its machine, or of one whose streams have its prefix. */
const subjectFor = (machines: readonly AnyMachine[], state: State): Subject | undefined => {
  const prefix = state.stream === null ? null : prefixOf(state.stream)
  const own = foldedBy(machines, state) ?? machines.find(({ subject }) => subject.prefix === prefix)
  return own?.subject
}

/** What a look-up of a stream's subject shows: where nothing lists its actions, the entity itself. */
export const shownFor = (
  machines: readonly AnyMachine[],
  state: State,
  lookUp: LookUp | null,
): LookUp | null => {
  const { entity, actions } = subjectFor(machines, state)?.lookUp ?? {}
  return lookUp === 'actions' && actions?.endpoint === entity?.endpoint ? 'entity' : lookUp
}

/** The request that looks up the subject of a stream; null if the subject is not known. */
export const requestFor = (
  machines: readonly AnyMachine[],
  state: State,
  lookUp: LookUp | null,
): QuestionRequest | null => {
  const subject = subjectFor(machines, state)
  const id = subject === undefined ? null : subjectOf(subject, state)
  if (lookUp === null || id === null || subject?.id.is(id) !== true) return null
  const { endpoint, param } = subject.lookUp[lookUp]
  return { endpoint, params: param === null ? {} : { [param]: id } }
}
