/**
 * Four kinds of empty field: null, absent, an empty text, an empty object. @spec
 * interface#empty-values
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
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

const NOTHING = [null, '', {}]

test.each(messages)('a field of $name is read as if it were absent if it is empty', (message) => {
  const { delivery } = message
  const readAs = (place: Place, value: unknown): string =>
    JSON.stringify(read(withAt(delivery, place, value)))
  const places = fieldsOf(delivery).map((place) => ({ place, absent: readAs(place, undefined) }))
  for (const { place, absent } of places) {
    const asNothing = NOTHING.map((nothing) => readAs(place, nothing))
    expect(asNothing, place.join('.')).toEqual([absent, absent, absent])
  }
  // and one that is not empty matters
  const whole = JSON.stringify(read(delivery))
  expect(places.some(({ absent }) => absent !== whole)).toBe(true)
})

test('a field of any message is read alike for every kind of emptiness, whatever other fields are empty', () => {
  const nothing = fc.constantFrom<unknown>(...NOTHING)
  const some = fc.array(fc.nat(), { maxLength: 6 })
  forAll(150, [fc.constantFrom(...messages), some, fc.nat(), nothing], (kept, gone, at, empty) => {
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
