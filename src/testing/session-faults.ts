/** The faults that messages about 3-D Secure sessions can have. */
import { again, changed, inLookUp, inWebhook, typeOf } from './altered.ts'
import type { Fault } from './fault.ts'

const OUTCOME = /^authentication_(approved|attempted|failed)$/

/** The outcome that replaces another. */
const another = (type: string): string =>
  type === 'authentication_approved' ? 'authentication_attempted' : 'authentication_approved'

const DAY = 86_400

/** Every fault of a session's message. */
export const sessionFaults: readonly Fault[] = [
  {
    name: 'another outcome',
    says: 'A webhook names another outcome than the session had.',
    finds: ['Contradiction', 'NoTransition', 'Overruled'],
    plant: inWebhook(OUTCOME, (webhook, data) => [
      changed(webhook, '', data, { type: another(typeOf(webhook)) }),
    ]),
  },
  {
    name: 'a second outcome',
    says: 'A session is reported with two outcomes.',
    finds: ['Contradiction', 'NoTransition', 'Overruled'],
    plant: inWebhook(OUTCOME, (webhook, data) => [
      webhook,
      again(webhook, 'other', data, DAY, another(typeOf(webhook))),
    ]),
  },
  {
    name: 'an outcome after the expiry',
    says: 'A session is reported as approved after it had expired.',
    finds: ['Contradiction', 'NoTransition', 'Overruled'],
    plant: inWebhook(/^authentication_expired$/, (webhook, data) => [
      webhook,
      again(webhook, 'late', data, DAY, 'authentication_approved'),
    ]),
  },
  {
    name: 'another amount of a session',
    says: 'A webhook about a session names another amount.',
    finds: ['FieldDiffers', 'PriceDiffers'],
    plant: inWebhook(/^authentication_/, (webhook, data) => [
      changed(webhook, '', { ...data, amount: `${Number(data['amount']) + 1}` }),
    ]),
  },
  {
    name: 'another currency of a session',
    says: 'A webhook about a session names another currency.',
    finds: ['FieldDiffers', 'PriceDiffers'],
    plant: inWebhook(/^authentication_/, (webhook, data) => [
      changed(webhook, '', { ...data, currency: 'USD' }),
    ]),
  },
  {
    name: 'a type of session message that nobody knows',
    says: 'A webhook about a session has a type that the interface does not list.',
    finds: ['NotUnderstood'],
    plant: inWebhook(/^authentication_/, (webhook, data) => [
      webhook,
      changed(webhook, 'type', data, { type: 'authentication_paused' }),
    ]),
  },
  {
    name: 'a session status that nobody knows',
    says: 'A look-up shows a status of a session that the interface does not list.',
    finds: ['NotUnderstood', 'ContradictsItself'],
    plant: inLookUp('getSession', (answer, body) => [
      { ...answer, body: { ...body, status: 'paused' } },
    ]),
  },
]
