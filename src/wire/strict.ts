/** Values as we have to send them: each is one thing, and says which. */
import * as t from 'io-ts'
import { check } from '../words/codec.ts'
import { ofOwn } from '../words/own.ts'
import { isIban } from '../words/personal.ts'

const written = (name: string, pattern: RegExp): t.Type<string, string, unknown> =>
  check(name, (input): input is string => typeof input === 'string' && pattern.test(input))

/** A text that says something. */
export const filled = written('a text that is not empty', /\S/)

/** Digits and nothing else: what the interface writes as text and means as a number. */
export const digits = written('a whole number, as text', /^\d{1,10}$/)

/** Minutes between UTC and a local time, as text; west of Greenwich is more, east is less than none. */
export const offsetMinutes = written('minutes from UTC, as text', /^[+-]?\d{1,3}$/)

/** A language by its tag, by its form. @spec BCP 47 */
export const language = written('a language tag', /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/)

/** An address on the web. */
export const url = written('a URL', /^https?:\/\/[^\s/]\S*$/i)

/** An e-mail address, by its form. */
export const email = written('an e-mail address', /^[^\s@]+@[^\s@]+$/)

/** A country by its two letters, by its form. @spec ISO 3166-1 alpha-2 */
export const country = written('a country as two capital letters', /^[A-Z]{2}$/)

/** A card number or network token without separators. @spec ISO/IEC 7812-1 */
export const cardNumber = written('12 to 19 digits', /^\d{12,19}$/)

/** A bank's identifier, by its form. @spec ISO 9362 */
export const bic = written(
  'a BIC of 8 or 11 characters',
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
)

/** An account number in its electronic form, of its country's length and with right check digits. @spec ISO 13616 */
export const iban = check(
  'an IBAN without blanks, with right check digits',
  (input): input is string => typeof input === 'string' && isIban(input),
)

/** An IPv4 or IPv6 address, by its form. */
export const ipAddress = written(
  'an IP address',
  /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}|(?=.*:)[0-9a-f:.]{2,45})$/i,
)

/** An amount that is asked for: at least one minor unit. */
export const positive = check(
  'minor units, at least 1',
  (input): input is number => typeof input === 'number' && Number.isSafeInteger(input) && input > 0,
)

/** Such an amount as a number, or as its digits. @spec interface, Ticket payment create body */
export const positiveOrDigits = check(
  'minor units, at least 1, as a number or as digits',
  (input): input is number | string =>
    positive.is(input) ||
    (typeof input === 'string' && /^\d{1,16}$/.test(input) && positive.is(Number(input))),
)

/** An object with these fields; it may have others: the provider takes more than the interface shows. */
export const body = <R extends t.Props, O extends t.Props>(
  name: string,
  required: R,
  optional: O,
) => t.intersection([t.type(required, name), t.partial(optional, name)], name)

/** An object of which the interface shows no fields. */
export const object = t.record(t.string, t.unknown, 'an object')

/** Any text, an empty one too. */
export const anyText = check('a text', (input): input is string => typeof input === 'string')

/** Yes or no. */
export const yesOrNo = check(
  'true or false',
  (input): input is boolean => input === true || input === false,
)

/** Reads a place by another codec: problems then name the fields of that codec. */
export const delegate = <A>(
  codec: t.Decoder<unknown, A> & { readonly name: string },
  input: unknown,
  context: t.Context,
): t.Validation<A> => {
  const last = { key: '', ...context.at(-1), type: codec as t.Decoder<unknown, A> & t.Mixed }
  return codec.validate(input, [...context.slice(0, -1), last])
}

/** One of several forms, told by the name that all of them write in one field. */
export const byTag = <M extends Readonly<Record<string, t.Mixed>>>(
  name: string,
  tag: string,
  members: M,
): t.Type<t.TypeOf<M[keyof M]>, unknown, unknown> => {
  const names = Object.keys(members)
  const tags = t.keyof(members, names.join(' or '))
  const form = ofOwn(t.type({ [tag]: tags }, name))
  return new t.Type(
    name,
    (input): input is t.TypeOf<M[keyof M]> =>
      form.is(input) && members[input[tag] as string]?.is(input) === true,
    (input, context) => {
      const read = form.validate(input, context)
      if (read._tag === 'Left') return read
      return delegate(members[read.right[tag] as string] ?? form, input, context)
    },
    (output) => output,
  )
}
