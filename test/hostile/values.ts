/** Values that nobody should send, as pieces of JSON. */

/** Numbers too large to be exact or to exist, negative numbers, fractions. */
export const NUMBERS: readonly string[] = [
  ...['9007199254740992', '9007199254740993', '-9007199254740993', '99999999999999999999999'],
  ...['1e400', '-1e400', '1e-400', '1e21', '-0', '-0.0', '0.1', '100.5', '1E+2', '-1'],
  ...['4294967296', '"9007199254740993"', '"-0"', '"1e3"', '"0x10"', '"１２"', '"1,000"'],
  '" 12"',
]

/** Days and times that do not exist, or that are at the limits of a time. */
export const DATES: readonly string[] = [
  ...['2023-06-34', '2023-02-29', '2023-00-10', '2023-13-01', '0000-00-00'],
  ...['9999-12-31T23:59:59-18:00', '0000-01-01T00:00:00+18:00'],
  ...['+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z', '2026-03-02T24:00'],
  ...['2026-03-02T24:00:00Z', '2026-03-02T23:60:00Z', '2026-12-31T23:59:60Z'],
  `2026-03-02T10:00:00.${'9'.repeat(99)}Z`,
  ...['2026-03-02T10:00:00+24:00', '2026-03-02T10:00:00+18:01'],
  ...['2026-03-02T10:00:00-00:99', '2026-03-29T02:30:00', '20261332'],
  ...['2026-3-2', '٢٠٢٦-٠٣-٠٢', 'tomorrow', '0', '-1', '99999999999999999999'],
].map((text) => JSON.stringify(text))

/** Names that XState interprets, and similar ones. */
export const XSTATE: readonly string[] = [
  ...['xstate.init', 'xstate.stop', 'xstate.error', 'xstate.error.actor.0'],
  ...['xstate.done.state.captured', 'xstate.done.actor.0', 'xstate.after.1000.captured'],
  ...['xstate.raise', 'xstate.', 'xstate', 'XState.Init', '*', 'payment_*', 'time_passed'],
  '',
].map((text) => JSON.stringify(text))

/**
 * Values that are no status and no type, or belong to another kind, or are inherited property
 * names.
 */
export const STATUSES: readonly string[] = [
  '"constructor"',
  '"toString"',
  '"__proto__"',
  '"hasOwnProperty"',
  '"captured captured"',
  '"approved\\u0000"',
  ...['"CAPTURED"', '"ÇAPTURÉD"', '"payment_captured"', '"session_approved"'],
  ...['"drawn:evt_1:payment_captured"', '"made_gggg"', '0', '200', '-200'],
  ...['99999', 'true', '["Captured"]', '{"0":"C"}', '{"status":"Captured"}'],
]

/** Half of a surrogate pair, alone and among other characters. */
export const SURROGATES: readonly string[] = [
  '\ud800',
  '\udfff',
  'pay_\ud800',
  '\udc00\ud800',
  'ORD-1\ud83d',
  '2026-03-02T10:00:00Z\udead',
  'payment_captured\ud800',
  `${'\ud800'.repeat(500)}`,
].map((text) => JSON.stringify(text))

/** Keys with a meaning in JavaScript. */
export const KEYS: readonly string[] = [
  ...'__proto__ constructor prototype hasOwnProperty'.split(' '),
  ...'toString valueOf toJSON then length 0'.split(' '),
  '',
]

/** Objects that would pollute prototypes if they were merged. */
export const POLLUTION: readonly string[] = [
  '{"polluted":true}',
  '{"prototype":{"polluted":true}}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"id":"pay_666","amount":1,"status":"Captured","type":"sepa"}',
  '"polluted"',
  'null',
  '[{"__proto__":{"polluted":true}}]',
]

/** The depth of the deepest nesting. */
export const DEPTH = 10_000

/** Brackets or names around a piece of JSON, so many times. */
export const nested = (open: string, within: string, close: string, depth = DEPTH): string =>
  open.repeat(depth) + within + close.repeat(depth)

/** Nested lists and objects, under names that readers use. */
export const NESTS: readonly string[] = [
  nested('[', '', ']'),
  nested('[', '{"id":"act_1","type":"Refund"}', ']'),
  ...['data', 'source', 'id', 'customer', '_links', 'a', '__proto__'].map((key) =>
    nested(`{"${key}":`, '1', '}'),
  ),
  nested('[{"data":', '"x"', '}]'),
]

/** The length of the longest texts. */
export const LENGTH = 1_048_576

const long = (piece: string): string =>
  piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH)

/** Texts of a million characters, one for each pattern. */
export const HUGE: readonly string[] = [
  long('x'),
  long('9'),
  long(' '),
  `a${long(' ')}b`,
  long('-'),
  long('a-'),
  long('=&expiry='),
  `https://files.example/?${long('a=1&')}&expiry=10`,
  `pay_${long('A')}`,
  `2026-03-02T10:00:00.${long('0')}Z`,
  long('DE89370400440532013000'),
  long('4242 4242 4242 4242 '),
  long('é'),
  long('\u{1f600}'),
  long('"\\'),
  long('[{"'),
  long(','),
  long('sepa_'),
].map((text) => JSON.stringify(text))
