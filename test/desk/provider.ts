/** A stand-in for the provider: it carries out what it is asked for, and says what it has. */
import { createHmac } from 'node:crypto'
import type { Call, Ports } from '../../src/desk/index.ts'
import { memoryStore } from '../../src/desk/index.ts'

export const KEY = 'whsec_0123456789abcdef'

/** A row of the list of a payment's actions. */
interface Action {
  readonly id: string
  readonly type: string
  readonly amount: number
  readonly approved: boolean
  readonly processed_on: string
  readonly reference?: string
}

/** What a call meets: a response, none although it was carried out, or none before it was. */
export type Fate = 'answers' | 'losesResponse' | 'losesRequest' | 'failsAfter' | 'refuses'

export const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

/** A webhook: its bytes, and its signature. */
export const signed = (body: object, key = KEY) => {
  const raw = bytes(body)
  return [raw, createHmac('sha256', key).update(raw).digest('hex')] as const
}

/** A clock that a test turns, a provider with payments, and a store in memory. */
export const bench = () => {
  let at = Date.parse('2026-06-10T08:00:00Z')
  let fate: Fate = 'answers'
  const calls: Call[] = []
  const actions = new Map<string, Action[]>()
  const done: { readonly payment: string; readonly amount: number; readonly key: string }[] = []
  const store = memoryStore()

  const refunded = ({ path, body, headers }: Call) => {
    const payment = path.split('/')[2] ?? ''
    const { amount = 0, reference } = JSON.parse(body ?? '{}') as {
      amount?: number
      reference?: string
    }
    const id = `act_r${done.length}`
    done.push({ payment, amount, key: headers['Cko-Idempotency-Key'] ?? '' })
    const row = { id, type: 'Refund', amount, approved: true, processed_on: ago() }
    const rows = actions.get(payment) ?? []
    actions.set(payment, [...rows, reference === undefined ? row : { ...row, reference }])
    return { status: 202, body: bytes({ action_id: id, reference }) }
  }
  const ago = (seconds = 0) => new Date(at - seconds * 1000).toISOString()
  const answer = (call: Call) => {
    const [, , id = ''] = call.path.split('/')
    if (call.path.endsWith('/refunds')) return refunded(call)
    if (call.path.endsWith('/actions')) return { status: 200, body: bytes(actions.get(id) ?? []) }
    if (call.method === 'GET' && call.path.startsWith('/sources/')) {
      const response_data = { mandate_reference: 'MREF1' }
      return {
        status: 200,
        body: bytes({ id, type: 'sepa', response_code: '10000', response_data }),
      }
    }
    if (call.method === 'GET' && call.path.startsWith('/payments/')) {
      const source = { type: 'sepa', id: 'src_1' }
      return {
        status: 200,
        body: bytes({ id, status: 'Captured', amount: 5000, currency: 'EUR', source }),
      }
    }
    return { status: 404, body: bytes({}) }
  }
  const ports: Ports = {
    ...store,
    now: () => new Date(at),
    keys: [KEY],
    send: async (call) => {
      calls.push(call)
      const isRefund = call.method === 'POST'
      if (!isRefund) return answer(call)
      if (fate === 'losesRequest') return Promise.reject(TypeError('fetch failed'))
      if (fate === 'refuses')
        return {
          status: 422,
          body: bytes({
            error_type: 'request_invalid',
            error_codes: ['refund_amount_exceeds_balance'],
          }),
        }
      const given = answer(call)
      if (fate === 'losesResponse') return Promise.reject(TypeError('fetch failed'))
      return fate === 'failsAfter' ? { status: 503, body: bytes({}) } : given
    },
  }
  return {
    ports,
    store,
    calls,
    done,
    actions,
    pass: (minutes: number) => {
      at += minutes * 60_000
    },
    meets: (next: Fate) => {
      fate = next
    },
    webhook: signed,
    /** The webhook of a capture of 50.00; `more` goes into its data. */
    captured: (id: string, event = 'evt_1', more: object = {}) => {
      const about = { id: event, type: 'payment_captured', created_on: ago(5) }
      const capture = { id, action_id: 'act_1', amount: 5000, currency: 'EUR' }
      return signed({ ...about, data: { ...capture, ...more } })
    },
    at: ago,
  }
}
