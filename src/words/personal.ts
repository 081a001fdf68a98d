/** What must never be kept: text that could be a card number or a bank account number. */

/** Lengths of account numbers by country. @spec SWIFT, IBAN Registry (ISO 13616) */
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

/** Whether digits end in their check digit, as card numbers do. @spec ISO/IEC 7812-1, Luhn */
const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Whether a text is a bank account number by country, length and check digits. @spec ISO 13616 */
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

/** Whether a run of digits is as long as a card number and checks like one, or longer with one in it. */
const isCardNumber = (digits: string): boolean => {
  if (digits.length > 19) return true
  if (digits.length >= 12 && passesLuhn(digits)) return true
  if (digits.length < 17) return false
  const starts = [...digits].map((_, index) => index)
  return [15, 16].some((length) =>
    starts.some(
      (start) => start + length <= digits.length && passesLuhn(digits.slice(start, start + length)),
    ),
  )
}

const digitRuns = (text: string): readonly string[] => text.match(/\d+/g) ?? []

const holdsIban = (text: string): boolean => {
  for (const { index } of text.matchAll(/(?=[A-Z]{2}\d{2})/g)) {
    const length = IBAN_LENGTHS.get(text.slice(index, index + 2)) ?? 0
    if (isIban(text.slice(index, index + length))) return true
  }
  return false
}

/** Whether a text holds a card number, as it stands or with separators set aside. */
const holdsCard = (text: string, bare: string): boolean =>
  [text, text.replace(/[ .-]/g, ''), bare].flatMap(digitRuns).some(isCardNumber)

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** The letter in capitals; 0 where it is none. */
const capital = (code: number): number => {
  const upper = code > 96 ? code - 32 : code
  return upper >= 65 && upper <= 90 ? upper : 0
}

/**
 * Whether a text, separators set aside, has neither twelve digits in a row nor a country of account numbers
 * with two digits after it: then it holds no number of either kind.
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

/** The form of the ids that programs make at random; only one without any letter could be a number. */
const UUID = /^(?=.*[a-f])[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** How the provider's keys begin, secret and public, and the secrets of sessions. */
const KEY = /(^|[^A-Za-z0-9])(sk|pk|sek)_[A-Za-z0-9]/i

const holdsKey = (text: string): boolean =>
  (text.includes('k_') || text.includes('K_')) && KEY.test(text)

/**
 * Whether a text holds a key, a run of digits that could be a card number (12 to 19 with a right check
 * digit, 17 to 19 with one of 15 or 16 in it, or more than 19), or a bank account number, separators and letter case set aside. A UUID is
 * neither: one in two hundred would be taken for one.
 */
export const looksPersonal = (text: string): boolean => {
  if (holdsKey(text)) return true
  if (isHarmless(text) || UUID.test(text)) return false
  const bare = text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  return holdsCard(text, bare) || holdsIban(bare)
}

/** A card number in groups, as it is printed: by fours, or by four, six and five. */
const GROUPED_CARD =
  /(?<![0-9])(\d{4}([^A-Za-z0-9])\d{4}\2\d{4}\2\d{1,7}|\d{4}([^A-Za-z0-9])\d{6}\3\d{5})(?![0-9])/g

const isWholeCard = (part: string): boolean => /^\d{13,19}$/.test(part) && passesLuhn(part)

/** Whether a text without separators is a card or account number. */
const isCardOrAccount = (text: string): boolean => isWholeCard(text) || isIban(text.toUpperCase())

/** An account number in groups: parts that stand side by side and are one together. */
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
 * Whether an identifier, or a part of it between separators, is a card number (13 to 19 digits, in
 * groups or not), an account number (likewise) or begins as a key does. What only holds digits among
 * others is somebody's own way of naming: refusing it would lose a message, or bind no answer.
 */
export const isPersonal = (text: string): boolean => {
  if (/^[A-Za-z0-9]*$/.test(text)) return isCardOrAccount(text)
  const parts = text.split(/[^A-Za-z0-9]/)
  const grouped = (text.match(GROUPED_CARD) ?? []).map((found) => found.replace(/\D/g, ''))
  const whole = text.replace(/[^A-Za-z0-9]/g, '')
  return (
    holdsKey(text) || holdsGroupedIban(parts) || [whole, ...parts, ...grouped].some(isWholeCard)
  )
}
