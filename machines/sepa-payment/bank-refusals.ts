/** What a mandate learns if the payer's bank refuses a payment on it, or takes the money back. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Consequence } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import type { Instant } from '../../src/words/instant.ts'
import type { SourceId } from '../payment/names.ts'
import { earliest, impliedBy, onMandate } from './implied.ts'
import { reasonOf } from './reasons.ts'

const REFUSING: ReadonlySet<string> = new Set(['payment_declined', 'payment_chargeback'])

/** The types of what is said to the mandate. */
const PASSED_ON: ReadonlySet<string> = new Set([...REFUSING, 'chargeback_reversed'])

/** The reason of a message, if it ends the mandate or its account. */
const endingIn = ({ data }: DomainEvent): string | undefined => {
  const { reason, responseCode } = data as Readonly<Record<string, unknown>>
  const code = [reason, responseCode].find((each) => (reasonOf(each)?.ends ?? null) !== null)
  return code === undefined ? undefined : String(code)
}

/** The names that a message itself has for a chargeback: later messages do not change them. */
const namesIn = ({ data }: DomainEvent) => {
  const { disputeId, actionId } = Object(data)
  return {
    ...(disputeId === undefined ? {} : { disputeId }),
    ...(actionId === undefined ? {} : { actionId }),
  }
}

/** Whether a reversal is of no dispute but those of these messages: a later one may be of its dispute. */
const isNamedIn = (messages: readonly DomainEvent[], reversal: DomainEvent): boolean => {
  const { disputeId } = Object(reversal.data)
  return (
    disputeId === undefined || messages.some(({ data }) => Object(data).disputeId === disputeId)
  )
}

/** The reason of each dispute: a round of it that names none has the same one. */
const reasonsOf = (events: readonly DomainEvent[]): ReadonlyMap<unknown, string> => {
  const named = events.flatMap((event) => {
    const [reason, dispute] = [endingIn(event), Object(event.data).disputeId]
    return reason === undefined || dispute === undefined ? [] : [[dispute, reason] as const]
  })
  return new Map(named.sort(([, one], [, other]) => (one < other ? 1 : -1)))
}

/**
 * Says to the mandate each reason that ends it or its account, and each dispute that was given back.
 * What is said hangs on the names of one message only, so that later messages only add to it.
 * @spec decisions#55
 */
export const bankRefusals = (
  sourceId: SourceId,
  occurrences: readonly Occurrence[],
  since: Instant | null,
): readonly Consequence[] => {
  if (!occurrences.some(({ type }) => PASSED_ON.has(type))) return []
  const reasons = reasonsOf(occurrences.flatMap(({ events }) => events))
  const implied = ({ key }: Occurrence, event: DomainEvent, type: string, more: object) => {
    const { paymentId } = Object(event.data)
    const data = { sourceId, paymentId, ...more }
    return onMandate(sourceId, key, impliedBy(event, type, data, since))
  }
  const refusals = occurrences.flatMap((occurrence) => {
    if (!REFUSING.has(occurrence.type)) return []
    return occurrence.events.flatMap((event) => {
      const reason = endingIn(event) ?? reasons.get(Object(event.data).disputeId)
      if (reason === undefined) return []
      return [implied(occurrence, event, 'bank_refused', { ...namesIn(event), reason })]
    })
  })
  const taken = new Map(
    occurrences.flatMap(({ type, entityId, events }) =>
      type === 'payment_chargeback' ? [[entityId, events] as const] : [],
    ),
  )
  const ended = occurrences.flatMap((occurrence) => {
    if (occurrence.type !== 'chargeback_reversed' || occurrence.disposition !== 'chart') return []
    const messages = taken.get(occurrence.entityId) ?? []
    const refusing = messages.filter(
      (event) => (endingIn(event) ?? reasons.get(Object(event.data).disputeId)) !== undefined,
    )
    // each name by which the mandate was refused ends with what was given back
    const names = [...new Set(refusing.map((event) => JSON.stringify(namesIn(event))))]
    return occurrence.events
      .filter((event) => isNamedIn(messages, event))
      .flatMap((event) =>
        names.map((name) => implied(occurrence, event, 'bank_refusal_ended', JSON.parse(name))),
      )
  })
  return earliest([...refusals, ...ended])
}
