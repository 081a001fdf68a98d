/** Identifiers and short texts from outside, which never contain personal data. */
import type * as t from 'io-ts'
import { type Codec, check } from './codec.ts'
import { isPersonal, isProviderId, looksPersonal, namesAccount } from './personal.ts'

interface TextBrand {
  readonly Text: unique symbol
}

/**
 * A word that somebody else chose: a reference, an unknown enum value, a command id. It has 1 to 80
 * characters of `A-Z a-z 0-9 . _ : / # + -` and begins with a letter or digit. It never looks like
 * a key, a card number or an account number.
 */
export type PlainText = t.Branded<string, TextBrand>

const isText = (input: unknown): input is PlainText =>
  typeof input === 'string' &&
  /^[A-Za-z0-9][A-Za-z0-9._:/#+-]{0,79}$/.test(input) &&
  !looksPersonal(input)

/** The codec of `PlainText`. */
export const PlainText = check<PlainText, string>('plain text of at most 80 characters', isText)

/** The text if it may be kept, else undefined, so that the field is left out without an error. */
export const plain = (text: string | undefined): PlainText | undefined =>
  isText(text) ? text : undefined

interface ReferenceBrand {
  readonly Reference: unique symbol
}

/**
 * A reference, or an id that is not the provider's own: 1 to 80 characters as in `PlainText`. It may
 * also begin with `#`, and be a long number, if that is neither the number of an account nor one of a
 * card that some scheme may have issued. @spec decisions#56
 */
export type Reference = t.Branded<string, ReferenceBrand>

const isReference = (input: unknown): input is Reference =>
  typeof input === 'string' &&
  /^[A-Za-z0-9#][A-Za-z0-9._:/#+-]{0,79}$/.test(input) &&
  !namesAccount(input)

/** The codec of `Reference`. */
export const Reference = check<Reference, string>(
  'a reference of at most 80 characters',
  isReference,
)

interface CommandIdBrand {
  readonly CommandId: unique symbol
}

/**
 * The id of a command: the idempotency key that was sent to the provider. It has the same
 * characters and length as `PlainText`. It is refused less often: only if the whole id, or a part
 * of it, is a card number, an account number or a secret key, because a response whose key is lost
 * cannot be matched to its command.
 */
export type CommandId = t.Branded<string, CommandIdBrand>

const isCommandId = (input: unknown): input is CommandId =>
  typeof input === 'string' &&
  /^[A-Za-z0-9][A-Za-z0-9._:/#+-]{0,79}$/.test(input) &&
  !isPersonal(input)

/** The codec of `CommandId`. */
export const CommandId = check<CommandId, string>(
  'a command id of at most 80 characters',
  isCommandId,
)

interface QuestionIdBrand {
  readonly QuestionId: unique symbol
}

/** The id of a question: a hash of what the question is about, never chosen by a sender. */
export type QuestionId = t.Branded<PlainText, QuestionIdBrand>

const isQuestionId = (input: unknown): input is QuestionId =>
  typeof input === 'string' && /^made_[g-v]{32}$/.test(input)

/** The codec of `QuestionId`. */
export const QuestionId = check<QuestionId, string>('a question id', isQuestionId)

interface IdBrand<P extends string> {
  readonly Id: P
}

/** An identifier of the provider: a prefix, an underscore, and 1 to 64 letters and digits. */
export type Id<P extends string> = t.Branded<`${P}_${string}`, IdBrand<P>>

/** The codec of identifiers with a prefix: `id('pay')` accepts `pay_6thh5vhggyjudgzfznx2fkuede`. */
export const id = <P extends string>(prefix: P): Codec<Id<P>, string> => {
  const pattern = new RegExp(`^${prefix}_[A-Za-z0-9]{1,64}$`)
  const is = (input: unknown): input is Id<P> =>
    typeof input === 'string' &&
    pattern.test(input) &&
    (isProviderId(input) || !isPersonal(input.slice(prefix.length + 1)))
  return check<Id<P>, string>(`${/^[aeiou]/.test(prefix) ? 'an' : 'a'} ${prefix}_ identifier`, is)
}
