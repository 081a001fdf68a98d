/**
 * A provider as a model: it carries out whatever arrives, keeps no idempotency key, shows late what it
 * did, and owes webhooks, which it repeats, delays, mixes up and sends again until somebody takes them.
 */
import { createHmac } from 'node:crypto'
import type { Call } from '../../src/desk/index.ts'

const KEY = 'whsec_0123456789abcdef'
const START = Date.parse('2026-03-10T08:00:00Z')
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

/** What a request meets. */
export type Fate =
  | 'ok'
  | 'ok slowly'
  | '422'
  | '503 before'
  | '503 after'
  | 'lost before'
  | 'lost after'

type End = 'open' | 'done' | 'declined'

/** What moved money, or tried to: `key` is that of the command, null for a stranger's. */
interface Action {
  readonly id: string
  readonly kind: 'Capture' | 'Refund'
  readonly amount: number
  readonly key: string | null
  readonly at: number
  /** From when on look-ups show it. */
  readonly shownFrom: number
  /** How it ended, and since when. */
  end: End
  endedAt: number
}

interface Payment {
  readonly id: string
  readonly source: string
  readonly amount: number
  readonly key: string | null
  readonly at: number
  readonly shownFrom: number
  readonly actions: Action[]
  isDeclined: boolean
}

/** A webhook that is owed: its bytes, its signature, and from when it may arrive. */
export interface Owed {
  readonly raw: Uint8Array
  readonly signature: string
  readonly from: number
  isTaken: boolean
}

/** What is different from one history to the next. */
export interface Habits {
  /** Whether messages bear the reference that was sent. */
  readonly isReferred: boolean
  /** Whether webhooks about refunds bear the id of their action. */
  readonly isNamed: boolean
}

/** A request that was carried out. */
export interface Act {
  readonly key: string
  /** The payment or the source that the request was about. */
  readonly of: string
  readonly amount: number
}

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
const iso = (ms: number): string => new Date(ms).toISOString()
const sourceOf = (id: string) => ({ type: 'sepa', id })

const shownSource = ({ source }: Payment) => ({ source: sourceOf(source) })

/** How an action had ended at a time. */
const endAt = ({ end, endedAt }: Action, at: number): End => (endedAt <= at ? end : 'open')

const sum = (all: readonly { readonly amount: number }[]): number =>
  all.reduce((total, { amount }) => total + amount, 0)

/** Makes a provider with two captured payments; of the second no message names the method. */
export const modelProvider = ({ isReferred, isNamed }: Habits) => {
  let now = START
  let count = 0
  const payments = new Map<string, Payment>()
  const owed: Owed[] = []
  const acts: Act[] = []
  const strangers: Pick<Act, 'of' | 'amount'>[] = []
  const tooMuch: string[] = []

  const referred = (key: string | null) => (isReferred && key !== null ? { reference: key } : {})

  const owe = (type: string, data: object, from: number): void => {
    const raw = bytes({ id: `evt_${owed.length}`, type, created_on: iso(now), data })
    const signature = createHmac('sha256', KEY).update(raw).digest('hex')
    owed.push({ raw, signature, from, isTaken: false })
  }
  const refundEvent = (payment: Payment, action: Action, type: string): void => {
    const { id, amount, key, at, endedAt, shownFrom } = action
    const named = isNamed ? { action_id: id } : {}
    const processed_on = iso(type === 'payment_refund_pending' ? at : endedAt)
    const data = {
      id: payment.id,
      ...named,
      amount,
      currency: 'EUR',
      processed_on,
      ...referred(key),
    }
    owe(type, data, Math.max(now, shownFrom))
  }
  const made = (about: Pick<Payment, 'id' | 'source' | 'amount' | 'key'>, delay = 0): Payment => {
    const times = { at: now, shownFrom: now + delay }
    const payment: Payment = { ...about, ...times, actions: [], isDeclined: false }
    payments.set(payment.id, payment)
    return payment
  }
  const captured = (payment: Payment, isBare = false): void => {
    count += 1
    const id = `act_c${count}`
    const { amount, shownFrom: from } = payment
    const shownFrom = Math.max(now, from)
    const capture = { id, kind: 'Capture', amount, key: null, at: now, shownFrom } as const
    payment.actions.push({ ...capture, end: 'done', endedAt: now })
    const data = { id: payment.id, action_id: id, amount, currency: 'EUR', processed_on: iso(now) }
    owe('payment_captured', isBare ? data : { ...data, ...shownSource(payment) }, shownFrom)
  }
  const presented = (payment: Payment): void => {
    const { id, source, amount, key, shownFrom: from } = payment
    const about = { payment_type: 'Regular', source: sourceOf(source) }
    const data = { id, amount, currency: 'EUR', ...about }
    owe('payment_pending', { ...data, ...referred(key) }, from)
  }
  const refundsOf = ({ actions }: Payment): readonly Action[] =>
    actions.filter(({ kind, end }) => kind === 'Refund' && end !== 'declined')
  const capturedOf = ({ actions }: Payment): number =>
    sum(actions.filter(({ kind }) => kind === 'Capture'))
  const isLeft = (payment: Payment, amount: number): boolean =>
    sum(refundsOf(payment)) + amount <= capturedOf(payment)
  const refunded = (
    payment: Payment,
    amount: number,
    key: string | null,
    delay: number,
  ): Action => {
    count += 1
    const action: Action = {
      ...{ id: `act_r${count}`, kind: 'Refund', amount, key, at: now, shownFrom: now + delay },
      ...{ end: 'open', endedAt: Number.POSITIVE_INFINITY },
    } as Action
    payment.actions.push(action)
    refundEvent(payment, action, 'payment_refund_pending')
    return action
  }
  const refused = (code: string) => ({
    status: 422,
    body: bytes({ error_type: 'request_invalid', error_codes: [code] }),
  })

  /** Carries a command out, and says how it was answered. */
  const carriedOut = (call: Call, delay: number) => {
    const [, first = '', id = '', last = ''] = call.path.split('/')
    const key = call.headers['Cko-Idempotency-Key'] ?? ''
    const {
      amount = 0,
      reference,
      source,
    } = JSON.parse(call.body ?? '{}') as {
      readonly amount?: number
      readonly reference?: string
      readonly source?: { readonly id: string }
    }
    if (last === 'refunds') {
      const payment = payments.get(id)
      if (payment === undefined) return { status: 404, body: bytes({}) }
      const ours = refundsOf(payment).filter((each) => each.key !== null)
      if (sum(ours) + amount > capturedOf(payment)) tooMuch.push(`${key} ${id} ${amount}`)
      if (!isLeft(payment, amount)) return refused('refund_amount_exceeds_balance')
      acts.push({ key, of: id, amount })
      const action = refunded(payment, amount, key, delay)
      return { status: 202, body: bytes({ action_id: action.id, reference }) }
    }
    if (first === 'sepa') {
      acts.push({ key, of: last, amount: 0 })
      return { status: 200, body: bytes({}) }
    }
    count += 1
    const payment = made({ id: `pay_m${count}`, source: source?.id ?? '', amount, key }, delay)
    acts.push({ key, of: payment.source, amount })
    presented(payment)
    const data = { id: payment.id, status: 'Pending', amount, currency: 'EUR', reference }
    return {
      status: 201,
      body: bytes({ ...data, ...shownSource(payment), requested_on: iso(now) }),
    }
  }

  /** Whether a look-up that shows things as they were at a time shows this. */
  const isShown =
    (at: number) =>
    (each: { readonly at: number; readonly shownFrom: number }): boolean =>
      each.at <= at && each.shownFrom <= now
  const statusOf = (payment: Payment, at: number): string => {
    const seen = payment.actions.filter(isShown(at))
    if (payment.isDeclined) return 'Declined'
    if (seen.length === 0) return 'Pending'
    const back = seen.filter((each) => each.kind === 'Refund' && endAt(each, at) !== 'declined')
    if (back.length === 0) return 'Captured'
    return sum(back) < payment.amount ? 'Partially Refunded' : 'Refunded'
  }
  const shown = (payment: Payment, at: number) => ({
    ...{ id: payment.id, status: statusOf(payment, at), amount: payment.amount, currency: 'EUR' },
    ...{ ...shownSource(payment), requested_on: iso(payment.at), ...referred(payment.key) },
  })
  const row = (each: Action, at: number) => {
    const end = endAt(each, at)
    return {
      ...{ id: each.id, type: each.kind, amount: each.amount, processed_on: iso(each.at) },
      ...(end === 'open' ? {} : { approved: end === 'done' }),
      ...referred(each.key),
    }
  }
  /** What a look-up shows, as it was up to a time. */
  const lookedUp = ({ path }: Call, at: number): { status: number; body: Uint8Array } => {
    const [bare = '', query = ''] = path.split('?')
    const [, first, id = '', last] = bare.split('/')
    const all = [...payments.values()].filter(isShown(at))
    if (first === 'sources')
      return { status: 200, body: bytes({ ...sourceOf(id), response_code: '10000' }) }
    if (id === '') {
      const reference = new URLSearchParams(query).get('reference')
      const data = all.filter(({ key }) => key === reference).map((each) => shown(each, at))
      // a list by a reference names it, whatever the webhooks do
      const named = data.map((each) => ({ ...each, reference }))
      return { status: 200, body: bytes({ total_count: data.length, data: named }) }
    }
    const payment = all.find((each) => each.id === id)
    if (payment === undefined) return { status: 404, body: bytes({}) }
    if (last === undefined) return { status: 200, body: bytes(shown(payment, at)) }
    const rows = payment.actions.filter(isShown(at))
    return { status: 200, body: bytes(rows.map((each) => row(each, at)).toReversed()) }
  }

  /** Takes a request in, and answers it; null if no response ever comes. */
  const receive = (call: Call, fate: Fate): { status: number; body: Uint8Array } | null => {
    if (fate === 'lost before') return null
    if (fate === '503 before') return { status: 503, body: bytes({}) }
    if (call.method === 'GET') {
      const given = lookedUp(call, fate === 'ok' ? now : now - 250_000)
      return fate === 'lost after' ? null : fate === '503 after' ? { ...given, status: 503 } : given
    }
    if (fate === '422') return refused('not_today')
    // what it says at once, or what its webhook says, a look-up shows at most 250 seconds later
    const given = carriedOut(call, fate === 'ok' ? 0 : fate === 'ok slowly' ? 250_000 : 58 * MINUTE)
    if (fate === 'lost after') return null
    return fate === '503 after' && given.status < 300 ? { status: 503, body: bytes({}) } : given
  }

  const ended = (payment: Payment, action: Action, end: 'done' | 'declined'): void => {
    Object.assign(action, { end, endedAt: now })
    refundEvent(payment, action, end === 'done' ? 'payment_refunded' : 'payment_refund_declined')
  }
  /** Ends what is open: a payment is captured or declined, a refund is done or declined. */
  const settle = (which: number, isDone: boolean): void => {
    const open = [...payments.values()].flatMap((payment): readonly (() => void)[] => {
      const { actions, isDeclined } = payment
      if (actions.length === 0 && !isDeclined) {
        return [
          () => {
            if (isDone) return captured(payment)
            payment.isDeclined = true
            const data = { id: payment.id, amount: payment.amount, currency: 'EUR' }
            owe(
              'payment_declined',
              { ...data, ...shownSource(payment) },
              Math.max(now, payment.shownFrom),
            )
          },
        ]
      }
      return actions
        .filter(({ end }) => end === 'open')
        .map((action) => () => ended(payment, action, isDone ? 'done' : 'declined'))
    })
    open[which % Math.max(1, open.length)]?.()
  }
  const isOpen = (): boolean =>
    [...payments.values()].some(
      ({ actions, isDeclined }) =>
        (actions.length === 0 && !isDeclined) || actions.some(({ end }) => end === 'open'),
    )

  for (const id of ['pay_1', 'pay_2']) {
    const payment = made({ id, source: 'src_1', amount: 1000, key: null })
    if (id === 'pay_1') presented(payment)
    captured(payment, id === 'pay_2')
  }
  return {
    acts,
    isReferred,
    strangers,
    owed,
    payments,
    tooMuch,
    receive,
    settle,
    isOpen,
    keys: [KEY],
    now: () => now,
    pass: (ms: number): void => {
      now += ms
    },
    /** Somebody else refunds. */
    stranger: (id: string, amount: number): void => {
      const payment = payments.get(id)
      if (payment === undefined || !isLeft(payment, amount)) return
      refunded(payment, amount, null, 0)
      strangers.push({ of: id, amount })
    },
    /** What is truly left of a payment. */
    ledger: ({ actions }: Payment) => {
      const done = actions.filter(({ end }) => end === 'done')
      const captured = sum(done.filter(({ kind }) => kind === 'Capture'))
      const refunded = sum(done.filter(({ kind }) => kind === 'Refund'))
      return { captured, refunded, refunding: 0, chargedBack: 0, net: captured - refunded }
    },
  }
}

/** The model of a provider. */
export type ModelProvider = ReturnType<typeof modelProvider>
