/** Secrets in every form in which `docs/privacy.md` says that they are withheld. */
import fc from 'fast-check'

/** A text, and what must not be in anything that follows from it. */
export interface Planted {
  readonly text: string
  readonly secret: string
}

/** The digits with the last one that makes them pass the check. */
export const checked = (digits: string): string => {
  const sum = [...`${digits}0`].reverse().reduce((all, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return all + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** What the cards of schemes begin with, and how long their numbers are. */
const SCHEMES: readonly (readonly [scheme: string, starts: string, lengths: readonly number[]])[] =
  [
    ['Visa', '4', [13, 16, 18, 19]],
    ['Mastercard', '51 52 53 54 55 2221 2500 2720', [16]],
    ['American Express', '34 37', [15]],
    ['Diners', '300 305 3095 36 38 39', [14, 16, 19]],
    ['Discover', '6011 644 65', [16, 19]],
    ['JCB', '3528 3589', [16, 17, 18, 19]],
    ['JCB, formerly', '1800 2131', [15]],
    ['UnionPay', '62', [14, 15, 16, 17, 18, 19]],
    ['Maestro', '5018 5020 5038 5893 6304 6759 6761', [12, 13, 14, 15, 16, 17, 18, 19]],
    ['Mir', '2200 2204', [16, 17, 18, 19]],
    ['UATP', '1', [15]],
    ['RuPay', '60 81 82 508', [16]],
    ['Elo', '401178 506699 509000 636368 650031', [16]],
    ['Hiper', '637095 637568', [16]],
    ['Verve', '506099 507865', [16, 18, 19]],
    ['Troy', '65 9792', [16]],
    ['UzCard and Humo', '8600 9860', [16]],
    ['NAPAS', '9704', [16, 19]],
  ]

const scheme = fc.constantFrom(
  ...SCHEMES.flatMap(([, starts, lengths]) =>
    starts.split(' ').flatMap((start) => lengths.map((length) => ({ start, length }))),
  ),
)

/** A card number of any scheme. */
const card = fc
  .tuple(scheme, fc.stringMatching(/^\d{19}$/))
  .map(([{ start, length }, rest]) => checked(`${start}${rest}`.slice(0, length - 1)))

/** The lengths of groups; digits beyond them are the last group. */
const grouping = fc.oneof(
  fc.constantFrom<readonly number[]>(
    ...[
      [],
      [4, 4, 4, 4],
      [4, 6],
      [4, 6, 4],
      [4, 5],
      [5, 5, 5],
      [6, 6, 6],
      [6],
      [8],
      [8, 4],
      [4, 8],
    ],
    ...[[12], [4], [4, 4], [4, 4, 4], [2, 2, 2, 2, 2, 2, 2, 2], [3, 3, 3, 3, 3], Array(18).fill(1)],
  ),
  fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 3, maxLength: 18 }),
)

const groupsOf = (digits: string, [length, ...others]: readonly number[]): readonly string[] =>
  length === undefined || length >= digits.length
    ? [digits]
    : [digits.slice(0, length), ...groupsOf(digits.slice(length), others)]

/** Whether the page names such groups as those of a card. */
const isGrouped = (groups: readonly string[]): boolean =>
  groups.slice(0, -1).every(({ length }) => [4, 5, 6, 8, 12].includes(length)) ||
  (groups.length > 3 && groups.every(({ length }) => length < 7))

/** Whether digits after the first ones read as a day or a time: they count as one. */
export const hasTime = (text: string): boolean =>
  /20\d\d(.?)(0[1-9]|1[0-2])\1(0[1-9]|[12]\d|3[01])|(?<!\d)1[5-9]\d{8}(\d{3})?(?!\d)/.test(text)

const separator = fc.oneof(
  fc.constantFrom('-', '-', '/', '.', ' ', '_'),
  fc.string({
    unit: fc.constantFrom(...'-._:/#+()=&, |\t\u00a0\u2013\u200b'),
    minLength: 1,
    maxLength: 5,
  }),
)

const before = fc.constantFrom(
  ...['', '', '', 'ORD-', 'A', 'ref:', '(', '#', 'order=', '17/', '1-', '2026-', '20240131-'],
  ...['20240131', 'card_', 'pay_', 'src_', 'evt_', 'cus_', '\u0664', '\uff14', '\u096a ', 'x_1:'],
)
const after = fc.constantFrom(
  ...[
    '',
    '',
    '',
    ...['-A', 'Z', ')', '-1', '/17', '/2027', '--678', '-20240131', '.x'],
    '\u0664',
    '\uff14',
  ],
)

/** A card number in groups, with anything before it and after it that does not continue its digits. */
const groupedCard = fc
  .tuple(card, grouping, fc.array(separator, { minLength: 19, maxLength: 19 }), before, after)
  .map(([digits, lengths, separators, start, end]): Planted => {
    const groups = groupsOf(digits, lengths)
    const written = (isGrouped(groups) ? groups : [digits])
      .map((group, index) => `${index === 0 ? '' : separators[index]}${group}`)
      .join('')
    return { text: `${start}${hasTime(written) ? digits : written}${end}`, secret: digits }
  })

const FIFTEEN_OR_SIXTEEN = /^(\d{16}|3[47]\d{13})$/

/** A card number without groups, with other digits directly before it or directly after it. */
const hiddenCard = fc
  .tuple(
    card,
    fc.stringMatching(/^\d{1,9}$/),
    fc.boolean(),
    fc.stringMatching(/^(0[1-9]|1[0-2])2[6-9]$/),
  )
  .map(([digits, others, isBefore, expiry]): Planted => {
    const hidden = isBefore ? `${others}${digits}` : `${digits}${others}`
    const expiring = digits.length > 12 ? `${digits}${expiry}` : digits
    const isFound = FIFTEEN_OR_SIXTEEN.test(digits) && !hasTime(hidden.slice(0, 13))
    return { text: isFound ? hidden : expiring, secret: digits }
  })

const base64 = (length: number) =>
  fc
    .string({
      unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'),
      minLength: length,
      maxLength: length,
    })
    .filter((text) => !/\d{6}/.test(text))

/** A key, a token, or a key as PEM, with anything before it that is neither a letter nor a digit. */
const key = fc
  .tuple(
    fc.constantFrom(
      ...['sk_', 'sk_test_', 'sk_sbox_', 'pk_', 'pk_test_', 'sek_', 'ack_', 'whsec_', 'SK_'],
      ...['eyJhbGciOiJIUzI1NiJ9.eyJzdWIi', 'eyJhbGciOi', 'eyJ0eXAiOi', 'eyJraWQiOi'],
      ...['MIIEvQ', 'MIIBIjANBgkq', '-----BEGIN PRIVATE KEY-----', 'LS0tLS1CRUdJTi'],
    ),
    base64(40),
    fc.constantFrom('', '', 'ref:', 'x.', '/', 'é ', '('),
    fc.constantFrom('', '', '.x', ' 1', 'é'),
  )
  .map(
    ([start, rest, first, last]): Planted => ({
      text: `${first}${start}${rest}${last}`,
      secret: `${start}${rest}`.slice(0, 20),
    }),
  )

/** A secret of any kind. */
export const secrets = fc.oneof(
  { weight: 6, arbitrary: groupedCard },
  { weight: 2, arbitrary: hiddenCard },
  { weight: 2, arbitrary: key },
)

/** A text without what stands between its letters and digits, and without letter case. */
const bare = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()

/** Whether a text still holds the secret, in whatever groups and letter case. */
export const holdsPlanted = (text: string, { secret }: Planted): boolean =>
  bare(text).includes(bare(secret))
