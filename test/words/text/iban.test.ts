/** The account numbers of each country, compared with a library made for them. */
import fc from 'fast-check'
import { countrySpecs, isValidIBAN } from 'ibantools'
import { describe, expect, test } from 'vitest'
import { sepaIban } from '../../../src/provider/wire/strict-values.ts'
import { isIban } from '../../../src/words/text/personal-data.ts'
import { forAll } from '../../for-all.ts'

/** The countries of the registry; those without a code of their own in account numbers are left out. */
const COUNTRIES = Object.entries(countrySpecs).flatMap(([code, { chars, IBANRegistry }]) =>
  IBANRegistry === true && typeof chars === 'number' && composedBy(code) === code
    ? [[code, chars] as const]
    : [],
)

/** French and Finnish territories have the account numbers of their countries. */
function composedBy(code: string): string {
  const territories = 'AX BL GF GP MF MQ NC PF PM RE TF WF YT'
  return territories.includes(code) ? '' : code
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const CODES = LETTERS.flatMap((one) => LETTERS.map((other) => `${one}${other}`))

/** Countries with account numbers that the library does not list. */
const OTHERS = ['BI27', 'DJ27', 'FK18', 'HN28']

const digit = fc.integer({ min: 0, max: 9 })

describe('an account number', () => {
  test('is known of every country of the registry', () => {
    expect(COUNTRIES.length).toBeGreaterThan(80)
    for (const [code, chars] of COUNTRIES) {
      forAll(10, [fc.array(digit, { minLength: chars - 4, maxLength: chars - 4 })], (digits) => {
        const iban = made(code, digits)
        expect([iban, isIban(iban)]).toEqual([iban, true])
        const wrong = `${iban.slice(0, -1)}${(Number(iban.at(-1)) + 1) % 10}`
        expect([wrong, isIban(wrong)]).toEqual([wrong, false])
        const others = [`${iban}0`, iban.slice(0, -1), `QQ${iban.slice(2)}`, iban.toLowerCase(), '']
        expect(others.filter(isIban)).toEqual([])
        const right = made(code, digits).slice(2, 4)
        const checks = Array.from({ length: 97 }, (_, index) => String(index + 2).padStart(2, '0'))
        expect(checks.filter((check) => isIban(`${code}${check}${iban.slice(4)}`))).toEqual([right])
      })
    }
  })

  test('has in each country exactly one length, also where the library knows none', () => {
    const lengths: string[] = []
    for (const code of CODES) {
      const found = Array.from({ length: 31 }, (_, index) => index + 5).filter((length) =>
        isIban(
          made(
            code,
            Array.from({ length: length - 4 }, () => 1),
          ),
        ),
      )
      if (found.length > 0) lengths.push(`${code}${found.join('/')}`)
    }
    const known = new Set(COUNTRIES.map(([code, chars]) => `${code}${chars}`))
    expect(lengths.filter((each) => !known.has(each))).toEqual(OTHERS)
  })

  test('that the library takes is one here, without separators', () => {
    expect(isIban('BE68 5390 0754 7034')).toBe(false)
    const examples =
      'NL91ABNA0417164300 GB82WEST12345698765432 BE68539007547034 MT84MALT011000012345MTLCAST001S ' +
      'NO9386011117947 FR1420041010050500013M02606 IT60X0542811101000000123456'
    for (const iban of examples.split(' ')) {
      expect([iban, isValidIBAN(iban), isIban(iban)]).toEqual([iban, true, true])
    }
  })

  test('can be collected from in all countries of SEPA, and no others', () => {
    // they joined after the library's list was made
    const later = ['AL', 'MD', 'ME', 'MK', 'RS']
    for (const [code, chars] of COUNTRIES) {
      const iban = made(
        code,
        Array.from({ length: chars - 4 }, () => 1),
      )
      const isIn = countrySpecs[code]?.SEPA === true || later.includes(code)
      expect([code, sepaIban.is(iban)]).toEqual([code, isIn])
    }
  })
})

/** The account number with the right check digits: the remainder modulo 97 is 1. */
function made(code: string, digits: readonly number[]): string {
  const bban = digits.join('')
  const letters = [...code].map((letter) => Number.parseInt(letter, 36)).join('')
  const check = 98n - (BigInt(`${bban}${letters}00`) % 97n)
  return `${code}${String(check).padStart(2, '0')}${bban}`
}
