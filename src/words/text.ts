/** Identifiers and open texts from outside: short, plain, never anything personal. */
import type * as t from 'io-ts'
import { type Codec, check } from './codec.ts'
import { isPersonal, looksPersonal } from './personal.ts'

interface TextBrand {
  readonly Text: unique symbol
}

/**
 * A word that somebody else chose: a reference, an unknown enum value, a command id. One to 80 of
 * `A-Z a-z 0-9 . _ : / # + -`, beginning with a letter or digit; never one that looks like a card or
 * account number.
 */
export type Text = t.Branded<string, TextBrand>

const isText = (input: unknown): input is Text =>
  typeof input === 'string' &&
  /^[A-Za-z0-9][A-Za-z0-9._:/#+-]{0,79}$/.test(input) &&
  !looksPersonal(input)

/** The codec of `Text`. */
export const Text = check<Text, string>('plain text of at most 80 characters', isText)

/** The text if it may be kept, else undefined: open strings are refused their place in silence. */
export const plain = (text: string | undefined): Text | undefined =>
  isText(text) ? text : undefined

interface CommandIdBrand {
  readonly CommandId: unique symbol
}

/**
 * Names a command: the idempotency key that went to the provider. The alphabet of `Text`; refused only
 * when it, or a part of it, is a card or account number, for a key that is lost binds no answer.
 */
export type CommandId = t.Branded<string, CommandIdBrand>

const isCommandId = (input: unknown): input is CommandId =>
  typeof input === 'string' &&
  /^[A-Za-z0-9][A-Za-z0-9._:/#+-]{0,79}$/.test(input) &&
  !isPersonal(input)

/** The codec of `CommandId`. */
export const CommandId = check<CommandId, string>(
  'command id of at most 80 characters',
  isCommandId,
)

interface QuestionIdBrand {
  readonly QuestionId: unique symbol
}

/** Names a question that was open: made by hashing what it is about, never chosen by a sender. */
export type QuestionId = t.Branded<Text, QuestionIdBrand>

const isQuestionId = (input: unknown): input is QuestionId =>
  typeof input === 'string' && /^made_[g-v]{32}$/.test(input)

/** The codec of `QuestionId`. */
export const QuestionId = check<QuestionId, string>('question id', isQuestionId)

interface IdBrand<P extends string> {
  readonly Id: P
}

/** An identifier of the provider: its prefix, an underscore, one to 64 letters and digits. */
export type Id<P extends string> = t.Branded<`${P}_${string}`, IdBrand<P>>

/** The codec of identifiers with a prefix: `id('pay')` takes `pay_6thh5vhggyjudgzfznx2fkuede`. */
export const id = <P extends string>(prefix: P): Codec<Id<P>, string> => {
  const pattern = new RegExp(`^${prefix}_[A-Za-z0-9]{1,64}$`)
  const is = (input: unknown): input is Id<P> =>
    typeof input === 'string' && pattern.test(input) && !isPersonal(input.slice(prefix.length + 1))
  return check<Id<P>, string>(`${prefix}_ identifier`, is)
}

/** Names a payment. */
export const PaymentId = id('pay')
export type PaymentId = t.TypeOf<typeof PaymentId>
/** Names one action on a payment: a capture, one refund, one chargeback. */
export const ActionId = id('act')
export type ActionId = t.TypeOf<typeof ActionId>
/** Names a dispute about a payment. */
export const DisputeId = id('dsp')
export type DisputeId = t.TypeOf<typeof DisputeId>
/** Names a source and with it the mandate that was created for it. */
export const SourceId = id('src')
export type SourceId = t.TypeOf<typeof SourceId>
/** Names a customer. */
export const CustomerId = id('cus')
export type CustomerId = t.TypeOf<typeof CustomerId>
/** Names a 3-D Secure session. */
export const SessionId = id('sid')
export type SessionId = t.TypeOf<typeof SessionId>
