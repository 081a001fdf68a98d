/** States that nobody but an audit sees: the same as any other, but they need not be frozen. */
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../machines/index.ts'
import { foldersOf } from '../../src/fold/assign.ts'
import { prepared } from '../../src/fold/folder.ts'
import type { Stream } from '../../src/words/stream.ts'
import { reported } from '../given.ts'
import { defaultPolicy, root } from '../root.ts'

const stream = 'payment-pay_1' as Stream
const at = (day: number) => `2024-01-0${day}T10:00:00Z`
const paid = () => [
  reported(
    'payment_pending',
    { paymentId: 'pay_1', amount: 1000, method: 'sepa' },
    { id: 'evt_1', at: at(1) },
  ),
  reported('payment_captured', { paymentId: 'pay_1' }, { id: 'evt_2', at: at(2) }),
]

describe('a state that nobody else sees', () => {
  const { foldPrivately, fold } = foldersOf(root)

  test('is neither frozen nor are its events, if every event names its own thing', () => {
    const events = paid()
    const state = foldPrivately(stream, events)
    const parts = [state, state.context, state.occurrences, ...state.occurrences, ...events]
    expect(parts.some(Object.isFrozen)).toBe(false)
    expect(JSON.stringify(state)).toBe(JSON.stringify(fold(stream, paid())))
  })

  test('is frozen like any other, if its events have to be merged', () => {
    const [first, second] = paid()
    const again = { ...second, metadata: { ...second?.metadata, eventId: 'evt_3' } } as typeof first
    const events = [first, second, again].flatMap((each) => each ?? [])
    expect(Object.isFrozen(foldPrivately(stream, events).occurrences[0])).toBe(true)
  })

  test('has a frozen value: the table of the chart has it, too, and a report shows it', () => {
    const chart = sepaPayment.chart.provide({})
    const { foldPrivately } = prepared({ ...sepaPayment, chart }, defaultPolicy)
    const { value } = foldPrivately(paid(), stream)
    expect(typeof value).toBe('object')
    expect(Object.isFrozen(value)).toBe(true)
  })

  test('of no machine is the one that others see', () => {
    const state = foldPrivately('unknown-1' as Stream, paid())
    expect(state.machine).toBe('unassigned')
    expect(state).toEqual(fold('unknown-1' as Stream, paid()))
  })
})
