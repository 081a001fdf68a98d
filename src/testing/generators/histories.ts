/** Random histories that the provider could produce for a machine's subject. */
import fc from 'fast-check'
import { type Instant, shift } from '../../words/time/instant.ts'
import { failed } from './event-data.ts'
import {
  defaultSetting,
  type Fact,
  type MandateHistory,
  type PaymentHistory,
  type SessionHistory,
  type Setting,
  type TrueHistory,
} from './history.ts'

const DAY = 24 * 60

/** Minutes to the next fact: none, more than the clock tolerance, just inside a window, or outside. */
const gap = fc.constantFrom(0, 10, DAY, 3 * DAY, 40 * DAY, 57 * DAY, 430 * DAY)

/** Minutes to the next fact, always more than the clock tolerance. */
const wideGap = fc.constantFrom(10, DAY, 3 * DAY)

const later = (at: Instant, minutes: number): Instant => shift(at, minutes * 60)

const fact = (type: string, at: Instant, entityId = '', amount?: number): Fact =>
  amount === undefined ? { type, at, entityId } : { type, at, entityId, amount }

type Drawn<A> = A extends fc.Arbitrary<infer Value> ? Value : never

/** One fact of each type, each so many minutes after the one before. */
const inTurn = (
  start: Instant,
  types: readonly string[],
  gaps: readonly number[],
): readonly Fact[] => {
  let at = start
  return types.map((type, index) => {
    if (index > 0) at = later(at, gaps[index - 1] ?? 0)
    return fact(type, at)
  })
}

const REFUNDS: readonly (readonly string[])[] = [
  ['refund_requested'],
  ['refund_requested', 'payment_refund_pending'],
  ['refund_requested', 'payment_refund_pending', 'payment_refunded'],
  ['refund_requested', 'payment_refund_pending', 'payment_refunded'],
  ['refund_requested', 'payment_refund_pending', 'payment_refund_declined'],
  ['refund_requested', 'payment_refund_pending', 'payment_refunded', 'payment_refund_declined'],
]

/** The sixtieths of the amount to return: few values, so that refunds have equal amounts. */
const part = fc.constantFrom(10, 20, 30, 60)

/** The random choices for a refund; times are in minutes. Of a ticket, it may cost a fee. */
const refundChoice = (method: PaymentHistory['method']) =>
  fc.record({
    types: fc.constantFrom(...REFUNDS),
    part,
    after: gap,
    gaps: fc.tuple(gap, gap, wideGap),
    fee: fc.constantFrom(0, method === 'ticket' ? 30 : 0),
  })
type RefundChoice = Drawn<ReturnType<typeof refundChoice>>

const chargebackChoice = fc.record({
  part,
  after: gap,
  isReversed: fc.boolean(),
  until: wideGap,
})

/** The amount that refunds reserve at a time: of those that had not failed by then. */
const boundAt = (facts: readonly Fact[], at: Instant): number => {
  const asked = facts.filter((each) => each.type === 'refund_requested' && each.at <= at)
  const reserving = asked.filter(
    ({ entityId }) =>
      !facts.some(
        (other) => other.entityId === entityId && other.type.endsWith('declined') && other.at < at,
      ),
  )
  return reserving.reduce((sum, { amount = 0 }) => sum + amount, 0)
}

/** Adds each refund that the remaining amount covers: the provider rejects any other refund. */
const withRefunds = (
  captured: Fact,
  amount: number,
  choices: readonly RefundChoice[],
): readonly Fact[] => {
  const facts: Fact[] = []
  const byTime = choices.toSorted((one, other) => one.after - other.after)
  for (const [index, { types, part, after, gaps, fee }] of byTime.entries()) {
    const begin = later(captured.at, after)
    const asked = Math.floor((amount * part) / 60)
    if (asked === 0 || boundAt(facts, begin) + asked > amount) continue
    for (const { type, at } of inTurn(begin, types, gaps)) {
      const moved = type === 'payment_refunded' ? Math.max(1, asked - fee) : asked
      facts.push(fact(type, at, `refund${index + 1}`, moved))
    }
  }
  return facts
}

const withChargebacks = (
  captured: Fact,
  amount: number,
  choices: readonly Drawn<typeof chargebackChoice>[],
): readonly Fact[] => {
  let left = amount
  return choices.flatMap((choice, index) => {
    const taken = Math.floor((amount * choice.part) / 60)
    if (taken === 0 || taken > left) return []
    left -= taken
    const entityId = `chargeback${index + 1}`
    const at = later(captured.at, choice.after)
    const back = fact('payment_chargeback', at, entityId, taken)
    const won = fact('chargeback_reversed', later(at, choice.until), entityId, taken)
    return choice.isReversed ? [back, won] : [back]
  })
}

/** The ways in which a payment can develop before any refund or chargeback. */
const COURSES: readonly (readonly string[])[] = [
  ['declined'],
  ['pending'],
  ['pending', 'capture_pending'],
  ['pending', 'declined'],
  ['pending', 'ended'],
  ['pending', 'capture_pending', 'captured'],
  ['pending', 'capture_pending', 'captured'],
  ['pending', 'capture_pending', 'captured'],
  ['pending', 'declined', 'captured'],
  ['pending', 'ended', 'captured'],
  ['pending', 'captured', 'ended'],
]

/** The random choices for a payment until the money has arrived or never will; times are in minutes. */
const begun = { course: fc.constantFrom(...COURSES), gaps: fc.tuple(wideGap, wideGap) }

const beginning = (
  method: PaymentHistory['method'],
  start: Instant,
  { course, gaps }: { readonly [Name in keyof typeof begun]: Drawn<(typeof begun)[Name]> },
): readonly Fact[] => {
  const types = course.filter((type) => method === 'ticket' || type !== 'capture_pending')
  const end = method === 'sepa' ? 'canceled' : 'expired'
  return inTurn(
    start,
    types.map((type) => `payment_${type === 'ended' ? end : type}`),
    gaps,
  )
}

const paymentHistories = (
  method: PaymentHistory['method'],
  choices: Partial<Setting>,
): fc.Arbitrary<PaymentHistory> =>
  fc
    .record({
      ...begun,
      refunds: fc.array(refundChoice(method), { maxLength: 3 }),
      chargebacks: fc.array(chargebackChoice, { maxLength: method === 'sepa' ? 2 : 0 }),
    })
    .map(({ refunds, chargebacks, ...choice }) => {
      const setting = { ...defaultSetting, ...choices }
      const facts = beginning(method, setting.startsAt, choice)
      const captured = facts.find(({ type }) => type === 'payment_captured')
      const back =
        captured === undefined
          ? []
          : [
              ...withRefunds(captured, setting.amount, refunds),
              ...withChargebacks(captured, setting.amount, chargebacks),
            ]
      return { kind: 'payment', method, setting, mandate: setting.name, facts: [...facts, ...back] }
    })

/** Minutes to the next payment: soon, on the last day of thirty-six months, or on the day after. */
const pause = fc.oneof(gap, fc.constantFrom(1096 * DAY, 1097 * DAY))

const use = fc.record({ ...begun, after: pause })

const MEANING: Readonly<Record<string, string>> = {
  payment_pending: 'collection_presented',
  payment_declined: 'collection_ended',
  payment_canceled: 'collection_ended',
  payment_captured: 'collection_captured',
}

const consequences = ({ setting, facts }: PaymentHistory): readonly Fact[] =>
  facts.map(({ type, at }) => fact(MEANING[type] ?? type, at, `pay_${setting.name}`))

/** Whether a single-use mandate is in use: a payment on it was, or can still be, collected. */
const isHeld = (payments: readonly PaymentHistory[], at: Instant): boolean =>
  payments.some(({ facts }) => {
    const had = facts.filter((each) => each.at <= at)
    const captured = had.some(({ type }) => type === 'payment_captured')
    return captured || !had.some(({ type }) => MEANING[type] === 'collection_ended')
  })

/** Payments in order, without those on a single-use mandate in use: the provider rejects them. */
const paymentsOn = (
  setting: Setting,
  uses: readonly Drawn<typeof use>[],
): readonly PaymentHistory[] => {
  const payments: PaymentHistory[] = []
  let at = setting.startsAt
  for (const [index, choice] of uses.entries()) {
    at = later(at, choice.after)
    if (setting.mandateType === 'single' && isHeld(payments, at)) continue
    const own = { ...setting, name: `${setting.name}${'abcdefgh'[index] ?? 'i'}`, startsAt: at }
    const facts = beginning('sepa', at, choice)
    payments.push({ kind: 'payment', method: 'sepa', setting: own, mandate: setting.name, facts })
  }
  return payments
}

const mandateHistories = (choices: Partial<Setting>): fc.Arbitrary<MandateHistory> =>
  fc
    .record({
      mandateType: fc.constantFrom('single', 'recurring'),
      uses: fc.array(use, { maxLength: 4 }),
      cancelledAfter: fc.option(fc.tuple(pause, gap), { freq: 2 }),
    })
    .map(({ mandateType, uses, cancelledAfter }) => {
      const setting = { ...defaultSetting, mandateType, ...choices }
      const [first = 0, second = 0] = cancelledAfter ?? []
      const stop = later(setting.startsAt, first + second)
      const cancelled = cancelledAfter === null ? [] : [fact('mandate_cancelled', stop)]
      const taken = paymentsOn(setting, uses).filter(
        ({ facts: [begun] }) => cancelled.length === 0 || (begun !== undefined && begun.at <= stop),
      )
      const own = [fact('mandate_created', setting.startsAt), ...cancelled]
      const facts = [...own, ...taken.flatMap(consequences)]
      return { kind: 'mandate', setting, facts, payments: taken }
    })

const DECIDED = [
  'session_approved',
  'session_attempted',
  'session_unavailable',
  'session_declined',
  'session_rejected',
]

/** How far a session gets, and how it may end then; '' if it has not ended yet. */
const SESSIONS: readonly (readonly [steps: readonly string[], ends: readonly string[]])[] = [
  [[], ['', 'session_expired']],
  [['channel_data_submitted'], ['']],
  [['channel_data_submitted', 'session_challenged'], ['']],
  [['channel_data_submitted'], DECIDED],
  [
    ['channel_data_submitted', 'session_challenged'],
    [...DECIDED, 'challenge_abandoned'],
  ],
]

/** Minutes between two steps: more than the clock tolerance. */
const stepGap = fc.constantFrom(2, 5, 14)

const sessionHistories = (choices: Partial<Setting>): fc.Arbitrary<SessionHistory> =>
  fc
    .record({
      mode: fc.constantFrom('hosted', 'non_hosted'),
      channel: fc.constantFrom('browser', 'app'),
      course: fc.oneof(
        ...SESSIONS.map(([steps, ends]) => fc.tuple(fc.constant(steps), fc.constantFrom(...ends))),
      ),
      isCompleted: fc.boolean(),
      gaps: fc.tuple(stepGap, stepGap, stepGap, stepGap),
    })
    .map(({ mode, channel, course: [steps, end], isCompleted, gaps }) => {
      const setting = { ...defaultSetting, ...choices }
      const isDecided = end !== '' && end !== 'session_expired'
      const types = [
        'session_created',
        // the service collects the channel data of a hosted session
        ...steps.filter((type) => mode === 'non_hosted' || type !== 'channel_data_submitted'),
        ...(end === '' ? [] : [end]),
        ...(isDecided && isCompleted ? ['session_completed'] : []),
      ]
      const facts = inTurn(setting.startsAt, types, gaps)
      return { kind: 'session', setting, mode, channel, facts }
    })

/** The part of a machine that the generator of histories needs: one of payfold's own has it. */
export type HistorySubject =
  | { readonly subject: { readonly prefix: 'session' | 'mandate' } }
  | { readonly subject: { readonly prefix: 'payment' }; readonly method: PaymentHistory['method'] }

/**
 * Generates random histories of a machine's subject, which is one of payfold's. They contain only what
 * the interface's tables allow. They do not use the machine's chart, so that tests can check the chart
 * against them.
 */
export const histories = (
  machine: HistorySubject,
  choices: Partial<Setting> = {},
): fc.Arbitrary<TrueHistory> => {
  const { prefix } = machine.subject
  if (prefix === 'session') return sessionHistories(choices)
  if (prefix === 'mandate') return mandateHistories(choices)
  const { method } = machine as { readonly method?: unknown }
  if (prefix === 'payment' && (method === 'sepa' || method === 'ticket')) {
    return paymentHistories(method, choices)
  }
  return failed(`payfold has no histories of ${prefix}, only of its own machines: generate events.`)
}
