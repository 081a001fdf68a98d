/** The fast path accepts what io-ts returns unchanged, and nothing else. */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import { eventsOf } from '../../../src/testing/generators/random-events.ts'
import { ownFields } from '../../../src/words/data/codec.ts'
import { isExact } from '../../../src/words/data/exact-match.ts'
import { forAll, runsOf } from '../../for-all.ts'
import { machines } from '../../given.ts'
import { everyEvent } from '../../root.ts'

const runs = runsOf(60, 5)

const valid = fc
  .constantFrom(...machines)
  .chain((machine) => eventsOf(machine))
  .map((all) => JSON.parse(JSON.stringify(all)) as readonly Reported[])

interface Reported {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly metadata: Readonly<Record<string, unknown>>
}

const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    '',
    'x',
    -1,
    0.5,
    1e21,
    'pay_1',
    'evt_4242424242424242',
    '2026-02-30',
    [],
    {},
  ),
  fc.constantFrom([1], ['complete'], { captured: 1 }, { captured: -1 }, { captured: 1, more: 1 }),
  fc.jsonValue(),
)

/** An event with an invalid, missing or additional value. */
const damaged = fc
  .tuple(valid, fc.nat(), fc.constantFrom('data', 'metadata', 'event'), fc.nat(), strange)
  .map(([all, pick, where, turn, value]) => {
    const reported = all[pick % Math.max(1, all.length)]
    if (reported === undefined) return null
    const of = where === 'event' ? reported : reported[where]
    const names = [...Object.keys(of), 'more', 'claimedAt', 'method', 'balances', 'nextActions']
    const name = names[turn % names.length] ?? 'more'
    const { [name]: _, ...rest } = of as Record<string, unknown>
    const other = turn % 5 === 0 ? rest : { ...rest, [name]: value }
    return where === 'event' ? other : { ...reported, [where]: other }
  })

/** The codec of an event. A type that is no text, and may even have no text, has none. */
const codecOf = ({ type }: { readonly type?: unknown }) =>
  typeof type === 'string' ? everyEvent[type]?.codec : undefined

const isGivenBack = (input: object & { type?: unknown }): boolean => {
  const codec = codecOf(input)
  if (codec === undefined) return false
  const decoded = codec.decode(ownFields(input))
  return E.isRight(decoded) && isDeepStrictEqual(decoded.right, input)
}

const isQuick = (input: object & { type?: unknown }): boolean => {
  const codec = codecOf(input)
  return codec !== undefined && isExact(codec)(input)
}

test('any valid event is exact, as long as it has today’s form', () => {
  forAll({ ...runs, numRuns: Math.ceil(runs.numRuns / 4) }, [valid], (all) => {
    for (const reported of all) expect(isQuick(reported)).toBe(isGivenBack(reported))
  })
})

test('an event with another value is exact if io-ts returns it unchanged, and not otherwise', () => {
  let [fitting, other] = [0, 0]
  forAll(runs, [damaged], (reported) => {
    if (reported === null) return
    const expected = isGivenBack(reported)
    if (expected) fitting += 1
    else other += 1
    expect(isQuick(reported)).toBe(expected)
  })
  expect(Math.min(fitting, other)).toBeGreaterThan(runs.numRuns / 20)
})
