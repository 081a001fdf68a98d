/** The findings about chargebacks on which a payment's reports do not agree. */
import type { FindingBase } from '../../src/fold/finding.ts'
import { type Currency, money } from '../../src/words/money.ts'
import { keptChargedBack } from './chargeback-sums.ts'
import { chargedBackOf, takenAgain } from './chargebacks.ts'
import { type Definition, type Differing, greatestOf, REVIEW } from './differing.ts'
import { eventIdsOf } from './open-items.ts'
import type { Reading } from './reading.ts'
import { refundsChargedBack } from './refunds-charged-back.ts'
import { capturedOf } from './totals.ts'

const CHARGEBACKS: ReadonlySet<string> = new Set(['payment_chargeback', 'chargeback_reversed'])

/** Reports may be of one chargeback or of several: `atWorst` is more than `believed`. */
export interface OneOrTwo extends FindingBase {
  readonly code: 'OneOrTwo'
  readonly believed: number
  readonly atWorst: number
  readonly currency: Currency
}

/** Finds chargebacks whose reports do not show how many they are. */
const oneOrTwo: Definition<OneOrTwo> = {
  causes: ['payment_chargeback'],
  find: (whole, { policy }) => {
    const { context } = whole
    if (keptChargedBack(context) !== null) return []
    // a doubt about the amount of one is another finding
    const of = (count: Reading): number =>
      chargedBackOf(context, policy, capturedOf(context) ?? 0, 'believed', null, count)
    const [believed, atWorst] = [of('believed'), of('atWorst')]
    const last = greatestOf(whole, ({ type }) => type === 'payment_chargeback')
    if (believed === atWorst || last === undefined) return []
    const { key, at } = last
    const { currency } = context
    const events = eventIdsOf(whole, (type) => CHARGEBACKS.has(type))
    return [{ code: 'OneOrTwo', key, at, events, believed, atWorst, currency }]
  },
  explain: ({ believed, atWorst, currency }) =>
    `${money(believed, currency)} was charged back, or up to ${money(atWorst, currency)}: ` +
    'the reports do not show whether they are of one chargeback or of several.',
  severity: 'warning',
  source: 'decisions#46',
  remedy: REVIEW,
  lookUp: null,
  readings: ['one', 'two'],
}

/** A reversal is of another amount than its chargeback. */
export type ReversalDiffers = Differing<'ReversalDiffers'>

/** Finds reversals of another amount than their chargeback: the smaller amount comes back. */
const reversalDiffers: Definition<ReversalDiffers> = {
  causes: ['chargeback_reversed'],
  find: ({ context: { chargebacks, currency } }) =>
    Object.entries(chargebacks).flatMap(([id, { chargedBack, reversed }]) => {
      const [expected, actual] = [chargedBack?.amounts[0], reversed?.amounts[0]]
      if (expected === undefined || actual === undefined || actual === expected) return []
      const key = `chargeback_reversed:${id}`
      const at = reversed?.at ?? null
      return [{ code: 'ReversalDiffers', key, at, expected, actual, currency }]
    }),
  explain: ({ expected, actual, currency }) =>
    `A chargeback of ${money(expected, currency)} is reversed with ${money(actual, currency)}.`,
  severity: 'warning',
  source: 'decisions#46',
  remedy: REVIEW,
  lookUp: null,
}

/** Money was taken back again after a chargeback had been reversed. */
export interface ChargedBackAgain extends FindingBase {
  readonly code: 'ChargedBackAgain'
}

const chargedBackAgain: Definition<ChargedBackAgain> = {
  causes: ['chargeback_reversed'],
  find: ({ context }, { policy }) =>
    takenAgain(context, policy).map(({ id, at }) => ({
      code: 'ChargedBackAgain',
      key: `payment_chargeback:${id}`,
      at,
    })),
  explain: ({ key }) => `${key} took the money again after an earlier chargeback was reversed.`,
  severity: 'warning',
  source: 'decisions#46',
  remedy: REVIEW,
  lookUp: null,
}

/** A refund that we requested was carried out by a chargeback; the money counts once. */
export interface RefundAsChargeback extends FindingBase {
  readonly code: 'RefundAsChargeback'
  readonly refund: string
}

const refundAsChargeback: Definition<RefundAsChargeback> = {
  causes: ['payment_chargeback'],
  find: ({ context, occurrences }, { policy }) => {
    const refunds = refundsChargedBack(context, policy, 'believed')
    return occurrences.flatMap(({ type, key, entityId, at }) =>
      type === 'refund_requested' && refunds.has(entityId)
        ? [{ code: 'RefundAsChargeback', key, at, refund: entityId }]
        : [],
    )
  },
  explain: ({ refund }) =>
    `The refund ${refund} was carried out as a chargeback; the money counts once.`,
  severity: 'notice',
  source: 'interface#sepa-sandbox',
  remedy: 'None needed.',
}

/** Every finding about chargebacks on which reports do not agree. */
export const chargebackFindings = {
  OneOrTwo: oneOrTwo,
  ReversalDiffers: reversalDiffers,
  ChargedBackAgain: chargedBackAgain,
  RefundAsChargeback: refundAsChargeback,
}
