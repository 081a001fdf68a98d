/** Hostile input: one generator for each kind, by name. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { toLine } from '../../src/log/line.ts'
import { emptyTip } from '../../src/log/tip.ts'
import { LIMITS } from '../../src/words/data/limits.ts'
import { lineWith } from '../log/seal.ts'
import { whole } from '../privacy/whole.ts'
import { type Place, placesIn, withAt } from '../provider/read/messages.ts'
import { REQUESTS } from '../provider/wire/examples.ts'
import { readDelivery } from '../read-delivery.ts'
import { append } from '../root.ts'
import { garbled } from './texts.ts'
import * as values from './values.ts'

const { DEPTH, nested } = values

const parsed = (pieces: readonly string[]) => pieces.map((json): unknown => JSON.parse(json))

/** The lines of the log of all events that these messages report. */
const stored: readonly string[] = [
  ...new Set(
    whole.flatMap(({ delivery }) => {
      const reading = readDelivery(delivery)
      return (E.isRight(reading) ? reading.right : []).flatMap(({ stream, event }) => {
        const appended = append(emptyTip(stream), [event])
        return E.isRight(appended) ? appended.right.entries.map(toLine) : []
      })
    }),
  ),
]

/** Complete messages and lines of the log, as text. */
const texts: readonly string[] = [
  ...whole.map(({ delivery }) => JSON.stringify(delivery['body'] ?? null)),
  ...whole.map(({ delivery }) => JSON.stringify(delivery)),
  ...stored,
]

const { polluted, cutOff, flipped, beyond } = garbled(fc.constantFrom(...texts))

const message = fc.constantFrom<object>(
  ...whole.map(({ delivery }) => delivery),
  ...whole.flatMap(({ delivery }) => (isObject(delivery['body']) ? [delivery['body']] : [])),
  ...stored.map((line) => JSON.parse(line) as object),
  ...REQUESTS.flatMap(({ body }) => (isObject(body) ? [body] : [])),
)

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

const placed = (value: object, at: number): Place => {
  const places = placesIn(value)
  return places[at % Math.max(1, places.length)] ?? ['id']
}

/**
 * A known message with something else in one place, or in several: only in messages small enough to
 * search.
 */
const damagedBy = (values: fc.Arbitrary<unknown>, most = 2): fc.Arbitrary<object> =>
  fc
    .tuple(message, fc.array(fc.tuple(fc.nat(), values), { minLength: 1, maxLength: most }))
    .map(([known, spoils]) =>
      spoils.reduce<object>((kept, [at, value]) => withAt(kept, placed(kept, at), value), known),
    )

/** The same as text: a value that is not JSON exists only as text. */
const alsoAsText = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    values,
    values.map((value) => JSON.stringify(value)),
  )

/** Valid JSON text that few programs expect. */
const parsedToo = (texts: fc.Arbitrary<string>): fc.Arbitrary<unknown> =>
  fc.oneof(
    texts,
    texts.map((json): unknown => {
      try {
        return JSON.parse(json)
      } catch {
        return json
      }
    }),
  )

const deep = fc.oneof(
  damagedBy(fc.constantFrom(...parsed(values.NESTS)), 1),
  fc.constantFrom(
    nested('[', '', ']'),
    nested('{"body":', '{}', '}'),
    nested('{"id":"evt_1","type":"payment_captured","data":', '{}', '}'),
    '{"id":"evt_1","type":"payment_captured","data":'.repeat(DEPTH),
  ),
)

const huge = damagedBy(
  fc.constantFrom<unknown>(
    ...parsed(values.HUGE),
    Array.from({ length: 20_000 }, () => ({ id: 'act_1', type: 'Refund' })),
    Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, index])),
  ),
  1,
)

const numbers = fc.constantFrom<unknown>(
  ...parsed(values.NUMBERS),
  ...[Number.NaN, 12345678901234567890n, '0x10', '1_000', '١٢٣'],
)

const dates = fc.constantFrom<unknown>(
  ...parsed(values.DATES),
  ...['2023-06-34T15:24:56.9871232Z', 20230634, 'Invalid Date', new Date(Number.NaN)],
)

const surrogates = fc.constantFrom<unknown>(
  ...parsed(values.SURROGATES),
  ...['a\u0000b', '\ufeff', '\u202epay_1'],
)

const ofXState = fc.constantFrom(...parsed(values.XSTATE)).chain((type) =>
  fc.oneof(
    message.map((known) => ({ ...known, type })),
    message.map((known) => JSON.stringify({ id: 'evt_1', type, data: known })),
    fc.constant({ type, data: {}, metadata: {} }),
  ),
)

const anyType = fc.constantFrom(
  ...'payment_captured invoice_paid unrecognised state_observed'.split(' '),
)

/** Lines that are sealed as they should be, and nested as no entry is. */
const deepLines = fc
  .tuple(fc.constantFrom(61, 62, 3000, DEPTH, 100_000), fc.boolean(), anyType)
  .map(([depth, isList, type]) =>
    lineWith(isList ? nested('[', '', ']', depth) : nested('{"a":', '1', '}', depth), type),
  )

/** Lines and messages just within and just beyond the limits of length. */
const long = fc.oneof(
  fc
    .tuple(fc.constantFrom(-400, 0, 1), anyType)
    .map(([more, type]) => lineWith(`"${'x'.repeat(LIMITS.line + more)}"`, type)),
  fc
    .constantFrom(-100, 0, 1)
    .map((more) => `{"id":"evt_1","type":"${'x'.repeat(LIMITS.message + more)}","data":{}}`),
)

/** More elements than a function takes as arguments. */
const lists = damagedBy(
  fc.constantFrom<unknown>(
    Array.from({ length: 200_000 }, () => 'act_1'),
    Array.from({ length: 200_000 }, () => ({ id: 'act_1', type: 'Refund', amount: 1 })),
  ),
  1,
)

/** Logs in which many entries have one revision, or leave gaps, or come in any order. */
const forks = fc
  .tuple(fc.integer({ min: 1, max: 3000 }), fc.constantFrom('fork', 'gaps', 'reversed', 'bytes'))
  .map(([many, how]) =>
    Array.from({ length: many }, (_, index) => {
      if (how === 'bytes') return `${'\udfff'.repeat(index % 5)}${index}`
      const revision = how === 'fork' ? 5 : how === 'gaps' ? 2 * index : many - index
      return lineWith(String(index), 'invoice_paid', revision)
    }).join('\n'),
  )

/** Every kind, by its name in the table of a long run. */
export const kinds: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'any JSON': alsoAsText(fc.jsonValue({ maxDepth: 4 })),
  'any value': fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withSparseArray: true,
    withTypedArray: true,
    withBoxedValues: true,
  }),
  'any text': fc.string({ unit: 'binary', maxLength: 200 }),
  'bytes that are not text': fc
    .uint8Array({ maxLength: 200 })
    .chain((bytes) => fc.constantFrom<unknown>(bytes, Buffer.from(bytes).toString('latin1'))),
  'messages cut off': cutOff,
  'messages with wrong bytes': parsedToo(flipped),
  'messages with other values': alsoAsText(damagedBy(fc.jsonValue({ maxDepth: 2 }))),
  'property names of objects': parsedToo(polluted),
  'nesting 10,000 deep': deep,
  'a megabyte in one field': huge,
  'sealed lines that are nested': deepLines,
  'lines and messages at the limits of length': long,
  'lists of 200,000': lists,
  'logs of forks, gaps and wrong bytes': forks,
  'enormous numbers': fc.oneof(damagedBy(numbers), parsedToo(beyond)),
  'invalid dates': damagedBy(dates),
  'lone surrogates and the like': alsoAsText(damagedBy(surrogates)),
  'types of XState': ofXState,
}

/** The share of slow kinds in a long run: one in this many. */
export const RARE: Readonly<Record<string, number>> = {
  'nesting 10,000 deep': 20,
  'a megabyte in one field': 100,
  'sealed lines that are nested': 10,
  'lines and messages at the limits of length': 5000,
  'lists of 200,000': 5000,
  'logs of forks, gaps and wrong bytes': 500,
}
