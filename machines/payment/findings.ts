/** The findings that concern a payment as a whole. */
import type { FindingBase } from '../../src/fold/finding.ts'
import type { FindingDefinition } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { formatted, type Instant, isAfter, shift } from '../../src/words/instant.ts'
import { type Currency, money } from '../../src/words/money.ts'
import { balanceMismatch } from './balances.ts'
import type { Payment } from './memory.ts'
import { ENDS } from './snapshot.ts'
import { paymentContradicted } from './snapshot-contradicts.ts'
import { type PaymentSums, refundStatus } from './sums.ts'

const ASK_ACTIONS = 'Ask the provider for the actions of the payment.'

/** An end that changes nothing because the money of the payment had been captured. */
export interface Superseded extends FindingBase {
  readonly code: 'Superseded'
  readonly event: string
  readonly capturedAt: Instant
}

/** Finds ends that were reported although the money was, or may have been, captured before. */
const superseded: FindingDefinition<Payment, string, Superseded> = {
  find: ({ context: { captured }, occurrences }, { toleranceSeconds }) => {
    if (captured === null) return []
    const ends = occurrences.filter(
      ({ type, disposition }) => ENDS.has(type) && disposition === 'chart',
    )
    return ends.flatMap(({ type, key, at, timed }) =>
      timed && captured.timed && isAfter(captured.at, at, toleranceSeconds)
        ? []
        : [{ code: 'Superseded', key, at, event: type, capturedAt: captured.at }],
    )
  },
  explain: ({ event, capturedAt }) =>
    `${event} was reported although the money was captured at ${formatted(capturedAt)}.`,
  severity: 'warning',
  source: 'decisions#7',
  remedy: ASK_ACTIONS,
  lookUp: 'actions',
  formerly: ({ event, capturedAt }) =>
    `${event} was told although the money had come at ${formatted(capturedAt)}.`,
}

/** A refund that was undone after it had succeeded. */
export interface RefundReversed extends FindingBase {
  readonly code: 'RefundReversed'
  readonly refund: string
}

/** Finds refunds that failed after they had succeeded. */
const refundReversed: FindingDefinition<Payment, string, RefundReversed> = {
  find: ({ context: { refunds } }) =>
    Object.entries(refunds).flatMap(([refund, { refunded, declined, ...rest }]) =>
      refunded !== null &&
      declined !== null &&
      refundStatus({ ...rest, refunded, declined }) === 'declined'
        ? [
            {
              code: 'RefundReversed',
              key: `payment_refund_declined:${refund}`,
              at: declined.at,
              refund,
            },
          ]
        : [],
    ),
  explain: ({ refund }) => `The refund ${refund} failed after it had succeeded.`,
  severity: 'notice',
  source: 'decisions#41; sources#gocardless-events',
  remedy: 'Pay the customer back in another way.',
}

const MONEY_BACK: ReadonlySet<string> = new Set(['payment_refunded', 'payment_chargeback'])

/**
 * The last occurrence; of those within the clock tolerance of it, the one with the greatest key.
 */
const lastOf = (all: readonly Occurrence[], toleranceSeconds: number): Occurrence | undefined => {
  const end = all[all.length - 1]
  if (end === undefined) return undefined
  const near = all.filter(({ at }) => at >= shift(end.at, -toleranceSeconds))
  return near.reduce((a, b) => (b.key > a.key ? b : a), end)
}

/** More money went back than came in: `net` is below zero, in minor units. */
export interface NegativeNet extends FindingBase {
  readonly code: 'NegativeNet'
  readonly net: number
  readonly currency: Currency | null
}

/**
 * Finds a net below zero, from reported refunds only, at the last occurrence that sent money back.
 */
const negativeNet = <P extends Payment>(
  sumsOf: (context: P) => PaymentSums,
): FindingDefinition<P, string, NegativeNet> => ({
  find: ({ context, occurrences }, { toleranceSeconds }) => {
    const { captured, refunded, chargedBack, currency } = sumsOf(context)
    if (captured === null) return []
    const net = captured - refunded - chargedBack
    if (net >= 0) return []
    const back = occurrences.filter(
      ({ type, disposition }) => MONEY_BACK.has(type) && disposition === 'chart',
    )
    const { key, at } = lastOf(back, toleranceSeconds) ?? {}
    if (key === undefined || at === undefined) return []
    return [{ code: 'NegativeNet', key, at, net, currency }]
  },
  explain: ({ net, currency }) => `${money(-net, currency)} more went back than came in.`,
  severity: 'error',
  source: 'decisions#41',
  remedy: ASK_ACTIONS,
})

/** Every finding that SEPA and ticket payments share. */
export const paymentFindings = <P extends Payment>(sumsOf: (context: P) => PaymentSums) => ({
  Superseded: superseded,
  RefundReversed: refundReversed,
  NegativeNet: negativeNet(sumsOf),
  BalanceMismatch: balanceMismatch(sumsOf),
  SnapshotContradicts: paymentContradicted,
})
