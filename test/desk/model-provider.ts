/**
 * A provider as a model: it carries out whatever arrives, keeps no idempotency key, shows late what it
 * did, and owes webhooks, which it repeats, delays, mixes up and sends again until somebody takes them.
 */
import type { Call } from '../../src/desk/index.ts'
import { bytes, KEY, signed } from './provider.ts'

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
  /** What the provider kept of it. */
  fee: number
}

interface Payment {
  readonly id: string
  /** Its mandate; null if it is a ticket. */
  readonly source: string | null
  /** When the ticket expires, as messages show it; null if none does. */
  readonly expiry: string | null
  readonly amount: number
  /** The reference that was sent. */
  readonly key: string | null
  readonly at: number
  readonly shownFrom: number
  readonly actions: Action[]
  /** How it ended without a capture. */
  end: 'Declined' | 'Expired' | null
}

/** A webhook that is owed: its bytes, its signature, and from when it may arrive. */
export interface Owed {
  readonly raw: Uint8Array
  readonly signature: string
  readonly from: number
  /** Whether look-ups show what it says, so that it may be lost. */
  readonly isLosable: boolean
  isTaken: boolean
}

/** What is different from one history to the next. */
export interface Habits {
  /** Whether messages bear the reference that was sent. */
  readonly isReferred: boolean
  /** Whether webhooks about refunds bear the id of their action. */
  readonly isNamed: boolean
  /** Whether the first two payments are tickets. */
  readonly isTicket: boolean
}

/** A request that was carried out. */
export interface Act {
  readonly key: string
  /** The payment or the source that the request was about. */
  readonly of: string
  readonly amount: number
}

const iso = (ms: number): string => new Date(ms).toISOString()
const sourceOf = (id: string) => ({ type: 'sepa', id })

const currencyOf = ({ source }: Payment): string => (source === null ? 'ARS' : 'EUR')

const shownSource = ({ source, expiry }: Payment) => {
  if (source !== null) return { source: sourceOf(source) }
  const ticket = expiry === null ? {} : { ticket: { expiration_date: expiry } }
  return { source: { type: 'pagofacil', integration_type: 'direct', ...ticket } }
}

interface Response {
  readonly status: number
  readonly body: Uint8Array
}

/** What a provider does with a request that reaches it. */
interface Answering {
  readonly lookUp: (call: Call, isFresh: boolean) => Response
  readonly refuse: () => Response
  readonly carryOut: (call: Call, fate: Fate) => Response
}

/** Takes requests in, and answers them; null if no response ever comes. */
export const receiving = ({ lookUp, refuse, carryOut }: Answering) => {
  /** How often each look-up was sent. */
  const looked = new Map<string, number>()
  const receive = (call: Call, fate: Fate): Response | null => {
    const isLookUp = call.method === 'GET'
    if (isLookUp) looked.set(call.path, (looked.get(call.path) ?? 0) + 1)
    if (fate === 'lost before') return null
    if (fate === '503 before') return { status: 503, body: bytes({}) }
    if (fate === '422' && !isLookUp) return refuse()
    const given = isLookUp ? lookUp(call, fate === 'ok') : carryOut(call, fate)
    if (fate === 'lost after') return null
    return fate === '503 after' && (isLookUp || given.status < 300)
      ? { ...given, status: 503 }
      : given
  }
  return { looked, receive }
}

/** How much an action moved, or is to move, as it was at a time. */
const movedBy = (action: Action, at = Number.POSITIVE_INFINITY): number =>
  action.amount - (endAt(action, at) === 'done' ? action.fee : 0)

/** How an action had ended at a time. */
const endAt = ({ end, endedAt }: Action, at: number): End => (endedAt <= at ? end : 'open')

const sum = (all: readonly Action[]): number =>
  all.reduce((total, action) => total + movedBy(action), 0)

/** Makes a provider with two captured payments; of the second no message names the method. */
export const modelProvider = ({ isReferred, isNamed, isTicket }: Habits) => {
  let now = START
  let count = 0
  const payments = new Map<string, Payment>()
  const owed: Owed[] = []
  const acts: Act[] = []
  const strangers: Pick<Act, 'of' | 'amount'>[] = []
  /** The keys of the tickets that were made. */
  const tickets: string[] = []
  const tooMuch: string[] = []

  const referred = (key: string | null) => (isReferred && key !== null ? { reference: key } : {})

  const owe = (type: string, data: object, from: number, isLosable = true): void => {
    const [raw, signature] = signed({ id: `evt_${owed.length}`, type, created_on: iso(now), data })
    owed.push({ raw, signature, from, isLosable, isTaken: false })
  }
  const refundEvent = (payment: Payment, action: Action, type: string): void => {
    const { id, key, at, endedAt, shownFrom } = action
    const isBegun = type === 'payment_refund_pending'
    const named = isNamed ? { action_id: id } : {}
    const processed_on = iso(isBegun ? at : endedAt)
    const data = {
      id: payment.id,
      ...named,
      amount: movedBy(action),
      currency: currencyOf(payment),
      processed_on,
      ...referred(key),
    }
    // of a stranger's refund nobody would ever know
    owe(type, data, Math.max(now, shownFrom), !isBegun || key !== null)
  }
  const made = (
    about: Pick<Payment, 'id' | 'source' | 'expiry' | 'amount' | 'key'>,
    delay = 0,
  ): Payment => {
    const times = { at: now, shownFrom: now + delay }
    const payment: Payment = { ...about, ...times, actions: [], end: null }
    payments.set(payment.id, payment)
    return payment
  }
  const captured = (payment: Payment, isBare = false): void => {
    count += 1
    const id = `act_c${count}`
    const { amount, shownFrom: from } = payment
    const shownFrom = Math.max(now, from)
    const capture = { id, kind: 'Capture', amount, key: null, at: now, shownFrom } as const
    payment.actions.push({ ...capture, end: 'done', endedAt: now, fee: 0 })
    const currency = currencyOf(payment)
    const data = { id: payment.id, action_id: id, amount, currency, processed_on: iso(now) }
    // nobody asks again about a ticket that has expired
    const isLosable = !isBare && payment.end === null
    owe(
      'payment_captured',
      isBare ? data : { ...data, ...shownSource(payment) },
      shownFrom,
      isLosable,
    )
  }
  const presented = (payment: Payment): void => {
    const { id, source, amount, key, shownFrom: from } = payment
    const about = { payment_type: 'Regular', ...shownSource(payment) }
    const data = { id, amount, currency: currencyOf(payment), ...about }
    owe('payment_pending', { ...data, ...referred(key) }, from, source !== null && key !== null)
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
      ...{ end: 'open', endedAt: Number.POSITIVE_INFINITY, fee: 0 },
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
      readonly source?: { readonly id?: string; readonly description?: string }
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
    const about = { id: `pay_m${count}`, source: source?.id ?? null, amount, key: reference ?? key }
    const expiry = source?.description === 'none' ? null : (source?.description ?? null)
    const payment = made({ ...about, expiry }, delay)
    if (payment.source === null) tickets.push(key)
    else acts.push({ key, of: payment.source, amount })
    presented(payment)
    const currency = currencyOf(payment)
    const data = { id: payment.id, status: 'Pending', amount, currency, reference }
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
    if (seen.length === 0) return payment.end ?? 'Pending'
    const back = seen.filter((each) => each.kind === 'Refund' && endAt(each, at) !== 'declined')
    if (back.length === 0) return 'Captured'
    const moved = back.reduce((all, each) => all + movedBy(each, at), 0)
    return moved < payment.amount ? 'Partially Refunded' : 'Refunded'
  }
  const shown = (payment: Payment, at: number) => ({
    ...{ id: payment.id, status: statusOf(payment, at), amount: payment.amount },
    ...{
      currency: currencyOf(payment),
      ...shownSource(payment),
      requested_on: iso(payment.at),
      ...referred(payment.key),
    },
  })
  const row = (each: Action, at: number) => {
    const end = endAt(each, at)
    return {
      ...{ id: each.id, type: each.kind, amount: movedBy(each, at), processed_on: iso(each.at) },
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

  const { looked, receive } = receiving({
    lookUp: (call, isFresh) => lookedUp(call, isFresh ? now : now - 250_000),
    refuse: () => refused('not_today'),
    // what it says at once, or what its webhook says, a look-up shows at most 250 seconds later
    carryOut: (call, fate) =>
      carriedOut(call, fate === 'ok' ? 0 : fate === 'ok slowly' ? 250_000 : 58 * MINUTE),
  })

  const ended = (payment: Payment, action: Action, end: 'done' | 'declined'): void => {
    const isCharged = payment.source === null && action.amount > 200
    Object.assign(action, { end, endedAt: now, fee: isCharged ? 50 : 0 })
    refundEvent(payment, action, end === 'done' ? 'payment_refunded' : 'payment_refund_declined')
  }
  /** A payment ends without a capture: a ticket expires, which may yet be paid. */
  const uncaptured = (payment: Payment): void => {
    payment.end = payment.source === null ? 'Expired' : 'Declined'
    const data = { id: payment.id, amount: payment.amount, currency: currencyOf(payment) }
    const from = Math.max(now, payment.shownFrom)
    owe(`payment_${payment.end.toLowerCase()}`, { ...data, ...shownSource(payment) }, from)
  }
  /** Ends what is open: a payment is captured or declined, a refund is done or declined. */
  const settle = (which: number, isDone: boolean): void => {
    const open = [...payments.values()].flatMap((payment): readonly (() => void)[] => {
      const { actions, end } = payment
      if (actions.length === 0) {
        if (isDone) return end === 'Declined' ? [] : [() => captured(payment)]
        if (end === null) return [() => uncaptured(payment)]
        return end === 'Expired' ? [() => captured(payment)] : []
      }
      return actions
        .filter((action) => action.end === 'open')
        .map((action) => () => ended(payment, action, isDone ? 'done' : 'declined'))
    })
    open[which % Math.max(1, open.length)]?.()
  }
  const isOpen = (): boolean =>
    [...payments.values()].some(
      ({ actions, end }) =>
        (actions.length === 0 && end === null) || actions.some((action) => action.end === 'open'),
    )

  for (const id of ['pay_1', 'pay_2']) {
    const payment = made({
      id,
      source: isTicket ? null : 'src_1',
      expiry: null,
      amount: 1000,
      key: null,
    })
    if (id === 'pay_1') presented(payment)
    captured(payment, id === 'pay_2')
  }
  return {
    acts,
    isReferred,
    strangers,
    tickets,
    looked,
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
