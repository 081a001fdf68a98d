/** Finds text that must never be kept: card numbers, bank account numbers, keys and tokens. */
import { hidesIssued, isCardNumber, isIssued, passesLuhn } from './card-number.ts'
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

const digitRuns = (text: string): readonly string[] => text.match(/\d+/g) ?? []

const holdsIban = (text: string): boolean => {
  for (const { index } of text.matchAll(/(?=[A-Z]{2}\d{2})/g)) {
    const length = IBAN_LENGTHS.get(text.slice(index, index + 2)) ?? 0
    if (isIban(text.slice(index, index + length))) return true
  }
  return false
}

/** Whether a text could contain a card number, with its separators or without them. */
const holdsCard = (text: string, bare: string): boolean =>
  [text, text.replace(/[ .-]/g, ''), bare].flatMap(digitRuns).some(isCardNumber)

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** The character code of the letter in upper case; 0 if the code is not a letter's. */
const capital = (code: number): number => {
  const upper = code > 96 ? code - 32 : code
  return upper >= 65 && upper <= 90 ? upper : 0
}

/**
 * Whether a text certainly contains neither a card number nor an account number: apart from
 * separators, it never has twelve digits in a row, and never two digits directly after the country
 * code that an account number could begin with.
 */
const isHarmless = (text: string): boolean => {
  let [first, second, digits] = [0, 0, 0]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const letter = capital(code)
    if (isDigit(code)) {
      digits += 1
      if (digits === 12) return false
      if (digits === 2 && IBAN_LENGTHS.has(String.fromCharCode(first, second))) return false
    } else if (letter > 0) {
      first = digits > 0 ? 0 : second
      second = letter
      digits = 0
    }
  }
  return true
}

/** A UUID with at least one letter; a UUID without any letter could be a card number. */
const UUID = /^(?=.*[a-f])[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * An id as the provider makes them: a short prefix, and 26 letters in lower case or digits from 2 to
 * 7. By chance, 140 of a million such ids hold what reads as an account number if letter case is set
 * aside, but account numbers are written in upper case. @spec interface#ids-and-links
 */
const PROVIDER_ID = /^(act|cus|dsp|ent|evt|file|ins|pay|sid|src|wf)_[a-z2-7]{26}$/

/** Whether a text is an id as the provider makes them, and so nothing that a person has. */
export const isProviderId = (text: string): boolean => PROVIDER_ID.test(text)

/**
 * Whether a text could contain a secret, a card number or a bank account number. Separators and letter
 * case do not matter. A run of digits could be a card number if it has 12 to 19 digits and the
 * correct check digit, if it has 17 to 19 digits and contains 15 or 16 digits with the correct
 * check digit, or if it has more than 19 digits. A UUID never counts as a card number; otherwise
 * one UUID in two hundred would count as one.
 */
export const looksPersonal = (text: string): boolean => {
  if (holdsSecret(text)) return true
  if (isHarmless(text) || UUID.test(text) || isProviderId(text)) return false
  const bare = text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  return holdsCard(text, bare) || holdsIban(bare)
}

/**
 * A card number as it is printed: in groups of four digits, or in groups of four, six and five
 * digits.
 */
const GROUPED_CARD =
  /(?<![0-9])(\d{4}([^A-Za-z0-9])\d{4}\2\d{4}\2\d{1,7}|\d{4}([^A-Za-z0-9])\d{6}\3\d{5})(?![0-9])/g

const isWholeCard = (part: string): boolean => /^\d{13,19}$/.test(part) && passesLuhn(part)

/** Whether some adjacent parts of a text, put together, are an account number. */
const holdsGroupedIban = (parts: readonly string[]): boolean =>
  parts.some((_, from) =>
    parts.some(
      (_, to) =>
        to >= from &&
        isIban(
          parts
            .slice(from, to + 1)
            .join('')
            .toUpperCase(),
        ),
    ),
  )

/**
 * Whether an identifier, or a part of it between separators, is a card number of 13 to 19 digits,
 * is an account number, or contains a secret. Numbers may be in groups. An identifier that merely
 * contains digits is accepted: refusing it would lose a message, or leave a response without its
 * command.
 */
export const isPersonal = (text: string): boolean => {
  if (holdsSecret(text)) return true
  if (isHarmless(text) || isProviderId(text)) return false
  const parts = text.split(/[^A-Za-z0-9]/)
  const grouped = (text.match(GROUPED_CARD) ?? []).map((found) => found.replace(/\D/g, ''))
  const whole = text.replace(/[^A-Za-z0-9]/g, '')
  return holdsGroupedIban(parts) || [whole, ...parts, ...grouped].some(isWholeCard)
}

/** Digits in groups, with up to three separators between two groups. */
const GROUPS = /\d+(?:[^A-Za-z0-9]{1,3}\d+)*/g

/** Whether adjacent groups of digits, put together, are a card number. */
const holdsIssued = (groups: readonly string[]): boolean =>
  hidesIssued(groups.join('')) ||
  groups.some((_, from) =>
    groups.some((_, to) => {
      const digits = groups.slice(from, to + 1).join('')
      return to >= from && (isIssued(digits) || (to === from && hidesIssued(digits)))
    }),
  )

/**
 * Whether a reference contains a secret, a bank account number, or a card number that some scheme may
 * have issued. Other long numbers are order numbers and times: they may be kept.
 */
export const namesAccount = (text: string): boolean => {
  if (!looksPersonal(text)) return false
  const bare = text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  const isIssuedIn = (text.match(GROUPS) ?? []).some((run) => holdsIssued(run.split(/\D+/)))
  return isIssuedIn || holdsSecret(text) || holdsIban(bare)
}
