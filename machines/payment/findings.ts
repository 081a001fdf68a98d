/** The findings about a payment's money: the doubts, and what an auditor should look at. */
import type { FindingBase } from '../../src/contract/finding.ts'
import type { FindingDefinition } from '../../src/contract/machine-record.ts'
import type { Occurrence } from '../../src/contract/occurrence.ts'
import { ownAt } from '../../src/words/data/plain-data.ts'
import { type Currency, money } from '../../src/words/money.ts'
import { shift } from '../../src/words/time/instant.ts'
import { overruled } from '../observed/findings.ts'
import { doubts, idOf } from './doubts.ts'
import type { Payment } from './memory.ts'
import { otherReference } from './other-reference.ts'
import { otherSource } from './other-source.ts'
import { ENDS } from './snapshot.ts'
import { paymentSums, refundStatus } from './sums.ts'

// ends ---------------------------------------------------------------------
const endsIn = (occurrences: readonly Occurrence[]): readonly Occurrence[] =>
  occurrences.filter(({ type, disposition }) => ENDS.has(type) && disposition === 'chart')

/** The last of one or more ends, with the types of the others, and with all of them as evidence. */
const lastEndOf = (ends: readonly Occurrence[]) => {
  const last = ends[ends.length - 1] as Occurrence
  const others = ends.slice(0, -1).map(({ type }) => type)
  const events = [...new Set(ends.flatMap((end) => end.events.map(idOf)))]
  return { last, others, events }
}

/** A payment without money that is reported to have ended in several ways. */
type EndsContradict = FindingBase & {
  readonly code: 'EndsContradict'
  readonly event: string
  readonly others: readonly string[]
}

/** Finds ends without money that contradict each other: one finding for the payment. */
const endsContradict: FindingDefinition<Payment, string, EndsContradict> = {
  causes: [...ENDS],
  find: (whole) => {
    const ends = whole.context.captured === null ? endsIn(whole.occurrences) : []
    if (ends.length < 2) return []
    const { last, others, events } = lastEndOf(ends)
    const { key, at, type: event } = last
    return [{ code: 'EndsContradict', key, at, events, event, others }]
  },
  title: 'Ended in several ways',
  explain: ({ event, others }) =>
    `${others.join(', ')} and ${event} were reported, but a payment ends in one way.`,
  severity: 'warning',
  source: 'decisions#7',
  remedy: { reported: 'Get the payment: its status shows how it ended.' },
  lookUp: 'entity',
}

// sums ---------------------------------------------------------------------
const MONEY_BACK: ReadonlySet<string> = new Set(['payment_refunded', 'payment_chargeback'])

/** The last occurrence; of those near it, within the tolerance, the one with the greatest key. */
const lastOf = (all: readonly Occurrence[], toleranceSeconds: number): Occurrence | undefined => {
  const end = all[all.length - 1]
  if (end === undefined) return undefined
  const near = all.filter(({ at }) => at >= shift(end.at, -toleranceSeconds))
  return near.reduce((a, b) => (b.key > a.key ? b : a), end)
}

/** More money went back than came in: `net` is below zero, in minor units. */
type NegativeNet = FindingBase & {
  readonly code: 'NegativeNet'
  readonly net: number
  readonly currency: Currency | null
}

/**
 * Finds a net below zero, from reported refunds only, at the last occurrence that sent money back.
 */
const negativeNet: FindingDefinition<Payment, string, NegativeNet> = {
  causes: [...MONEY_BACK],
  find: ({ context, occurrences }, { toleranceSeconds }) => {
    const { captured, refunded, chargedBack, currency } = paymentSums(context)
    // a capture that is not known yet was of some amount: that it is missing is another finding
    if (context.captured === null || captured === null) return []
    const net = captured - refunded - chargedBack
    if (net >= 0) return []
    const compared = { captured, refunded, chargedBack }
    const back = occurrences.filter(
      ({ type, disposition }) => MONEY_BACK.has(type) && disposition === 'chart',
    )
    const last = lastOf(back, toleranceSeconds)
    return last === undefined
      ? []
      : [{ code: 'NegativeNet', key: last.key, at: last.at, net, currency, compared }]
  },
  title: 'More went back than came in',
  stake: ({ net }) => -net,
  explain: ({ net, currency }) => `${money(-net, currency)} more went back than came in.`,
  severity: 'error',
  source: 'decisions#41',
  remedy: { reported: 'Ask the provider for the actions of the payment.' },
}

/** Open refunds and chargebacks together are more than what was captured; `short` is by how much. */
type RefundAtRisk = FindingBase & {
  readonly code: 'RefundAtRisk'
  readonly short: number
  readonly currency: Currency
}

/** Finds open refunds that the money left does not cover: they can still be stopped. */
const refundAtRisk: FindingDefinition<Payment, string, RefundAtRisk> = {
  causes: ['refund_requested', 'payment_refund_pending'],
  find: ({ context, occurrences }) => {
    const { net, refunding, currency } = paymentSums(context)
    if (context.captured === null || net === null || net >= 0) return []
    const isOpen = ({ entityId, disposition }: Occurrence): boolean => {
      const refund = ownAt(context.refunds, entityId)
      return disposition === 'chart' && refund !== undefined && refundStatus(refund) === 'open'
    }
    const last = occurrences.findLast(isOpen)
    if (last === undefined) return []
    const short = Math.min(-net, refunding)
    const compared = { refunding, left: net + refunding }
    return [{ code: 'RefundAtRisk', key: last.key, at: last.at, short, currency, compared }]
  },
  title: 'Refunds of more than is left',
  stake: ({ short }) => short,
  explain: ({ short, currency }) =>
    `Open refunds exceed the money that is left by ${money(short, currency)}.`,
  severity: 'error',
  source: 'decisions#41',
  remedy: { reported: 'Ask the provider to stop the refund while it is pending.' },
}

/** Every finding that SEPA and ticket payments share. */
export const paymentFindings = {
  ...doubts,
  EndsContradict: endsContradict,
  NegativeNet: negativeNet,
  RefundAtRisk: refundAtRisk,
  Overruled: overruled,
  OtherReference: otherReference,
  OtherSource: otherSource,
}
