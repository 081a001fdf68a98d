/** The findings about a payment's money: the doubts, and what an auditor should look at. */
import type { FindingBase } from '../../src/contract/finding.ts'
import type { FindingDefinition } from '../../src/contract/machine-record.ts'
import type { Occurrence } from '../../src/contract/occurrence.ts'
import { ownAt } from '../../src/words/data/plain-data.ts'
import { type Currency, money } from '../../src/words/money.ts'
import { shift } from '../../src/words/time/instant.ts'
import type { ActionsListed } from '../observed/events.ts'
import { overruled } from '../observed/findings.ts'
import { doubts, idOf } from './doubts.ts'
import type { Payment } from './memory.ts'
import { ENDS } from './snapshot.ts'
import { paymentSums, refundStatus } from './sums.ts'

// ends ---------------------------------------------------------------------
type EndsContradict = FindingBase & {
  readonly code: 'EndsContradict'
  readonly event: string
  readonly others: readonly string[]
}

const endsContradict: FindingDefinition<Payment, string, EndsContradict> = {
  causes: [...ENDS],
  find: ({ context, occurrences }) => {
    const ends = occurrences.filter(
      ({ type, disposition }) => ENDS.has(type) && disposition === 'chart',
    )
    const last = ends.at(-1)
    if (context.captured !== null || last === undefined || ends.length < 2) return []
    const { key, at, type: event } = last
    const events = [...new Set(ends.flatMap((end) => end.events.map(idOf)))]
    const others = ends.slice(0, -1).map(({ type }) => type)
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

/** In minor units. */
type NegativeNet = FindingBase & {
  readonly code: 'NegativeNet'
  readonly net: number
  readonly currency: Currency | null
}

/** Counts reported refunds only. */
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

type RefundAtRisk = FindingBase & {
  readonly code: 'RefundAtRisk'
  readonly short: number
  readonly currency: Currency
}

/** These refunds can still be stopped. */
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

// names --------------------------------------------------------------------
type OtherReference = FindingBase & {
  readonly code: 'OtherReference'
  readonly refund: string
  readonly requested: string
  readonly listed: string
}

const otherReference: FindingDefinition<Payment, string, OtherReference> = {
  causes: ['actions_listed'],
  find: ({ occurrences }) => {
    const listed = new Map(
      occurrences.flatMap(({ type, data }) =>
        type === 'actions_listed'
          ? (data as ActionsListed['data']).actions.map(({ id, reference }) => [
              id as string,
              reference,
            ])
          : [],
      ),
    )
    return occurrences.flatMap(({ type, key, at, entityId: refund, data, events }) => {
      const isOurs = events.some(({ metadata }) => metadata.source === 'request')
      // without a reference, our command was sent with its id
      const requested = data['reference'] ?? (isOurs ? data['commandId'] : undefined)
      const shown = listed.get(refund)
      if (type !== 'refund_requested' || typeof requested !== 'string') return []
      if (shown === undefined || shown === requested) return []
      return [{ code: 'OtherReference' as const, key, at, refund, requested, listed: shown }]
    })
  },
  title: 'Refund listed under another reference',
  explain: ({ refund, requested, listed }) =>
    `The refund ${refund} was requested as ${requested}, but the provider lists it as ${listed}.`,
  severity: 'warning',
  source: 'decisions#56',
  remedy: { reported: 'Ask the provider which request the action belongs to.' },
}

/** The fields that a payment has once: the strongest message decides their values. */
export const paymentConstants = ['sourceId', 'customerId'] as const

/** What messages about one chargeback may name differently. The action may be that of the capture. */
export const chargebackFields = [
  // money has doubts of its own
  'amount',
  'currency',
  'partlyCaptured',
  'payment_chargeback.reportedAs',
  'payment_chargeback.movesNothing',
  'payment_chargeback.disputeStatus',
  'chargeback_reversed.disputeStatus',
  'payment_chargeback.actionId',
  'chargeback_reversed.actionId',
] as const

type Constant = (typeof paymentConstants)[number]

/** A message names another source or customer than the strongest message, which payfold believes. */
export interface OtherSource extends FindingBase {
  readonly code: 'OtherSource'
  readonly field: Constant
  readonly believed: string
  readonly other: string
}

const WORDS: Readonly<Record<Constant, string>> = { sourceId: 'source', customerId: 'customer' }

/** Each other source or customer is found once. @spec decisions#47 */
export const otherSource: FindingDefinition<Payment, string, OtherSource> = {
  find: ({ occurrences }) =>
    paymentConstants.flatMap((field) => {
      const found = new Map<string, OtherSource>()
      for (const { key, at, data, events } of occurrences) {
        const believed = data[field]
        if (typeof believed !== 'string') continue
        for (const event of events) {
          const other = Object(event.data)[field]
          if (typeof other !== 'string' || other === believed || found.has(other)) continue
          found.set(other, { code: 'OtherSource', key, at, field, believed, other })
        }
      }
      return [...found.values()]
    }),
  title: 'Another source or customer',
  explain: ({ field, believed, other }) =>
    `A message names the ${WORDS[field]} ${other}, but the strongest one names ${believed}.`,
  severity: 'warning',
  source: 'decisions#47',
  remedy: { reported: 'Get the payment: the response shows whose it is.' },
  lookUp: 'entity',
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
