/** What a mandate learns if the payer's bank refuses a payment on it, or takes the money back. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Consequence } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import type { Instant } from '../../src/words/instant.ts'
import type { SourceId } from '../payment/names.ts'
import { earliest, impliedBy, onMandate } from './implied.ts'
import { reasonOf } from './reasons.ts'

const REFUSING: ReadonlySet<string> = new Set(['payment_declined', 'payment_chargeback'])

/** The reason of a message, if it ends the mandate or its account. */
const endingIn = ({ data }: DomainEvent): string | undefined => {
  const { reason, responseCode } = data as Readonly<Record<string, unknown>>
  const code = [reason, responseCode].find((each) => (reasonOf(each)?.ends ?? null) !== null)
  return code === undefined ? undefined : String(code)
}

/** The chargeback of an occurrence; nothing for a payment that was declined. */
const chargebackIn = ({ entityId }: Occurrence) =>
  entityId === '' ? {} : { chargebackId: entityId }

/** The disputes that the reports of a chargeback name. */
const disputesIn = (occurrences: readonly Occurrence[], chargeback: string): ReadonlySet<unknown> =>
  new Set(
    occurrences
      .filter(({ type, entityId }) => type === 'payment_chargeback' && entityId === chargeback)
      .flatMap(({ events }) => events.flatMap(({ data }) => Object(data).disputeId ?? [])),
  )

/**
 * Says to the mandate each reason that ends it or its account, and that such a chargeback was given
 * back: by a reversal that names its dispute, or by any if no other chargeback was reported. @spec decisions#55
 */
export const bankRefusals = (
  sourceId: SourceId,
  occurrences: readonly Occurrence[],
  since: Instant | null,
): readonly Consequence[] => {
  const refused = new Set<string>()
  const implied = (occurrence: Occurrence, event: DomainEvent, type: string, more: object) => {
    const { paymentId } = Object(event.data)
    const data = { sourceId, paymentId, ...chargebackIn(occurrence), ...more }
    return onMandate(sourceId, occurrence.key, impliedBy(event, type, data, since))
  }
  const refusals = occurrences.flatMap((occurrence) => {
    if (!REFUSING.has(occurrence.type)) return []
    return occurrence.events.flatMap((event) => {
      const reason = endingIn(event)
      if (reason === undefined) return []
      refused.add(occurrence.entityId)
      return [implied(occurrence, event, 'bank_refused', { reason })]
    })
  })
  const chargebacks = new Set(
    occurrences.flatMap(({ type, entityId }) => (type === 'payment_chargeback' ? entityId : [])),
  )
  const ended = occurrences.flatMap((occurrence) => {
    const { type, entityId, events } = occurrence
    if (type !== 'chargeback_reversed' || !refused.has(entityId)) return []
    const named = disputesIn(occurrences, entityId)
    const isOf = ({ data }: DomainEvent): boolean =>
      chargebacks.size === 1 || named.has(Object(data).disputeId)
    return events.filter(isOf).map((event) => implied(occurrence, event, 'bank_refusal_ended', {}))
  })
  return earliest([...refusals, ...ended])
}
