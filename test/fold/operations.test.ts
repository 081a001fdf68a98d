/** How often one more event looks at what is known: counted, since times vary. */
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { longStream, SHAPES, type ShapeName } from '../generators/long-streams.ts'
import { root as pf } from '../root.ts'

const NAMES = Object.keys(SHAPES) as readonly ShapeName[]

/** Events that count how often somebody reads a field of them. */
const counting = (events: readonly DomainEvent[]) => {
  let count = 0
  const reading = <A extends object>(value: A): A =>
    new Proxy(value, {
      get: (target, name, receiver) => {
        count += 1
        return Reflect.get(target, name, receiver)
      },
    })
  const seen = events.map(({ type, data, metadata }) =>
    reading({ type, data: reading({ ...data }), metadata: reading({ ...metadata }) }),
  )
  return { seen: seen as readonly DomainEvent[], reads: () => count }
}

/** The first events after a fold, which may run the chart from the start, and those that count. */
const [FIRST, COUNTED] = [40, 12]

/** The most looks at earlier events for one of the events that come after so many. */
const looksAfter = (shape: ShapeName, length: number, read: (state: object) => unknown): number => {
  const { stream } = SHAPES[shape]
  const [warm, all] = [length + FIRST, longStream(shape, length + FIRST + COUNTED)]
  const { seen, reads } = counting(all.slice(0, warm))
  let state = pf.fold(stream, seen.slice(0, length))
  const looksAt = (event: DomainEvent): number => {
    const before = reads()
    state = pf.evolve(state as never, event)
    read(state)
    return reads() - before
  }
  for (const event of seen.slice(length)) looksAt(event)
  return Math.max(...all.slice(warm).map(looksAt))
}

const statusOf = (state: object) => (state as { status: string }).status

describe.each(NAMES)('one more event in a stream of %s', (shape) => {
  test('looks at no earlier event while nobody reads the state', () => {
    expect(looksAfter(shape, 1000, () => null)).toBe(0)
  })

  // every snapshot has a say in one and the same occurrence
  const ownPart = shape === 'snapshots' ? [] : ['looks only at its own part for a status']
  test.each(ownPart)('%s, in a stream of any length', () => {
    for (const length of [250, 2000]) {
      expect(looksAfter(shape, length, statusOf)).toBeLessThan(3000)
    }
  })
})
