/** The messages that report a mandate's facts: responses to our requests, and snapshots. */
import type { Fact, MandateHistory } from './history.ts'
import { answered, type Step } from './provider-messages.ts'

const bodyOf = ({ setting: { name } }: MandateHistory): object => ({
  id: `src_${name}`,
  type: 'Sepa',
  response_code: '10000',
  response_data: { mandate_reference: `MANDATE-${name}` },
  customer: { id: `cus_${name}` },
})

/** The response to the request that causes a fact; null for consequences of payments. */
export const responseOf = (history: MandateHistory, fact: Fact): Step | null => {
  const { name, mandateType } = history.setting
  if (fact.type === 'mandate_created') {
    const request = { type: 'sepa', source_data: { mandate_type: mandateType } }
    const exchange = { key: 'source', request, status: 201, body: bodyOf(history) }
    return answered(fact.at, 'createSource', () => exchange)
  }
  if (fact.type !== 'mandate_cancelled') return null
  const exchange = { key: 'cancel', params: { source_id: `src_${name}` }, status: 200, body: {} }
  return answered(fact.at, 'cancelMandate', () => exchange)
}

/** The provider's snapshot of the source. */
export const snapshotAt = (history: MandateHistory, at: Fact['at']): Step => {
  const params = { id: `src_${history.setting.name}` }
  return answered(at, 'getSource', () => ({ params, status: 200, body: bodyOf(history) }))
}
