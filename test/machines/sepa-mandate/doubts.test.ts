/** Every set of a few messages that may hold a mandate: the refusal names why, and somebody is asked. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaMandate } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { fold } from '../../../src/fold/fold.ts'
import { decide } from '../../../src/judge/decide.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { instantOf, reported, src } from '../../given.ts'
import { root as pf, questions } from '../../root.ts'

const NOW = instantOf('2026-03-20T10:00:00Z')
const day = (date: string): string => `2026-03-${date}T10:00:00Z`
const told = (type: string, date: string, data: object) =>
  reported(type, { ...src, ...data }, { id: `evt_${type}${date}`, at: day(date) })
const source = (reportedSource: string, date: string, lookedUp = false) =>
  told('source_reported', date, { paymentId: 'pay_1', reportedSource, lookedUp })

const created = told('mandate_created', '01', { mandateType: 'recurring' })
const messages: readonly DomainEvent[] = [
  told('collection_presented', '02', { paymentId: 'pay_1' }),
  source('src_1', '03'),
  source('src_2', '04'),
  source('src_1', '05', true),
  source('src_2', '06', true),
  told('bank_refused', '07', { paymentId: 'pay_1', reason: 'MD01', disputeId: 'dsp_1' }),
  told('bank_refused', '08', { paymentId: 'pay_2', reason: 'AC04' }),
  told('bank_refusal_ended', '09', { paymentId: 'pay_1', disputeId: 'dsp_1' }),
]

const UNUSABLE =
  'The mandate accepts no payments: it is not usable, as the provider or a person says.'

const sets = messages.reduce<readonly (readonly DomainEvent[])[]>(
  (all, each) => all.flatMap((some) => [some, [...some, each]]),
  [[]],
)

const of = (events: readonly DomainEvent[]) =>
  fold(sepaMandate)([created, ...events], 'mandate-src_1' as Stream)

const refusalsOf = (events: readonly DomainEvent[]) => {
  const decided = decide(sepaMandate)(of(events), {
    type: 'createPayment',
    data: { ...src, amount: 100 },
    metadata: { commandId: 'c-9', now: NOW },
  })
  return E.isRight(decided) || decided.left.error !== 'Refused' ? [] : decided.left.refusals
}

/** The codes of the doubts that a new payment would have to wait for, or the rule that refuses it. */
const heldBy = (events: readonly DomainEvent[]): readonly string[] =>
  refusalsOf(events).flatMap((refusal): readonly string[] =>
    refusal.rule === 'notInDoubt'
      ? Object(refusal).doubts.map(({ code }: { readonly code: string }) => code)
      : [pf.explain(refusal)],
  )
const asked = (events: readonly DomainEvent[]) =>
  questions(of(events)).map(({ reason, request }) => ({ reason, asks: request?.endpoint ?? null }))

describe('every set of messages that may hold a mandate', () => {
  test('asks for each doubt that holds a new payment: for the payment, or a person', () => {
    for (const events of sets) {
      const open = asked(events).filter(({ reason }) => reason !== 'missingPredecessor')
      expect(open.map(({ reason }) => reason).toSorted()).toEqual(heldBy(events).toSorted())
      for (const { reason, asks } of open) {
        const isOfBank = reason === 'RefusedByBank'
        expect(isOfBank ? [null] : [null, 'getPayment']).toContain(asks)
      }
    }
  })

  test('asks a person about a source only once a look-up came last and did not help', () => {
    for (const events of sets) {
      const last = events.findLast(({ type }) => type === 'source_reported')
      const isLookedUp = Object(last?.data).lookedUp === true
      for (const { reason, asks } of asked(events)) {
        if (reason === 'SourceInDoubt') expect(asks).toBe(isLookedUp ? null : 'getPayment')
      }
    }
  })

  const renamed = (event: DomainEvent, eventId: string) =>
    ({ ...event, metadata: { ...event.metadata, eventId } }) as DomainEvent

  test('holds nothing and asks nothing once a person has stated that the mandate is usable', () => {
    const word = (usable: boolean) =>
      told('reviewed', '10', { asOf: day('10'), usable, by: ['person-1'], because: 'seen' })
    for (const events of sets) {
      expect(heldBy([...events, word(true)])).toEqual([])
      expect(asked([...events, word(true)])).toEqual([])
      // of a yes and a no at one time, the no counts, whatever their ids
      for (const [yes, no] of [
        ['evt_1', 'evt_2'],
        ['evt_2', 'evt_1'],
      ] as const) {
        const both = [renamed(word(true), yes), renamed(word(false), no)]
        expect(heldBy([...events, ...both])).toEqual([UNUSABLE])
      }
      // what is not usable is refused, and is no doubt: it asks nobody either
      expect(heldBy([...events, word(false)])).toEqual([UNUSABLE])
      expect(asked([...events, word(false)])).toEqual([])
    }
  })
})
