/**
 * Streams whose events are tied to each other in every way: by ids, commands, references, amounts,
 * repetitions; of few ids and amounts, so that they collide.
 */
import fc from 'fast-check'
import type { DomainEvent } from '../../src/event/envelope.ts'

const IDS = [1, 2, 3, 4, 5]

const TIMES = [0, 0, 30, 60, 61, 120, 3600, 86_400].map((seconds) =>
  new Date(Date.UTC(2026, 2, 4, 10) + seconds * 1000).toISOString(),
)

const maybe = <A>(arbitrary: fc.Arbitrary<A>, freq = 2) =>
  fc.option(arbitrary, { nil: undefined, freq })

const idsOf = (prefix: string) => fc.constantFrom(...IDS.map((id) => `${prefix}${id}`))

/** A part of the kinds of ids that tie events: with fewer kinds, more streams have several parts. */
interface Kinds {
  readonly isNameless: boolean
  readonly isCounted: boolean
  readonly isReferred: boolean
  readonly isDenied: boolean
}

const references = fc.constantFrom('command-1', 'command-2', 'command-3', 'order-1')

const sourceIds = fc.nat(40).map((index) => (index === 0 ? 'src_2' : 'src_1'))

/** An event of one type, by its data and its sources. */
const one = (
  type: string,
  data: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  ...sources: readonly string[]
) => ({ type, data: fc.record(data), source: fc.constantFrom(...sources) })

type Kind = ReturnType<typeof one>

const amount = fc.constantFrom(100, 200, 300)

/** Nearly always the same subject. */
const subjectOf = (field: 'paymentId' | 'sourceId'): fc.Arbitrary<string> => {
  const prefix = field === 'paymentId' ? 'pay' : 'src'
  return fc.nat(60).map((index) => `${prefix}_${index === 0 ? 2 : 1}`)
}

/** What can be said of the refunds of a payment, and of its collections for a mandate. */
const kindsOf = (field: 'paymentId' | 'sourceId', kinds: Kinds): readonly Kind[] => {
  const own = { [field]: subjectOf(field) }
  const reference = kinds.isReferred ? maybe(references) : fc.constant(undefined)
  const commandId = kinds.isCounted ? maybe(idsOf('command-')) : fc.constant(undefined)
  const [idField, ids, steps, asked] =
    field === 'paymentId'
      ? ([
          'actionId',
          idsOf('act_'),
          ['payment_refund_pending', 'payment_refunded', 'payment_refund_declined'],
          'refund_requested',
        ] as const)
      : ([
          'paymentId',
          idsOf('pay_'),
          ['collection_presented', 'collection_ended', 'collection_captured'],
          'collection_presented',
        ] as const)
  const named = { ...own, commandId, reference, amount: maybe(amount, 5) }
  const [id, always] = [kinds.isNameless ? maybe(ids, 5) : ids, fc.constant(undefined)]
  const all: Kind[] = steps.map((type) =>
    one(type, { ...named, [idField]: id }, 'report', 'report', 'response', 'unsigned'),
  )
  if (kinds.isCounted) {
    const command = idsOf('command-')
    all.push(one(asked, { ...named, commandId: command, [idField]: always }, 'request'))
    all.push(one('request_sent', { commandId: command, attempt: fc.nat(2) }, 'request'))
    all.push(one('request_failed', { commandId: command, attempt: fc.constant(1) }, 'response'))
  }
  if (kinds.isDenied) {
    const command = idsOf('command-')
    const status = { httpStatus: fc.constantFrom(401, 422), reasons: fc.constant([]) }
    all.push(one('request_refused', { ...own, commandId: command, ...status }, 'response'))
    all.push(one('command_given_up', { commandId: command, by: fc.constant(['p-1']) }, 'request'))
  }
  if (field === 'sourceId') return [...all, one('mandate_created', own, 'report')]
  const disputed = {
    ...named,
    actionId: maybe(ids),
    disputeId: fc.constantFrom('dsp_1', 'dsp_1:2'),
  }
  return [
    ...all,
    one('payment_expired', own, 'report'),
    one('payment_captured', { ...own, sourceId: maybe(sourceIds) }, 'report', 'response'),
    one('payment_chargeback', disputed, 'report'),
    one('chargeback_reversed', disputed, 'report'),
    one('action_observed', own, 'response'),
    one('unrecognised', { name: fc.constant('payment_teleported') }, 'report'),
    one('state_observed', { ...own, status: fc.constantFrom('captured', 'declined') }, 'response'),
  ]
}

const eventOf = ({ type, data, source }: Kind): fc.Arbitrary<DomainEvent> =>
  fc
    .record({
      data,
      source,
      id: fc.nat(60),
      occurredAt: fc.option(fc.constantFrom(...TIMES), { freq: 6 }),
      recordedAt: fc.constantFrom(...TIMES),
    })
    .map(({ data, source, id, occurredAt, recordedAt }) => ({
      type,
      data: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)),
      metadata: { eventId: `evt_${id}`, occurredAt, recordedAt, source, schema: 1 },
    })) as fc.Arbitrary<DomainEvent>

const any = fc.record({
  isNameless: fc.boolean(),
  isCounted: fc.boolean(),
  isReferred: fc.boolean(),
  isDenied: fc.nat(3).map((index) => index === 0),
})

/** Up to sixteen events of one stream, by the field that names its subject. */
export const tiedEvents = (field: 'paymentId' | 'sourceId'): fc.Arbitrary<readonly DomainEvent[]> =>
  any.chain((kinds) =>
    fc.array(fc.oneof(...kindsOf(field, kinds).map(eventOf)), { minLength: 1, maxLength: 16 }),
  )
