/** Identifiers and short texts from outside, which never contain personal data. */
import { type Branded, type Codec, check, textOf } from '../data/codec.ts'
import { textSchema, withSchema } from '../data/json-schema.ts'
import { holdsSecret, looksPersonal, namesAccount, namesCard } from './personal-data.ts'

/**
 * A word that somebody else chose: an unknown enum value, an error code. It has 1 to 80
 * characters of `A-Z a-z 0-9 . _ : / # + -` and begins with a letter or digit. It never looks like
 * a key, a card number or an account number.
 */
export type PlainText = Branded<string, 'Text'>

const TEXT = /^[A-Za-z0-9][A-Za-z0-9._:/#+-]{0,79}$/
/** What no pattern can say. */
const ALSO = 'The codec also refuses what could be the number of a card or an account, or a key.'

const isText = (input: unknown): input is PlainText =>
  typeof input === 'string' && TEXT.test(input) && !looksPersonal(input)

/** Prepares to say what is wrong with a text, and not what it is. */
const kindIn =
  (form: RegExp, signs: string) =>
  (input: unknown): string | undefined => {
    if (typeof input !== 'string' || input === '') return undefined
    if (input.length > 80) return `a text of ${input.length} characters`
    if (!form.test(input)) {
      return `a text not made of letters, digits and ${signs} with a letter or digit first`
    }
    if (holdsSecret(input)) return 'a text that could be a secret key or a token: use a UUID'
    const isCard = namesCard(input)
    return isCard || namesAccount(input)
      ? `a text that could be ${isCard ? 'a card number' : 'the number of an account'}: use a UUID, or put letters between the digits`
      : undefined
  }

/** The codec of `PlainText`. */
export const PlainText = withSchema(
  check<PlainText, string>(
    'plain text of at most 80 characters',
    isText,
    kindIn(TEXT, '. _ : / # + -'),
  ),
  textSchema(TEXT, ALSO),
)

/** The text if it may be kept, else undefined, so that the field is left out without an error. */
export const plain = (text: string | undefined): PlainText | undefined =>
  isText(text) ? text : undefined

const CHOSEN = /^[A-Za-z0-9#(][A-Za-z0-9._:/#+()=&,-]{0,79}$/

const hasChosenForm = (input: unknown): input is string =>
  typeof input === 'string' && CHOSEN.test(input)

const isChosen = (input: unknown): boolean => hasChosenForm(input) && !namesAccount(input)

const kindOfChosen = kindIn(CHOSEN, '. _ : / # + ( ) = & , -')

/**
 * A reference, or an id that is not the provider's own. It has 1 to 80 characters of `A-Z a-z 0-9 . _ :
 * / # + ( ) = & , -`, and begins with a letter, a digit, `#` or `(`. It may be a long number, if that is
 * neither the number of an account nor one of a card that some scheme may have issued.
 * @spec decisions#56
 */
export type Reference = Branded<string, 'Reference'>

const chosenAs = <A extends string>(name: string) =>
  withSchema(
    check<A, string>(name, (input): input is A => isChosen(input), kindOfChosen),
    textSchema(CHOSEN, ALSO),
  )

/** The codec of `Reference`. */
export const Reference = chosenAs<Reference>('a reference of at most 80 characters')

/**
 * The id of a command: the idempotency key that was sent to the provider. It may be whatever a
 * reference may be: a response whose key is lost cannot be matched to its command.
 */
export type CommandId = Branded<string, 'CommandId'>

/** The codec of `CommandId`. */
export const CommandId = chosenAs<CommandId>('a command id of at most 80 characters')

/** The id of a question: a hash of what the question is about, never chosen by a sender. */
export type QuestionId = Branded<PlainText, 'QuestionId'>

/** The codec of `QuestionId`. */
export const QuestionId = textOf<QuestionId>('a question id', /^made_[g-v]{32}$/)

/** An identifier of the provider: a prefix, an underscore, and 1 to 64 letters and digits. */
export type Id<P extends string> = Branded<`${P}_${string}`, P>

/** The codec of identifiers with a prefix: `id('pay')` accepts `pay_6thh5vhggyjudgzfznx2fkuede`. */
export const id = <P extends string>(prefix: P): Codec<Id<P>, string> => {
  const pattern = new RegExp(`^${prefix}_[A-Za-z0-9]{1,64}$`)
  const name = `${/^[aeiou]/.test(prefix) ? 'an' : 'a'} ${prefix}_ identifier`
  return textOf<Id<P>>(name, pattern, (text) => !namesAccount(text), ALSO)
}

/** The header that carries the id of a command. @spec interface#idempotency */
export const IDEMPOTENCY_KEY = 'Cko-Idempotency-Key'
