/**
 * Generates random events from a lifecycle's codecs, with few ids, amounts and times, so that they
 * collide.
 */
import fc from 'fast-check'
import type { DomainEvent, Metadata } from '../event/envelope.ts'
import type { AnyMachine } from '../fold/machine.ts'
import type { Shown } from '../words/exact.ts'

/**
 * Times that are equal, or that differ by less than the clock tolerance, by more, by weeks, by
 * years.
 */
const TIMES = [
  '2026-01-05T10:00:00Z',
  '2026-01-05T10:00:00.0000001Z',
  '2026-01-05T10:01:00Z',
  '2026-01-05T10:01:00.0000001Z',
  '2026-01-06T10:00:00Z',
  '2026-03-02T22:59:59.9999999Z',
  '2026-03-02T23:00:00Z',
  '2026-03-10T10:00:00Z',
  '2027-03-01T10:00:00Z',
  '2029-01-06T00:00:00Z',
]

/**
 * Candidate values for a field. The first list that contains values that the codec accepts is used.
 */
const POOLS: readonly (readonly unknown[])[] = [
  ['word-1', 'word-2'],
  [0, 100, 200, 300, 500, 1000],
  [true, false],
  ['EUR', 'USD'],
  TIMES,
  ['g', 'h'].map((letter) => `made_${letter.repeat(32)}`),
  ['2026-01-05', '2026-01-06'],
]

/** Candidate values for fields in which a particular word has a meaning. */
const WORDS: Readonly<Record<string, readonly unknown[]>> = {
  status: [
    'pending',
    'captured',
    'partially_refunded',
    'refunded',
    'declined',
    'expired',
    'approved',
  ],
  name: ['payment_approved', 'authentication_failed'],
}

const optional = <A>(arbitrary: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 })

/** Any candidate value that a leaf codec accepts, or undefined if it accepts none of them. */
const leaf = ({ is, name }: Shown, field: string): fc.Arbitrary<unknown> => {
  const [, prefix] = /^an? ([a-z]+)_ identifier$/.exec(name) ?? []
  const ids = prefix === undefined ? [] : [1, 2, 3].map((number) => `${prefix}_${number}`)
  const taken = [WORDS[field] ?? [], ids, ...POOLS].map((pool) => pool.filter(is))
  const values = taken.find((pool) => pool.length > 0)
  return values === undefined ? fc.constant(undefined) : fc.constantFrom(...values)
}

const props = (shown: Shown, isOptional: boolean): fc.Arbitrary<object> =>
  fc.record(
    Object.fromEntries(
      Object.entries(shown.props ?? {}).map(([name, codec]) => {
        const value = anyOf(codec, name)
        return [name, isOptional ? optional(value) : value]
      }),
    ),
  )

const united = (parts: readonly unknown[]): object => Object.assign({}, ...parts)

/** Any value that a codec accepts, as far as the codec's structure shows it. */
const anyOf = (shown: Shown, field = ''): fc.Arbitrary<unknown> => {
  switch (shown._tag) {
    case 'ReadonlyType':
    case 'ExactType':
      return anyOf(shown.type ?? shown, field)
    case 'IntersectionType':
      return fc.tuple(...(shown.types ?? []).map((type) => anyOf(type, field))).map(united)
    case 'UnionType':
      return fc.oneof(...(shown.types ?? []).map((type) => anyOf(type, field)))
    case 'InterfaceType':
      return props(shown, false)
    case 'PartialType':
      return props(shown, true)
    case 'KeyofType':
      return fc.constantFrom(...Object.keys(shown.keys ?? {}))
    case 'LiteralType':
      return fc.constant(shown.value)
    case 'ReadonlyArrayType':
    case 'ArrayType':
      return fc.array(anyOf(shown.type ?? shown, field), { maxLength: 3 })
    default:
      return leaf(shown, field)
  }
}

const metadata: fc.Arbitrary<Metadata> = fc
  .record({
    eventId: fc.integer({ min: 1, max: 40 }).map((n) => `evt_${n}`),
    occurredAt: fc.option(fc.constantFrom(...TIMES), { freq: 4 }),
    recordedAt: fc.constantFrom(...TIMES),
    source: fc.constantFrom('report', 'report', 'response', 'request'),
    schema: fc.constant(1),
    claimedAt: fc.option(fc.constantFrom(...TIMES), { nil: undefined, freq: 9 }),
  })
  .map((fields) => present(fields) as unknown as Metadata)

/** Leaves out the fields that are undefined, at any depth, as stored JSON does. */
const present = <A>(data: A): A => JSON.parse(JSON.stringify(data)) as A

/** The fields that name the entity of a stream. */
const SUBJECTS: readonly string[] = ['sessionId', 'paymentId', 'sourceId']

/** The id of the stream's entity. */
const idOf = ({ sample }: AnyMachine['subject']): string => sample.replace(/0$/, '1')

/** Makes data refer to the stream's entity; a snapshot names no other entity. */
const aboutOne = (subject: AnyMachine['subject'], isSnapshot: boolean, data: object): object => {
  const others = isSnapshot ? SUBJECTS.filter((name) => name !== subject.field) : []
  const own = Object.fromEntries(Object.entries(data).filter(([name]) => !others.includes(name)))
  return subject.field in data || isSnapshot ? { ...own, [subject.field]: idOf(subject) } : own
}

/** The currency that amounts are in unless they are in another. */
const MOST = 'EUR'

/** Gives most amounts the machine's own currency, if its context names one. */
const inOwn = ({ context }: Eventful, data: object): object => {
  const { currency: own = MOST } = context as { readonly currency?: string | null }
  return 'currency' in data && data.currency === MOST ? { ...data, currency: own ?? MOST } : data
}

/** Any data of an event that its codec shows. */
export const dataOf = (codec: unknown): fc.Arbitrary<object> =>
  anyOf(codec as Shown).map((event) => present((event as DomainEvent).data))

const eventOf = (type: string, codec: unknown, machine: Eventful): fc.Arbitrary<DomainEvent> => {
  const data = dataOf(codec)
  const isSnapshot = type === 'state_observed'
  return fc.record({ type: fc.constant(type), data, metadata }).map((event) => ({
    ...event,
    data: inOwn(machine, aboutOne(machine.subject, isSnapshot, event.data)),
  }))
}

/** Events of another lifecycle that a stream can receive, by the field that names its entity. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  paymentId: ['payment_expired', 'payment_capture_pending'],
}

const foreign = ({ events, subject }: Eventful): readonly fc.Arbitrary<DomainEvent>[] =>
  (FOREIGN[subject.field] ?? []).flatMap((type) =>
    Object.hasOwn(events, type)
      ? []
      : [
          fc.record({
            type: fc.constant(type),
            data: fc.constant({ [subject.field]: idOf(subject) }),
            metadata,
          }),
        ],
  )

/** The part of a machine that random events are generated from. */
type Eventful = Pick<AnyMachine, 'events' | 'informational' | 'subject' | 'context'>

/**
 * Generates up to ten events: events of the lifecycle, informational events, and events of other
 * lifecycles.
 */
export const eventsOf = (machine: Eventful): fc.Arbitrary<readonly DomainEvent[]> => {
  const of = (lifecycle: AnyMachine['events']) =>
    Object.entries(lifecycle).map(([type, { codec }]) => eventOf(type, codec, machine))
  const others = [...of(machine.informational), ...foreign(machine)]
  const event = fc.oneof(
    { weight: 12, arbitrary: fc.oneof(...of(machine.events)) },
    ...(others.length === 0 ? [] : [{ weight: 3, arbitrary: fc.oneof(...others) }]),
  )
  return fc.array(event, { maxLength: 10 })
}
