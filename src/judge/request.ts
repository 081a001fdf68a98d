/** The request to the provider that shows more about the entity of a stream. */
import type { LookUp } from '../fold/look-up.ts'
import type { AnyMachine, Subject } from '../fold/machine.ts'
import type { State } from '../fold/state.ts'

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

/**
 * The id of a stream's entity, from the first of the stream's occurrences that names a valid id.
 */
export const entityIn = (state: State, { field, id }: Subject): string | undefined =>
  state.occurrences
    .map(({ data }) => data[field])
    .find((value): value is string => typeof value === 'string' && id.is(value))

/**
 * The request that looks up the entity of a stream. If the stream names no entity of its own
 * machine, the request looks up the first entity of another machine that the stream names. Null if
 * the stream names no entity.
 */
export const requestFor = (
  machines: readonly AnyMachine[],
  state: State,
  lookUp: LookUp,
): QuestionRequest | null => {
  const own = foldedBy(machines, state)
  for (const { subject } of own === undefined ? machines : [own, ...machines]) {
    const id = entityIn(state, subject)
    if (id === undefined) continue
    const { endpoint, param } = subject.lookUp[lookUp]
    return { endpoint, params: param === null ? {} : { [param]: id } }
  }
  return null
}
