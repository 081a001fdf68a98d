/** Finds the digits of card numbers: by the check digit, and by the ranges of the schemes. */

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

/** Whether a run of groups of digits is a card number. */
export type IsCard = (groups: readonly string[]) => boolean

/** How many digits a card number has. */
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

/**
 * A day of this century, or a time in seconds or milliseconds from 2017 to 2033. No scheme issues
 * numbers that begin so, and numbers of orders often do.
 */
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

/**
 * Whether some run of adjacent groups of digits in a text is a card number, with any number of any
 * separators between two groups. A run does not go across a letter or a time.
 */
export const hasRun = (text: string, isCard: IsCard): boolean =>
  (text.replace(TIME, 'T').match(/\d+([^A-Za-z0-9]+\d+)*/g) ?? []).some((found) => {
    const groups = found.split(/\D+/)
    return groups.some((_, from) => runsFrom(groups.slice(from)).some(isCard))
  })

/**
 * Whether cards are written in such groups: all but the last have 4, 5, 6, 8 or 12 digits, or there are
 * more than three, of at most six digits each. The number of an order may have 3, 7 and 7 digits.
 */
const isGroupedAsCard = (groups: readonly string[]): boolean =>
  groups.slice(0, -1).every(({ length }) => [4, 5, 6, 8, 12].includes(length)) ||
  (groups.length > 3 && groups.every(({ length }) => length < 7))

/**
 * Whether a run is a card number that some scheme may have issued, in groups as cards have them. A
 * number of sixteen digits, or of fifteen digits of American Express, may have other digits before or
 * after it; any number may have the four digits of its expiry date after it.
 */
export const isIssuedCard: IsCard = (groups) => {
  if (!isGroupedAsCard(groups)) return false
  const digits = groups.join('')
  const ends = (length: number) =>
    digits.length > length ? [digits.slice(0, length), digits.slice(-length)] : []
  return (
    [digits, ...ends(16), digits.length > 16 ? digits.slice(0, -4) : ''].some(isIssued) ||
    ends(15).some((part) => /^3[47]/.test(part) && isIssued(part))
  )
}

/**
 * Whether a run could be a card number of any scheme: of one that is known, or 12 to 16 digits with the
 * correct check digit, or more digits, which could contain one.
 */
export const couldBeCard: IsCard = (groups) => {
  const digits = groups.join('')
  return digits.length > 16 || passesLuhn(digits) || isIssuedCard(groups)
}
