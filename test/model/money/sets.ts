/** Sets of messages about one payment: any messages at all, and lives that happened in truth, with errors. */
import fc from 'fast-check'
import { wordsOf } from '../../given.ts'
import type { Method } from './compare.ts'
import type { Message, Row, Step } from './money-model.ts'

const hour = 3600

/** How the payments of a set are paid. */
export const methods = fc.constantFrom<Method>('sepa', 'ticket')

/** A value, `often` times for each time that there is none. */
export const maybe = <T>(arbitrary: fc.Arbitrary<T>, often = 2): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: often + 1 })

/** Drops the keys without a value: the message then looks as if the field had never been sent. */
export const tidy = (m: object): Message => JSON.parse(JSON.stringify(m)) as Message

// chaos: any messages, few ids, few amounts, few times -------------------------
/** Few times, so that they collide, and so that some are just the lag apart. */
export const times = fc.constantFrom(0, 100, 300, 400, 600, 601, 900, 1000, 5000, 5300, 9000)
/** Few amounts, so that they collide. */
export const amounts = fc.constantFrom(1000, 3000, 6000, 10000)
const types = wordsOf(`
  payment_pending payment_captured payment_declined payment_expired payment_voided
  payment_canceled payment_refund_pending payment_refunded payment_refund_declined
  payment_chargeback payment_returned chargeback_reversed dispute_received dispute_won
  dispute_lost dispute_accepted dispute_expired dispute_resolved dispute_canceled
  dispute_evidence_required dispute_arbitration_won dispute_arbitration_lost refund_requested
  refund_refused given_up
`)
const rowOf: fc.Arbitrary<Row> = fc
  .record({
    id: fc.constantFrom('a1', 'a2', 'a3'),
    kind: fc.constantFrom<'Capture' | 'Refund' | 'Return'>('Capture', 'Refund', 'Return'),
    amount: fc.option(amounts, { freq: 8 }),
    state: fc.constantFrom<Step>('done', 'failed', 'open'),
    reference: maybe(fc.constantFrom('r1', 'r2'), 1),
  })
  .map((r) => JSON.parse(JSON.stringify(r)) as Row)
const plain = fc
  .record({
    id: fc.constantFrom('e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7'),
    type: fc.constantFrom(...types),
    receivedAt: times,
    happenedAt: fc.option(times, { freq: 3 }),
    actionId: maybe(fc.constantFrom('a1', 'a2', 'a3')),
    amount: maybe(amounts, 5),
    currency: maybe(fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'), 1),
    commandId: maybe(fc.constantFrom('r1', 'r2'), 1),
    disputeId: maybe(fc.constantFrom('d1', 'd2'), 1),
    partial: maybe(fc.constantFrom(true, false, false, false), 1),
    reference: maybe(fc.constantFrom('r1', 'r2'), 1),
  })
  // only a capture can be in part: elsewhere nothing is written of it, and two contents would be one
  .map(({ partial, ...m }) => (m.type === 'payment_captured' ? { ...m, partial } : m))
  .map(({ reference, ...m }) =>
    tidy(
      /refund_requested|refused|given/.test(m.type)
        ? { ...m, actionId: undefined, commandId: m.commandId ?? 'r1', happenedAt: m.receivedAt }
        : { ...m, reference: m.commandId === undefined ? reference : undefined },
    ),
  )
const listOf = fc
  .record({
    id: fc.constantFrom('l1', 'l2', 'l3'),
    askedAt: times,
    rows: fc.array(rowOf, { maxLength: 4 }),
    unread: maybe(fc.constantFrom(true, false, false, false), 1),
  })
  .map((m) =>
    tidy({
      ...m,
      rows: m.rows.filter((r, i) => m.rows.findIndex((o) => o.id === r.id) === i),
      type: 'actions_listed',
      receivedAt: m.askedAt + 1,
      happenedAt: null,
    }),
  )
const lookUpOf = fc
  .record({
    id: fc.constantFrom('s1', 's2'),
    askedAt: times,
    status: fc.constantFrom(
      'Pending',
      'Captured',
      'Refunded',
      'Partially Refunded',
      'Partially Captured',
    ),
    capturedBalance: maybe(amounts),
    refundedBalance: maybe(fc.constantFrom(0, 1000, 3000)),
  })
  .map((m) => tidy({ ...m, type: 'state_observed', receivedAt: m.askedAt + 1, happenedAt: null }))
const stated = fc.oneof(fc.constant(0), amounts)
const reviewOf = fc
  .record({
    id: fc.constantFrom('p1', 'p2'),
    asOf: times,
    captured: maybe(stated),
    refunded: maybe(stated),
    chargedBack: maybe(stated),
  })
  .map((m) => tidy({ ...m, type: 'reviewed', receivedAt: m.asOf + 1, happenedAt: null }))
const unreadableOf = fc.record({
  id: fc.constantFrom('u1', 'u2'),
  type: fc.constant('unreadable'),
  receivedAt: times,
  happenedAt: fc.constant(null),
  name: fc.constantFrom(...types.slice(0, types.indexOf('chargeback_reversed')), 'dispute_won'),
})
/** Of messages of one id and one time nothing says which is later: the first stays. */
const withoutTies = (all: readonly Message[]): Message[] =>
  all.filter((m, i) => !all.slice(0, i).some((o) => o.id === m.id && o.receivedAt === m.receivedAt))

/** Any messages, with few ids. */
export const chaos = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: plain },
      { weight: 3, arbitrary: listOf },
      { weight: 1, arbitrary: lookUpOf },
      { weight: 1, arbitrary: reviewOf },
      { weight: 1, arbitrary: unreadableOf },
    ),
    { maxLength: 12 },
  )
  .map(withoutTies)

/** Any messages, some of them from before a person's word and some from after it. */
export const reviewed = fc
  .tuple(
    fc.array(fc.oneof({ weight: 6, arbitrary: plain }, { weight: 1, arbitrary: listOf }), {
      minLength: 2,
      maxLength: 8,
    }),
    reviewOf,
  )
  .map(([all, word]) => withoutTies([...all, { ...word, id: 'p3', asOf: 600, receivedAt: 601 }]))

const takingTypes = types.filter((type) => /chargeback|returned|dispute/.test(type))

/** A capture, and any messages about what banks took of it and gave back. */
export const taken = fc
  .array(fc.tuple(plain, fc.constantFrom(...takingTypes)), { minLength: 2, maxLength: 6 })
  .map((all) =>
    withoutTies([
      { id: 'e0', type: 'payment_captured', receivedAt: 0, happenedAt: 0, amount: 10000 },
      ...all.map(([{ commandId: _, reference: __, partial: ___, ...m }, type]) => ({ ...m, type })),
    ]),
  )

// lives: what happened in truth, and what is received of it ---------------------
const delay = fc.constantFrom(1, 1, 60, 299, 301, 2 * hour)
const when = fc.oneof(
  fc.integer({ min: 11, max: 40 }).map((h) => h * hour),
  fc.constantFrom(20 * hour, 20 * hour + 60, 20 * hour + 200, 20 * hour + 400),
)
/** A refund, and how it is reported. */
const refund = fc.record({
  at: when,
  pays: fc.constantFrom(30, 200, 3 * hour),
  amount: fc.constantFrom(2000, 3000),
  end: fc.constantFrom('open', 'done', 'done', 'done', 'failed', 'reversed'),
  isOurs: fc.boolean(),
  hasIds: fc.constantFrom(true, true, true, false),
  told: fc.integer({ min: 1, max: 3 }),
  delay,
  fee: fc.boolean(),
})
const takingEnds = [
  ...['dispute_won', 'dispute_lost', 'dispute_canceled', 'dispute_expired'],
  ...['dispute_arbitration_won', 'chargeback_reversed'],
]
/** Money that a bank takes, and how it is reported. */
const taking = fc.record({
  at: when,
  how: fc.constantFrom('return', 'chargeback', 'dispute', 'both'),
  delay,
  end: fc.option(fc.constantFrom(...takingEnds)),
  endAfter: fc.constantFrom(50 * hour, 60 * hour),
})
/** Lives of a payment: what happened in truth, and what is received of it. */
export const lives = fc.record({
  captureAt: fc.constantFrom(hour, 10 * hour),
  captureDelay: delay,
  isCaptureNamed: fc.boolean(),
  refunds: fc.array(refund, { maxLength: 3 }),
  taking: fc.option(taking, { freq: 2 }),
  lists: fc.array(fc.record({ at: when, stale: fc.constantFrom(0, 100, 299) }), { maxLength: 3 }),
  looks: fc.array(when, { maxLength: 2 }),
  twice: fc.array(fc.nat(20), { maxLength: 3 }),
  strayEnd: fc.option(fc.constantFrom(-1, 2 * hour), { freq: 2 }),
})
/** What happened in truth, and what is received of it. */
export type Life = typeof lives extends fc.Arbitrary<infer A> ? A : never
type RefundLife = Life['refunds'][number]
type TakingLife = NonNullable<Life['taking']>

const whole = 10000
const stepAt = (r: RefundLife, t: number): Step | null => {
  if (t < r.at) return null
  if (r.end === 'open' || t < r.at + r.pays) return 'open'
  if (r.end === 'reversed') return t < r.at + 2 * r.pays ? 'done' : 'failed'
  return r.end as Step
}
const paid = (r: RefundLife, m: Method, t: number): number =>
  m === 'ticket' && r.fee && stepAt(r, t) === 'done' ? r.amount - 50 : r.amount
const isTaken = (k: TakingLife | null, t: number): boolean => {
  if (k === null || t < k.at) return false
  const isBack = k.how !== 'return' && k.end !== null && /won|canceled|reversed/.test(k.end)
  return !isBack || t < k.at + k.endAfter
}
/** What is true at a time: the provider's own numbers. */
export const truth = (l: Life, m: Method, t: number) => {
  const of = (step: Step): number =>
    l.refunds.filter((r) => stepAt(r, t) === step).reduce((sum, r) => sum + paid(r, m, t), 0)
  const captured = t >= l.captureAt ? whole : 0
  const chargedBack = isTaken(l.taking, t) ? whole : 0
  return { captured, refunded: of('done'), refunding: of('open'), chargedBack }
}
/** The list of all actions as the provider shows it, `stale` seconds before it was asked for. */
export const listAt = (l: Life, m: Method, at: number, stale: number, id: string): Message => {
  const t = at - stale
  const rows: Row[] = l.refunds.flatMap((r, i): Row[] => {
    const state = stepAt(r, t)
    const own = { id: `act_${i}`, kind: 'Refund', amount: paid(r, m, t) } as const
    return state === null
      ? []
      : [{ ...own, state, ...(r.isOurs ? { reference: `refund-${i}` } : {}) }]
  })
  if (t >= l.captureAt) rows.push({ id: 'act_c', kind: 'Capture', amount: whole, state: 'done' })
  if (l.taking?.how === 'return' && t >= l.taking.at)
    rows.push({ id: 'act_r', kind: 'Return', amount: whole, state: 'done' })
  return { id, type: 'actions_listed', receivedAt: at + 2, happenedAt: null, askedAt: at, rows }
}
/** The payment itself as the provider shows it. */
const lookAt = (l: Life, m: Method, at: number, id: string): Message => {
  const now = truth(l, m, at)
  const refunded = now.refunded < whole ? 'Partially Refunded' : 'Refunded'
  const status = now.captured === 0 ? 'Pending' : now.refunded === 0 ? 'Captured' : refunded
  return tidy({
    id,
    type: 'state_observed',
    receivedAt: at + 1,
    happenedAt: null,
    askedAt: at,
    status,
    capturedBalance: now.captured || undefined,
    refundedBalance: now.refunded,
  })
}

/** The messages about a life. */
export const tell = (l: Life, m: Method): Message[] => {
  const out: Message[] = [
    { id: 'pending', type: 'payment_pending', receivedAt: 1, happenedAt: 0, amount: whole },
  ]
  const say = (id: string, type: string, at: number, after: number, rest: object): void => {
    out.push(tidy({ id, type, receivedAt: at + after, happenedAt: at, ...rest }))
  }
  say('captured', 'payment_captured', l.captureAt, l.captureDelay, {
    amount: whole,
    actionId: l.isCaptureNamed ? 'act_c' : undefined,
  })
  if (l.strayEnd !== null && m === 'ticket')
    say(
      'expired',
      'payment_expired',
      l.captureAt + (l.strayEnd < 0 ? -400 : 600),
      l.strayEnd < 0 ? 1 : l.strayEnd,
      {},
    )
  for (const [i, r] of l.refunds.entries()) {
    const ids = {
      actionId: r.hasIds ? `act_${i}` : undefined,
      commandId: r.isOurs && r.hasIds ? `refund-${i}` : undefined,
    }
    const isEnded = r.told !== 1 && r.end !== 'open'
    if (r.isOurs)
      say(`ask${i}`, 'refund_requested', r.at - 5, 0, {
        commandId: `refund-${i}`,
        amount: r.amount,
      })
    if (r.told !== 2)
      say(`p${i}`, 'payment_refund_pending', r.at, r.delay, { ...ids, amount: r.amount })
    if (isEnded && r.end !== 'failed')
      say(`d${i}`, 'payment_refunded', r.at + r.pays, r.delay, {
        ...ids,
        amount: paid({ ...r, end: 'done' }, m, r.at + r.pays),
      })
    if (isEnded && r.end !== 'done')
      say(
        `f${i}`,
        'payment_refund_declined',
        r.at + (r.end === 'failed' ? 1 : 2) * r.pays,
        r.delay,
        { ...ids, amount: r.amount },
      )
  }
  const k = l.taking
  if (k !== null) {
    if (k.how === 'return')
      say('k1', 'payment_returned', k.at, k.delay, { actionId: 'act_r', amount: whole })
    if (k.how === 'chargeback' || k.how === 'both')
      say('k2', 'payment_chargeback', k.at, k.delay, { actionId: 'act_x', amount: whole })
    if (k.how === 'dispute' || k.how === 'both')
      say('k3', 'dispute_received', k.how === 'both' ? k.at + hour : k.at, 1, {
        disputeId: 'dsp_1',
        actionId: 'act_c',
        amount: whole,
      })
    if (k.how !== 'return' && k.end !== null)
      say(
        'k4',
        k.end,
        k.at + k.endAfter,
        1,
        k.end === 'chargeback_reversed' ? { actionId: 'act_x' } : { disputeId: 'dsp_1' },
      )
  }
  for (const [i, { at, stale }] of l.lists.entries()) out.push(listAt(l, m, at, stale, `list${i}`))
  for (const [i, at] of l.looks.entries()) out.push(lookAt(l, m, at, `look${i}`))
  for (const i of l.twice) {
    const seen = out[i % out.length]
    if (seen !== undefined) out.push({ ...seen, receivedAt: seen.receivedAt + 500 })
  }
  return out
}

/** One error: a message lost, or with another amount, id, type, time or row. */
export const errors = fc.record({
  at: fc.nat(40),
  kind: fc.constantFrom(
    'lost',
    'amount',
    'action',
    'noAction',
    'type',
    'noAmount',
    'currency',
    'row',
    'rowState',
    'rowLost',
    'invented',
    'status',
    'unreadable',
  ),
  pick: fc.nat(10),
})
/** One of some values, by a pick. */
type OneOf = <T>(...values: readonly T[]) => T

/** A list with an error; null if it is lost. */
const spoilList = (m: Message, kind: string, pick: number): Message | null => {
  const rows = m.rows ?? []
  const j = pick % Math.max(1, rows.length)
  const put = (change: (row: Row) => Row): Message => ({
    ...m,
    rows: rows.map((row, n) => (n === j ? change(row) : row)),
  })
  if (kind === 'row') return put((row) => ({ ...row, amount: 7000 }))
  if (kind === 'rowState')
    return put((row) => ({ ...row, state: row.state === 'done' ? 'failed' : 'done' }))
  if (kind === 'rowLost') return { ...m, rows: rows.filter((_, n) => n !== j) }
  if (kind === 'lost') return null
  return kind === 'type' ? { ...m, unread: true } : m
}

const turned: Readonly<Record<string, string>> = {
  payment_refunded: 'payment_refund_declined',
  payment_refund_declined: 'payment_refunded',
  payment_refund_pending: 'payment_refunded',
  payment_captured: 'payment_declined',
}

/** A report or a look-up with an error; null if it is lost. */
const spoilReport = (m: Message, kind: string, oneOf: OneOf): Message | null => {
  const { id, type, receivedAt } = m
  if (type === 'refund_requested') return m
  if (type === 'state_observed') {
    if (kind === 'status') return { ...m, status: oneOf('Pending', 'Refunded', 'Captured') }
    return kind === 'amount' ? { ...m, capturedBalance: 7000, refundedBalance: 4000 } : m
  }
  if (kind === 'lost') return null
  if (kind === 'unreadable' && type !== 'chargeback_reversed')
    return { id: `u-${id}`, type: 'unreadable', name: type, receivedAt, happenedAt: null }
  if (kind === 'amount') return { ...m, amount: oneOf(1000, 9000, 20000) }
  if (kind === 'action') return { ...m, actionId: oneOf('act_0', 'act_1', 'act_9', 'act_c') }
  if (kind === 'noAction') return tidy({ ...m, actionId: undefined })
  if (kind === 'noAmount') return tidy({ ...m, amount: undefined })
  if (kind === 'currency') return { ...m, currency: 'USD' }
  return kind === 'type' ? { ...m, type: turned[type] ?? type } : m
}

const invented = ({ receivedAt }: Message, oneOf: OneOf): Message => ({
  id: 'x',
  type: oneOf(
    ...['payment_captured', 'payment_refunded', 'payment_refund_pending'],
    ...['payment_refund_declined', 'payment_declined'],
  ),
  receivedAt: receivedAt + 10,
  happenedAt: receivedAt,
  actionId: oneOf('act_0', 'act_9', 'act_c'),
  amount: oneOf(3000, 5000),
})

/** The messages with one error. */
export const spoil = (
  messages: readonly Message[],
  { at, kind, pick }: { at: number; kind: string; pick: number },
): Message[] => {
  const i = at % messages.length
  const m = messages[i] as Message
  const oneOf: OneOf = (...values) => values[pick % values.length] as (typeof values)[number]
  if (kind === 'invented') return [...messages, invented(m, oneOf)]
  const isList = m.type === 'actions_listed'
  const wrong = isList ? spoilList(m, kind, pick) : spoilReport(m, kind, oneOf)
  return messages.flatMap((each, n) => (n === i ? (wrong ?? []) : each))
}

/** The messages about a life, with at most some errors. */
export const reported = fc
  .tuple(lives, fc.array(errors, { maxLength: 2 }), methods)
  .map(([life, all, method]) => ({
    method,
    messages: withoutTies(
      all.reduce<Message[]>((messages, each) => spoil(messages, each), tell(life, method)),
    ),
  }))

/** When a command that is recorded at a time may no longer be sent, and from when a list shows it. */
const SEND_BY = 60
const ASK_FROM = 2 * 60 + hour

const withoutReference = ({ reference: _, ...row }: Row): Row => row

/**
 * The messages as commands really are: each recorded once, before a row bears its id, given up when it
 * can no longer be sent, and not decided by the number of rows. That is apart: the model knows only what bears a command's id, and
 * a row is also counted for a command that is known without its action.
 */
export const asCommanded = (all: readonly Message[]): readonly Message[] => {
  const requests = new Map<string | undefined, Message>()
  const turnOf = (m: Message): string =>
    [String(m.receivedAt).padStart(9, '0'), JSON.stringify(m)].join()
  for (const m of all) {
    const before = requests.get(m.commandId)
    if (m.type !== 'refund_requested' || (before && turnOf(before) < turnOf(m))) continue
    requests.set(m.commandId, m)
  }
  /** When a command was recorded; of one that never was, before everything. */
  const recordedAt = (commandId: string | undefined): number =>
    requests.get(commandId)?.receivedAt ?? -SEND_BY
  const messages = all.map(({ rows, ...m }): Message => {
    if (rows === undefined) return m
    const isEarly = (row: Row): boolean => m.receivedAt < recordedAt(row.reference)
    return { ...m, rows: rows.map((row) => (isEarly(row) ? withoutReference(row) : row)) }
  })
  const isDecided = ({ commandId, receivedAt }: Message): boolean => {
    const bears = (own: string | undefined): boolean => own === commandId
    const isBorne = messages.some(
      (m) =>
        (m.type.startsWith('payment_refund') && bears(m.commandId) && m.actionId !== undefined) ||
        m.rows?.some((row) => row.kind === 'Refund' && bears(row.reference)) === true,
    )
    const isAsked = messages.some(({ askedAt = 0, rows }) => {
      return rows !== undefined && askedAt >= receivedAt + ASK_FROM
    })
    return isBorne || !isAsked
  }
  const kept = new Set([...requests.values()].filter(isDecided).map(turnOf))
  return messages.filter(
    (m) =>
      (m.type !== 'refund_requested' || kept.delete(turnOf(m))) &&
      (m.type !== 'given_up' || m.receivedAt >= recordedAt(m.commandId) + SEND_BY),
  )
}
