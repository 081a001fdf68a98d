/**
 * Four kinds of empty field: null, absent, an empty text, an empty object. @spec
 * interface#empty-values
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { forAll } from '../../for-all.ts'
import { readDelivery } from '../../read-delivery.ts'
import { messages, type Place, placesIn, withAt } from './messages.ts'

const WHOLE = ['kind', 'receivedAt', 'endpoint', 'status', 'data'] as const

/** The fields of a message: of its body, its request and its path. */
const fieldsOf = (delivery: object): readonly Place[] =>
  placesIn(delivery).filter(
    (place) =>
      typeof place.at(-1) === 'string' &&
      !(WHOLE as readonly unknown[]).includes(place.at(-1)) &&
      place.length > 1,
  )

/**
 * The result of reading; for an unreadable message only where, because the kind of value differs by
 * design.
 */
const read = (delivery: object) => {
  const reading = readDelivery(delivery)
  if (E.isRight(reading)) return reading.right
  return reading.left.error === 'Unreadable' ? { unreadable: reading.left.path } : reading.left
}

describe.each(messages)('a field of $name', ({ delivery }) => {
  test.each([
    ['null', null],
    ['an empty text', ''],
    ['an empty object', {}],
  ])('with %s is read as if it were absent', (_, nothing) => {
    const differing = fieldsOf(delivery).filter((place) => {
      const absent = JSON.stringify(read(withAt(delivery, place, undefined)))
      return JSON.stringify(read(withAt(delivery, place, nothing))) !== absent
    })
    expect(differing).toEqual([])
  })
})

test('a field of any message is read alike for every kind of emptiness, whatever other fields are empty', () => {
  const nothing = fc.constantFrom<unknown>(null, '', {})
  const some = fc.array(fc.nat(), { maxLength: 6 })
  forAll(500, [fc.constantFrom(...messages), some, fc.nat(), nothing], (kept, gone, at, empty) => {
    const lesser = gone.reduce<object>((delivery, index) => {
      const places = fieldsOf(delivery)
      return withAt(delivery, places[index % places.length] ?? ['params', 'none'], undefined)
    }, kept.delivery)
    const places = fieldsOf(lesser)
    const place = places[at % places.length] ?? ['params', 'none']
    expect(read(withAt(lesser, place, empty)), place.join('.')).toEqual(
      read(withAt(lesser, place, undefined)),
    )
  })
})

test('a field that is not empty matters in every message when it becomes empty', () => {
  const unread = messages.filter(({ delivery }) => {
    const whole = JSON.stringify(read(delivery))
    return fieldsOf(delivery).every(
      (place) => JSON.stringify(read(withAt(delivery, place, null))) === whole,
    )
  })
  expect(unread.map(({ name }) => name)).toEqual([])
})
