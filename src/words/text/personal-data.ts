/** Finds text that must never be kept: card numbers, bank account numbers, keys and tokens. */
import { couldBeCard, hasRun, type IsCard, isIssuedCard } from './card-number.ts'
import { holdsSecret } from './secret.ts'

/** The length of account numbers in each country. @spec sources#iban-registry */
const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 ' +
    'DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 ' +
    'IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 ' +
    'MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 ' +
    'SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/**
 * Whether a text is a bank account number, by its country, length and check digits.
 * @spec sources#iso-13616
 */
export const isIban = (text: string): boolean => {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(text)) return false
  if (IBAN_LENGTHS.get(text.slice(0, 2)) !== text.length) return false
  let rest = 0
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** Two letters and two digits, with which an account number begins: most texts have none. */
const IBAN_START = /[a-z][^a-z0-9]*[a-z][^a-z0-9]*\d[^a-z0-9]*\d/i

/** Whether a text contains an account number, in any groups and letter case. */
const holdsIban = (text: string): boolean => {
  if (text.length < 15 || !IBAN_START.test(text)) return false
  const bare = text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  for (const { index } of bare.matchAll(/(?=[A-Z]{2}\d{2})/g)) {
    const length = IBAN_LENGTHS.get(bare.slice(index, index + 2)) ?? 0
    if (isIban(bare.slice(index, index + length))) return true
  }
  return false
}

/** UUIDs; without hyphens, only in lower case, as account numbers are written in upper case. */
const UUIDS =
  /(?<![A-Za-z0-9])([0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}|[0-9a-f]{32})(?![A-Za-z0-9])/g

/** The text without its UUIDs; one without any letter stays, as it could be a card number. */
const withoutUuids = (text: string): string =>
  text.length < 32 ? text : text.replace(UUIDS, (found) => (/[A-F]/i.test(found) ? 'U' : found))

/**
 * An id as the provider makes them: a short prefix, and 26 letters in lower case or digits from 2 to
 * 7. By chance, 140 of a million such ids hold what reads as an account number if letter case is set
 * aside, but account numbers are written in upper case. @spec interface#ids-and-links
 */
const PROVIDER_ID = /^[a-z]{2,4}_[a-z2-7]{26}$/

/** Digits enough for a card number, without a letter between them: most texts have fewer. */
const TWELVE_DIGITS = /(\d[^A-Za-z0-9]*){12}/

const holdsCard = (text: string, isCard: IsCard): boolean =>
  TWELVE_DIGITS.test(text) && hasRun(text, isCard)

const holds = (text: string, isCard: IsCard): boolean => {
  if (holdsSecret(text)) return true
  const rest = withoutUuids(text)
  return holdsCard(rest, isCard) || (!PROVIDER_ID.test(rest) && holdsIban(rest))
}

/**
 * Whether a word could contain a secret, an account number, or a card number of any scheme: a word
 * loses nothing by it.
 */
export const looksPersonal = (text: string): boolean => holds(text, couldBeCard)

/**
 * Whether an id or a reference contains a secret, an account number, or a card number that some scheme
 * may have issued. Other long numbers are order numbers and times: they may be kept.
 */
export const namesAccount = (text: string): boolean => holds(text, isIssuedCard)

/** Whether a text contains a card number that some scheme may have issued. */
export const namesCard = (text: string): boolean => holdsCard(withoutUuids(text), isIssuedCard)
