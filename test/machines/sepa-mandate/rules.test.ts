/** Why a mandate accepts no payment, and since when. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaMandate } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { validate } from '../../../src/judge/validate.ts'
import { given, instantOf, refusedBy, reported, right, src } from '../../given.ts'
import { root } from '../../root.ts'

const created = (mandateType: string, more: object = {}) =>
  reported('mandate_created', { ...src, mandateType, ...more }, { at: '2026-03-01T10:00:00Z' })
const use = (type: string, paymentId: string, at: string, more: object = {}) =>
  reported(type, { ...src, paymentId, ...more }, { id: `evt_${type}${paymentId}`, at })
const command = (at: string) => use('collection_presented', 'pay_9', at)
const why = (at: string, ...events: readonly DomainEvent[]) => {
  const judged = validate(sepaMandate)(given(sepaMandate, ...events), command(at))
  return E.isLeft(judged) ? judged.left.refusals : []
}
const unusable = (because: string, since: string) => [{ rule: 'mandateUsable', because, since }]

describe('a mandate accepts no payment', () => {
  const presented = use('collection_presented', 'pay_1', '2026-03-02T10:00:00Z')
  const ended = use('collection_ended', 'pay_1', '2026-03-03T10:00:00Z')
  const captured = use('collection_captured', 'pay_1', '2026-03-04T10:00:00Z')
  const cancelled = reported('mandate_cancelled', src, { at: '2026-03-05T10:00:00Z' })
  const later = '2026-03-09T10:00:00Z'

  test('while another is open, since that was presented', () => {
    expect(why(later, created('single'), presented)).toEqual(
      unusable('reserved', '2026-03-02T10:00:00.0000000Z'),
    )
    const another = use('collection_presented', 'pay_2', '2026-03-05T10:00:00Z')
    expect(why(later, created('single'), presented, ended, another)).toEqual(
      unusable('reserved', '2026-03-05T10:00:00.0000000Z'),
    )
  })

  test('once it is consumed, since the capture', () => {
    expect(why(later, created('single'), presented, captured)).toEqual(
      unusable('consumed', '2026-03-04T10:00:00.0000000Z'),
    )
    const first = use('collection_presented', 'pay_0', '2026-03-01T12:00:00Z')
    expect(why(later, created('single'), first, presented, captured)).toEqual(
      unusable('consumed', '2026-03-04T10:00:00.0000000Z'),
    )
  })

  test('once it is cancelled, since the cancellation, whatever else is true', () => {
    for (const type of ['single', 'recurring']) {
      expect(why(later, created(type), presented, captured, cancelled)).toEqual(
        unusable('cancelled', '2026-03-05T10:00:00.0000000Z'),
      )
    }
  })

  test('once it has expired, since the end of its last day', () => {
    const long = '2030-01-01T00:00:00Z'
    expect(why(long, created('recurring'), presented)).toEqual(
      unusable('expired', '2029-03-02T23:00:00.0000000Z'),
    )
    expect(why(long, created('single'), presented, ended)).toEqual(
      unusable('expired', '2029-03-02T23:00:00.0000000Z'),
    )
  })
})

test('a customer for reasons that nobody can know if one of the two customers is unknown', () => {
  const named = use('collection_presented', 'pay_9', '2026-03-02T10:00:00Z', {
    customerId: 'cus_1',
  })
  expect(refusedBy(sepaMandate, given(sepaMandate, created('recurring')), named)).toEqual([])
  const owned = given(sepaMandate, created('recurring', { customerId: 'cus_1' }))
  expect(refusedBy(sepaMandate, owned, command('2026-03-02T10:00:00Z'))).toEqual([])
})

describe('a mandate that the provider shows as refused', () => {
  const at = (day: string) => `2026-03-${day}T10:00:00Z`
  const lookUp = (day: string, status?: string) =>
    reported(
      'state_observed',
      { ...src, askedAt: at(day), ...(status === undefined ? {} : { status }) },
      { id: `evt_s${day}`, at: null, recordedAt: at(day), source: 'response' },
    )
  const word = (day: string, usable: boolean) =>
    reported(
      'reviewed',
      { ...src, asOf: at(day), usable, by: ['person-1'], because: 'seen' },
      { id: `evt_w${day}`, at: at(day), source: 'request' },
    )
  const refusals = (...events: readonly DomainEvent[]) =>
    why(at('20'), created('recurring'), ...events).map((each) => root.explain(each))
  const unusable =
    'The mandate accepts no payments: it is not usable, as the provider or a person says.'

  const windowsOf = (...events: readonly DomainEvent[]) =>
    right(root.windows(given(sepaMandate, created('recurring'), ...events), instantOf(at('20'))))

  test('accepts no payments until a later look-up or a person says otherwise, in any order', () => {
    expect(refusals(lookUp('02'))).toEqual([])
    expect(refusals(lookUp('02'), lookUp('03', 'declined'))).toEqual([unusable])
    expect(refusals(lookUp('04'), lookUp('03', 'declined'))).toEqual([])
    expect(refusals(word('04', true), lookUp('03', 'declined'))).toEqual([])
    expect(refusals(word('02', true), lookUp('03', 'declined'))).toEqual([unusable])
    expect(refusals(word('02', false), lookUp('03'))).toEqual([unusable])
  })

  test('is not what a response says that anyone may have passed on', () => {
    const unsigned = (event: DomainEvent): DomainEvent => ({
      ...event,
      metadata: { ...event.metadata, source: 'unsigned' },
    })
    expect(refusals(unsigned(lookUp('03', 'declined')))).toEqual([])
    expect(refusals(lookUp('03', 'declined'), unsigned(lookUp('04')))).toEqual([unusable])
    expect(windowsOf(unsigned(lookUp('03', 'declined')))).toHaveLength(1)
    expect(windowsOf(lookUp('03', 'declined'), unsigned(lookUp('04')))).toEqual([])
  })

  test('has no window, nor has one that a person has ruled out', () => {
    expect(windowsOf(lookUp('02'))).toHaveLength(1)
    expect(windowsOf(lookUp('02', 'declined'))).toEqual([])
    expect(windowsOf(word('02', false))).toEqual([])
    expect(windowsOf(word('02', false), word('03', true))).toHaveLength(1)
  })

  test('is explained, and nobody is asked; it is no finding once the mandate was cancelled', () => {
    const state = given(sepaMandate, created('recurring'), lookUp('03', 'declined'))
    expect(state.findings.map((each) => root.explain(each))).toEqual([
      'The provider shows that the mandate is not usable, as of 2026-03-03T10:00:00Z.',
    ])
    const cancelled = reported('mandate_cancelled', src, { at: at('02') })
    expect(
      given(sepaMandate, created('recurring'), cancelled, lookUp('03', 'declined')).findings,
    ).toEqual([])
    expect(given(sepaMandate, lookUp('03', 'declined')).findings).toEqual([])
  })
})
