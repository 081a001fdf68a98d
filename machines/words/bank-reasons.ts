/** The reason codes of SEPA direct debit: what each says of the account and of the mandate. */
import { ownAt } from '../../src/words/data/plain-data.ts'

/**
 * When a code may come: before the money moves (`reject`), within five bank days after it
 * (`return`), within eight weeks without any question (`refund`), or within thirteen months if the
 * payer never agreed (`unauthorised`).
 */
export type Exception = 'reject' | 'return' | 'refund' | 'unauthorised'

/**
 * What a code says. `ends` is what it makes unusable, as far as the payer's bank is concerned: the
 * mandate, or the account that it names. Either way, no new payment can be collected on the mandate.
 */
type ReasonCode = {
  readonly says: string
  readonly ends: 'mandate' | 'account' | null
  readonly comes: readonly Exception[]
}

const beforeOrSoonAfter = ['reject', 'return'] as const

/** A code that says nothing against the next payment on the mandate. */
const once = (says: string, comes: ReasonCode['comes'] = beforeOrSoonAfter): ReasonCode => ({
  says,
  ends: null,
  comes,
})
const noAccount = (says: string): ReasonCode => ({
  says,
  ends: 'account',
  comes: beforeOrSoonAfter,
})

/**
 * The codes by name, as ISO 20022 lists them and the scheme uses them.
 * @spec sources#sepa-reason-codes; sources#gocardless-events; decisions#55
 */
export const reasons: Readonly<Record<string, ReasonCode>> = {
  AC01: noAccount('the account number is wrong'),
  AC04: noAccount('the account is closed'),
  AC06: noAccount('the account is blocked'),
  AG01: noAccount('the account allows no direct debit'),
  AG02: once('the kind of collection does not fit the mandate'),
  AM04: once('the account has too little money'),
  AM05: once('the collection is a duplicate'),
  BE05: once('the creditor is unknown to the bank'),
  BE06: once('the customer is unknown to the bank'),
  FF01: once('the message has a wrong format'),
  FF05: once('the kind of direct debit is wrong'),
  MD01: {
    says: 'the payer has given no mandate, or no longer gives it',
    ends: 'mandate',
    comes: ['reject', 'return', 'unauthorised'],
  },
  MD02: once('data of the mandate are missing or wrong'),
  MD06: once('the payer asks for the money back', ['refund']),
  MD07: noAccount('the account holder has died'),
  MS02: once('the payer refuses it, and names no reason'),
  MS03: once('the bank names no reason'),
  RC01: once("the bank's identifier is wrong"),
  RR01: once("a rule requires the payer's account or identifier, which is missing"),
  RR02: once("a rule requires the payer's name or address, which is missing"),
  RR03: once("a rule requires the creditor's name or address, which is missing"),
  RR04: once('a rule does not allow it'),
  SL01: once("a service of the payer's bank stops it, such as a list of blocked creditors"),
}

/** What a code says; null for any other text. */
export const reasonOf = (code: unknown): ReasonCode | null =>
  (typeof code === 'string' && ownAt(reasons, code)) || null

/** The codes that messages name as the reason, if they are of these. */
export const reasonsIn = (messages: readonly { readonly data: object }[]): readonly string[] => {
  const codes = messages.flatMap(({ data }) => {
    const { reason, responseCode } = data as Readonly<Record<string, unknown>>
    return [reason, responseCode].flatMap((code) =>
      typeof code === 'string' && reasonOf(code) !== null ? [code] : [],
    )
  })
  return [...new Set(codes)].toSorted()
}
