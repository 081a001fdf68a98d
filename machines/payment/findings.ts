/** The findings that concern a payment as a whole. */

import { occurredAt } from '../../src/event/envelope.ts'
import type { FindingBase } from '../../src/fold/finding.ts'
import type { FindingDefinition, FoldedStream } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { formatted, type Instant, isAfter, later, shift } from '../../src/words/instant.ts'
import { addTo } from '../../src/words/lists.ts'
import { type Currency, money } from '../../src/words/money.ts'
import { amountFindings } from './amount-findings.ts'
import { balanceMismatch } from './balances.ts'
import { boundByGuess } from './bound-by-guess.ts'
import { chargebackFindings } from './chargeback-findings.ts'
import type { Payment } from './memory.ts'
import { otherSource } from './other-source.ts'
import type { PaymentPolicy } from './policy.ts'
import { refundReportFindings } from './refund-reports.ts'
import { refundStatus } from './refunds.ts'
import { ENDS } from './snapshot.ts'
import { paymentContradicted } from './snapshot-contradicts.ts'
import { totals } from './sums.ts'

const ASK_ACTIONS = 'Ask the provider for the actions of the payment.'

/**
 * An end that changes nothing because the money of the payment had been captured. If there are
 * several, `event` is the last of them, and `others` are the ones before it.
 */
export interface Superseded extends FindingBase {
  readonly code: 'Superseded'
  readonly event: string
  readonly others?: readonly string[]
  readonly capturedAt: Instant
}

const endsIn = ({ occurrences }: Pick<FoldedStream<Payment, string>, 'occurrences'>) =>
  occurrences.filter(({ type, disposition }) => ENDS.has(type) && disposition === 'chart')

/** When an end was last said to have happened: it may be reported again, after the capture. */
const lastTimeOf = ({ at, events }: Occurrence): Instant =>
  events.flatMap(({ metadata }) => occurredAt(metadata) ?? []).reduce(later, at)

/** The last of one or more ends, with the types of the others, and with all of them as evidence. */
const lastEndOf = (ends: readonly Occurrence[]) => {
  const last = ends[ends.length - 1] as Occurrence
  const others = ends.slice(0, -1).map(({ type }) => type)
  const events = ends.flatMap((end) => end.events.map(({ metadata }) => metadata.eventId))
  return { last, others, events }
}

/** `a`, `a and b`, `a, b and c`. */
const listed = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ')

/**
 * Finds the ends that were reported although the money was, or may have been, captured before: one
 * finding for the capture.
 */
const superseded: FindingDefinition<Payment, string, Superseded> = {
  causes: [...ENDS],
  find: (whole, { toleranceSeconds }) => {
    const { captured } = whole.context
    if (captured === null) return []
    const late = endsIn(whole).filter(
      (end) =>
        !(end.timed && captured.timed && isAfter(captured.at, lastTimeOf(end), toleranceSeconds)),
    )
    if (late.length === 0) return []
    const { last, others, events } = lastEndOf(late)
    const { key, at, type: event } = last
    const more = others.length === 0 ? {} : { others, events }
    return [{ code: 'Superseded', key, at, event, ...more, capturedAt: captured.at }]
  },
  explain: ({ event, others = [], capturedAt }) =>
    `${listed([...others, event])} ${others.length === 0 ? 'was' : 'were'} reported ` +
    `although the money was captured at ${formatted(capturedAt)}.`,
  severity: 'warning',
  source: 'decisions#7',
  remedy: ASK_ACTIONS,
  lookUp: 'actions',
  readings: ['captured', 'ended'],
  formerly: ({ event, capturedAt }) =>
    `${event} was told although the money had come at ${formatted(capturedAt)}.`,
}

/** A payment without money that is reported to have ended in several ways. */
export interface EndsContradict extends FindingBase {
  readonly code: 'EndsContradict'
  readonly event: string
  readonly others: readonly string[]
}

/** Finds ends without money that contradict each other: one finding for the payment. */
const endsContradict: FindingDefinition<Payment, string, EndsContradict> = {
  causes: [...ENDS],
  find: (whole) => {
    const ends = whole.context.captured === null ? endsIn(whole) : []
    if (ends.length < 2) return []
    const { last, others, events } = lastEndOf(ends)
    const { key, at, type: event } = last
    return [{ code: 'EndsContradict', key, at, events, event, others }]
  },
  explain: ({ event, others }) =>
    `${listed([...others, event])} were reported, but a payment ends in one way.`,
  severity: 'warning',
  source: 'decisions#7',
  remedy: 'Get the payment: its status shows how it ended.',
  lookUp: 'entity',
}

/** A refund that was undone after it had succeeded. */
export interface RefundReversed extends FindingBase {
  readonly code: 'RefundReversed'
  readonly events: readonly string[]
  readonly refund: string
}

/** Finds refunds that failed after they had succeeded. */
const refundReversed: FindingDefinition<Payment, string, RefundReversed> = {
  causes: ['payment_refund_declined'],
  find: (whole) => {
    const ends = new Map<string, string[]>()
    for (const { type, entityId, events } of whole.occurrences) {
      if (type !== 'payment_refunded' && type !== 'payment_refund_declined') continue
      for (const { metadata } of events) addTo(ends, entityId, metadata.eventId as string)
    }
    return Object.entries(whole.context.refunds).flatMap(
      ([refund, stages]): readonly RefundReversed[] => {
        const { refunded, declined } = stages
        if (refunded === null || declined === null) return []
        if (refundStatus(stages) !== 'declined') return []
        const key = `payment_refund_declined:${refund}`
        const events = ends.get(refund) ?? []
        return [{ code: 'RefundReversed', key, at: declined.at, events, refund }]
      },
    )
  },
  explain: ({ refund }) => `The refund ${refund} failed after it had succeeded.`,
  severity: 'notice',
  source: 'decisions#41; sources#gocardless-events',
  remedy: 'Pay the customer back in another way.',
  lookUp: 'actions',
}

const MONEY_BACK: ReadonlySet<string> = new Set(['payment_refunded', 'payment_chargeback'])

/** The last occurrence; of those near it, within the tolerance, the one with the greatest key. */
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
const negativeNet: FindingDefinition<Payment, string, NegativeNet, PaymentPolicy> = {
  causes: [...MONEY_BACK],
  find: ({ context, occurrences }, { policy, toleranceSeconds }) => {
    const { captured, refunded, chargedBack, currency } = totals(context, policy, 'believed')
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
  lookUp: 'actions',
}

/** Every finding that SEPA and ticket payments share. */
export const paymentFindings = {
  Superseded: superseded,
  EndsContradict: endsContradict,
  RefundReversed: refundReversed,
  NegativeNet: negativeNet,
  BalanceMismatch: balanceMismatch,
  SnapshotContradicts: paymentContradicted,
  ...amountFindings,
  ...refundReportFindings,
  ...chargebackFindings,
  OtherSource: otherSource,
  BoundByGuess: boundByGuess,
}
