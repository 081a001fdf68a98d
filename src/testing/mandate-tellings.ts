/** How the facts of a mandate are told: by the answers to our own requests, and by snapshots. */

import type { Fact, MandateHistory } from './history.ts'
import { answered, type Step } from './messages.ts'

const bodyOf = ({ setting: { name } }: MandateHistory): object => ({
  id: `src_${name}`,
  type: 'Sepa',
  response_code: '10000',
  response_data: { mandate_reference: `MANDATE-${name}` },
  customer: { id: `cus_${name}` },
})

/** The answer to a request of ours that a fact follows from; none for what payments mean for it. */
export const answerOf = (history: MandateHistory, fact: Fact): Step | null => {
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

/** What the provider shows of the source. */
export const snapshotAt = (history: MandateHistory, at: Fact['at']): Step => {
  const params = { id: `src_${history.setting.name}` }
  return answered(at, 'getSource', () => ({ params, status: 200, body: bodyOf(history) }))
}
