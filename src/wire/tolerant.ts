/** Scalars as the provider really sends them: four ways of saying nothing, several of saying one thing. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { TimeText } from '../words/instant.ts'
import { Currency, Minor } from '../words/money.ts'
import { shape } from '../words/own.ts'
import { Text } from '../words/text.ts'

/** A codec that reads and is never asked to write. */
type Reader<A> = t.Type<A, unknown, unknown>

const reader = <A>(name: string, validate: t.Validate<unknown, A>): Reader<A> =>
  new t.Type<A, unknown, unknown>(
    name,
    (_): _ is A => false,
    validate,
    (output) => output,
  )

/** Absent, null, an empty text and an empty object all say nothing. @spec wire, 3.7 */
export const saysNothing = (input: unknown): boolean =>
  input === undefined ||
  input === null ||
  input === '' ||
  (typeof input === 'object' && !Array.isArray(input) && Object.keys(input).length === 0)

/** A field that may say nothing; what it does say must be readable. For what money hangs on. */
export const maybe = <A>(codec: t.Decoder<unknown, A>): Reader<A | undefined> =>
  reader(codec.name, (input, context) =>
    saysNothing(input) ? t.success(undefined) : codec.validate(input, context),
  )

/** A field that is kept when it is readable and counts as absent when not. For all the rest. */
export const lax = <A>(codec: t.Decoder<unknown, A>): Reader<A | undefined> =>
  reader(codec.name, (input, context) => {
    const read = codec.validate(input, context)
    return E.isRight(read) && !saysNothing(input) ? read : t.success(undefined)
  })

/** A list whose unreadable members are passed over. */
export const laxList = <A>(codec: t.Decoder<unknown, A>): Reader<readonly A[] | undefined> =>
  reader<readonly A[] | undefined>(`a list of ${codec.name}`, (input, context) => {
    if (!Array.isArray(input)) return t.success(undefined)
    const read = input.map((member) => codec.validate(member, context))
    return t.success(read.flatMap((each) => (E.isRight(each) ? [each.right] : [])))
  })

/** Minor units, as a whole number or as its decimal digits. @spec wire, 3.7 amount */
export const amount: Reader<Minor> = reader('minor units', (input, context) => {
  const digits = typeof input === 'string' && /^\d{1,16}$/.test(input)
  return Minor.validate(digits ? Number(input) : input, context)
})

/** A currency code in either case. */
export const currency: Reader<Currency> = reader(Currency.name, (input, context) =>
  Currency.validate(typeof input === 'string' ? input.toUpperCase() : input, context),
)

/** A time in any of the forms that are seen; a compact date may come as a number. */
export const time: Reader<TimeText> = reader(TimeText.name, (input, context) =>
  TimeText.validate(typeof input === 'number' ? String(input) : input, context),
)

/** True or false, as themselves or as words in either case. */
export const flag: Reader<boolean> = reader('true or false', (input, context) => {
  const word = typeof input === 'string' ? input.toLowerCase() : input
  if (word === true || word === 'true') return t.success(true)
  return word === false || word === 'false' ? t.success(false) : t.failure(input, context)
})

/** A text that is kept to the letter. */
export const text: Reader<Text> = reader(Text.name, (input, context) =>
  Text.validate(input, context),
)

/** Any text, for the caller only: no event has a field that takes it. */
export const prose: Reader<string> = reader('a text', (input, context) =>
  typeof input === 'string' ? t.success(input) : t.failure(input, context),
)

/** Names that the provider writes with a blank. @spec wire, 3.1 and 3.2; interface, Payment action */
const NAMES_WITH_BLANKS: ReadonlySet<string> = new Set([
  'authentication_requested',
  'card_verification',
  'card_verified',
  'pago_facil',
  'partially_captured',
  'partially_refunded',
  'retry_scheduled',
])

/** No name is longer: what is goes unread, however long it takes to bring it to one spelling. */
const LONGEST_NAME = 200

/** A name in one spelling: lower case, accents off, `_` for blanks and hyphens. @spec wire, 7 pitfall 10 */
export const spell = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

const isName = (input: unknown): input is string =>
  typeof input === 'string' && input.length <= LONGEST_NAME

/** A name as it is written, to be compared by its spelling; it is not fit to be kept. */
export const name: Reader<string> = reader('a name', (input, context) =>
  isName(input) && Text.is(spell(input)) ? t.success(input) : t.failure(input, context),
)

/**
 * A name out of an open set, fit to be kept: `Card Verified`, `card-verified` and `CARD_VERIFIED` are
 * one. People's names have blanks too: what has one and is none of the provider's is `other`.
 */
export const word: Reader<Text> = reader('a name', (input, context) => {
  const read = name.validate(input, context)
  if (E.isLeft(read)) return read
  const spelt = spell(read.right)
  const isStrange = /\s/.test(read.right.trim()) && !NAMES_WITH_BLANKS.has(spelt)
  return Text.validate(isStrange ? 'other' : spelt, context)
})

/** The same for a name that was read already. */
export const kept = (written: string | undefined): Text | undefined =>
  E.getOrElseW(() => undefined)(word.decode(written))

/** Where something is found. Addresses are data for the caller: nothing is read out of them. */
export const link = shape({ href: lax(prose) }, 'a link')

/** The links of a body, by the names it may give them. */
export const links = <N extends string>(
  ...names: readonly N[]
): Reader<Readonly<Record<N, t.TypeOf<typeof link> | undefined>> | undefined> => {
  const props = Object.fromEntries(names.map((name) => [name, lax(link)]))
  return lax(shape(props)) as ReturnType<typeof links<N>>
}

/** One of a closed set of names, in any spelling. */
export const oneOf = <A extends string>(codec: t.Type<A, A, unknown>): Reader<A> =>
  reader(codec.name, (input, context) => {
    const spelt = codec.decode(isName(input) ? spell(input) : input)
    return E.isRight(spelt) ? spelt : t.failure(input, context)
  })
