/** Finds text that must never be kept: card numbers, bank account numbers, keys and tokens. */

/** Keys and secrets begin as ordinary words may, so as much as each has must follow. */
const KEY =
  /(^|[^A-Za-z0-9])((sk|pk|sek)_[A-Za-z0-9_-]{16}|ack_[A-Za-z0-9]{16})|whsec_[A-Za-z0-9+/]{16}/i

/** A JSON web token: a part follows its header, or the header has a field of tokens. @spec sources#rfc-7519 */
const TOKEN =
  /(^|[^A-Za-z0-9])eyJ([A-Za-z0-9_-]{7,}\.[A-Za-z0-9_-]|hbGciOi|0eXAiOi|raWQiOi|lbmMiOi|jdHkiOi)/

/** A key or certificate, with its frame, or its content alone, in base64. @spec sources#rfc-7468 */
const PEM =
  /-----(BEGIN|END)|LS0tLS1CRUdJTi|(^|[^A-Za-z0-9])M(I[A-Za-z0-9+/]|HcCAQ|C4CAQ|CowBQ)[A-Za-z0-9+/]{37}/

/** What every secret contains: most texts contain none of it, and are decided by one search. */
const IN_SECRETS = /[kc]_|eyJ|-----|LS0t|M[IHC]/i

/** Whether a text contains a key, a token or a certificate. */
export const holdsSecret = (text: string): boolean =>
  IN_SECRETS.test(text) && (KEY.test(text) || TOKEN.test(text) || PEM.test(text))

/** Whether the last digit is the correct check digit, as in card numbers. @spec sources#iso-7812 */
const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

type IsCard = (groups: readonly string[]) => boolean

const [SHORTEST, LONGEST] = [12, 19]

/** First digits, from and to, and the lengths of card numbers that begin with them. */
type Range = readonly [from: string, to: string, shortest: number, longest: number]

/**
 * The ranges that schemes issue cards from: Visa, Mastercard, American Express, Diners, Discover,
 * JCB, UnionPay, Maestro, Mir, UATP, RuPay, UzCard, GPN and T-Union; national ones begin with 9, and
 * others are within these.
 * @spec sources#card-ranges
 */
const RANGES: readonly Range[] = [
  ['4', '4', 13, 13],
  ['4', '4', 16, 19],
  ['51', '55', 16, 16],
  ['2221', '2720', 16, 16],
  ['34', '34', 15, 15],
  ['37', '37', 15, 15],
  ['300', '305', 14, 19],
  ['3095', '3095', 14, 19],
  ['36', '36', 14, 19],
  ['38', '39', 14, 19],
  ['3528', '3589', 16, 19],
  ['1800', '1800', 15, 19],
  ['2131', '2131', 15, 19],
  ['493698', '493698', 12, 19],
  ['1946', '1946', 16, 16],
  ['31', '31', 19, 19],
  ['6', '6', 12, 19],
  ['50', '50', 12, 19],
  ['56', '59', 12, 19],
  ['2200', '2205', 16, 19],
  ['81', '82', 14, 19],
  ['1', '1', 15, 15],
  ['357111', '357111', 16, 16],
  ['8600', '8600', 16, 16],
  ['9', '9', 16, 19],
]

/** Whether digits are a card number that some scheme may have issued. */
const isIssued = (digits: string): boolean =>
  digits.length >= SHORTEST &&
  passesLuhn(digits) &&
  RANGES.some(([from, to, shortest, longest]) => {
    const start = digits.slice(0, from.length)
    return digits.length >= shortest && digits.length <= longest && start >= from && start <= to
  })

/** No scheme issues numbers that begin with a day of this century, or a time from 2017 to 2033; orders do. */
const TIME =
  /(?<!\d)(20\d\d([^A-Za-z0-9]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])|1[5-9]\d{8}(\d{3})?(?!\d))/g

/** The runs that begin with the first group, as far as a card number could go on after that group. */
const runsFrom = (groups: readonly string[]): readonly (readonly string[])[] => {
  const runs: (readonly string[])[] = []
  let digits = ''
  for (const [index, group] of groups.entries()) {
    if (index > 1 && digits.length >= LONGEST + (groups[0] ?? '').length) break
    digits += group
    if (digits.length >= SHORTEST) runs.push(groups.slice(0, index + 1))
  }
  return runs
}

/** Whether a run of groups of digits is a card number; no run goes across a letter or a time. */
const hasRun = (text: string, isCard: IsCard): boolean =>
  (text.replace(TIME, 'T').match(/\d+([^A-Za-z0-9]+\d+)*/g) ?? []).some((found) => {
    const groups = found.split(/\D+/)
    return groups.some((_, from) => runsFrom(groups.slice(from)).some(isCard))
  })

/** Groups of 4, 5, 6, 8 or 12 digits, or many short ones; an order may have 3, 7 and 7 digits. */
const isGroupedAsCard = (groups: readonly string[]): boolean =>
  groups.slice(0, -1).every(({ length }) => [4, 5, 6, 8, 12].includes(length)) ||
  (groups.length > 3 && groups.every(({ length }) => length < 7))

const hasAmericanExpress = (digits: string): boolean =>
  [digits.slice(0, 15), digits.slice(-15)].some(
    (part) => /^3[47].{13}$/.test(part) && isIssued(part),
  )

/**
 * Sixteen digits, or fifteen of American Express, may have others before or after them; any number may
 * have the four digits of its expiry date after it.
 */
const isIssuedCard: IsCard = (groups) => {
  if (!isGroupedAsCard(groups)) return false
  const digits = groups.join('')
  const parts =
    digits.length > 16 ? [digits.slice(0, 16), digits.slice(-16), digits.slice(0, -4)] : []
  return [digits, ...parts].some(isIssued) || hasAmericanExpress(digits)
}

/** Whether a run is a card number of any scheme, or has more digits, which could contain one. */
const couldBeCard: IsCard = (groups) => {
  const digits = groups.join('')
  return digits.length > 16 || passesLuhn(digits) || hasAmericanExpress(digits)
}

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

/** Whether a text is a bank account number. @spec sources#iso-13616 */
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

/** Whether an id begins or ends with an account number: three of ten million UUIDs do by chance. */
const bordersOnIban = (id: string): boolean => {
  const bare = id.replaceAll('-', '').toUpperCase()
  const start = bare.slice(0, IBAN_LENGTHS.get(bare.slice(0, 2)) ?? 0)
  const [end = ''] = /[A-Z]{2}\d{13,}$/.exec(bare) ?? []
  return [start, end].some((part) => /^[A-Z]{2}\d+$/.test(part) && isIban(part))
}

/** The text without its UUIDs. One that has no letter could be a card number, so it stays. */
const withoutUuids = (text: string): string =>
  text.length < 32
    ? text
    : text.replace(UUIDS, (id) => (/[A-F]/i.test(id) && !bordersOnIban(id) ? 'U' : id))

/**
 * A short prefix, and 26 letters in lower case or digits from 2 to 7: by chance, 140 of a million read as an
 * account number, but those are written in upper case. @spec interface#ids-and-links
 */
const isProviderId = (text: string): boolean =>
  /^[a-z]{2,4}_[a-z2-7]{26}$/.test(text) && !bordersOnIban(text.slice(-26))

/** Digits enough for a card number, without a letter between them: most texts have fewer. */
const TWELVE_DIGITS = /(\d[^A-Za-z0-9]*){12}/

const holdsCard = (text: string, isCard: IsCard): boolean =>
  TWELVE_DIGITS.test(text) && hasRun(text, isCard)

/** The kinds of characters: letters, digits, and those that end a pair which some secret contains. */
const [LETTER, DIGIT, SUSPECT] = [1, 2, 4]
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  const isOf = (pattern: RegExp, kind: number): number => (pattern.test(character) ? kind : 0)
  return isOf(/[A-Za-z]/, LETTER) | isOf(/\d/, DIGIT) | isOf(/[_JSIHC-]/, SUSPECT)
})

/** The pairs: in `sk_`, `whsec_` and other keys, in tokens, and in certificates. */
const PAIRS = new Set(
  ['k_', 'K_', 'c_', 'C_', 'yJ', 'LS', 'MI', 'MH', 'MC', '--'].map(
    (pair) => pair.charCodeAt(0) * 128 + pair.charCodeAt(1),
  ),
)

/** Whether such a pair ends at a position. Before `c_`, a key has an `e`, and an id of a source an `r`. */
const isPair = (text: string, at: number): boolean => {
  const before = text.charCodeAt(at - 1)
  if (!PAIRS.has(before * 128 + text.charCodeAt(at))) return false
  return (before | 32) !== 99 || (text.charCodeAt(at - 2) | 32) === 101
}

/**
 * Whether one look at each character finds nothing personal: most texts are decided here, and for any other
 * the patterns decide.
 */
const isSurelyPlain = (text: string): boolean => {
  let [letters, digits, count, run, hyphens] = [0, 0, 0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > 127) return false
    const kind = KINDS[code] ?? 0
    if ((kind & LETTER) !== 0) {
      letters = digits === 0 ? letters + 1 : 1
      digits = 0
      count = 0
    } else if (kind === DIGIT) {
      digits += 1
      count += 1
      if (count === 12 || (letters > 1 && digits > 1 && text.length > 14)) return false
    } else if (code === 45) hyphens += 1
    run = (kind & (LETTER | DIGIT)) === 0 ? 0 : run + 1
    if (run === 32 || hyphens === 4) return false
    if ((kind & SUSPECT) !== 0 && isPair(text, at)) return false
  }
  return true
}

const holds = (text: string, isCard: IsCard): boolean => {
  if (isSurelyPlain(text)) return false
  if (holdsSecret(text)) return true
  const rest = withoutUuids(text)
  return holdsCard(rest, isCard) || (!isProviderId(rest) && holdsIban(rest))
}

/** Whether a word could contain a secret, or the number of an account or of any card. */
export const looksPersonal = (text: string): boolean => holds(text, couldBeCard)

/** Whether an id or a reference contains a secret, an account number, or that of a card of a scheme. */
export const namesAccount = (text: string): boolean => holds(text, isIssuedCard)

/** Whether a text contains a card number that some scheme may have issued. */
export const namesCard = (text: string): boolean => holdsCard(withoutUuids(text), isIssuedCard)
