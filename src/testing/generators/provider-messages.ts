/** The provider's messages, as a backend keeps them: what `readStored` reads. */
import { type Instant, shift } from '../../words/time/instant.ts'
import type { Setting } from './history.ts'

/** A message as a backend keeps it. */
export type Delivery =
  | {
      readonly kind: 'webhook' | 'callback'
      readonly receivedAt: Instant
      /** Whether the signature of a webhook was right when it arrived. */
      readonly isVerified?: boolean
      readonly body: object
    }
  | {
      readonly kind: 'response'
      readonly receivedAt: Instant
      /** When a look-up was asked for. */
      readonly askedAt?: Instant
      readonly endpoint: string
      readonly params: Readonly<Record<string, string>>
      readonly request: object | null
      readonly commandId: string
      readonly status: number
      readonly body: object
    }

/** Writes one message of a flow; `number` makes its id unique. */
export type MessageStep = (setting: Setting, number: number) => Delivery

/** Writes one message about a history; `number` makes its id unique. */
export type HistoryMessage = (number: number) => Delivery

/** The seconds until a webhook, a callback or a response arrives. */
const ON_THE_WAY = 3

/** A request of ours and its response; the idempotency key of the request ends in `key`. */
interface Answer {
  readonly key?: string
  readonly params?: Readonly<Record<string, string>>
  readonly request?: object
  readonly status?: number
  readonly body: object
}

/** Writes the response to a request of ours. */
export const answered =
  ({ name }: Setting, at: Instant, endpoint: string, exchange: Answer): HistoryMessage =>
  (number) => {
    const { params = {}, request = null, status = 200, body, key = String(number) } = exchange
    const commandId = `command-${name}-${key}`
    const receivedAt = shift(at, ON_THE_WAY)
    const lookUp = endpoint.startsWith('get') ? { askedAt: at } : {}
    const response = { endpoint, params, request, commandId, status, body }
    return { kind: 'response', receivedAt, ...lookUp, ...response }
  }

/** Writes the callback to our own address that reports how a session ended. */
export const calledBack =
  (at: Instant, body: object): HistoryMessage =>
  () => ({ kind: 'callback', receivedAt: shift(at, ON_THE_WAY), body })

/**
 * Writes a webhook. The older dialect writes times as seconds without a fraction; the newer one with
 * seven fractional digits, and the zone as an offset.
 */
export const webhook =
  ({ name, amount, dialect }: Setting, at: Instant, type: string, more: object): HistoryMessage =>
  (number) => {
    const id = `evt_${name}${number}`
    const time = dialect === 'older' ? `${at.slice(0, 19)}Z` : `${at.slice(0, 27)}+00:00`
    const payment = { id: `pay_${name}`, amount, reference: `ORD-${name}` }
    const data = { ...payment, ...more, processed_on: time }
    const _links = { payment: { href: `https://api.provider.example/payments/pay_${name}` } }
    const body =
      dialect === 'older'
        ? { id, type, created_on: time, data, _links }
        : { id, source: 'gateway', type, timestamp: time, version: '1.0.47', data }
    return { kind: 'webhook', receivedAt: shift(at, ON_THE_WAY), isVerified: true, body }
  }
