/** The limits of nesting: the last that passes, the first that does not, and what does not count. */
import { describe, expect, test } from 'vitest'
import { isShallow, isShallowText, LIMITS } from '../../../src/words/data/limits.ts'

const { nesting } = LIMITS

const lists = (depth: number, inner = ''): string => '['.repeat(depth) + inner + ']'.repeat(depth)
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

describe('the nesting of a text and of its value', () => {
  test.each([
    ['lists', lists(nesting), lists(nesting + 1)],
    ['objects', objects(nesting), objects(nesting + 1)],
    ['lists after others', `[[],[],${lists(nesting - 1)}]`, `[[],[],${lists(nesting)}]`],
    ['objects in lists', lists(nesting - 1, '{}'), lists(nesting, '{}')],
    ['after a text', `["\\\\",${lists(nesting - 1)}]`, `["\\\\",${lists(nesting)}]`],
  ])('may be at the limit, and not beyond it: %s', (_, last, first) => {
    expect([last, first].map(isShallowText)).toEqual([true, false])
    expect([last, first].map((text) => isShallow(JSON.parse(text)))).toEqual([true, false])
  })

  test('counts neither brackets in texts nor lists that stand side by side', () => {
    const text = JSON.stringify({ a: '['.repeat(1000), b: '{"'.repeat(1000), c: '\\[' })
    const many = `[${'[],{},'.repeat(1000)}[]]`
    expect([text, many].map(isShallowText)).toEqual([true, true])
    expect([text, many].map((each) => isShallow(JSON.parse(each)))).toEqual([true, true])
  })

  test('is seen at once, however deep it is', () => {
    expect(isShallowText('['.repeat(10_000_000))).toBe(false)
    let deep: unknown = 1
    for (let depth = 0; depth < 1_000_000; depth += 1) deep = [deep]
    expect(isShallow(deep)).toBe(false)
  })

  test('is not searched along every path of a value that shares its parts', () => {
    let reads = 0
    let shared: object = {}
    for (let depth = 1; depth < nesting; depth += 1) {
      const inner = shared
      const get = (): object => {
        reads += 1
        return inner
      }
      shared = Object.defineProperties(
        {},
        { a: { get, enumerable: true }, b: { get, enumerable: true } },
      )
    }
    expect(isShallow(shared)).toBe(true)
    expect(reads).toBe(2 * (nesting - 1))
    const cyclic: Record<string, unknown> = {}
    cyclic['a'] = cyclic
    expect(isShallow(cyclic)).toBe(false)
  })

  test.each([1, 'a', null, undefined, [], {}, () => 1])('is none in %s', (value) => {
    expect(isShallow(value)).toBe(true)
  })
})
