/** Finds payments by which the payer's bank said that nothing can be collected on the mandate. */
import type { FindingBase } from '../../src/contract/finding.ts'
import type { FindingDefinition } from '../../src/contract/machine-record.ts'
import type { Occurrence } from '../../src/contract/occurrence.ts'
import { eventsOf } from '../../src/contract/state.ts'
import { isReceivedBy, lastSpoken } from '../observed/persons-words.ts'
import { reasonOf } from '../words/bank-reasons.ts'

/** The payer's bank refused a payment, or took it back, for a reason that ends the mandate. */
type RefusedByBank = FindingBase & {
  readonly code: 'RefusedByBank'
  readonly payment: string
  readonly reasonCode: string
}

/** Whether a person has said that the mandate is usable, as of a time by which a message was received. */
export const isUsableBy = (
  occurrences: readonly Occurrence[],
): ((occurrence: Occurrence) => boolean) => {
  const word = lastSpoken(eventsOf({ occurrences }), ({ usable }) => typeof usable === 'boolean')
  return (occurrence) => word?.data['usable'] === true && isReceivedBy(occurrence, word.asOf)
}

/** The names of a chargeback in a message; a payment that was declined has its own name only. */
const namesOf = ({ data }: Occurrence): readonly string[] => {
  const { paymentId, disputeId, actionId } = data
  const own = [disputeId, actionId].flatMap((id) => (id === undefined ? [] : [String(id)]))
  return [...own, ...(own.length === 0 ? [''] : [])].map((id) => `${paymentId} ${id}`)
}

const ofType = (occurrences: readonly Occurrence[], wanted: string): readonly Occurrence[] =>
  occurrences.filter(({ type }) => type === wanted)

/** The refusals in groups: those of one chargeback share a name. */
const groupsOf = (refusals: readonly Occurrence[]): readonly (readonly Occurrence[])[] =>
  refusals.reduce<readonly (readonly Occurrence[])[]>((groups, refusal) => {
    const names = new Set(namesOf(refusal))
    const isSame = (group: readonly Occurrence[]): boolean =>
      group.some((each) => namesOf(each).some((name) => names.has(name)))
    const [others, same] = [groups.filter((group) => !isSame(group)), groups.filter(isSame)]
    return others.concat([same.flat().concat(refusal)])
  }, [])

/** The refusals of a chargeback that no later reversal of its dispute gave back. */
const standingIn = (group: readonly Occurrence[], ended: readonly Occurrence[]) => {
  const names = new Set(group.flatMap(namesOf))
  const reversals = ended.filter((each) => namesOf(each).some((name) => names.has(name)))
  return group.filter(({ at }) => !reversals.some((reversal) => reversal.at >= at))
}

/** Finds each refusal that was not given back. @spec decisions#55 */
export const refusedByBank: FindingDefinition<object, string, RefusedByBank> = {
  causes: ['bank_refused'],
  find: ({ occurrences }) => {
    const ended = ofType(occurrences, 'bank_refusal_ended')
    const isSpokenFor = isUsableBy(occurrences)
    const refused = ofType(occurrences, 'bank_refused').filter((each) => !isSpokenFor(each))
    return groupsOf(refused).flatMap((group) => {
      const standing = standingIn(group, ended)
      const [first] = standing
      if (first === undefined) return []
      const { key, at, data } = first
      const events = standing.flatMap((each) => each.events.map(({ metadata }) => metadata.eventId))
      const [payment, reasonCode] = [String(data['paymentId']), String(data['reason'])]
      const found: RefusedByBank = { code: 'RefusedByBank', key, at, events, payment, reasonCode }
      return [found]
    })
  },
  title: "Refused by the payer's bank",
  explain: ({ payment, reasonCode }) =>
    `The payer's bank refused payment ${payment}: ${reasonCode}, ${reasonOf(reasonCode)?.says ?? 'a code that payfold does not know'}.`,
  isFact: true,
  severity: 'warning',
  source: 'decisions#55; sources#sepa-reason-codes',
  remedy: {
    reported:
      'Ask the customer for a new mandate or another account, or state that this one is usable.',
  },
  lookUp: null,
  holds: ['collection_presented'],
}
