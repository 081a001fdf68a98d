/** The findings about a mandate: another customer, a refusal by the payer's bank, a source in doubt. */
import type { FindingBase } from '../../src/contract/finding.ts'
import type { FindingDefinition, FoldedStream } from '../../src/contract/machine-record.ts'
import { type Occurrence, strongestFirst } from '../../src/contract/occurrence.ts'
import { withEvent } from '../../src/contract/occurrence-index.ts'
import { eventsOf } from '../../src/contract/state.ts'
import { type DomainEvent, dataIn, receivedAt } from '../../src/event/envelope.ts'
import { askedAtIn, INFORMATIONAL } from '../../src/event/informational-events.ts'
import { listsOf, sortedBy } from '../../src/words/data/lists.ts'
import { formatted, type Instant, isAfter, later, shift } from '../../src/words/time/instant.ts'
import { notUnderstood } from '../observed/not-understood.ts'
import { differSince, lastSpoken } from '../observed/value-statements.ts'
import { type OtherSource, otherSource } from '../payment/findings.ts'
import { reasonOf } from '../words/bank-reasons.ts'
import { REFUSED } from './snapshot.ts'

const field = 'customerId'

/** The messages about the source itself; what payments say is for the rule `sameCustomer`. */
const OF_SOURCE: ReadonlySet<string> = new Set(['mandate_created', 'state_observed'])

interface CustomerEvent {
  readonly event: DomainEvent
  readonly occurrence: Occurrence
  readonly customer: string
}

const namingsIn = (occurrences: readonly Occurrence[]): readonly CustomerEvent[] => {
  const found: CustomerEvent[] = []
  for (const occurrence of occurrences) {
    for (const event of occurrence.events) {
      const customer = dataIn(event)[field]
      if (typeof customer !== 'string' || !OF_SOURCE.has(event.type)) continue
      if (event.metadata.source !== 'inferred') found.push({ event, occurrence, customer })
    }
  }
  return found
}

/** Finds each other customer once, where it was first reported. @spec decisions#47 */
const otherCustomer: FindingDefinition<object, string, OtherSource> = {
  ...otherSource,
  find: ({ occurrences }) => {
    const namings = namingsIn(occurrences)
    if (namings.every(({ customer }) => customer === namings[0]?.customer)) return []
    const [strongest] = strongestFirst(namings.map(({ event }) => event))
    const believed = namings.find(({ event }) => event === strongest)?.customer ?? ''
    const found = new Map<string, OtherSource>()
    for (const { customer: other, occurrence } of namings) {
      const { key, at } = occurrence
      if (other === believed || found.has(other)) continue
      found.set(other, { code: 'OtherSource', key, at, field, believed, other })
    }
    return [...found.values()]
  },
}

// refusals by the payer's bank ----------------------------------------------
type RefusedByBank = FindingBase & {
  readonly code: 'RefusedByBank'
  readonly payment: string
  readonly reasonCode: string
}

const wordIn = (occurrences: readonly Occurrence[]) =>
  lastSpoken(eventsOf({ occurrences }), ({ usable }) => typeof usable === 'boolean')

const isSpokenIn = (occurrences: readonly Occurrence[]): ((occurrence: Occurrence) => boolean) => {
  const word = wordIn(occurrences)
  return ({ events }) =>
    word !== undefined && events.every((event) => receivedAt(event) <= word.asOf)
}

/** The last look-up of the source; of two that were asked for at one time, one that shows a refusal. */
const lastLookUp = (occurrences: readonly Occurrence[]): DomainEvent | undefined =>
  sortedBy(
    eventsOf({ occurrences }).filter(({ type }) => type === INFORMATIONAL.snapshot),
    (event) =>
      `${askedAtIn(event) ?? receivedAt(event)} ${dataIn(event)['status'] === REFUSED} ${event.metadata.eventId}`,
  ).at(-1)

/** The last word of a person, or else a later look-up that shows an active mandate refused. */
export const unusableIn = ({
  status,
  occurrences,
}: Pick<FoldedStream<object, string>, 'status' | 'occurrences'>): {
  readonly event: DomainEvent
  readonly asOf: Instant
} | null => {
  const word = wordIn(occurrences)
  if (word?.data['usable'] === false) return word
  const event = status === 'active' ? lastLookUp(occurrences) : undefined
  if (event === undefined || dataIn(event)['status'] !== REFUSED) return null
  const asOf = receivedAt(event)
  return word !== undefined && asOf <= word.asOf ? null : { event, asOf }
}

type NotUsable = FindingBase & { readonly code: 'NotUsable' }

/** Finds what speaks against a mandate: `mandateUsable` refuses payments, and nobody is asked. */
const notUsable: FindingDefinition<object, string, NotUsable> = {
  causes: [INFORMATIONAL.review, INFORMATIONAL.snapshot],
  find: (whole) => {
    const { event, asOf } = unusableIn(whole) ?? {}
    if (event === undefined) return []
    const [{ key } = { key: '' }] = withEvent(whole.occurrences, event.metadata.eventId)
    return [{ code: 'NotUsable', key, at: asOf ?? null }]
  },
  title: 'Mandate not usable',
  explain: ({ key, at }) => {
    const isShown = key.startsWith(INFORMATIONAL.snapshot)
    const who = isShown ? 'The provider shows' : 'A person has stated'
    return `${who} that the mandate is not usable${at === null ? '' : `, as of ${formatted(at)}`}.`
  },
  isFact: true,
  severity: 'warning',
  source: 'interface#sepa-mandates',
  remedy: {
    reported: 'Ask the customer for a new mandate; or state that this one is usable after all.',
  },
  // nobody is asked: the rule `mandateValid` refuses payments because of it
  holds: [],
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

/** The words for a dispute after which only arbitration gives money back. */
const LOST = ['lost', 'accepted', 'expired']

/** The refusals of a chargeback that no later reversal of its dispute gave back; all, if messages disagree. */
const standingIn = (group: readonly Occurrence[], ended: readonly Occurrence[]) => {
  const names = new Set(group.flatMap(namesOf))
  const reversals = ended.filter((each) => namesOf(each).some((name) => names.has(name)))
  const says = new Set([...group, ...reversals].map(({ data }) => data['disputeStatus']))
  const isLost = !says.has('arbitration_won') && LOST.some((word) => says.has(word))
  if (isLost || says.has('resolved') || says.has('arbitration_lost')) return group
  return group.filter(({ at }) => !reversals.some((reversal) => reversal.at >= at))
}

const isSaidAgain = ({ data }: Occurrence, { data: before }: Occurrence): boolean => {
  const disputes = new Set([data, before].flatMap(({ disputeId }) => disputeId ?? []))
  return data['reason'] === before['reason'] && disputes.size < 2
}

/** Finds each refusal that was not given back. @spec decisions#55 */
const refusedByBank: FindingDefinition<object, string, RefusedByBank> = {
  causes: ['bank_refused'],
  find: ({ status, occurrences }) => {
    // no payment can be made on it any more
    if (status === 'cancelled' || status === 'consumed') return []
    const ended = ofType(occurrences, 'bank_refusal_ended')
    const isSpokenFor = isSpokenIn(occurrences)
    return groupsOf(ofType(occurrences, 'bank_refused')).flatMap((group) => {
      const known = group.filter(isSpokenFor)
      const fresh = group.filter((each) => !known.some((before) => isSaidAgain(each, before)))
      const standing = standingIn(fresh, ended)
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
      'Ask the customer for a new mandate or another account, or state whether this one is usable.',
  },
  lookUp: null,
  holds: ['collection_presented'],
}

// sources in doubt ----------------------------------------------------------
type SourceInDoubt = FindingBase & {
  readonly code: 'SourceInDoubt'
  readonly payment: string
  readonly names: readonly string[]
  /** From when on a look-up of the payment may settle it. */
  readonly from: Instant
}

const FIELDS = ['reportedSource', 'reportedCustomer'] as const
type SourceField = (typeof FIELDS)[number]

const byPayment = (occurrences: readonly Occurrence[]) => {
  const reports = ofType(occurrences, 'source_reported')
  return [...listsOf(reports.map((each) => [String(each.data['paymentId']), each] as const))]
}

/**
 * Whether a look-up settles what reports disagree on: one that is certainly later than their
 * difference, and than each of them that names another.
 */
const isSettled = (
  reports: readonly Occurrence[],
  field: SourceField,
  seconds: number,
): boolean => {
  const since = differSince(reports.map(({ at, data }) => [data[field], at]))
  return reports.some(
    ({ at, data }) =>
      data['lookedUp'] === true &&
      since !== null &&
      isAfter(at, since, seconds) &&
      reports.every((other) => other.data[field] === data[field] || isAfter(at, other.at, seconds)),
  )
}

const namesIn = (
  all: readonly Occurrence[],
  field: SourceField,
  seconds: number,
): readonly string[] => {
  const reports = all.filter(({ data }) => data[field] !== undefined)
  const names = new Set(reports.map(({ data }) => String(data[field])))
  return names.size < 2 || isSettled(reports, field, seconds) ? [] : [...names].sort()
}

/**
 * Whether a look-up came certainly later than everything else, and has not settled it. It says each field in
 * an event of its own, so the last look-ups differ only in a field that they name differently.
 */
const isLookedUp = (reports: readonly Occurrence[], latest: Instant, seconds: number): boolean => {
  const last = reports.filter(({ at }) => !isAfter(latest, at, seconds))
  return (
    last.every(({ data }) => data['lookedUp'] === true) &&
    FIELDS.every((field) => new Set(last.flatMap(({ data }) => data[field] ?? [])).size < 2)
  )
}

/** Finds each payment about whose source or customer messages do not agree. @spec decisions#47 */
const sourceInDoubt: FindingDefinition<object, string, SourceInDoubt> = {
  causes: ['source_reported'],
  find: ({ occurrences }, { policy: { clockToleranceSeconds } }) => {
    const isSpokenFor = isSpokenIn(occurrences)
    return byPayment(occurrences).flatMap(([payment, reports]): readonly SourceInDoubt[] => {
      if (reports.every(isSpokenFor)) return []
      const names = FIELDS.flatMap((field) => namesIn(reports, field, clockToleranceSeconds))
      const [first] = reports
      if (first === undefined || names.length === 0) return []
      const events = reports.flatMap((each) => each.events.map(({ metadata }) => metadata.eventId))
      const { key, at } = first
      const latest = reports.map((each) => each.at).reduce(later)
      const asks = isLookedUp(reports, latest, clockToleranceSeconds) ? null : 'getPayment'
      const from = shift(latest, clockToleranceSeconds + 1)
      return [{ code: 'SourceInDoubt', key, at, events, payment, names, asks, from }]
    })
  },
  title: 'Payment of an uncertain mandate',
  explain: ({ payment, names }) =>
    `Messages do not agree whose payment ${payment} is: they name ${names.join(' and ')}.`,
  severity: 'warning',
  source: 'decisions#47',
  remedy: {
    reported:
      'Get the payment: a later response shows whose it is; or state whether the mandate is usable.',
  },
  request: ({ payment, from }) => ({
    endpoint: 'getPayment',
    params: { payment_id: payment },
    from,
  }),
  holds: ['collection_presented'],
}

const NOTHING: ReadonlySet<string> = new Set()

/** Every finding. */
export const findings = {
  NotUnderstood: notUnderstood('NotUnderstood', {
    messages: NOTHING,
    statuses: new Set([REFUSED]),
    actions: NOTHING,
  }),
  OtherSource: otherCustomer,
  NotUsable: notUsable,
  RefusedByBank: refusedByBank,
  SourceInDoubt: sourceInDoubt,
}
