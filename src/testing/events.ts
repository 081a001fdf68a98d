/** Random events of any lifecycle, read off its codecs: few ids, amounts and moments, so that they collide. */
import fc from 'fast-check'
import { besideEvents } from '../event/beside.ts'
import type { Event, Metadata } from '../event/envelope.ts'
import type { Lifecycle } from '../event/lifecycle.ts'
import type { Shown } from '../words/shown.ts'
import type { StreamKind } from '../words/stream.ts'

/** Moments that tie, differ by less than the tolerance, by more, by weeks, by years. */
const MOMENTS = [
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

/** What a field may hold, by what it takes: the first of these that has any. */
const POOLS: readonly (readonly unknown[])[] = [
  ['word-1', 'word-2'],
  ...['pay', 'sid', 'src', 'act', 'dsp', 'cus'].map((id) => [`${id}_1`, `${id}_2`, `${id}_3`]),
  [0, 100, 200, 300, 500, 1000],
  [true, false],
  ['EUR', 'USD'],
  MOMENTS,
  ['g', 'h'].map((letter) => `made_${letter.repeat(32)}`),
  ['2026-01-05', '2026-01-06'],
]

/** What a field may hold where words have a meaning. */
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

const maybe = <A>(arbitrary: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 })

/** Any of the values that a leaf takes; none at all where nothing known is taken. */
const leaf = ({ is }: Shown, field: string): fc.Arbitrary<unknown> => {
  const taken = [WORDS[field] ?? [], ...POOLS].map((pool) => pool.filter(is))
  const values = taken.find((pool) => pool.length > 0)
  return values === undefined ? fc.constant(undefined) : fc.constantFrom(...values)
}

const props = (shown: Shown, isOptional: boolean): fc.Arbitrary<object> =>
  fc.record(
    Object.fromEntries(
      Object.entries(shown.props ?? {}).map(([name, codec]) => {
        const value = anyOf(codec, name)
        return [name, isOptional ? maybe(value) : value]
      }),
    ),
  )

const united = (parts: readonly unknown[]): object => Object.assign({}, ...parts)

/** Any value that a codec takes, as far as a codec shows what that is. */
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
    occurredAt: fc.option(fc.constantFrom(...MOMENTS), { freq: 4 }),
    recordedAt: fc.constantFrom(...MOMENTS),
    source: fc.constantFrom('report', 'report', 'response', 'request'),
    schema: fc.constant(1),
    claimedAt: fc.option(fc.constantFrom(...MOMENTS), { nil: undefined, freq: 9 }),
  })
  .map((fields) => present(fields) as unknown as Metadata)

const present = (data: object): object =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))

/** The field that names what a stream is about. */
const SUBJECTS: Readonly<Record<StreamKind, string>> = {
  session: 'sessionId',
  payment: 'paymentId',
  mandate: 'sourceId',
  unknown: '',
}

/** Data about the one thing that the stream is of; a snapshot is of nothing else. */
const aboutOne = (kind: StreamKind, isSnapshot: boolean, data: object): object => {
  const subject = SUBJECTS[kind]
  const others = isSnapshot ? Object.values(SUBJECTS).filter((name) => name !== subject) : []
  const own = Object.entries(data).filter(([name]) => !others.includes(name))
  const id = { session: 'sid_1', payment: 'pay_1', mandate: 'src_1', unknown: '' }[kind]
  return { ...Object.fromEntries(own), ...(subject in data || isSnapshot ? { [subject]: id } : {}) }
}

const eventOf = (type: string, codec: unknown, kind: StreamKind): fc.Arbitrary<Event> => {
  const data = anyOf(codec as Shown).map((event) => present((event as Event).data))
  const isSnapshot = type === 'state_observed'
  return fc.record({ type: fc.constant(type), data, metadata }).map((event) => ({
    ...event,
    data: aboutOne(kind, isSnapshot, event.data),
  }))
}

/** Events of another lifecycle that a stream of the kind may hear of. */
const FOREIGN: Readonly<Record<StreamKind, readonly string[]>> = {
  session: [],
  payment: ['payment_expired', 'payment_chargeback'],
  mandate: [],
  unknown: [],
}

const foreign = (lifecycle: Lifecycle, kind: StreamKind): readonly fc.Arbitrary<Event>[] =>
  FOREIGN[kind].flatMap((type) =>
    Object.hasOwn(lifecycle, type)
      ? []
      : [
          fc.record({
            type: fc.constant(type),
            data: fc.constant({ paymentId: 'pay_1' }),
            metadata,
          }),
        ],
  )

/** Streams of up to ten events: of a lifecycle, beside it, and some that are of another. */
export const eventsOf = (
  lifecycle: Lifecycle,
  kind: StreamKind,
): fc.Arbitrary<readonly Event[]> => {
  const own = Object.entries(lifecycle).map(([type, { codec }]) => eventOf(type, codec, kind))
  const beside = Object.entries(besideEvents).map(([type, { codec }]) => eventOf(type, codec, kind))
  const event = fc.oneof(
    { weight: 12, arbitrary: fc.oneof(...own) },
    { weight: 3, arbitrary: fc.oneof(...beside, ...foreign(lifecycle, kind)) },
  )
  return fc.array(event, { maxLength: 10 })
}
