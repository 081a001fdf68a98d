/** The findings about what the reports of a refund leave open: its amount, and its reference. */
import type { FindingBase } from '../../src/fold/finding.ts'
import { ownAt } from '../../src/words/plain.ts'
import type { ActionsListed } from '../observed/events.ts'
import type { Definition } from './differing.ts'
import { refundAmount, refundStatus } from './refunds.ts'

/** A refund that no message gives an amount: it counts as all that was left. */
export interface AmountInferred extends FindingBase {
  readonly code: 'AmountInferred'
  readonly refund: string
}

const REPORTS = ['payment_refund_pending', 'payment_refunded']

/** Finds refunds of which the amount is inferred, at the first of their reports. */
const amountInferred: Definition<AmountInferred> = {
  causes: REPORTS,
  find: ({ context: { refunds }, occurrences }) => {
    const found = new Map<string, AmountInferred>()
    for (const { type, key, at, entityId, disposition } of occurrences) {
      if (disposition !== 'chart' || !REPORTS.includes(type) || found.has(entityId)) continue
      const refund = ownAt(refunds, entityId)
      if (refund === undefined || refundStatus(refund) === 'declined') continue
      if (refundAmount(refund) !== null) continue
      found.set(entityId, { code: 'AmountInferred', key, at, refund: entityId })
    }
    return [...found.values()]
  },
  explain: ({ refund }) =>
    `No message gives the refund ${refund} an amount: it counts as all that was left.`,
  severity: 'notice',
  source: 'decisions#8',
  remedy: 'Ask the provider for the actions of the payment.',
}

/** The provider lists a refund with another reference than the one it was requested with. */
export interface OtherReference extends FindingBase {
  readonly code: 'OtherReference'
  readonly refund: string
  readonly requested: string
  readonly listed: string
}

/** Finds refunds that a list names differently than their request, or the response to it. */
const otherReference: Definition<OtherReference> = {
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
    return occurrences.flatMap(({ type, key, at, entityId: refund, data }) => {
      const [requested, shown] = [data['reference'], listed.get(refund)]
      if (type !== 'refund_requested' || typeof requested !== 'string') return []
      if (shown === undefined || shown === requested) return []
      return [{ code: 'OtherReference' as const, key, at, refund, requested, listed: shown }]
    })
  },
  explain: ({ refund, requested, listed }) =>
    `The refund ${refund} was requested as ${requested}, but the provider lists it as ${listed}.`,
  severity: 'warning',
  source: 'decisions#56',
  remedy: 'Ask the provider which request the action belongs to.',
}

/** Every finding about what the reports of a refund leave open. */
export const refundReportFindings = {
  AmountInferred: amountInferred,
  OtherReference: otherReference,
}
