/** Lines: what is read back, and everything that can be wrong with a single one. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { asStored } from '../../src/event/upcast.ts'
import { schema1 } from '../event/fixtures.ts'
import { fromLine, lineReader, toLine } from '../root.ts'
import { covered, METADATA, sealedLine, sealOf, sha256 } from './seal.ts'

const EVENT = `{"data":{"amount":6000,"paymentId":"pay_1"},"metadata":${METADATA},"type":"payment_captured"}`

const bodyWith = (changes: Readonly<Record<string, string>> = {}): string => {
  const parts = {
    event: EVENT,
    form: '1',
    previous: 'null',
    revision: '0',
    stream: '"payment-pay_1"',
    ...changes,
  }
  const { event, form, previous, revision, stream } = parts
  return `{"event":${event},"form":${form},"previous":${previous},"revision":${revision},"stream":${stream}}`
}

const BODY = bodyWith()
const LINE = sealedLine(BODY)

/** A line that is not read, and why. */
const unread = (path: unknown, expected: unknown, found: unknown = 'a text') =>
  E.left({ error: 'Unreadable', path, expected, found })

describe('a line', () => {
  test('is read as the entry it says', () => {
    expect(fromLine(LINE)).toEqual(E.right({ ...JSON.parse(BODY), hash: sealOf(BODY) }))
  })

  test('may name the entry before it, at any revision', () => {
    const previous = 'a'.repeat(64)
    const body = bodyWith({ previous: `"${previous}"`, revision: '9007199254740991' })
    expect(E.isRight(fromLine(sealedLine(body)))).toBe(true)
  })

  test.each([
    ['nothing', '', 'an empty text'],
    ['a body without a hash', BODY, 'a text'],
    ['a line break at its end', `${LINE}\n`, 'a text'],
    ['a space at its end', `${LINE} `, 'a text'],
    [
      'a hash in capitals',
      LINE.replace(/[0-9a-f]{64}(?="}$)/, (hash) => hash.toUpperCase()),
      'a text',
    ],
    ['a hash that is short', LINE.replace(/.(?="}$)/, ''), 'a text'],
    ['a space before its hash', LINE.replace(',"hash"', ', "hash"'), 'a text'],
    ['something after its hash', LINE.replace(/\}$/, ',"note":1}'), 'a text'],
    ['the end alone, cut short', `"hash":"${'0'.repeat(64)}"}`, 'a text'],
  ])('does not end with its hash: %s', (_, line, found) => {
    expect(fromLine(line)).toEqual(unread('', 'an entry that ends with its hash', found))
  })

  test('whose content differs from what its hash covers is altered', () => {
    const altered = LINE.replace('6000', '6001')
    expect(fromLine(altered)).toEqual(
      E.left({
        error: 'Altered',
        stated: sealOf(BODY),
        actual: sealOf(BODY.replace('6000', '6001')),
      }),
    )
  })

  test('with half of a pair of code units is not canonical: it has no bytes of its own', () => {
    const type = '"type":"invoice_paid"'
    const body = BODY.replace(/"type":"\w+"/, type).replace('"data":{', '"data":{"a":"\\ud83d",')
    expect(fromLine(sealedLine(body))).toMatchObject(E.left({ error: 'NotCanonical' }))
    const whole = body.replace('\\ud83d', '\ud83d\ude00')
    expect(E.isRight(fromLine(sealedLine(whole)))).toBe(true)
  })

  test('is empty for an entry that JSON cannot hold', () => {
    const entry = { ...JSON.parse(BODY), hash: sealOf(BODY) }
    expect(toLine({ ...entry, sequence: Number.NaN })).toBe('')
    expect(toLine({ ...entry, stream: '\ud83d' })).toBe('')
  })

  test('whose hash was replaced is altered', () => {
    const stated = '0'.repeat(64)
    expect(fromLine(`${covered(BODY)},"hash":"${stated}"}`)).toEqual(
      E.left({ error: 'Altered', stated, actual: sealOf(BODY) }),
    )
  })

  test('whose beginning was cut off is altered, and not parsed', () => {
    const cut = E.mapLeft(({ error }: { readonly error: string }) => error)(fromLine(LINE.slice(1)))
    expect(cut).toEqual(E.left('Altered'))
  })

  test.each([
    ['an empty text', '}'],
    ['an unclosed list', `[${BODY}`],
    ['a word', 'null}'],
  ])('that is not JSON is unreadable even with a valid hash: %s', (_, body) => {
    expect(fromLine(sealedLine(body))).toEqual(unread('', 'JSON'))
  })

  test.each([
    ['white space', BODY.replace(',"form"', ', "form"')],
    ['white space before', ` ${BODY}`],
    [
      'keys in another order',
      BODY.replace('"amount":6000,"paymentId":"pay_1"', '"paymentId":"pay_1","amount":6000'),
    ],
    ['a key twice', BODY.replace('"form":1', '"form":1,"form":1')],
    ['a number in another form', BODY.replace('6000', '6e3')],
    ['a redundant fraction', BODY.replace('6000', '6000.0')],
    ['a redundant escape', BODY.replace('pay_1', 'pay\\u005f1')],
  ])('that is not canonical is reported as such even with a valid hash: %s', (_, body) => {
    expect(fromLine(sealedLine(body))).toEqual(
      E.left({ error: 'NotCanonical', entry: { ...JSON.parse(BODY), hash: sealOf(body) } }),
    )
  })

  test.each([
    ['another form', { form: '2' }, /^form$/],
    ['no form', { form: 'null' }, /^form$/],
    ['an invalid hash of the entry before it', { previous: '"abc"' }, /^previous\b/],
    ['a previous hash in capitals', { previous: `"${'A'.repeat(64)}"` }, /^previous\b/],
    ['a previous hash that is too long', { previous: `"${'a'.repeat(65)}"` }, /^previous\b/],
    ['a revision below 0', { revision: '-1' }, /^revision$/],
    ['a revision beyond the safe integers', { revision: '9007199254740992' }, /^revision$/],
    ['a fractional revision', { revision: '0.5' }, /^revision$/],
    ['an invalid stream name', { stream: '"refund_act"' }, /^stream$/],
    ['a stream with an id of another machine', { stream: '"payment-src_1"' }, /^stream$/],
    [
      'an event with an invalid type',
      { event: EVENT.replace('payment_captured', 'payment paid') },
      /^event\.type$/,
    ],
    ['no event', { event: 'null' }, /^event$/],
    [
      'an event of a newer schema',
      { event: EVENT.replace('"schema":1', '"schema":2') },
      /\bschema$/,
    ],
    ['a negative amount', { event: EVENT.replace('6000', '-1') }, /\bamount$/],
    ['a card number as an id', { event: EVENT.replace('evt_1', '4111111111111111') }, /\beventId$/],
  ])('is unreadable with %s', (_, changes, path) => {
    expect(fromLine(sealedLine(bodyWith(changes as Readonly<Record<string, string>>)))).toEqual(
      unread(expect.stringMatching(path), expect.any(String), expect.any(String)),
    )
  })

  const UNLISTED = bodyWith({ event: EVENT.replace('payment_captured', 'payment_paid') })

  test('with an event of no listed machine is read without the data', () => {
    const { event, ...rest } = JSON.parse(UNLISTED)
    const read = { ...rest, event: { ...event, data: {} }, hash: sealOf(UNLISTED) }
    expect(fromLine(sealedLine(UNLISTED))).toEqual(E.right(read))
    const spaced = UNLISTED.replace(',"form"', ', "form"')
    expect(fromLine(sealedLine(spaced))).toEqual(
      E.left({ error: 'NotCanonical', entry: { ...read, hash: sealOf(spaced) } }),
    )
  })

  test('with an event of no listed machine is unreadable to a reader of listed events only', () => {
    expect(lineReader(asStored)(sealedLine(UNLISTED))).toEqual(
      unread('event.type', 'a known event'),
    )
  })

  test.each([
    ['source', UNLISTED.replace('"source":"report"', '"source":"elsewhere"')],
    ['eventId', UNLISTED.replace('evt_1', '4111111111111111')],
    ['schema', UNLISTED.replace('"schema":1', '"schema":0')],
  ])('with an event of no listed machine is unreadable all the same for its %s', (name, body) => {
    expect(fromLine(sealedLine(body))).toMatchObject(
      E.left({ error: 'Unreadable', path: `metadata.${name}` }),
    )
  })

  test('is not an entry if it is empty', () => {
    expect(fromLine(`{,"hash":"${sha256('{')}"}`)).toEqual(unread('form', '1', 'nothing'))
  })
})

test('lines in the order of a log each name the hash of the line before it in their stream', () => {
  const ends = new Map<string, { readonly revision: number; readonly hash: string }>()
  for (const { line, stream } of schema1) {
    const end = ends.get(stream)
    const read = fromLine(line)
    expect(read).toMatchObject(
      E.right({ revision: (end?.revision ?? -1) + 1, previous: end?.hash ?? null, stream }),
    )
    if (E.isRight(read)) ends.set(stream, read.right)
  }
  expect(ends.size).toBe(9)
})
