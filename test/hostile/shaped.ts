/** Hostile input in a valid shape: one generator for each kind, by name. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { canonicalText, type Json } from '../../src/words/data/canonical.ts'
import { hash } from '../../src/words/hash/hash.ts'
import { placesIn, withAt } from '../provider/read/messages.ts'
import {
  deliveries,
  events,
  fields,
  type Known,
  leaves,
  planted,
  requests,
  tentatives,
  type Whole,
  wholes,
} from './fields.ts'
import * as values from './values.ts'

/** A kind of hostile input: its share of a long run, and how often it is usually tried. */
export interface Kind {
  readonly things: fc.Arbitrary<unknown>
  readonly share: number
  readonly usually: number
}

const one = (...pieces: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...pieces)

/** A complete input with one of some pieces of JSON at one of some locations. */
const at = (places: readonly Known[], pieces: readonly string[]): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.constantFrom(...places), one(...pieces), fc.boolean())
    .map(([known, json, asText]) => planted(known, json, asText))

const named = (...names: readonly string[]): readonly Known[] =>
  fields.filter(({ place }) => names.includes(String(place.at(-1))))

const under = (name: string): readonly Known[] => fields.filter(({ place }) => place[0] === name)

const ANY: readonly string[] = [
  ...values.NUMBERS,
  ...values.DATES,
  ...values.XSTATE,
  ...values.STATUSES,
  ...values.SURROGATES,
  ...values.POLLUTION,
  ...['null', '""', '{}', '[]', '[null]'],
]

const inObjects = fields.filter(({ place }) => typeof place.at(-1) === 'string')

/** An additional key at a location: an own property, whether it comes as text or parsed. */
const pollution = fc
  .tuple(fc.constantFrom(...inObjects), one(...values.KEYS), one(...values.POLLUTION), fc.boolean())
  .map(([{ whole, place }, key, json, asText]) =>
    planted({ whole, place: [...place.slice(0, -1), key] }, json, asText),
  )

/** The same name twice in one object: the JSON parser decides which counts. */
const twice = fc
  .tuple(fc.constantFrom(...deliveries), fc.nat(), one(...ANY))
  .map(([whole, nth, json]): Whole => {
    const text = JSON.stringify(whole['body']) ?? ''
    const names = [...text.matchAll(/[{,]("[^"\\]+":)/g)]
    const found = names[nth % Math.max(1, names.length)]
    if (found === undefined) return whole
    const after = found.index + 1
    return { ...whole, body: `${text.slice(0, after)}${found[1]}${json},${text.slice(after)}` }
  })

/** Fields that are moved, renamed or missing. */
const moved = fc
  .tuple(
    fc.constantFrom(...wholes),
    fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat({ max: 2 })), { minLength: 1, maxLength: 4 }),
  )
  .map(([whole, moves]) =>
    moves.reduce<Whole>((kept, [from, to, how]) => {
      const places = placesIn(kept)
      const [a = ['body'], b = ['body']] = [
        places[from % places.length],
        places[to % places.length],
      ]
      const value = a.reduce<unknown>((inner, key) => (inner as Whole)[key], kept)
      if (how === 0) return withAt(kept, a, undefined)
      if (how === 1) return withAt(kept, b, value)
      return withAt(withAt(kept, a, undefined), [...a.slice(0, -1), String(b.at(-1))], value)
    }, whole),
  )

/** A line with a valid hash, whatever it says. */
export const lineOf = (body: Json): string => sealed(canonicalText(body).slice(0, -1))

const sealed = (covered: string): string => `${covered},"hash":"${hash(covered)}"}`

/** Mostly the first, so that a line or a header has one mistake at a time. */
const mostly = <A>(usual: A, ...others: readonly A[]): fc.Arbitrary<A> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, fc.constantFrom(...others))

const PAYMENT = 'payment-pay_1'

const lines: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(at(under('event'), ANY), fc.constantFrom(...events.map((event) => ({ event })))),
    mostly(PAYMENT, 'session-sid_1', 'unknown-x', 'payment-', 'payment-x', ...values.KEYS),
    mostly<Json>(0, 1, -1, 0.5, 2 ** 53, '0', null),
    mostly<Json>(null, '0'.repeat(64), 'F'.repeat(64), '', 0),
    mostly<object>({}, { hash: 'x' }, { extra: 1 }, { form: 2 }),
  )
  .map(([thing, stream, revision, previous, more]) => {
    const { event } = thing as { readonly event: Json }
    return lineOf({ event, form: 1, previous, revision, stream, ...more })
  })

/** Event names of other machines, and names that no event should have. */
const UNLISTED = [
  ...'invoice_paid time_passed constructor toString'.split(' '),
  ...'hasOwnProperty valueOf then length'.split(' '),
  ...values.XSTATE.map((json) => JSON.parse(json) as string),
]

const STREAMS = [
  PAYMENT,
  'session-sid_1',
  'mandate-src_1',
  'unknown-x',
  'invoice-1',
  'constructor-pay_1',
  'to_string-__proto__',
  'payment-src_1',
]

/** Lines with a valid hash, with events that no listed machine knows. */
const linesOfOthers = fc
  .tuple(
    fc.constantFrom(...events),
    one(...UNLISTED),
    one(...STREAMS),
    at(under('event'), ANY).map((thing) => (thing as { readonly event: object }).event),
  )
  .map(([{ metadata }, type, stream, data]) =>
    lineOf({
      event: { type, data, metadata },
      form: 1,
      previous: null,
      revision: 0,
      stream,
    } as Json),
  )

/** Lines with a valid hash, with content that is not JSON. */
const cutLines = fc
  .tuple(lines, fc.nat())
  .map(([line, length]) => sealed(line.slice(0, length % line.length)))

const POLICIES = ['clockToleranceSeconds', 'refundWindow', 'sepaZone', 'chargebackWindow']
const ZONES = ['"UTC"', '"europe/brussels"', '"+25:00"', '"Etc/GMT+99"', '"../etc"', '"\\u0000"']

const policies = fc
  .dictionary(one(...POLICIES, ...values.KEYS), one(...ANY, ...ZONES), { maxKeys: 4 })
  .map((changes) => ({
    policy: Object.fromEntries(
      Object.entries(changes).map(([name, json]): [string, unknown] => [name, JSON.parse(json)]),
    ),
  }))

const RAW = '{"id":"evt_1"}'
const SIGNED = bytesToHex(hmac(sha256, utf8ToBytes('key'), utf8ToBytes(RAW)))

const header = fc.oneof(
  mostly(SIGNED, '', ',', ' , ', '0'.repeat(64), '0'.repeat(63), `${SIGNED},x`, 'ſ'.repeat(64)),
  fc.string({ unit: 'binary' }),
)

const signatures = fc.record({
  raw: fc.oneof(fc.constant(RAW), fc.uint8Array(), fc.string({ unit: 'binary' })),
  header: fc.oneof(header, fc.array(header, { maxLength: 3 }), fc.constant(undefined)),
  keys: fc.array(mostly('key', '', '\ud800', '__proto__', 'k'.repeat(500)), { maxLength: 3 }),
})

const command = fc
  .tuple(
    at(under('tentative'), ANY),
    fc.constantFrom(...events.map(({ type }) => type), ...values.XSTATE),
  )
  .map(([thing, type]) => {
    const { tentative } = thing as { readonly tentative: object }
    return { tentative: { ...tentatives[0], ...tentative, type } }
  })

const links = fc
  .array(one('?', '&', '#', '=', 'expiry', 'Expires', '%', '3600', '99999999999', '1e9', '-1', 'x'))
  .map((parts) => ({
    kind: 'response',
    receivedAt: '9999-12-31T23:59:59Z',
    endpoint: 'getFile',
    status: 200,
    body: { id: 'file_1', _links: { download: { href: parts.join('') } } },
  }))

const httpStatuses = fc
  .tuple(
    fc.constantFrom(...deliveries),
    fc.constantFrom<unknown>(-0, 0, 99, 100, 199, 299, 300, 400, 401, 404, 422, 429, 499, 500, 599),
  )
  .map(([whole, status]) => ({ ...whole, status }))

const statuses = fc.oneof(
  at(named('status', 'type', 'reason', 'next_actions', 'error_type', 'approved'), values.STATUSES),
  httpStatuses,
)

/** One location for each path of each kind of message, in the first of that kind. */
const oncePerPath = (places: readonly Known[]): readonly Known[] => {
  const found = new Map<string, Known>()
  for (const known of places) {
    const path = [known.whole['kind'], known.whole['endpoint'], ...known.place].join('.')
    if (!found.has(path)) found.set(path, known)
  }
  return [...found.values()]
}

const every = (names: readonly string[], pieces: readonly string[]): readonly Whole[] =>
  oncePerPath(named(...names).filter(({ place }) => place.length < 4)).flatMap((known) =>
    pieces.map((json) => planted(known, json, false)),
  )

const asJson = values.KEYS.map((key) => JSON.stringify(key))

/**
 * For each place where a name is looked up, a number counted or a time read: every value made for
 * it.
 */
export const swept: Readonly<Record<string, readonly Whole[]>> = {
  'inherited property names, where a name is looked up': [
    ...every(['type', 'status', 'endpoint'], asJson),
    ...values.KEYS.map((key) => ({ policy: JSON.parse(`{"${key}":1}`) as unknown })),
  ],
  'every strange number, where an amount is given': every(
    ['amount', 'total_captured'],
    values.NUMBERS,
  ),
  'every strange time, where one is given': every(
    ['created_on', 'processed_on', 'requested_on', 'expiration_date', 'value_date', 'occurredAt'],
    values.DATES,
  ),
}

/** Every kind, by its name in the table of a long run. */
export const kinds: Readonly<Record<string, Kind>> = {
  'numbers in every field': { things: at(leaves, values.NUMBERS), share: 80, usually: 2 },
  'invalid dates in every field': { things: at(leaves, values.DATES), share: 80, usually: 2 },
  'lone surrogates in every field': {
    things: at(leaves, values.SURROGATES),
    share: 60,
    usually: 2,
  },
  'names of XState': {
    things: at(named('type', 'status', 'endpoint', 'kind', 'id', 'eventId'), values.XSTATE),
    share: 60,
    usually: 2,
  },
  'invalid statuses': { things: statuses, share: 80, usually: 2 },
  'property names of objects, as own keys': { things: pollution, share: 100, usually: 2 },
  'the same name twice': { things: twice, share: 60, usually: 2 },
  'fields moved, renamed, dropped': { things: moved, share: 100, usually: 2 },
  'events with something in a field': { things: at(under('event'), ANY), share: 100, usually: 2 },
  'lines with a valid hash': { things: fc.oneof(lines, cutLines), share: 80, usually: 2 },
  'lines of other machines': { things: linesOfOthers, share: 60, usually: 2 },
  'states with something in a field': { things: at(under('state'), ANY), share: 60, usually: 2 },
  'commands with something in a field': {
    things: at(under('command'), ANY),
    share: 30,
    usually: 2,
  },
  'requests with something in a field': {
    things: at(
      fields.filter(({ whole }) => requests.includes(whole)),
      ANY,
    ),
    share: 80,
    usually: 2,
  },
  policies: { things: policies, share: 30, usually: 2 },
  'signatures and keys': { things: signatures, share: 30, usually: 2 },
  tentatives: { things: command, share: 40, usually: 2 },
  'links that expire': { things: links, share: 30, usually: 2 },
  'nests 10,000 deep in every field': { things: at(fields, values.NESTS), share: 3, usually: 2 },
  'a megabyte in every field': { things: at(leaves, values.HUGE), share: 2, usually: 2 },
}
