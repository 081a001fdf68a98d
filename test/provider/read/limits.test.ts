/** Messages at the limits of length and nesting: the last that is read, and the first that is not. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test, vi } from 'vitest'
import { parse, parseWebhook } from '../../../src/provider/read/body.ts'
import { readCallback } from '../../../src/provider/read/session-events.ts'
import { readWebhook } from '../../../src/provider/read/webhook.ts'
import { LIMITS } from '../../../src/words/data/limits.ts'
import { HEARD } from './given.ts'

const SHORT = `a message of at most ${LIMITS.message} characters`
const SHALLOW = `JSON that is nested at most ${LIMITS.nesting} deep`

const unreadable = (expected: string) =>
  E.left({ error: 'Unreadable', path: '', expected, found: 'a text' })

/** A webhook with a field of any value that no reader knows. */
const webhook = (value: string): string =>
  `{"id":"evt_1","type":"payment_captured","data":{"id":"pay_1","amount":1,"x":${value}}}`

const read = (body: string) => readWebhook({ isVerified: true, body, receivedAt: HEARD })

describe('a message', () => {
  test('may be as long as the limit, and no longer', () => {
    const ofLength = (length: number) => webhook(`"${'x'.repeat(length - webhook('""').length)}"`)
    expect(E.isRight(read(ofLength(LIMITS.message)))).toBe(true)
    expect(read(ofLength(LIMITS.message + 1))).toEqual(unreadable(SHORT))
  })

  test('may be nested as deeply as the limit, and no deeper', () => {
    const ofDepth = (depth: number) => webhook('['.repeat(depth - 2) + ']'.repeat(depth - 2))
    expect(E.isRight(read(ofDepth(LIMITS.nesting)))).toBe(true)
    expect(read(ofDepth(LIMITS.nesting + 1))).toEqual(unreadable(SHALLOW))
    const body = ofDepth(LIMITS.nesting + 1)
    expect(readCallback({ body, receivedAt: HEARD })).toEqual(unreadable(SHALLOW))
  })

  test('beyond a limit is neither parsed nor repaired', () => {
    const looked = vi.spyOn(JSON, 'parse')
    const long = `{"type":"authentication_failed",${' '.repeat(LIMITS.message)}`
    expect([parse(long), parseWebhook(long)]).toEqual([unreadable(SHORT), unreadable(SHORT)])
    expect(parse('['.repeat(100_000))).toEqual(unreadable(SHALLOW))
    expect(looked).not.toHaveBeenCalled()
    looked.mockRestore()
  })
})
