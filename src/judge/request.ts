/** The request to the provider that shows more about the entity of a stream. */
import type { LookUp } from '../fold/look-up.ts'
import type { AnyMachine } from '../fold/machine.ts'
import type { State } from '../fold/state.ts'
import { subjectOf } from '../fold/subject.ts'
import { prefixOf } from '../words/stream.ts'

/** The parameters of a request, by name. */
export type Params = Readonly<Record<string, string>>

/** A request. `commandId` is the idempotency key of an earlier request that is to be sent again. */
export interface QuestionRequest<Endpoint extends string = string> {
  readonly endpoint: Endpoint
  readonly params: Params
  readonly commandId?: string
}

type Commands<M extends AnyMachine> = M extends AnyMachine
  ? M['commands'][keyof M['commands']]
  : never

/** The name of any request that a question of the given machines may contain. */
export type EndpointFor<M extends AnyMachine> =
  | Commands<M>['request']['endpoint']
  | M['subject']['lookUp']['entity' | 'actions']['endpoint']

/** The machine that folded a state; undefined if it is not in the list. */
export const foldedBy = (
  machines: readonly AnyMachine[],
  { machine }: State,
): AnyMachine | undefined => machines.find(({ id }) => id === machine)

/** A machine whose streams have the prefix of the state's stream; undefined if there is none. */
const alike = (machines: readonly AnyMachine[], { stream }: State): AnyMachine | undefined =>
  stream === null ? undefined : machines.find(({ subject }) => subject.prefix === prefixOf(stream))

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
