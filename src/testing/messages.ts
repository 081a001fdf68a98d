/** The provider's messages, as a backend keeps them: what `readDelivery` reads. */
import { type Instant, shift } from '../words/instant.ts'
import type { Setting } from './setting.ts'

/** A message as a backend keeps it. */
export type Delivery =
  | {
      readonly kind: 'webhook' | 'callback'
      readonly receivedAt: Instant
      readonly body: object
    }
  | {
      readonly kind: 'response'
      readonly receivedAt: Instant
      readonly endpoint: string
      readonly params: Readonly<Record<string, string>>
      readonly request: object | null
      readonly headers: Readonly<Record<string, string>>
      readonly status: number
      readonly body: object
    }

/** Writes one message of a flow, with a number of its own. */
export type Step = (setting: Setting, number: number) => Delivery

/** Seconds until a webhook is here, and until an answer is. */
const ON_THE_WAY = 3

const HOUR = 3600

const link = (path: string) => ({ href: `https://api.provider.example${path}` })

/** When something happens: at a moment, or so many hours after the flow's start. */
export type When = Instant | number

const at = ({ startsAt }: Setting, when: When): Instant =>
  typeof when === 'number' ? shift(startsAt, when * HOUR) : when

/** A request of ours and its answer: `key` is the idempotency key that it was sent with. */
export interface Exchange {
  readonly key?: string
  readonly params?: Readonly<Record<string, string>>
  readonly request?: object
  readonly status: number
  readonly body: object
}

/** Seconds and no fraction: what the older dialect writes. */
const older = (moment: Instant): string => `${moment.slice(0, 19)}Z`

/** Seven digits of a second, and the zone as an offset: what the newer dialect writes. */
const newer = (moment: Instant): string => `${moment.slice(0, 27)}+00:00`

/** The answer to a request of ours. */
export const answered =
  (when: When, endpoint: string, exchange: (setting: Setting) => Exchange): Step =>
  (setting, number) => {
    const { params = {}, request = null, status, body, key = String(number) } = exchange(setting)
    const headers = { 'Cko-Idempotency-Key': `command-${setting.name}-${key}` }
    const receivedAt = shift(at(setting, when), ON_THE_WAY)
    return { kind: 'response', receivedAt, endpoint, params, request, headers, status, body }
  }

/** The call to our own address that tells how a session ended. */
export const calledBack =
  (when: When, body: object): Step =>
  (setting) => ({ kind: 'callback', receivedAt: shift(at(setting, when), ON_THE_WAY), body })

/** A webhook about the flow's payment. */
export const webhook =
  (
    when: When,
    type: string,
    more: (setting: Setting) => Readonly<Record<string, unknown>> = () => ({}),
  ): Step =>
  (setting, number) => {
    const { name, amount, dialect } = setting
    const moment = at(setting, when)
    const id = `evt_${name}${number}`
    const receivedAt = shift(moment, ON_THE_WAY)
    const payment = { id: `pay_${name}`, amount, reference: `ORD-${name}`, ...more(setting) }
    if (dialect === 'older') {
      const data = { ...payment, processed_on: older(moment) }
      const _links = { payment: link(`/payments/pay_${name}`) }
      return {
        kind: 'webhook',
        receivedAt,
        body: { id, type, created_on: older(moment), data, _links },
      }
    }
    const data = { ...payment, processed_on: newer(moment) }
    const body = { id, source: 'gateway', type, timestamp: newer(moment), version: '1.0.47', data }
    return { kind: 'webhook', receivedAt, body }
  }

/** Where something of the flow is found. */
export const links = (paths: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, link(path)]))
