/** The faults that the responses to look-ups can have. */
import { shift } from '../words/instant.ts'
import type { Fault } from './fault.ts'
import type { Delivery } from './messages.ts'

type Body = Readonly<Record<string, unknown>>
type Response = Extract<Delivery, { kind: 'response' }>

const DAY = 86_400

const inLookUp =
  (
    endpoint: string,
    plant: (answer: Response, body: Body) => readonly Delivery[],
  ): Fault['plant'] =>
  (message) =>
    message.kind === 'response' && message.endpoint === endpoint
      ? plant(message, message.body as Body)
      : []

/** Every fault of a look-up. */
export const lookUpFaults: readonly Fault[] = [
  {
    name: 'a stale look-up',
    says: 'The response to a look-up arrives long after it was true.',
    finds: ['SnapshotContradicts', 'BalanceMismatch'],
    plant: inLookUp('getPayment', (answer) => [
      { ...answer, receivedAt: shift(answer.receivedAt, 400 * DAY) },
    ]),
  },
  {
    name: 'a status that nobody knows',
    says: 'A look-up shows a status that the interface does not list.',
    finds: ['MoneyNotUnderstood', 'NotUnderstood'],
    plant: inLookUp('getPayment', (answer, body) => [
      { ...answer, body: { ...body, status: 'On Hold' } },
    ]),
  },
  {
    name: 'another status',
    says: 'A look-up shows a declined payment that was captured.',
    finds: ['SnapshotContradicts', 'Superseded'],
    plant: inLookUp('getPayment', (answer, body) =>
      body['status'] === 'Captured' ? [{ ...answer, body: { ...body, status: 'Declined' } }] : [],
    ),
  },
  {
    name: 'an action that nobody can read',
    says: 'The list of actions has an element without a type.',
    finds: ['UnreadAction'],
    plant: inLookUp('getPaymentActions', (answer) => [
      { ...answer, body: [...(answer.body as readonly object[]), { id: 'act_unread' }] },
    ]),
  },
]
