/** The provider's messages, as a backend keeps them: what `readStored` reads. */
import { type Instant, shift } from '../../words/time/instant.ts'
import type { Setting } from './setting.ts'

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

/** The seconds until a webhook, a callback or a response arrives. */
const ON_THE_WAY = 3

const HOUR = 3600

const link = (path: string) => ({ href: `https://api.provider.example${path}` })

/** When something happens: at a time, or this many hours after the flow's start. */
type When = Instant | number

const at = ({ startsAt }: Setting, when: When): Instant =>
  typeof when === 'number' ? shift(startsAt, when * HOUR) : when

/** A request of ours and its response; the idempotency key of the request ends in `key`. */
interface Answer {
  readonly key?: string
  readonly params?: Readonly<Record<string, string>>
  readonly request?: object
  readonly status: number
  readonly body: object
}

/** Formats a time as the older dialect does: seconds without a fraction. */
const older = (time: Instant): string => `${time.slice(0, 19)}Z`

/** Formats a time as the newer dialect does: seven fractional digits, and the zone as an offset. */
const newer = (time: Instant): string => `${time.slice(0, 27)}+00:00`

/** Writes the response to a request of ours. */
export const answered =
  (when: When, endpoint: string, exchange: (setting: Setting) => Answer): MessageStep =>
  (setting, number) => {
    const { params = {}, request = null, status, body, key = String(number) } = exchange(setting)
    const commandId = `command-${setting.name}-${key}`
    const asked = at(setting, when)
    const receivedAt = shift(asked, ON_THE_WAY)
    const lookUp = endpoint.startsWith('get') ? { askedAt: asked } : {}
    const response = { endpoint, params, request, commandId, status, body }
    return { kind: 'response', receivedAt, ...lookUp, ...response }
  }

/** Writes the callback to our own address that reports how a session ended. */
export const calledBack =
  (when: When, body: object): MessageStep =>
  (setting) => ({ kind: 'callback', receivedAt: shift(at(setting, when), ON_THE_WAY), body })

/** Writes a webhook about the flow's payment. */
export const webhook =
  (
    when: When,
    type: string,
    more: (setting: Setting) => Readonly<Record<string, unknown>> = () => ({}),
  ): MessageStep =>
  (setting, number) => {
    const { name, amount, dialect } = setting
    const time = at(setting, when)
    const id = `evt_${name}${number}`
    const receivedAt = shift(time, ON_THE_WAY)
    const payment = { id: `pay_${name}`, amount, reference: `ORD-${name}`, ...more(setting) }
    if (dialect === 'older') {
      const data = { ...payment, processed_on: older(time) }
      const _links = { payment: link(`/payments/pay_${name}`) }
      return {
        kind: 'webhook',
        receivedAt,
        isVerified: true,
        body: { id, type, created_on: older(time), data, _links },
      }
    }
    const data = { ...payment, processed_on: newer(time) }
    const body = { id, source: 'gateway', type, timestamp: newer(time), version: '1.0.47', data }
    return { kind: 'webhook', receivedAt, isVerified: true, body }
  }

/** Writes the links of a resource. */
export const links = (paths: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, link(path)]))
