/** Finds payments by which the payer's bank said that nothing can be collected on the mandate. */
import type { FindingBase } from '../../src/fold/finding.ts'
import type { FindingDefinition } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { reasonOf } from '../sepa-payment/reasons.ts'

/** The payer's bank refused a payment, or took it back, for a reason that ends the mandate. */
export interface RefusedByBank extends FindingBase {
  readonly code: 'RefusedByBank'
  readonly payment: string
  readonly reasonCode: string
}

/** The refusal that an event is about: a payment, or one chargeback of it. */
const refusalOf = ({ data }: Occurrence): string => `${data['paymentId']} ${data['chargebackId']}`

const ofType = (occurrences: readonly Occurrence[], wanted: string): readonly Occurrence[] =>
  occurrences.filter(({ type }) => type === wanted)

/** Finds each refusal that was not given back. @spec decisions#55 */
export const refusedByBank: FindingDefinition<object, string, RefusedByBank> = {
  find: ({ occurrences }) => {
    const ended = new Set(ofType(occurrences, 'bank_refusal_ended').map(refusalOf))
    const standing = new Map<string, Occurrence[]>()
    for (const each of ofType(occurrences, 'bank_refused')) {
      const refusal = refusalOf(each)
      if (ended.has(refusal)) continue
      standing.set(refusal, [...(standing.get(refusal) ?? []), each])
    }
    return [...standing.values()].flatMap((reports): readonly RefusedByBank[] => {
      const [first] = reports
      if (first === undefined) return []
      const { key, at, data } = first
      const events = reports.flatMap((each) => each.events.map(({ metadata }) => metadata.eventId))
      const [payment, reasonCode] = [String(data['paymentId']), String(data['reason'])]
      return [{ code: 'RefusedByBank', key, at, events, payment, reasonCode }]
    })
  },
  explain: ({ payment, reasonCode }) =>
    `The payer's bank refused payment ${payment}: ${reasonCode}, ${reasonOf(reasonCode)?.says ?? 'a code that payfold does not know'}.`,
  severity: 'warning',
  source: 'decisions#55; sources#sepa-reason-codes',
  remedy: 'Ask the customer for a new mandate, or for another account.',
  lookUp: null,
}
