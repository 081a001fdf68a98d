/** Finds messages that name another source or customer than the one that a payment has. */
import type { FindingBase } from '../../src/contract/finding.ts'
import type { FindingDefinition } from '../../src/contract/machine-record.ts'
import type { Occurrence } from '../../src/contract/occurrence.ts'
import type { Payment } from './memory.ts'

/** The fields that a payment has once: the strongest message decides their values. */
export const paymentConstants = ['sourceId', 'customerId'] as const

/**
 * The fields that messages about one chargeback may name differently: their kind, and the action,
 * which may be that of the capture.
 */
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

const valueIn = (data: object, field: Constant): unknown =>
  (data as Readonly<Record<string, unknown>>)[field]

/** Whether any event names another value of a field than the occurrence that it reports has. */
const isNamedOtherwise = (field: Constant, occurrences: readonly Occurrence[]): boolean => {
  for (const { data, events } of occurrences) {
    for (const event of events) {
      if (event.data !== data && valueIn(event.data, field) !== data[field]) return true
    }
  }
  return false
}

/** Adds the values of a field that the events of an occurrence name besides the believed one. */
const addOthers = (
  found: Map<string, OtherSource>,
  field: Constant,
  { key, at, data, events }: Occurrence,
): void => {
  const believed = data[field]
  if (typeof believed !== 'string') return
  for (const event of events) {
    const other = valueIn(event.data, field)
    if (typeof other !== 'string' || other === believed || found.has(other)) continue
    found.set(other, { code: 'OtherSource', key, at, field, believed, other })
  }
}

/**
 * Finds each other source or customer once, at the first occurrence for which it was reported.
 * @spec decisions#47
 */
export const otherSource: FindingDefinition<Payment, string, OtherSource> = {
  find: ({ occurrences }) =>
    paymentConstants.flatMap((field) => {
      if (!isNamedOtherwise(field, occurrences)) return []
      const first = new Map<string, OtherSource>()
      for (const occurrence of occurrences) addOthers(first, field, occurrence)
      return [...first.values()]
    }),
  title: 'Another source or customer',
  explain: ({ field, believed, other }) =>
    `A message names the ${WORDS[field]} ${other}, but the strongest one names ${believed}.`,
  severity: 'warning',
  source: 'decisions#47',
  remedy: { reported: 'Get the payment: the response shows whose it is.' },
  lookUp: 'entity',
}
