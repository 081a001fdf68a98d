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

/** Most codes say nothing against the next payment, and come before the money moves or soon after. */
const code = (
  says: string,
  ends: ReasonCode['ends'] = null,
  comes: ReasonCode['comes'] = ['reject', 'return'],
): ReasonCode => ({ says, ends, comes })

/**
 * The codes by name, as ISO 20022 lists them and the scheme uses them.
 * @spec sources#sepa-reason-codes; sources#gocardless-events; decisions#55
 */
export const reasons: Readonly<Record<string, ReasonCode>> = {
  AC01: code('the account number is wrong', 'account'),
  AC04: code('the account is closed', 'account'),
  AC06: code('the account is blocked', 'account'),
  AG01: code('the account allows no direct debit', 'account'),
  AG02: code('the kind of collection does not fit the mandate'),
  AM04: code('the account has too little money'),
  AM05: code('the collection is a duplicate'),
  BE05: code('the creditor is unknown to the bank'),
  BE06: code('the customer is unknown to the bank'),
  FF01: code('the message has a wrong format'),
  FF05: code('the kind of direct debit is wrong'),
  MD01: code('the payer has given no mandate, or no longer gives it', 'mandate', [
    'reject',
    'return',
    'unauthorised',
  ]),
  MD02: code('data of the mandate are missing or wrong'),
  MD06: code('the payer asks for the money back', null, ['refund']),
  MD07: code('the account holder has died', 'account'),
  MS02: code('the payer refuses it, and names no reason'),
  MS03: code('the bank names no reason'),
  RC01: code("the bank's identifier is wrong"),
  RR01: code("a rule requires the payer's account or identifier, which is missing"),
  RR02: code("a rule requires the payer's name or address, which is missing"),
  RR03: code("a rule requires the creditor's name or address, which is missing"),
  RR04: code('a rule does not allow it'),
  SL01: code("a service of the payer's bank stops it, such as a list of blocked creditors"),
}

/** What a code says, in whatever case it is spelt; null for any other text. */
export const reasonOf = (code: unknown): ReasonCode | null =>
  (typeof code === 'string' && ownAt(reasons, code.trim().toUpperCase())) || null

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
