/** Values as the provider really sends them: a missing value, an amount or a time has several forms. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { record } from '../../words/data/codec.ts'
import { isList } from '../../words/data/plain-data.ts'
import { Amount, Currency, type Minor } from '../../words/money.ts'
import { holdsSecret } from '../../words/text/personal-data.ts'
import { PlainText, Reference } from '../../words/text/plain-text.ts'
import { TimeText } from '../../words/time/instant.ts'

type DecodingCodec<A> = t.Type<A, unknown, unknown>

const reader = <A>(name: string, validate: t.Validate<unknown, A>): DecodingCodec<A> =>
  new t.Type<A, unknown, unknown>(
    name,
    (_): _ is A => false,
    validate,
    (output) => output,
  )

/**
 * The provider reports nothing from before this year: it did not exist, and neither did direct debits
 * in SEPA. An earlier time is an empty date: .NET has it in the year 1, Unix in 1970.
 */
export const FIRST_YEAR = '2000'

/** Whether a field is absent, null, an empty text or an empty object. @spec interface#empty-values */
export const saysNothing = (input: unknown): boolean =>
  input === undefined ||
  input === null ||
  input === '' ||
  (typeof input === 'object' && !Array.isArray(input) && Object.keys(input).length === 0)

/** A field that may be empty, but not unreadable: for values that an answer depends on. */
export const optional = <A>(codec: t.Decoder<unknown, A>): DecodingCodec<A | undefined> =>
  reader(codec.name, (input, context) =>
    saysNothing(input) ? t.success(undefined) : codec.validate(input, context),
  )

/** A field that counts as absent if it cannot be read: for values that no answer depends on. */
export const tolerant = <A>(codec: t.Decoder<unknown, A>): DecodingCodec<A | undefined> =>
  reader(codec.name, (input, context) => {
    const read = codec.validate(input, context)
    return E.isRight(read) && !saysNothing(input) ? read : t.success(undefined)
  })

/** An element of a list: one that cannot be read becomes null, and the others count. */
export const orNull = <A>(codec: t.Decoder<unknown, A>): DecodingCodec<A | null> =>
  reader<A | null>(codec.name, (input, context) => {
    const read = codec.validate(input, context)
    return E.isRight(read) ? read : t.success(null)
  })

/** A list that is read without its unreadable members. */
export const tolerantList = <A>(
  codec: t.Decoder<unknown, A>,
): DecodingCodec<readonly A[] | undefined> =>
  reader<readonly A[] | undefined>(`a list; each item: ${codec.name}`, (input, context) => {
    if (!isList(input)) return t.success(undefined)
    const read = input.map((member) => codec.validate(member, context))
    return t.success(read.flatMap((each) => (E.isRight(each) ? [each.right] : [])))
  })

const rewritten = <A>(codec: t.Decoder<unknown, A>, rewrite: (input: unknown) => unknown) =>
  reader(codec.name, (input, context) => codec.validate(rewrite(input), context))

/** Minor units, as an integer or as its decimal digits. @spec interface#amounts */
export const amount: DecodingCodec<Minor> = rewritten(Amount, (input) =>
  typeof input === 'string' && /^\d{1,16}$/.test(input) ? Number(input) : input,
)

/** A currency code in upper or lower case. */
export const currency: DecodingCodec<Currency> = rewritten(Currency, (input) =>
  typeof input === 'string' ? input.toUpperCase() : input,
)

/** A time in any form that `instant` reads; a compact date may come as a number. */
export const time: DecodingCodec<TimeText> = rewritten(TimeText, (input) =>
  typeof input === 'number' ? String(input) : input,
)

/** A code without the blanks around it; it may come as a whole number. */
export const code: DecodingCodec<PlainText> = rewritten(PlainText, (input) => {
  const written = Number.isSafeInteger(input) ? String(input) : input
  return typeof written === 'string' ? written.trim() : written
})

/** A boolean, or the word `true` or `false` in upper or lower case. */
export const flag: DecodingCodec<boolean> = reader('true or false', (input, context) => {
  const word = typeof input === 'string' ? input.toLowerCase() : input
  if (word === true || word === 'true') return t.success(true)
  return word === false || word === 'false' ? t.success(false) : t.failure(input, context)
})

/** A reference or an id of ours; null if it may not be kept. @spec decisions#56 */
export const chosen: DecodingCodec<Reference | null | undefined> = reader(
  Reference.name,
  (input) => {
    if (input === '' || !['string', 'number'].includes(typeof input)) return t.success(undefined)
    // a parser has changed the digits of a longer number
    const written = Number.isSafeInteger(input) ? String(input) : input
    return t.success(Reference.is(written) ? written : null)
  },
)

/** Any text. It is for the caller only: no event has a field for it. */
export const prose: DecodingCodec<string> = t.string

/**
 * Names that the provider writes with a space, in normalized form.
 * @spec interface#payment-statuses; interface#action-types
 */
const NAMES_WITH_BLANKS: ReadonlySet<string> = new Set([
  ...'authentication_requested card_verification card_verified pago_facil'.split(' '),
  ...'partially_captured partially_refunded retry_scheduled'.split(' '),
])

/** The maximum length of a name: no input is slow to normalize. */
const LONGEST_NAME = 200

const withoutAccents = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '')

/** In lower case, without accents, with `_` for spaces and hyphens. @spec interface#names-and-spelling */
export const normalize = (name: string): string =>
  withoutAccents(name)
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

const isName = (input: unknown): input is string =>
  typeof input === 'string' && input.length <= LONGEST_NAME

/** Whether a name may be kept once it is normalized. In lower case, a token is no longer seen. */
const mayBeKept = (name: string): boolean =>
  !holdsSecret(name) && !holdsSecret(withoutAccents(name)) && PlainText.is(normalize(name))

/** A name as written. Normalize it before you compare it, and do not put it into an event. */
export const name: DecodingCodec<string> = reader('a name', (input, context) =>
  isName(input) && mayBeKept(input) ? t.success(input) : t.failure(input, context),
)

/**
 * A name from an open set, normalized. People's names contain spaces too: one with a space that is not the
 * provider's becomes `other`.
 */
export const word: DecodingCodec<PlainText> = reader('a name', (input, context) => {
  const read = name.validate(input, context)
  if (E.isLeft(read)) return read
  const normalized = normalize(read.right)
  const isStrange = /\s/.test(read.right.trim()) && !NAMES_WITH_BLANKS.has(normalized)
  return PlainText.validate(isStrange ? 'other' : normalized, context)
})

/** Normalizes a name as `word` does; undefined if it may not be kept. */
export const kept = (written: string | undefined): PlainText | undefined =>
  E.getOrElseW(() => undefined)(word.decode(written))

/** A link. Its address is for the caller: readers take no ids from it. */
const link = record({ href: tolerant(prose) }, 'a link')

/** The links of a body, by the names that they may have. */
export const links = <N extends string>(
  ...names: readonly N[]
): DecodingCodec<Readonly<Record<N, t.TypeOf<typeof link> | undefined>> | undefined> => {
  const props = Object.fromEntries(names.map((name) => [name, tolerant(link)]))
  return tolerant(record(props)) as ReturnType<typeof links<N>>
}

/** One of a closed set of names, in any spelling. */
export const oneOf = <A extends string>(codec: t.Type<A, A, unknown>): DecodingCodec<A> =>
  reader(codec.name, (input, context) => {
    const normalized = codec.decode(isName(input) ? normalize(input) : input)
    return E.isRight(normalized) ? normalized : t.failure(input, context)
  })

/** The first value that may be kept; null if none may, and one is withheld. */
export const firstKept = <A>(
  one: A | null | undefined,
  other: A | null | undefined,
): A | null | undefined => one ?? other ?? (one === null ? null : other)
