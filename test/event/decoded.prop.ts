/** An event that was decoded and cannot change is not looked through again; any other is. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { eventCodec, fields } from '../../src/event/envelope.ts'
import { decoding } from '../../src/event/event-decoder.ts'
import { kind } from '../../src/event/lifecycle.ts'
import { append, appendAll } from '../../src/log/append.ts'
import { emptyTip } from '../../src/log/tip.ts'
import { check } from '../../src/words/data/codec.ts'
import { copied, frozen } from '../../src/words/data/plain-data.ts'
import type { Stream } from '../../src/words/stream.ts'
import { forAll } from '../for-all.ts'
import { reported } from '../given.ts'
import { decodeEvent } from '../root.ts'
import { schema1 } from './fixtures.ts'

const stream = 'thing-1' as Stream

/** Decodes events with a text, and counts how often a text is looked at. */
const counting = () => {
  let looks = 0
  const Text = check('a text without an x', (input): input is string => {
    looks += 1
    return typeof input === 'string' && !input.includes('x')
  })
  const Noted = eventCodec('noted', fields({}, { text: Text }))
  const { decode } = decoding({ noted: kind(Noted, 'self', 0) })
  const receiving = { decode, streamFor: (named: Stream) => named, isStream: () => true }
  return { decode, receiving, looks: () => looks }
}

const noted = (text: string) => {
  const { type, metadata } = reported('noted', {}, { at: null })
  return { type, data: { text }, metadata }
}

describe('an event that was decoded', () => {
  test('and is frozen, is looked through once, however often it is decoded and appended', () => {
    const { decode, receiving, looks } = counting()
    const event = frozen(noted('one')) as never
    expect(decode(event)).toEqual(E.right(event))
    expect(looks()).toBe(1)
    for (const _ of [1, 2, 3]) append(receiving, emptyTip(stream), [event])
    expect(looks()).toBe(1)
  })

  test('and is not frozen, is looked through each time', () => {
    const { decode, looks } = counting()
    const event = noted('one')
    for (const _ of [1, 2, 3]) decode(event)
    expect(looks()).toBe(3)
    decode(Object.freeze(event))
    decode(event)
    expect(looks()).toBe(5)
  })

  test('is looked through once when it is appended with the events of other streams', () => {
    const { receiving, looks } = counting()
    expect(
      E.isRight(appendAll(receiving, new Map(), [{ stream, event: noted('one') as never }])),
    ).toBe(true)
    expect(looks()).toBe(1)
  })

  test('by one decoder, is looked through by another', () => {
    const [one, other] = [counting(), counting()]
    const event = frozen(noted('one'))
    one.decode(event)
    other.decode(event)
    expect(other.looks()).toBe(1)
  })

  test('and then changed in place, is refused', () => {
    const { decode } = counting()
    const event = noted('one')
    const half = Object.freeze({ ...event, metadata: Object.freeze(event.metadata) })
    expect(E.isRight(decode(half))).toBe(true)
    half.data.text = 'x'
    expect(E.isLeft(decode(half))).toBe(true)
  })

  test('and computes a part, is looked through each time', () => {
    const { decode } = counting()
    let reads = 0
    const data = {
      get text() {
        reads += 1
        return reads > 1 ? 'x' : 'one'
      },
    }
    const event = Object.freeze({
      ...noted(''),
      data: Object.freeze(data),
      metadata: Object.freeze(noted('').metadata),
    })
    expect(E.isRight(decode(event))).toBe(true)
    expect(E.isLeft(decode(event))).toBe(true)
  })

  test('is looked through again as a copy, frozen or not, and refused once it is edited', () => {
    forAll(
      {},
      [fc.constantFrom(...schema1), fc.boolean(), fc.nat()],
      ({ event }, isFrozen, pick) => {
        const known = frozen(copied(event))
        expect(decodeEvent(known)).toEqual(E.right(event))
        const names = Object.keys(known.data)
        const name = names[pick % Math.max(1, names.length)] ?? 'amount'
        const edited = {
          ...known,
          data: { ...known.data, [name]: { number: '4242 4242 4242 4242' } },
        }
        const read = decodeEvent(isFrozen ? frozen(edited) : edited)
        expect(JSON.stringify(read)).not.toContain('4242')
        expect(E.isLeft(read) || !('amount' in read.right.data && name === 'amount')).toBe(true)
        expect(decodeEvent(known)).toEqual(E.right(event))
      },
    )
  })
})
