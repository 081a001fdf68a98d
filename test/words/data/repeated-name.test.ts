/** Whether a JSON text has one name twice in one object. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { readWebhook } from '../../../src/provider/read/webhook.ts'
import { hasNameTwice } from '../../../src/words/data/repeated-name.ts'
import { unreadable } from '../../../src/words/data/unreadable-input.ts'
import { forAll } from '../../for-all.ts'

describe('a JSON text', () => {
  test.each([
    ...['{"a":1,"a":2}', '{"a":1,"b":{"c":1,"c":1}}', '[{"a":1},{"b":1,"b":1}]'],
    ...['{"a":[{"b":1}],"a":1}', '{"a":{"a":1},"a":1}'],
    '{"a":1,"\\u0061":2}',
    '{"a\\"":1,"a\\"":2}',
    '{"":1,"":2}',
    '{ "a" : "," , "a" : 2 }',
    '{"__proto__":1,"__proto__":2}',
  ])('has a name twice: %s', (text) => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(hasNameTwice(text)).toBe(true)
  })

  test.each([
    '{"a":1,"b":"a"}',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":["a","a"],"b":"a"}',
    '{"a":"{\\"b\\":1,\\"b\\":2}"}',
    '{"a":"\\\\","b":"a"}',
    ...['{"a":1,"A":2}', '["a","a"]', '"a"', '1', '{}'],
  ])('has none: %s', (text) => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(hasNameTwice(text)).toBe(false)
  })

  test('that was written from a value has none', () => {
    forAll({}, [fc.jsonValue()], (value) => {
      expect(hasNameTwice(JSON.stringify(value))).toBe(false)
      expect(hasNameTwice(JSON.stringify(value, null, 2))).toBe(false)
    })
  })

  test('is found however deep it is', () => {
    const deep = `${'{"a":'.repeat(5000)}{"b":1,"b":2}${'}'.repeat(5000)}`
    expect(hasNameTwice(deep)).toBe(true)
  })
})

test('a webhook with a name twice is not read: the signature covers both', () => {
  const data = '"data":{"id":"pay_1","amount":100}'
  const read = (text: string) =>
    readWebhook({ isVerified: true, body: text, receivedAt: '2026-03-10T10:00:00Z' as never })
  const once = `{"id":"evt_1","type":"payment_captured",${data}}`
  expect(read(once)).toHaveProperty('right')
  for (const twice of [
    `{"id":"evt_1","id":"evt_2","type":"payment_captured",${data}}`,
    once.replace('"amount":100', '"amount":100,"amount":900'),
  ]) {
    const expected = 'JSON in which no object has one name twice'
    expect(read(twice)).toEqual(E.left(unreadable('', expected, twice)))
  }
})
