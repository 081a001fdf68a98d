/** What must never be kept: card and account numbers, as people and machines write them. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PaymentId } from '../../../machines/words/payment-names.ts'
import { isIban, looksPersonal, namesAccount } from '../../../src/words/text/personal-data.ts'
import { forAll } from '../../for-all.ts'
import { checked, hasTime } from '../../privacy/secrets.ts'

test.each([
  ['a card number', '4111111111111111'],
  ['a card number before one digit more', '4242-4242-4242-4242-7'],
  ['a card number after one digit more', '14242424242424242'],
  ['a card number after a word', 'card:4111111111111111'],
  ['a card number before a word', '4111111111111111/visa'],
  ['a card number within a word', 'A4111111111111111Z'],
  ['a card number after another number', '1/4111111111111111'],
  ['a card number after another number and a hyphen', '1-4111111111111111'],
  ['a card number with spaces after another number', '1/4111 1111 1111 1111'],
  ['a card number before another number', '4111111111111111/1'],
  ['fifteen digits of a card', '378282246310005'],
  ['the same with another digit after them, in any groups', '37-44630227492850'],
  ['twelve digits with a right check digit', '100000000008'],
  ['nineteen digits with a right check digit', '6304000000000000018'],
  ['twenty digits of any kind', '12345678901234567890'],
  ['seventeen digits of any kind', '66018414917053411'],
  [
    'a card number after an id of letters and digits',
    '1b4e28ba-2fa1-11d2-883f-0016d3cca427-4111111111111111',
  ],
  ['a card number before such an id', '4111111111111111-1b4e28ba-2fa1-11d2-883f-0016d3cca427'],
  ['zeros, as they pass for a number', '000000000000'],
  ['an account number', 'BE68539007547034'],
  ['an account number in small letters', 'be68539007547034'],
  ['an account number of letters', 'GB82WEST12345698765432'],
  ['an account number of short runs of digits', 'NL91ABNA0417164300'],
  ['the same in small letters and with separators', 'nl.91/abna_0417164300'],
  ['an account number of letters among its digits', 'KZ86125KZT5004100100'],
  ['an account number from the first country to the last', 'AZ21NABZ00000000137010001944'],
  ['an account number of letters alone', 'NL20ABNABCDEFGHIJK'],
  ['the same in small letters', 'nl20abnabcdefghijk'],
  ['an account number of letters from the first country on', 'AE90ABCDEFGHIJKLMNOPQRS'],
  ['an account number after other digits', 'ORD-12/NL20ABNABCDEFGHIJK'],
  ['the shortest account number', 'NO9386011117947'],
  ['the longest account number', 'RU0304452522540817810538091310419'],
  ['an account number after a word', 'iban:DE89370400440532013000'],
  ['an account number before a word', 'DE89370400440532013000/giro'],
  ['an account number at the start of a UUID', 'be710961-2345-6769-aaaa-bbbbbbbbbbbb'],
  ['an account number at the end of a UUID', 'abcdef01-23de-8937-0400-440532013000'],
  ['an account number at the start of 32 digits', 'de89370400440532013000abcdef0123'],
  ['an account number at the start of an id', 'ref_de45662725452725452725abcd'],
  ['an account number at the end of an id', 'ref_abcdde45662725452725452725'],
  ['an account number after another country code', 'DE89GB82WEST12345698765432'],
])('a text looks personal if it contains %s', (_, text) => {
  expect(looksPersonal(text)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['a reference', 'ORD-5023-4E89'],
  ['eleven digits with a right check digit', '10000000009'],
  ['twelve digits with a wrong check digit', '100000000009'],
  ['sixteen digits with a wrong check digit', '6304000000000019'],
  ['a card number with a wrong check digit', '4111111111111112'],
  ['two runs of digits parted by a letter', '41111111a11111111'],
  ['a date and a time', '2024-02-29T10'],
  ['an account number with a wrong check digit', 'BE68539007547035'],
  ['an account number cut short', 'BE6853900754703'],
  ['a country that has no account numbers', 'US68539007547034'],
])('a text does not look personal if it contains %s', (_, text) => {
  expect(looksPersonal(text)).toBe(false)
})

describe('a text of letters, digits and separators', () => {
  const passesLuhn = (digits: string): boolean => checked(digits.slice(0, -1)) === digits

  /** Every part of a text, as long as any number that must not be kept. */
  const pieces = (text: string): readonly string[] =>
    [...text].flatMap((_, from) =>
      Array.from({ length: 35 }, (_, length) => text.slice(from, from + length + 1)),
    )

  /** Every part that begins and ends with whole groups of digits, and has no letter. */
  const stretches = (text: string): readonly string[] =>
    [...text].flatMap((_, from) =>
      [...text].flatMap((_, to) => {
        const around = [text[from - 1] ?? '', text[to + 1] ?? '']
        const part = text.slice(from, to + 1)
        const isWhole = !around.some((each) => /\d/.test(each)) && /^\d([^a-z]*\d)?$/i.test(part)
        return isWhole ? [part] : []
      }),
    )

  /** The rule, by examining everything: slow, but one sentence. */
  const isRight = (text: string): boolean => {
    const bare = text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
    const runs = stretches(text).map((stretch) => stretch.replace(/\D/g, ''))
    const isAmericanExpress = (run: string): boolean =>
      [run.slice(0, 15), run.slice(-15)].some(
        (part) => /^3[47].{13}$/.test(part) && passesLuhn(part),
      )
    const isCard = (run: string): boolean =>
      run.length > 16 ||
      (run.length >= 12 && passesLuhn(run)) ||
      isAmericanExpress(run.slice(0, 16))
    return runs.some(isCard) || pieces(bare).some(isIban)
  }

  test('looks personal if any part of it is a number that must not be kept', () => {
    const alphabet = fc.constantFrom(...'BELNO0123456789-_./a')
    const word = fc.string({ unit: alphabet, maxLength: 24 })
    const digits = fc.stringMatching(/^\d{10,20}$/)
    const account = fc.constantFrom(
      ...'BE68539007547034 NO93-8601-1117947 be68_5390_0754_7034'.split(' '),
      ...'NL91ABNA0417164300 nl91_abna-0417164300 KZ86125KZT5004100100'.split(' '),
    )
    const text = fc
      .array(fc.oneof(word, digits, account), { maxLength: 3 })
      .map((all) => all.join(''))
    forAll(500, [text], (each) => {
      fc.pre(!hasTime(each) && !/[0-9a-f]{32}/.test(each))
      expect([each, looksPersonal(each)]).toEqual([each, isRight(each)])
    })
  })
})

describe('a card number', () => {
  test('of 12 to 16 digits has one check digit of ten', () => {
    const bodies = fc.stringMatching(/^\d{11,15}$/)
    forAll({}, [bodies], (body) => {
      // neither a time, nor a day, nor fifteen digits of American Express within sixteen
      fc.pre(!/^(1[5-9]|20|.?3[47])/.test(body))
      const all = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`)
      expect(all.filter(looksPersonal)).toEqual([checked(body)])
    })
  })

  test('looks personal with separators at any position', () => {
    const separators = fc.array(fc.constantFrom('', ' ', '-', '.', '_', ':', '/', '  '), {
      minLength: 16,
      maxLength: 16,
    })
    forAll({}, [separators], (between) => {
      const text = [...'4111111111111111'].map((digit, index) => digit + between[index]).join('')
      expect(looksPersonal(text)).toBe(true)
    })
  })
})

describe('an id of the provider', () => {
  /** Ids of the provider's form that hold an account number by chance, if letter case is set aside. */
  const byChance = (prefix: string): readonly string[] =>
    ['no', 'be', 'nl'].flatMap((country) => {
      const found: string[] = []
      for (let seed = 0; found.length < 2 && seed < 20_000; seed += 1) {
        const digits = String(seed + 22_222_222).replace(/[0189]/g, '5')
        const text = `${country}${digits.slice(0, 5)}a${digits.slice(5)}`
        const length = { no: 15, be: 16, nl: 18 }[country] ?? 15
        const iban = text.padEnd(length, '2')
        if (isIban(iban.toUpperCase())) found.push(`${prefix}_${iban.padEnd(26, 'x')}`)
      }
      return found
    })

  test('is never taken for an account number', () => {
    for (const prefix of ['wh', 'evt', 'act', 'pay', 'src', 'cus', 'file']) {
      const all = byChance(prefix)
      expect(all.length).toBeGreaterThan(0)
      for (const text of all) {
        expect([text, namesAccount(text), looksPersonal(text)]).toEqual([text, false, false])
      }
    }
    for (const text of byChance('pay')) expect(PaymentId.is(text)).toBe(true)
  })

  test('has exactly that form: what comes near it is looked at', () => {
    for (const text of byChance('evt')) {
      const other = [text.toUpperCase(), text.slice(0, -1), `${text}x`, text.replace('evt', 'e')]
      for (const near of other) expect([near, looksPersonal(near)]).toEqual([near, true])
    }
    expect(looksPersonal('evt_be68539007547034')).toBe(true)
    expect(looksPersonal(`sk_${'a'.repeat(26)}`)).toBe(true)
  })
})

describe('a word', () => {
  /** What keys, tokens, certificates, cards, accounts and ids are made of. */
  const piece = fc.oneof(
    fc.constantFrom(
      ...'sk_ PK_ sek_ ack_ whsec_ src_ Ec_ eyJ yJ hbGciOi .x -----'.split(' '),
      ...[...'BEGIN LS0t LS0tLS1CRUdJTi MI MHcCAQ MC _ - -- /'.split(' '), ' ', '\n', '.'],
      ...[
        '4111',
        '1111',
        '4111111111111111',
        '20240131',
        '1500000000',
        '12',
        'DE89',
        '370400440532013000',
      ],
      ...['NO9386011117947', 'LU', 'a', 'Z', 'k', 'U', '550e8400-e29b-41d4-a716-446655440000'],
      ...['6thh5vhggyjudgzfznx2fkuede', '0123456789abcdef', 'pay_', 'e', 'c', 'evt_payment_'],
    ),
    fc.string({ unit: fc.constantFrom(...'0123456789abcXYZ_-.'), maxLength: 6 }),
  )
  const words = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))

  test('is found plain at a glance only if its patterns find nothing either', () => {
    const PROVIDER_ID = /^[a-z]{2,4}_[a-z2-7]{26}$/
    forAll(Number(process.env['RUNS'] ?? 6000), [words], (word) => {
      fc.pre(!PROVIDER_ID.test(word))
      // a letter beyond ASCII, apart from the word, leaves it to the patterns
      const closely = `${word} \u00e9`
      expect([looksPersonal(word), namesAccount(word)]).toEqual([
        looksPersonal(closely),
        namesAccount(closely),
      ])
    })
  })
})
