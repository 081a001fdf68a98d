/** The finding that the provider lists a refund with another reference than its request. */
import type { FindingBase } from '../../src/contract/finding.ts'
import type { FindingDefinition } from '../../src/contract/machine-record.ts'
import type { ActionsListed } from '../observed/events.ts'
import type { Payment } from './memory.ts'

/** The provider lists a refund with another reference than the one it was requested with. */
type OtherReference = FindingBase & {
  readonly code: 'OtherReference'
  readonly refund: string
  readonly requested: string
  readonly listed: string
}

/** Finds refunds that a list names differently than their request, or the response to it. */
export const otherReference: FindingDefinition<Payment, string, OtherReference> = {
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
