/** Values as we must send them; the name of each codec says what it accepts. */
import * as t from 'io-ts'
import { check, delegate, integer, overOwnFields } from '../../words/data/codec.ts'
import { LARGEST } from '../../words/money.ts'
import { isIban } from '../../words/text/personal-data.ts'

const written = (name: string, pattern: RegExp): t.Type<string, string, unknown> =>
  check(name, (input): input is string => typeof input === 'string' && pattern.test(input))

/** A text that is not blank. */
export const filled = written('a text that is not empty', /\S/)

/** A number that the interface writes as text: digits only. */
export const digits = written('a whole number, as text', /^\d{1,10}$/)

/** Minutes from a local time to UTC, as text: positive west of Greenwich, negative east of it. */
export const offsetMinutes = written('minutes from UTC, as text', /^[+-]?\d{1,3}$/)

/** A language tag; the codec checks only its form. @spec sources#bcp-47 */
export const language = written('a language tag', /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/)

/** An http or https address. */
export const url = written('a URL', /^https?:\/\/[^\s/]\S*$/i)

/** An e-mail address; the codec checks only its form. */
export const email = written('an e-mail address', /^[^\s@]+@[^\s@]+$/)

/** A country as two letters; the codec checks only their form. @spec sources#iso-3166 */
export const country = written('a country as two capital letters', /^[A-Z]{2}$/)

/** A card number or network token without separators. @spec sources#iso-7812 */
export const cardNumber = written('12 to 19 digits', /^\d{12,19}$/)

/** A bank's identifier; the codec checks only its form. @spec sources#iso-9362 */
export const bic = written(
  'a BIC of 8 or 11 characters',
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
)

const iban = check(
  'an IBAN without spaces, with the correct length and check digits',
  (input): input is string => typeof input === 'string' && isIban(input),
)

/** The countries, as account numbers name them, that take part in SEPA. @spec sources#sepa-countries */
const SEPA = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT ' +
    'NL NO PL PT RO RS SE SI SK SM VA'
  ).split(' '),
)

/** An account number from which a SEPA direct debit can be collected. @spec sources#iso-13616 */
export const sepaIban = t.intersection(
  [
    iban,
    check(
      'an IBAN of a country in SEPA',
      (input): input is string => !iban.is(input) || SEPA.has(input.slice(0, 2)),
    ),
  ],
  iban.name,
)

const IPV4 = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/

/** Eight groups, of which the last two may be an IPv4 address; `::` once stands for those that are missing. */
const isIpv6 = (text: string): boolean => {
  const whole = text.replace(/:([\d.]+)$/, (end, ipv4) => (IPV4.test(ipv4) ? ':0:0' : end))
  const halves = whole.split('::')
  const groups = halves.flatMap((half) => (half === '' && halves.length > 1 ? [] : half.split(':')))
  const isComplete = halves.length === 2 ? groups.length < 8 : groups.length === 8
  return halves.length < 3 && isComplete && groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
}

/** An IPv4 or IPv6 address, without a zone. */
export const ipAddress = check(
  'an IP address',
  (input): input is string => typeof input === 'string' && (IPV4.test(input) || isIpv6(input)),
)

/** An amount that we request: at least one minor unit. */
export const positive = integer(`an amount in minor units, from 1 to ${LARGEST}`, 1, LARGEST)

/** The same, as a number or as its digits. @spec interface#creating-a-ticket-payment */
export const positiveOrDigits = check(
  `${positive.name}, as a number or as digits`,
  (input): input is number | string =>
    positive.is(input) ||
    (typeof input === 'string' && /^\d{1,16}$/.test(input) && positive.is(Number(input))),
)

/** An object with these fields and perhaps others: the provider accepts more than is documented. */
export const body = <R extends t.Props, O extends t.Props = Record<never, t.Mixed>>(
  name: string,
  required: R,
  optional: O = {} as O,
) => t.intersection([t.type(required, name), t.partial(optional, name)], name)

/** One of several forms: which one, an input says itself. */
export const choosing = <A, O = unknown>(
  name: string,
  formOf: (input: unknown) => t.Decoder<unknown, A> & Pick<t.Type<A>, 'name' | 'is'>,
): t.Type<A, O, unknown> =>
  new t.Type(
    name,
    (input): input is A => formOf(input).is(input),
    (input, context) => delegate(formOf(input), input, context),
    (output) => output as unknown as O,
  )

type OneName<N extends string, A> = {
  [Name in N]: Readonly<Record<Name, A>> & Readonly<Partial<Record<Exclude<N, Name>, A>>>
}[N]

/** An object whose one required field has other names as well: the interface and the libraries differ. */
export const withNames = <
  R extends t.Props,
  O extends t.Props,
  F extends keyof R & string,
  N extends string,
>(
  name: string,
  required: R,
  optional: O,
  field: F,
  names: readonly N[],
) => {
  type Value = t.TypeOf<R[F]>
  type Form = t.TypeOf<t.TypeC<Omit<R, F>>> & t.TypeOf<t.PartialC<O>> & OneName<F | N, Value>
  const value = required[field]
  const others = Object.fromEntries([field, ...names].map((each) => [each, value]))
  const formOf = (input: unknown): t.Type<Form, unknown, unknown> => {
    const has = (each: string): boolean => Object(input)[each] !== undefined
    const own = has(field) ? field : (names.find(has) ?? field)
    const all = Object.entries(required).map(([key, codec]) => [key === field ? own : key, codec])
    const form = body(name, Object.fromEntries(all), { ...optional, ...others })
    return form as unknown as t.Type<Form, unknown, unknown>
  }
  return choosing(name, formOf)
}

/** An object whose fields the interface does not show. */
export const object = t.record(t.string, t.unknown, 'an object')

/** A list whose elements the interface does not show. */
export const list = t.array(t.unknown, 'a list')

/** Any text, including an empty one. */
export const anyText = check('a text', t.string.is)

/** A boolean. */
export const yesOrNo = check('true or false', t.boolean.is)

/** One of several forms; the value of the field `tag` says which form. */
export const byTag = <M extends Readonly<Record<string, t.Mixed>>>(
  name: string,
  tag: string,
  members: M,
): t.Type<t.TypeOf<M[keyof M]>, unknown, unknown> => {
  const names = Object.keys(members)
  const tags = t.keyof(members, names.join(' or '))
  const form = overOwnFields(t.type({ [tag]: tags }, name))
  return choosing(name, (input) => {
    const read = form.decode(input)
    return (read._tag === 'Right' && members[read.right[tag] as string]) || (form as t.Mixed)
  })
}
