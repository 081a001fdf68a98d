/** The charts as plain actors of XState, to which anybody may send anything. */
import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { getAdjacencyMap, getShortestPaths } from 'xstate/graph'
import { asEvent, occurrence } from '../../src/contract/occurrence.ts'
import { byId, reported } from '../given.ts'

const data = { sessionId: 'sid_1', paymentId: 'pay_1', sourceId: 'src_1' }

/** An event as a chart receives it. */
const received = (type: string) => asEvent(occurrence(type, '', 'chart', [reported(type, data)]))

describe.each(byId)('the chart of %s', (_id, { chart, events, subject }) => {
  const types = [...Object.keys(events), 'time_passed']
  const first = types[0] ?? ''
  const whole = received(first)

  test('takes no event without the data that its recipe needs', () => {
    const actor = createActor(chart).start()
    const at = actor.getSnapshot()
    const { entityId: _, ...lost } = whole
    const hostile = Object.defineProperty({ ...whole }, 'data', {
      get: () => {
        throw new Error('hostile')
      },
    })
    const wrong = [
      ...types.flatMap((type) => [
        { type },
        { type, data: {} },
        { ...received(type), data: { ...data, [subject.field]: 1 } },
      ]),
      lost,
      { ...whole, entityId: 1 },
      { ...whole, metadata: null },
      { ...whole, reports: [{}] },
      { ...whole, reports: 1 },
      hostile,
    ]
    for (const event of wrong) {
      expect(at.can(event as never)).toBe(false)
      actor.send(event as never)
    }
    expect(actor.getSnapshot()).toBe(at)
    expect(at.status).toBe('active')
  })

  test('takes an event with its data, alone or reported several times', () => {
    for (const event of [whole, { ...whole, reports: [whole, whole] }]) {
      const actor = createActor(chart).start()
      const { context } = actor.getSnapshot()
      expect(actor.getSnapshot().can(event as never)).toBe(true)
      actor.send(event as never)
      expect(actor.getSnapshot().context).not.toEqual(context)
    }
  })

  test('is no surprise to XState’s functions on graphs, which send bare types', () => {
    expect(Object.keys(getAdjacencyMap(chart as never, {}))).toHaveLength(1)
    expect(getShortestPaths(chart as never, {})).toHaveLength(1)
  })
})
