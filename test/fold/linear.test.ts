/** How often a fold and one more event look at events: counted, since times vary. */
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { counting } from '../counting-reads.ts'
import { longStream, SHAPES, type ShapeName } from '../generators/long-streams.ts'
import { root as pf } from '../root.ts'

const NAMES = Object.keys(SHAPES) as readonly ShapeName[]

/** Events that count how often somebody reads a field of them. */
const countingEvents = (events: readonly DomainEvent[]) => {
  const { reading, reads } = counting()
  const seen = events.map(({ type, data, metadata }) =>
    reading({ type, data: reading({ ...data }), metadata: reading({ ...metadata }) }),
  )
  return { seen: seen as readonly DomainEvent[], reads }
}

/** How often a fold of so many events looks at them, and then one more event. */
const looksIn = (shape: ShapeName, length: number) => {
  const { stream } = SHAPES[shape]
  const { seen, reads } = countingEvents(longStream(shape, length + 1))
  const state = pf.fold(stream, seen.slice(0, length))
  const folded = reads()
  pf.evolve(state, seen[length] as DomainEvent)
  return { folded, evolved: reads() - folded }
}

describe.each(NAMES)('a stream of %s', (shape) => {
  const [few, many] = [looksIn(shape, 250), looksIn(shape, 2000)]

  test('is folded with at most as many looks at an event, however long it is', () => {
    // 8 times as many events, and the logarithm of sorting
    expect(many.folded / few.folded).toBeLessThan(8 ** 1.15)
  })

  test('is merged with one more event at the cost of a fold', () => {
    expect(few.evolved).toBeLessThan(few.folded * 1.15)
    expect(many.evolved).toBeLessThan(many.folded * 1.15)
  })
})
