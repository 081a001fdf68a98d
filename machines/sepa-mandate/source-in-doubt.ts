/** Finds payments that may be on another mandate: messages do not agree whose they are. */
import type { FindingBase } from '../../src/contract/finding.ts'
import type { FindingDefinition } from '../../src/contract/machine-record.ts'
import type { Occurrence } from '../../src/contract/occurrence.ts'
import { earlier, type Instant, isAfter, later, shift } from '../../src/words/time/instant.ts'
import type { SepaMandate } from './memory.ts'
import { isUsableBy } from './refused-by-bank.ts'

/** Messages name several sources or customers of a payment, and no later look-up names one. */
type SourceInDoubt = FindingBase & {
  readonly code: 'SourceInDoubt'
  readonly payment: string
  readonly names: readonly string[]
  /** From when on a look-up of the payment may settle it. */
  readonly from: Instant
}

const FIELDS = ['reportedSource', 'reportedCustomer'] as const
type SourceField = (typeof FIELDS)[number]

/** The reports of the sources and customers of payments, by payment. */
const byPayment = (occurrences: readonly Occurrence[]) => {
  const found = new Map<string, Occurrence[]>()
  for (const each of occurrences) {
    if (each.type !== 'source_reported') continue
    const payment = String(each.data['paymentId'])
    found.set(payment, [...(found.get(payment) ?? []), each])
  }
  return [...found]
}

/** When reports named a second value for the first time. */
const differsSince = (reports: readonly Occurrence[], field: SourceField): Instant | undefined => {
  const first = new Map<unknown, Instant>()
  for (const { at, data } of reports) {
    first.set(data[field], earlier(first.get(data[field]) ?? at, at))
  }
  return [...first.values()].sort()[1]
}

/**
 * Whether a look-up settles what reports disagree on: one that is certainly later than their
 * difference, and than each of them that names another. A look-up that names this mandate settles
 * nothing while the payment's collection is on another.
 */
const isSettled = (
  { sourceId, collections }: SepaMandate,
  reports: readonly Occurrence[],
  field: SourceField,
  seconds: number,
): boolean => {
  const since = differsSince(reports, field)
  return reports.some(({ at, data }) => {
    const isElsewhere =
      data[field] === sourceId && !Object.hasOwn(collections, String(data['paymentId']))
    return (
      data['lookedUp'] === true &&
      !isElsewhere &&
      since !== undefined &&
      isAfter(at, since, seconds) &&
      reports.every((other) => other.data[field] === data[field] || isAfter(at, other.at, seconds))
    )
  })
}

/** The names on which reports of a field do not agree; empty if a look-up settles it. */
const namesIn = (
  context: SepaMandate,
  all: readonly Occurrence[],
  field: SourceField,
  seconds: number,
): readonly string[] => {
  const reports = all.filter(({ data }) => data[field] !== undefined)
  const names = new Set(reports.map(({ data }) => String(data[field])))
  return names.size < 2 || isSettled(context, reports, field, seconds) ? [] : [...names].sort()
}

/** Whether a look-up came certainly later than everything else, and has not settled it. */
const isLookedUp = (reports: readonly Occurrence[], seconds: number): boolean =>
  reports.some(
    ({ at, data }) =>
      data['lookedUp'] === true &&
      reports.every(
        (other) =>
          isAfter(at, other.at, seconds) ||
          (other.data['lookedUp'] === true &&
            FIELDS.every((field) => other.data[field] === data[field])),
      ),
  )

/** Finds each payment about whose source or customer messages do not agree. @spec decisions#47 */
export const sourceInDoubt: FindingDefinition<SepaMandate, string, SourceInDoubt> = {
  causes: ['source_reported'],
  find: ({ context, occurrences }, { policy: { clockToleranceSeconds } }) => {
    const isSpokenFor = isUsableBy(occurrences)
    return byPayment(occurrences).flatMap(([payment, reports]): readonly SourceInDoubt[] => {
      if (reports.every(isSpokenFor)) return []
      const names = FIELDS.flatMap((field) =>
        namesIn(context, reports, field, clockToleranceSeconds),
      )
      const [first] = reports
      if (first === undefined || names.length === 0) return []
      const events = reports.flatMap((each) => each.events.map(({ metadata }) => metadata.eventId))
      const { key, at } = first
      const asks = isLookedUp(reports, clockToleranceSeconds) ? null : 'getPayment'
      const from = shift(reports.map((each) => each.at).reduce(later), clockToleranceSeconds + 1)
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
      'Get the payment: a later response shows whose it is; or state that the mandate is usable.',
  },
  request: ({ payment, from }) => ({
    endpoint: 'getPayment',
    params: { payment_id: payment },
    from,
  }),
  holds: ['collection_presented'],
}
