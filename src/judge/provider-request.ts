/** The request to the provider that shows more about the entity of a stream. */
import { timesOf } from '../commands/command-life.ts'
import type { LookUp } from '../contract/descriptor.ts'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { State } from '../contract/state.ts'
import { type DomainEvent, receivedAt } from '../event/envelope.ts'
import { subjectOf } from '../merge/stream-subject.ts'
import { IDEMPOTENCY_KEY } from '../words/idempotency-key.ts'
import type { Policy } from '../words/policy.ts'
import { prefixOf } from '../words/stream.ts'
import type { Instant } from '../words/time/instant.ts'

/** The parameters of a request, by name. */
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
  { subject, commands }: AnyMachine,
  policy: Policy,
  state: State,
  commanded: DomainEvent,
): CommandRequest | null => {
  const { type, data } = commanded
  const command = Object.values(commands).find(({ event }) => event === type)
  if (command === undefined) return null
  const fields = data as Readonly<Record<string, unknown>>
  const commandId = String(fields['commandId'])
  const id = fields[subject.field] ?? subjectOf(subject, state)
  const { endpoint, param } = command.request
  const params: Params = param === null || !subject.id.is(id) ? {} : { [param]: String(id) }
  const headers = { [IDEMPOTENCY_KEY]: commandId }
  const body = command.body(fields, commandId)
  const { sendBy } = timesOf(receivedAt(commanded), policy)
  return { endpoint, params, headers, body, commandId, sendBy }
}

/** A machine whose streams have the prefix of the state's stream; undefined if there is none. */
const alike = (machines: readonly AnyMachine[], { stream }: State): AnyMachine | undefined =>
  stream === null ? undefined : machines.find(({ subject }) => subject.prefix === prefixOf(stream))

/** What a look-up of a stream's subject shows: where nothing lists its actions, the entity itself. */
export const shownFor = (
  machines: readonly AnyMachine[],
  state: State,
  lookUp: LookUp | null,
): LookUp | null => {
  const { entity, actions } =
    (foldedBy(machines, state) ?? alike(machines, state))?.subject.lookUp ?? {}
  return lookUp === 'actions' && actions?.endpoint === entity?.endpoint ? 'entity' : lookUp
}

/** The request that looks up the subject of a stream; null if the subject is not known. */
export const requestFor = (
  machines: readonly AnyMachine[],
  state: State,
  lookUp: LookUp | null,
): QuestionRequest | null => {
  if (lookUp === null) return null
  const own = foldedBy(machines, state) ?? alike(machines, state)
  const id = own === undefined ? null : subjectOf(own.subject, state)
  if (own === undefined || id === null || !own.subject.id.is(id)) return null
  const { endpoint, param } = own.subject.lookUp[lookUp]
  return { endpoint, params: param === null ? {} : { [param]: id } }
}
