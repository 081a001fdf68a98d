/** A mandate whose type no message names: a person may state it, and the provider's messages count for more. */
import { describe, expect, test } from 'vitest'
import { sepaMandate } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { fold } from '../../../src/fold/fold.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { reported, src } from '../../given.ts'
import { refused } from './new-payment.ts'

const day = (date: string): string => `2026-03-${date}T10:00:00Z`
const told = (type: string, date: string, data: object) =>
  reported(type, { ...src, ...data }, { id: `evt_${type}${date}`, at: day(date) })
const stated = (mandateType: string, asOf: string, by = ['person-1']) =>
  told('reviewed', asOf, { asOf: day(asOf), by, because: 'seen', mandateType })
const of = (...events: readonly DomainEvent[]) =>
  fold(sepaMandate)(events, 'mandate-src_1' as Stream)

const untyped = told('mandate_created', '01', {})
const shown = told('state_observed', '02', { askedAt: day('02') })
const captured = told('collection_captured', '03', { paymentId: 'pay_1' })

describe('the type of a mandate that no message names', () => {
  test.each([
    ['created by a response without its request', untyped],
    ['that a look-up shows', shown],
  ])('is what a person states of one %s', (_, known) => {
    expect(refused(of(known))).toEqual(['notKnown'])
    expect(refused(of(known, stated('recurring', '05')))).toEqual([])
    expect(of(known, stated('recurring', '05')).status).toBe('active')
    expect(of(known, captured, stated('single', '05')).status).toBe('consumed')
    expect(of(known, stated('recurring', '05')).context.createdAt).toBe(of(known).context.createdAt)
  })

  test('is not known from a word of nobody, nor is a mandate from a word alone', () => {
    expect(refused(of(untyped, stated('recurring', '05', [])))).toEqual(['notKnown'])
    expect(of(stated('recurring', '05')).status).toBe('none')
    const { data, ...word } = stated('recurring', '05')
    const { sourceId: _, ...nameless } = Object(data)
    expect(refused(of(untyped, { ...word, data: nameless } as DomainEvent))).toEqual(['notKnown'])
  })

  test('is what the last word says, in any order', () => {
    const words = [stated('single', '05'), stated('recurring', '06')]
    for (const all of [words, words.toReversed()]) {
      expect(of(shown, ...all).context.mandateType).toBe('recurring')
    }
  })

  test.each(['single', 'recurring'])(
    'is %s if a message says so, whatever a person states',
    (mandateType) => {
      for (const other of ['single', 'recurring']) {
        const all = [told('mandate_created', '01', { mandateType }), stated(other, '05')]
        expect(of(...all).context.mandateType).toBe(mandateType)
      }
    },
  )
})
