/** Given a body; when it is checked; then it may be sent, or this is wrong with it. */
import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import {
  checkRequest,
  type Endpoint,
  type EndpointName,
  type Environment,
  endpoints,
} from '../../../src/provider/wire/endpoints.ts'
import { type Place, placesIn, withAt } from '../read/messages.ts'
import type { RequestExample } from './example.ts'
import { REQUESTS } from './examples.ts'

/** A body without mistakes. */
export const SENDABLE: readonly string[] = []

/** The mistakes in a body, one per line: the path, what was expected, and what was found. */
export const wrongWith = (
  endpoint: EndpointName,
  body: unknown,
  environment?: Environment,
): readonly string[] => {
  const checked = checkRequest<Endpoint>(endpoints[endpoint], environment)(body)
  if (E.isRight(checked)) return SENDABLE
  return checked.left.problems.map(
    ({ path, expected, found }) => `${path}: ${expected}, not ${found}`,
  )
}

const exampleOf = (name: string): RequestExample => {
  const found = REQUESTS.find((example) => example.name === name)
  if (found === undefined) throw new Error(`there is no example of ${name}`)
  return found
}

/** The body of an example, by its name. */
export const bodyOf = (name: string): unknown => exampleOf(name).body

/** A copy with another value at a path; `undefined` removes what is there. */
export const changed = (body: unknown, path: string, other: unknown): unknown =>
  withAt(body, path.split('.'), other)

/** Every location in a body that is a field: neither an index in a list nor a byte. */
export const fieldsIn = (body: unknown): readonly Place[] =>
  placesIn(body).filter((place) => place.every((key) => !/^\d+$/.test(String(key))))

/** The kind of a value, as a mistake names it. */
const kindOf = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (value === '') return 'an empty text'
  if (typeof value === 'number' && !Number.isFinite(value)) return 'no finite number'
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a fraction'
  return { string: 'a text', boolean: 'a boolean' }[typeof value as string] ?? 'an object'
}

/** A field, what it has to be, the last values that pass, and the first that do not. */
export type FieldValues = readonly [
  path: string,
  expected: string,
  may: readonly unknown[],
  not: readonly unknown[],
]

/** Tries values of single fields of an example. */
export const valuesIn = (
  example: string,
  rows: readonly FieldValues[],
  environment?: Environment,
): void => {
  const { body, endpoint } = exampleOf(example)
  test.each(rows)(`${example} has in %s %s`, (path, expected, may, not) => {
    const said = (value: unknown) => [
      value,
      ...wrongWith(endpoint, changed(body, path, value), environment),
    ]
    for (const value of may) expect(said(value)).toEqual([value])
    for (const value of not) {
      expect(said(value)).toEqual([value, `${path}: ${expected}, not ${kindOf(value)}`])
    }
  })
}
