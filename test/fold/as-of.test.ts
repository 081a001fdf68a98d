/**
 * What had happened by a time, according to what was known: a refund reported late, a decline that
 * came after.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { asOf, recordedBy } from '../../src/fold/as-of.ts'
import { at, fold } from '../../src/fold/fold.ts'
import { eventsOf } from '../../src/testing/generators/random-events.ts'
import { forAll } from '../for-all.ts'
import { byId, instantOf, pay, reported, summary } from '../given.ts'

const on = (type: string, date: string, recordedAt: string, data: object = {}): DomainEvent =>
  reported(
    type,
    { ...pay, ...data },
    { at: `2026-03-${date}T10:00:00Z`, recordedAt: `2026-03-${recordedAt}T10:00:00Z` },
  )

/** The refund of the 5th is reported only on the 20th. */
const history = [
  on('payment_pending', '01', '01', { amount: 1000, currency: 'EUR', sourceId: 'src_1' }),
  on('payment_captured', '03', '03', { amount: 1000 }),
  on('payment_chargeback', '10', '11', { actionId: 'act_2', amount: 100 }),
  on('payment_refunded', '05', '20', { actionId: 'act_1', amount: 400 }),
]

describe('a payment', () => {
  const asked = asOf(sepaPayment)
  const statusAt = (date: string, known?: number) =>
    asked(history, {
      occurred: instantOf(`2026-03-${date}T10:00:00Z`),
      ...(known === undefined ? {} : { known }),
    }).status

  test('has everything that had happened by then, to the tick', () => {
    expect(['01', '02', '03', '04', '05', '31'].map((date) => statusAt(date))).toEqual([
      'pending',
      'pending',
      'captured',
      'captured',
      'partially_refunded',
      'partially_refunded',
    ])
    const tick = asked(history, { occurred: instantOf('2026-03-05T09:59:59.9999999Z') })
    expect(tick.status).toBe('captured')
    expect(asked(history, { occurred: instantOf('2026-02-01T10:00:00Z') }).status).toBe('none')
  })

  test('has only what was known then: not a refund that was reported later', () => {
    expect([0, 1, 2, 3, 4].map((known) => statusAt('31', known))).toEqual([
      'none',
      'pending',
      'captured',
      'captured',
      'partially_refunded',
    ])
    expect(statusAt('06', 3)).toBe('captured')
    expect(statusAt('06', 4)).toBe('partially_refunded')
    expect(asked(history, { known: -1 }).status).toBe('none')
    expect(asked(history, { known: 99 }).status).toBe('partially_refunded')
  })

  test('keeps what a snapshot shows to have happened, even if it was taken later', () => {
    const snapshot = reported(
      'state_observed',
      {
        ...pay,
        status: 'pending',
        requestedAt: '2026-03-01T10:00:00Z',
        amount: 5,
        sourceId: 'src_1',
      },
      { at: null, recordedAt: '2026-03-09T10:00:00Z', source: 'response' },
    )
    const state = asked([snapshot], { occurred: instantOf('2026-03-02T10:00:00Z') })
    expect(summary(state)).toEqual({ status: 'pending', findings: [], parked: [] })
  })

  test('has a finding about a conflict only once one of the two has happened', () => {
    const same = (date: string, amount: number) =>
      reported(
        'action_observed',
        { ...pay, action: 'payout', amount },
        { id: 'evt_same', at: `2026-03-${date}T10:00:00Z` },
      )
    const found = (occurred: string) =>
      asked([...history, same('05', 1), same('06', 2)], { occurred: instantOf(occurred) }).findings
    expect(found('2026-03-04T10:00:00Z')).toEqual([])
    expect(found('2026-03-05T10:00:00Z').map(({ code }) => code)).toEqual(['ConflictingDuplicate'])
  })
})

describe('a time of recording', () => {
  test('selects the entries up to it, exactly', () => {
    const countBy = (time: string) => recordedBy(history, instantOf(`2026-03-${time}Z`))
    expect(countBy('01T09:59:59.9999999')).toBe(0)
    expect(countBy('01T10:00:00')).toBe(1)
    expect(countBy('11T09:59:59.9999999')).toBe(2)
    expect(countBy('11T10:00:00')).toBe(3)
    expect(countBy('31T10:00:00')).toBe(4)
  })

  test('is the latest one so far if a clock stepped back', () => {
    const [first, second] = [on('payment_pending', '01', '05'), on('payment_captured', '03', '04')]
    expect(recordedBy([first, second], instantOf('2026-03-04T12:00:00Z'))).toBe(0)
    expect(recordedBy([first, second], instantOf('2026-03-05T10:00:00Z'))).toBe(2)
  })
})

const RUNS = { numRuns: 15 }

describe.each(byId)('%s', (_, machine) => {
  const streams = eventsOf(machine)
  const asked = asOf(machine)
  const latest = instantOf('2040-01-01T00:00:00Z')

  test('with all entries is the plain fold, and at the latest time the fold at that time', () => {
    forAll(RUNS, [streams], (events) => {
      expect(asked(events, {})).toEqual(fold(machine)(events))
      const { occurrences: _, ...state } = asked(events, { occurred: latest })
      const { occurrences: __, ...whole } = at(machine)(fold(machine)(events), latest)
      expect(state).toEqual(whole)
    })
  })

  test('with more and more entries has the states of the prefixes, whatever follows', () => {
    forAll(RUNS, [streams, streams, fc.nat(10)], (events, more, known) => {
      const prefix = events.slice(0, known)
      expect(asked([...prefix, ...more], { known: prefix.length })).toEqual(fold(machine)(prefix))
    })
  })

  test('by a time contains nothing that happened after it', () => {
    const times = fc.constantFrom('2026-01-05T10:00:00Z', '2026-03-02T23:00:00Z').map(instantOf)
    forAll(RUNS, [streams, times], (events, occurred) => {
      const { occurrences } = asked(events, { occurred })
      expect(occurrences.filter((each) => each.at > occurred)).toEqual([])
    })
  })
})
