/** An error names a field that nobody knows only if its name is a plain word, and no secret. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readStored } from '../../src/provider/index.ts'
import { namedField } from '../../src/words/data/codec.ts'
import { holdsSecret } from '../../src/words/text/personal-data.ts'
import { forAll } from '../for-all.ts'
import { readPolicy } from '../root.ts'

const SECRETS = [
  ...'sk_live_abcdefghijklmnop pk_ABCDEFGHIJKLMNOP sek_abcdefghijklmnop'.split(' '),
  ...'ack_abcdefghijklmnop whsec_abcdefghijklmnop eyJhbGciOi'.split(' '),
  `MI${'B'.repeat(38)}`,
]

const AT = '2026-03-02T10:00:00Z'

test.each(SECRETS)('no error has the name %j of a field, which is a secret', (name) => {
  expect(holdsSecret(name)).toBe(true)
  const stored = readStored({ kind: 'callback', receivedAt: AT, [name]: 1 })
  const policy = readPolicy({ [name]: 1 })
  expect(stored).toMatchObject({ left: { path: 'another field' } })
  expect(policy).toMatchObject({ left: { path: 'another field' } })
})

test.each(['amout', 'RefundWindowWeeks', 'recieved_at', '_abcdefghijklmno', 'a'.repeat(30)])(
  'an error has the misspelt name %j',
  (name) => {
    const stored = readStored({ kind: 'callback', receivedAt: AT, [name]: 1 })
    expect(stored).toMatchObject({ left: { path: name } })
  },
)

test('no name that an error has is a secret', () => {
  const part = fc.constantFrom(...SECRETS, 'a', '_', 'k', 'sk_', 'c_', 'eyJ', 'hbGciOi', 'MII')
  const names = fc.array(part, { minLength: 1, maxLength: 30 }).map((parts) => parts.join(''))
  forAll(3000, [fc.tuple(names, fc.nat(50))], ([name, length]) => {
    expect(holdsSecret(namedField(name.slice(0, length)))).toBe(false)
  })
})
