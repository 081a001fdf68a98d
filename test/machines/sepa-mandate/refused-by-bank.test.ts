/** Reasons of the payer's bank that end a mandate or its account: what they hold, and until when. */
import { describe, expect, test } from 'vitest'
import { reasonOf, sepaPayment } from '../../../machines/index.ts'
import { reasons } from '../../../machines/words/bank-reasons.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { given, reported, right } from '../../given.ts'
import { consequences, root as pf } from '../../root.ts'
import { NOW, refused } from './new-payment.ts'

const on = (type: string, day: number, data: object, id = `evt_${type}${day}`): DomainEvent =>
  reported(
    type,
    { paymentId: 'pay_1', ...data },
    { id, at: `2026-03-${String(day).padStart(2, '0')}T10:00:00Z` },
  )

const presented = on('payment_pending', 2, {
  amount: 1000,
  currency: 'EUR',
  method: 'sepa',
  sourceId: 'src_1',
})
const captured = on('payment_captured', 3, { amount: 1000 })
const chargedBack = (data: object, day = 5) =>
  on('payment_chargeback', day, { amount: 1000, disputeId: 'dsp_1', ...data })
const reversed = (data: object, day = 8) => on('chargeback_reversed', day, data)

const impliedBy = (...events: readonly DomainEvent[]) =>
  consequences(given(sepaPayment, presented, ...events)).map(({ event }) => event)

const created = reported(
  'mandate_created',
  { sourceId: 'src_1', mandateType: 'recurring' },
  { id: 'evt_src', at: '2026-03-01T10:00:00Z' },
)

/** A recurring mandate with what its payment's messages imply, and with more events of its own. */
const mandate = (events: readonly DomainEvent[], more: readonly DomainEvent[] = []) =>
  pf.fold('mandate-src_1' as Stream, [created, ...impliedBy(...events), ...more])

const found = (state: ReturnType<typeof mandate>) => state.findings.map(pf.explain)

const ENDING = ['AC01', 'AC04', 'AC06', 'AG01', 'MD01', 'MD07']
const OTHERS = Object.keys(reasons).filter((code) => !ENDING.includes(code))

describe('a reason of the bank', () => {
  test.each([...ENDING, 'md01', 'MD01 '])(
    '%s holds new payments, whatever it ended, in either field',
    (code) => {
      for (const events of [
        [captured, chargedBack({ reason: code })],
        [captured, chargedBack({ responseCode: code })],
        [on('payment_declined', 3, { responseCode: code })],
        [on('payment_canceled', 3, { responseCode: code })],
        [on('state_observed', 3, { responseCode: code, status: 'voided' })],
      ]) {
        expect([code, refused(mandate(events))]).toEqual([code, ['notInDoubt']])
      }
    },
  )

  test.each([...OTHERS, 'MD1', 'RFND', 'constructor', '10.4'])('%s holds nothing', (code) => {
    for (const type of ['payment_declined', 'payment_canceled']) {
      expect(refused(mandate([on(type, 3, { responseCode: code })]))).toEqual([])
    }
    const state = mandate([captured, chargedBack({ reason: code })])
    expect([refused(state), found(state)]).toEqual([[], []])
  })

  test('is explained, and refunds and the status stay as they are', () => {
    const state = mandate([captured, chargedBack({ reason: 'MD01' })])
    expect(found(state)).toEqual([
      "The payer's bank refused payment pay_1: MD01, the payer has given no mandate, or no longer gives it.",
    ])
    expect(state.status).toBe('active')
    const payment = given(sepaPayment, presented, captured, chargedBack({ reason: 'MD01' }))
    expect(payment.findings).toEqual([])
  })

  test('is found once, whoever reports it, and as often as it comes', () => {
    const webhook = chargedBack({ reason: 'MD01' })
    const row = on('payment_chargeback', 6, { disputeId: 'dsp_1', responseCode: 'MD01' })
    expect(found(mandate([captured, webhook, row]))).toHaveLength(1)
    const again = on('payment_chargeback', 5, { disputeId: 'dsp_1', reason: 'MD01' }, 'evt_again')
    const ids = impliedBy(captured, webhook, again).map(({ metadata }) => metadata.eventId)
    expect(new Set(ids).size).toBe(ids.length)
    const second = on('payment_chargeback', 7, { disputeId: 'dsp_2', reason: 'AC04', amount: 1000 })
    expect(found(mandate([captured, webhook, second]))).toHaveLength(2)
  })

  test('says when it was learnt: with the message, and not before the mandate was known', () => {
    const bare = on('payment_pending', 2, { amount: 1000, currency: 'EUR', method: 'sepa' })
    const late = on('payment_captured', 9, { sourceId: 'src_1' })
    const implied = consequences(
      given(sepaPayment, bare, captured, chargedBack({ reason: 'MD01' }), late),
    ).map(({ event }) => event)
    const { metadata, data } = implied.find(({ type }) => type === 'bank_refused') as DomainEvent
    expect(metadata.occurredAt).toBe('2026-03-05T10:00:00Z')
    expect(metadata.recordedAt).toBe('2026-03-09T10:00:00.0000000Z')
    expect(data).toEqual({
      sourceId: 'src_1',
      paymentId: 'pay_1',
      disputeId: 'dsp_1',
      reason: 'MD01',
    })
  })
})

describe('the hold ends', () => {
  const taken = [captured, chargedBack({ reason: 'MD01', actionId: 'act_1' })]

  test('if the chargeback was given back', () => {
    const state = mandate([...taken, reversed({ disputeId: 'dsp_1' })])
    expect([refused(state), found(state)]).toEqual([[], []])
  })

  test('not if another one was', () => {
    const other = chargedBack({ reason: 'MS03', disputeId: 'dsp_2', amount: 400 }, 6)
    expect(refused(mandate([...taken, other, reversed({ disputeId: 'dsp_2' })]))).toEqual([
      'notInDoubt',
    ])
  })

  const half = chargedBack({ reason: 'MD01', actionId: 'act_1', amount: 500 })
  const second = (amount: number) => chargedBack({ reason: 'MS03', disputeId: 'dsp_2', amount }, 6)

  test('if it is the only one that was, or the only one that a reversal without an id fits', () => {
    for (const data of [{}, { amount: 500 }, { actionId: 'act_1' }]) {
      expect(refused(mandate([captured, half, reversed(data)]))).toEqual([])
    }
    expect(refused(mandate([captured, half, second(400), reversed({ amount: 500 })]))).toEqual([])
    expect(
      refused(mandate([captured, half, second(500), reversed({ actionId: 'act_1' })])),
    ).toEqual([])
  })

  test('not if the reversal has no id, and fits another as well', () => {
    for (const [amount, data] of [
      [400, {}],
      [500, {}],
      [500, { amount: 500 }],
    ] as const) {
      expect(refused(mandate([captured, half, second(amount), reversed(data)]))).toEqual([
        'notInDoubt',
      ])
    }
  })

  test('not by a reversal of a dispute that no message about it has named', () => {
    const bare = on('payment_chargeback', 5, { amount: 1000, actionId: 'act_1', reason: 'MD01' })
    const won = reversed({ disputeId: 'dsp_1' })
    expect(refused(mandate([captured, bare, won]))).toEqual(['notInDoubt'])
    const received = { disputeId: 'dsp_1', disputeStatus: 'received', reportedAs: 'dispute' }
    const named = on('payment_chargeback', 6, { amount: 1000, ...received })
    expect(refused(mandate([captured, bare, named, won]))).toEqual([])
  })

  test('not if it was taken again', () => {
    const again = chargedBack({ reason: 'MD01', actionId: 'act_1' }, 12)
    const state = mandate([...taken, reversed({ disputeId: 'dsp_1' }), again])
    expect(refused(state)).toEqual(['notInDoubt'])
  })

  test('not because a declined payment was captured after all', () => {
    const declined = on('payment_declined', 3, { responseCode: 'AC04' })
    expect(refused(mandate([declined, on('payment_captured', 4, {})]))).toEqual(['notInDoubt'])
  })

  /** The mandate if the consequences are appended after each message, in this order. */
  const stepByStep = (events: readonly DomainEvent[]) => {
    const steps = events.map((_, index) => impliedBy(...events.slice(0, index + 1)))
    const all = new Map(steps.flat().map((event) => [event.metadata.eventId, event]))
    return mandate([], [...all.values()])
  }
  const orders = <A>(all: readonly A[]): readonly (readonly A[])[] =>
    all.length < 2
      ? [all]
      : all.flatMap((each, index) =>
          orders(all.toSpliced(index, 1)).map((others) => [each, ...others]),
        )
  const inEveryOrder = (...events: readonly DomainEvent[]) => [
    ...new Set(
      orders(events).flatMap((each) => [
        refused(stepByStep([captured, ...each])).join(),
        refused(mandate([captured, ...each])).join(),
      ]),
    ),
  ]
  const on500 = (data: object, id: string, day = 5) =>
    on('payment_chargeback', day, { amount: 500, ...data }, id)

  test('or not, whatever comes first, and whenever the consequences are appended', () => {
    const nameless = on500({ actionId: 'act_a', reason: 'AC04' }, 'evt_a')
    const other = on500({ disputeId: 'dsp_b', reason: 'AM04' }, 'evt_b', 6)
    expect(inEveryOrder(nameless, other, reversed({ disputeId: 'dsp_b' }))).toEqual(['notInDoubt'])
    const row = on500({ actionId: 'act_q', responseCode: 'AC04', reportedAs: 'return' }, 'evt_r')
    const webhook = on500({ actionId: 'act_q', disputeId: 'dsp_a', reason: 'AC04' }, 'evt_w')
    expect(inEveryOrder(row, webhook, reversed({ disputeId: 'dsp_a' }))).toEqual([''])
  })

  test('not if the dispute was lost again, even without a code', () => {
    const again = on('payment_chargeback', 12, { amount: 1000, disputeId: 'dsp_1' })
    const won = reversed({ disputeId: 'dsp_1' })
    const first = on('payment_chargeback', 5, { amount: 1000, disputeId: 'dsp_1', reason: 'MD01' })
    expect(inEveryOrder(first, won, again)).toEqual(['notInDoubt'])
    expect(inEveryOrder(first, won)).toEqual([''])
  })

  const dispute = { amount: 1000, disputeId: 'dsp_1', reportedAs: 'dispute' }
  const lost = (disputeStatus: string) =>
    on('payment_chargeback', 6, { ...dispute, disputeStatus, movesNothing: true }, 'evt_l')
  const received = on(
    'payment_chargeback',
    5,
    { ...dispute, disputeStatus: 'received', reason: 'MD01' },
    'evt_t',
  )
  const back = (disputeStatus: string, day = 8) => {
    const { reportedAs: _, ...named } = dispute
    return on('chargeback_reversed', day, { ...named, disputeStatus }, `evt_${disputeStatus}`)
  }

  test.each(['lost', 'accepted', 'expired', 'resolved'])(
    'not if the dispute was %s, too, whichever message comes first',
    (word) => {
      expect(inEveryOrder(received, lost(word), back('won'))).toEqual(['notInDoubt'])
      const shown = reversed({ disputeId: 'dsp_1' }, 9)
      expect(refused(mandate([captured, received, lost(word), shown]))).toEqual(['notInDoubt'])
    },
  )

  test('if arbitration gave back what was lost', () => {
    expect(inEveryOrder(received, lost('lost'), back('arbitration_won', 9))).toEqual([''])
    expect(inEveryOrder(received, lost('arbitration_lost'), back('won'))).toEqual(['notInDoubt'])
  })

  test('if a person says that the mandate is usable, for what was received by then', () => {
    const [question] = right(pf.questions(mandate(taken), NOW))
    expect(question).toMatchObject({ reason: 'RefusedByBank', request: null })
    const review = (asOf: string, usable = true) =>
      on('reviewed', 15, { sourceId: 'src_1', asOf, usable, by: ['ops-7'] }, 'evt_review')
    const after = (...words: readonly DomainEvent[]) => refused(mandate(taken, words))
    expect(after(review('2026-03-05T10:00:00Z'))).toEqual([])
    expect(after(review('2026-03-05T09:59:59.9999999Z'))).toEqual(['notInDoubt'])
    expect(after(review('2026-03-05T10:00:00Z', false))).toEqual(['mandateUsable'])
    const more = [...taken, on('payment_chargeback', 6, { disputeId: 'dsp_1', reason: 'AC04' })]
    expect(refused(mandate(more, [review('2026-03-05T10:00:00Z')]))).toEqual(['notInDoubt'])
    expect(refused(mandate(more, [review('2026-03-06T10:00:00Z')]))).toEqual([])
    // what a later message only says again, the person knew
    const again = [...taken, on('payment_chargeback', 20, { disputeId: 'dsp_1', reason: 'MD01' })]
    expect(refused(mandate(again, [review('2026-03-05T10:00:00Z')]))).toEqual([])
    // another dispute is news, though both name the action of the capture
    const [first, other] = ['dsp_1', 'dsp_2'].map((disputeId, index) =>
      chargedBack({ disputeId, actionId: 'act_c', reason: 'MD01' }, 5 + index),
    ) as [DomainEvent, DomainEvent]
    const both = mandate([captured, first, other], [review('2026-03-05T10:00:00Z')])
    expect(refused(both)).toEqual(['notInDoubt'])
  })

  test('is one doubt of a payment that was declined, however its messages name it', () => {
    const declined = on('payment_declined', 3, { responseCode: 'AC06', actionId: 'act_1' }, 'evt_d')
    const shown = on('payment_declined', 4, { responseCode: 'AC06' }, 'evt_s')
    expect(found(mandate([declined, shown])).length).toBe(1)
  })
})

test('every code says what it means, and what no table has says nothing', () => {
  expect(reasonOf('AM04')).toEqual({
    says: 'the account has too little money',
    ends: null,
    comes: ['reject', 'return'],
  })
  for (const spelt of ['ac04', ' Ac04']) expect(reasonOf(spelt)).toEqual(reasonOf('AC04'))
  expect(reasonOf('MD06')?.comes).toEqual(['refund'])
  expect(reasonOf('MD01')?.comes).toContain('unauthorised')
  for (const none of ['AM4', 'toString', '', null, undefined, 4, {}]) {
    expect(reasonOf(none)).toBeNull()
  }
})
