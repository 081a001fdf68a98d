/** Random histories that the provider could produce for a machine's subject. */
import fc from 'fast-check'
import { type Instant, shift } from '../../words/time/instant.ts'
import type {
  Fact,
  MandateHistory,
  PaymentHistory,
  SessionHistory,
  TrueHistory,
} from './history.ts'
import { defaultSetting, type Setting } from './setting.ts'

const DAY = 24 * 60

/** Minutes to the next fact: none, more than the clock tolerance, just inside a window, or outside. */
const gap = fc.constantFrom(0, 10, DAY, 3 * DAY, 40 * DAY, 57 * DAY, 430 * DAY)

/** Minutes to the next fact, always more than the clock tolerance. */
const wideGap = fc.constantFrom(10, DAY, 3 * DAY)

const later = (at: Instant, minutes: number): Instant => shift(at, minutes * 60)

const fact = (type: string, at: Instant, entityId = '', amount?: number): Fact =>
  amount === undefined ? { type, at, entityId } : { type, at, entityId, amount }

type Drawn<A> = A extends fc.Arbitrary<infer Value> ? Value : never

const REFUNDS = ['asked', 'pending', 'refunded', 'refunded', 'declined', 'reversed'] as const

/** The sixtieths of the amount to return: few values, so that refunds have equal amounts. */
const part = fc.constantFrom(10, 20, 30, 60)

/** The random choices for one refund; times are in minutes. */
const refundChoice = fc.record({
  course: fc.constantFrom(...REFUNDS),
  part,
  after: gap,
  steps: fc.tuple(gap, gap, wideGap),
  fee: fc.constantFrom(0, 30),
})
type RefundChoice = Drawn<typeof refundChoice>

/** The random choices for one chargeback; times are in minutes. */
const chargebackChoice = fc.record({
  part,
  after: gap,
  isReversed: fc.boolean(),
  until: wideGap,
})

interface PlannedRefund {
  readonly choice: RefundChoice
  readonly begin: Instant
}

const refundFacts = (
  entityId: string,
  amount: number,
  { choice, begin }: PlannedRefund,
  mayCostFee: boolean,
) => {
  const [first, second, third] = choice.steps
  const pendingAt = later(begin, first)
  const doneAt = later(pendingAt, second)
  const of = (type: string, at: Instant): Fact => fact(type, at, entityId, amount)
  const asked = of('refund_requested', begin)
  const pending = of('payment_refund_pending', pendingAt)
  const done = mayCostFee ? Math.max(1, amount - choice.fee) : amount
  const refunded = fact('payment_refunded', doneAt, entityId, done)
  switch (choice.course) {
    case 'asked':
      return [asked]
    case 'pending':
      return [asked, pending]
    case 'refunded':
      return [asked, pending, refunded]
    case 'declined':
      return [asked, pending, of('payment_refund_declined', doneAt)]
    case 'reversed':
      return [asked, pending, refunded, of('payment_refund_declined', later(doneAt, third))]
  }
}

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

/**
 * Adds each refund that the remaining amount covers: the provider rejects any other refund. A refund
 * may cost a fee: less is paid out than was asked for.
 */
const withRefunds = (
  captured: Fact,
  amount: number,
  choices: readonly RefundChoice[],
  mayCostFee = false,
): readonly Fact[] => {
  const byTime = choices
    .map((choice): PlannedRefund => ({ choice, begin: later(captured.at, choice.after) }))
    .toSorted((a, b) => (a.begin < b.begin ? -1 : 1))
  const facts: Fact[] = []
  for (const [index, planned] of byTime.entries()) {
    const asked = Math.floor((amount * planned.choice.part) / 60)
    if (asked === 0 || boundAt(facts, planned.begin) + asked > amount) continue
    facts.push(...refundFacts(`refund${index + 1}`, asked, planned, mayCostFee))
  }
  return facts
}

/** Adds each chargeback that the remaining amount covers. */
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
const PAYMENT_COURSES = [
  'declinedAtOnce',
  'pending',
  'onItsWay',
  'declined',
  'ended',
  'captured',
  'captured',
  'captured',
  'capturedAfterDecline',
  'capturedAfterEnd',
  'endedAfterCapture',
] as const
type PaymentCourse = (typeof PAYMENT_COURSES)[number]

const course = fc.constantFrom(...PAYMENT_COURSES)

/** A payment's facts until the money has arrived or never will; its steps are in minutes. */
const beginning = (
  course: PaymentCourse,
  method: PaymentHistory['method'],
  start: Instant,
  [first, second]: readonly [number, number],
): readonly Fact[] => {
  const pending = fact('payment_pending', start)
  const then = later(start, first)
  const after = later(then, second)
  const end = method === 'sepa' ? 'payment_canceled' : 'payment_expired'
  const onItsWay = method === 'ticket' ? [fact('payment_capture_pending', then)] : []
  const captured = fact('payment_captured', after)
  const declined = fact('payment_declined', then)
  const ended = fact(end, then)
  const facts: Readonly<Record<PaymentCourse, readonly Fact[]>> = {
    declinedAtOnce: [fact('payment_declined', start)],
    pending: [pending],
    onItsWay: [pending, ...onItsWay],
    declined: [pending, declined],
    ended: [pending, ended],
    captured: [pending, ...onItsWay, captured],
    capturedAfterDecline: [pending, declined, captured],
    capturedAfterEnd: [pending, ended, captured],
    endedAfterCapture: [pending, fact('payment_captured', then), fact(end, after)],
  }
  return facts[course]
}

const paymentHistories = (
  method: PaymentHistory['method'],
  choices: Partial<Setting>,
): fc.Arbitrary<PaymentHistory> =>
  fc
    .record({
      course,
      steps: fc.tuple(wideGap, wideGap),
      refunds: fc.array(refundChoice, { maxLength: 3 }),
      chargebacks: fc.array(chargebackChoice, { maxLength: method === 'sepa' ? 2 : 0 }),
    })
    .map(({ course, steps, refunds, chargebacks }) => {
      const setting = { ...defaultSetting, ...choices }
      const facts = beginning(course, method, setting.startsAt, steps)
      const captured = facts.find(({ type }) => type === 'payment_captured')
      const back =
        captured === undefined
          ? []
          : [
              ...withRefunds(captured, setting.amount, refunds, method === 'ticket'),
              ...withChargebacks(captured, setting.amount, chargebacks),
            ]
      return { kind: 'payment', method, setting, mandate: setting.name, facts: [...facts, ...back] }
    })

/** Minutes to the next payment: soon, on the last day of thirty-six months, or on the day after. */
const pause = fc.oneof(gap, fc.constantFrom(1096 * DAY, 1097 * DAY))

const use = fc.record({
  course,
  after: pause,
  steps: fc.tuple(wideGap, wideGap),
})

const MEANING: Readonly<Record<string, string>> = {
  payment_pending: 'collection_presented',
  payment_declined: 'collection_ended',
  payment_canceled: 'collection_ended',
  payment_captured: 'collection_captured',
}

/** Returns the consequences that a payment has for its mandate, with the payment's id. */
const consequences = ({ setting, facts }: PaymentHistory): readonly Fact[] =>
  facts.flatMap(({ type, at }) => fact(MEANING[type] ?? type, at, `pay_${setting.name}`))

/** Whether a single-use mandate is in use: a payment on it was, or can still be, collected. */
const isHeld = (payments: readonly PaymentHistory[], at: Instant): boolean =>
  payments.some(({ facts }) => {
    const had = facts.filter((each) => each.at <= at)
    const captured = had.some(({ type }) => type === 'payment_captured')
    return captured || !had.some(({ type }) => MEANING[type] === 'collection_ended')
  })

/** Payments in order, without those on a single-use mandate in use: the provider rejects them. */
const inTurn = (
  setting: Setting,
  uses: readonly Drawn<typeof use>[],
): readonly PaymentHistory[] => {
  const payments: PaymentHistory[] = []
  let at = setting.startsAt
  for (const [index, { course, after, steps }] of uses.entries()) {
    at = later(at, after)
    if (setting.mandateType === 'single' && isHeld(payments, at)) continue
    const own = { ...setting, name: `${setting.name}${'abcdefgh'[index] ?? 'i'}`, startsAt: at }
    const facts = beginning(course, 'sepa', at, steps)
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
      const taken = inTurn(setting, uses).filter(
        ({ facts: [begun] }) => cancelled.length === 0 || (begun !== undefined && begun.at <= stop),
      )
      const own = [fact('mandate_created', setting.startsAt), ...cancelled]
      const facts = [...own, ...taken.flatMap(consequences)]
      return { kind: 'mandate', setting, facts, payments: taken }
    })

/** How far a session gets before it is decided, if it is ever decided. */
const SESSION_COURSES = [
  'pending',
  'processing',
  'challenged',
  'frictionless',
  'afterChallenge',
] as const
type SessionCourse = (typeof SESSION_COURSES)[number]

const DECIDED = [
  'session_approved',
  'session_attempted',
  'session_unavailable',
  'session_declined',
  'session_rejected',
] as const

/** The issuer's decision, expiry, an abandoned challenge, or '' for none yet. */
const outcomeAfter = (course: SessionCourse): readonly string[] => {
  if (course === 'pending') return ['', 'session_expired']
  if (course === 'afterChallenge') return [...DECIDED, 'challenge_abandoned']
  return course === 'frictionless' ? DECIDED : ['']
}

/** Minutes between two steps: more than the clock tolerance. */
const stepGap = fc.constantFrom(2, 5, 14)

const isDecided = (course: SessionCourse): boolean => outcomeAfter(course)[0] !== ''

const sessionHistories = (choices: Partial<Setting>): fc.Arbitrary<SessionHistory> =>
  fc
    .record({
      mode: fc.constantFrom('hosted', 'non_hosted'),
      channel: fc.constantFrom('browser', 'app'),
      course: fc.constantFrom(...SESSION_COURSES),
      end: fc.nat(),
      isCompleted: fc.boolean(),
      gaps: fc.tuple(stepGap, stepGap, stepGap, stepGap),
    })
    .map(({ mode, channel, course, end, isCompleted, gaps }) => {
      const setting = { ...defaultSetting, ...choices }
      const outcomes = outcomeAfter(course)
      const outcome = outcomes[end % outcomes.length] ?? ''
      const isOurs = mode === 'non_hosted'
      const types = [
        'session_created',
        ...(isOurs && course !== 'pending' ? ['channel_data_submitted'] : []),
        ...(course === 'challenged' || course === 'afterChallenge' ? ['session_challenged'] : []),
        ...(outcome === '' ? [] : [outcome]),
        ...(isDecided(course) && isCompleted ? ['session_completed'] : []),
      ]
      const facts = stepsOf(setting.startsAt, types, gaps)
      return { kind: 'session', setting, mode, channel, facts }
    })

const stepsOf = (
  start: Instant,
  types: readonly string[],
  gaps: readonly number[],
): readonly Fact[] =>
  types.map((type, index) => {
    const minutes = gaps.slice(0, index).reduce((sum, each) => sum + each, 0)
    return fact(type, later(start, minutes))
  })

/** The part of a machine that the generator of histories needs. Every machine has this part. */
export interface HistorySubject {
  readonly subject: { readonly prefix: string }
  readonly method: string | null
}

/**
 * Generates random histories of a machine's subject. They contain only what the interface's tables
 * allow. They do not use the machine's chart, so that tests can check the chart against them.
 */
export const histories = (
  { subject: { prefix }, method }: HistorySubject,
  choices: Partial<Setting> = {},
): fc.Arbitrary<TrueHistory> => {
  if (prefix === 'session') return sessionHistories(choices)
  if (prefix === 'mandate') return mandateHistories(choices)
  if (method === 'sepa' || method === 'ticket') return paymentHistories(method, choices)
  return fc.oneof(paymentHistories('sepa', choices), paymentHistories('ticket', choices))
}
