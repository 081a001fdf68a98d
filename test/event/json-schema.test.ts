/** The JSON Schemas of what is stored agree with the codecs, by a validator of somebody else. */

import type { StandardJSONSchemaV1 } from '@standard-schema/spec'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { ownLoop } from '../../src/judge/own-loop.ts'
import { emptyTip } from '../../src/log/tip.ts'
import { eventsOf } from '../../src/testing/generators/random-events.ts'
import type { Stream } from '../../src/words/stream.ts'
import { forAll } from '../for-all.ts'
import { everyEvent, machines, root } from '../root.ts'
import { eventSchema, storedSchemas } from './stored-schemas.ts'

/** `RUNS=10000` tries ten thousand events. */
const RUNS = Number(process.env['RUNS'] ?? 80)

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false })
const validators = new Map(
  Object.keys(everyEvent).map((type) => [type, ajv.compile(eventSchema(type))]),
)

/** Values of every kind; a field that takes one of them is left alone. */
const WRONG = [null, true, -1, 1.5, {}, [], '', 'ü', ' ', 'x'.repeat(200), '2026-02-30', 'DE x']

/** What a pattern cannot say, and the description says: the codec refuses these as well. */
const ONLY_CODEC = ['2026-02-30']

const random = fc.oneof(...machines.map((machine) => eventsOf(machine)))

describe('the JSON Schema of an event', () => {
  test('accepts every event of form 1, and its file as well', () => {
    const any = ajv.compile(storedSchemas['event'] ?? {})
    let tried = 0
    forAll(RUNS, [random], (events) => {
      for (const event of events) {
        const known = everyEvent[event.type]
        if (known === undefined || E.isLeft(known.codec.decode(event))) continue
        tried += 1
        expect(validators.get(event.type)?.(event)).toBe(true)
        expect(any(event)).toBe(true)
      }
    })
    expect(tried).toBeGreaterThan(RUNS)
    if (RUNS >= 10_000) console.info(`${tried} events`)
  })

  test('refuses what the codec refuses, field by field, but for what its description lists', () => {
    forAll(Math.ceil(RUNS / 10), [random], (events) => {
      for (const event of events) {
        const validate = validators.get(event.type)
        const codec = everyEvent[event.type]?.codec
        if (validate === undefined || codec === undefined) continue
        for (const part of ['data', 'metadata'] as const) {
          for (const field of Object.keys(event[part])) {
            for (const value of WRONG) {
              const wrong = { ...event, [part]: { ...event[part], [field]: value } }
              const isTaken = E.isRight(codec.decode(wrong))
              if (isTaken) expect(validate(wrong), `${event.type} ${field} ${value}`).toBe(true)
              else if (validate(wrong)) expect(ONLY_CODEC).toContain(value)
            }
          }
        }
      }
    })
  })

  test('is Standard JSON Schema on the codec', () => {
    for (const [type, { codec }] of Object.entries(everyEvent)) {
      const { '~standard': standard } = codec as unknown as StandardJSONSchemaV1
      expect(standard.jsonSchema.input({ target: 'draft-2020-12' })).toEqual(eventSchema(type))
      expect(standard.jsonSchema.output({ target: 'draft-07' })).toEqual(eventSchema(type))
    }
  })

  test('says less than the codec only in these places', () => {
    const said = JSON.stringify(storedSchemas).match(/"description":"[^"]*"/g)
    expect([...new Set(said)].sort()).toMatchInlineSnapshot(`
      [
        ""description":"The codec also refuses a day that no calendar has, and a time that no clock shows."",
        ""description":"The codec also refuses a day that no calendar has."",
        ""description":"The codec also refuses an id that could be the number of a card or an account."",
        ""description":"The codec also refuses what could be the number of a card or an account, or a key."",
        ""description":"The codec checks that it is JSON."",
        ""description":"The codec checks that it is sums."",
        ""description":"The codec checks that it is the value of a chart."",
        ""description":"The codec checks that it is { [K in string]: JSON }."",
        ""description":"The codec checks that it is { [K in string]: a sum or null }."",
        ""description":"The codec checks that it is { [K in string]: a text, a number or null }."",
        ""description":"The codec checks that it is { [K in string]: a whole number from 0 }."",
      ]
    `)
  })
})

describe('the files of schemas', () => {
  test.each(Object.keys(storedSchemas))('%s.json is up to date', async (name) => {
    const text = `${JSON.stringify(storedSchemas[name])}\n`
    await expect(text).toMatchFileSnapshot(`../../schemas/${name}.json`)
  })

  test('accept an entry and a kept state, and nothing with a field gone', () => {
    const stream = 'payment-pay_1' as Stream
    const [machine] = machines.filter(({ id }) => id === 'ticket-payment@1')
    if (machine === undefined) throw new Error('no machine')
    const [event] = fc.sample(eventsOf(machine), { seed: 3, numRuns: 20 }).flat()
    const appended = ownLoop(root).append(emptyTip(stream), event === undefined ? [] : [event])
    if (E.isLeft(appended)) throw new Error('not appended')
    const { entries } = appended.right
    const cases = {
      entry: entries[0],
      state: JSON.parse(JSON.stringify(root.fold(stream, entries))),
    }
    for (const [name, value] of Object.entries(cases)) {
      const validate = ajv.compile(storedSchemas[name] ?? {})
      expect(validate(value), JSON.stringify(validate.errors)).toBe(true)
      const { required = [] } = storedSchemas[name] ?? {}
      for (const field of required as readonly string[]) {
        const { [field]: _, ...less } = value as Readonly<Record<string, unknown>>
        expect(validate(less)).toBe(false)
      }
    }
  })
})
