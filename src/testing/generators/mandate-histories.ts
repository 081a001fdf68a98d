/** Random histories of SEPA mandates: payments in sequence, cancellation, lapse. */
import fc from 'fast-check'
import type { Instant } from '../../words/time/instant.ts'
import { fact, gap, later, wideGap } from './gaps.ts'
import type { Fact, MandateHistory, PaymentHistory } from './history.ts'
import { beginning, course, type PaymentCourse } from './payment-histories.ts'
import { defaultSetting, type Setting } from './setting.ts'

const DAY = 24 * 60

/** Minutes to the next payment: soon, on the last day of thirty-six months, or on the day after. */
const pause = fc.oneof(gap, fc.constantFrom(1096 * DAY, 1097 * DAY))

/** The random choices for one payment. */
interface Use {
  readonly course: PaymentCourse
  readonly after: number
  readonly steps: readonly [number, number]
}

const use: fc.Arbitrary<Use> = fc.record({
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

/**
 * Whether a single-use mandate is in use at a time: a payment on it has been, or can still be,
 * collected.
 */
const isHeld = (payments: readonly PaymentHistory[], at: Instant): boolean =>
  payments.some(({ facts }) => {
    const had = facts.filter((each) => each.at <= at)
    const captured = had.some(({ type }) => type === 'payment_captured')
    return captured || !had.some(({ type }) => MEANING[type] === 'collection_ended')
  })

/**
 * Creates payments in order. Omits payments on a single-use mandate in use: the provider rejects
 * them.
 */
const inTurn = (setting: Setting, uses: readonly Use[]): readonly PaymentHistory[] => {
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

/** Generates histories of mandates, single and recurring. */
export const mandateHistories = (choices: Partial<Setting> = {}): fc.Arbitrary<MandateHistory> =>
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
