/** The head of a log: one hash for the ends of its streams. */
import { describe, expect, test } from 'vitest'
import { headOf, type StreamEnd } from '../../src/log/head.ts'
import type { Stream } from '../../src/words/stream.ts'
import { sha256 } from './seal.ts'

const end = (stream: string, revision: number, hash: string | null): StreamEnd => ({
  stream: stream as Stream,
  revision,
  hash,
})

const [a, b] = [end('payment-pay_1', 3, 'aa'), end('session-sid_1', 0, 'bb')]

describe('the head of a log', () => {
  test('is the hash of its streams’ ends, by name', () => {
    const rows = '[["payment-pay_1",3,"aa"],["session-sid_1",0,"bb"]]'
    expect(headOf([a, b])).toBe(sha256(rows))
    expect(headOf([b, a])).toBe(sha256(rows))
    expect(headOf([])).toBe(sha256('[]'))
  })

  test('leaves out streams without entries', () => {
    expect(headOf([a, end('payment-pay_2', -1, null)])).toBe(headOf([a]))
    expect(headOf([end('payment-pay_2', 0, 'cc')])).not.toBe(headOf([]))
  })

  test('differs if any stream ends elsewhere', () => {
    const others = [
      [a],
      [a, { ...b, revision: 1 }],
      [a, { ...b, hash: 'bc' }],
      [a, { ...b, stream: 'session-sid_2' as Stream }],
    ].map(headOf)
    expect(new Set([headOf([a, b]), ...others]).size).toBe(5)
  })
})
