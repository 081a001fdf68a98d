/** Recognises card numbers: by the check digit, and by the ranges of the schemes. */

/** Whether the last digit is the correct check digit, as in card numbers. @spec sources#iso-7812 */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Whether a run of digits could be a card number, or could contain one. */
export const isCardNumber = (digits: string): boolean => {
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

const isFrom = (digits: string): boolean =>
  RANGES.some(([from, to, shortest, longest]) => {
    const start = digits.slice(0, from.length)
    return digits.length >= shortest && digits.length <= longest && start >= from && start <= to
  })

/** Whether digits are a card number that some scheme may have issued. */
export const isIssued = (digits: string): boolean => isFrom(digits) && passesLuhn(digits)

/** How many digits of the expiry date may follow a card number. */
const EXPIRY = 4

const lengthsIn = (digits: string): readonly number[] => [16, 15, digits.length - EXPIRY]

/**
 * Whether a long run of digits begins or ends with a card number: its expiry date may follow, and
 * anything may precede it. Fifteen digits count only if they are those of American Express.
 */
export const hidesIssued = (digits: string): boolean =>
  digits.length > 16 &&
  lengthsIn(digits).some((length) =>
    [digits.slice(0, length), length > 16 ? '' : digits.slice(-length)].some(
      (part) => isIssued(part) && (length !== 15 || /^3[47]/.test(part)),
    ),
  )
