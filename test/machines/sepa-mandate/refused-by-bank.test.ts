/** Reasons of the payer's bank that end a mandate or its account: what they hold, and until when. */
import { describe, expect, test } from 'vitest'
import { reasonOf, sepaMandate, sepaPayment } from '../../../machines/index.ts'
import { reasons } from '../../../machines/words/bank-reasons.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { ordersOf, right } from '../../given.ts'
import { consequences, root as pf } from '../../root.ts'
import { after, eventIn, scenes } from '../scenes.ts'
import { NOW, refused } from './new-payment.ts'

const PRESENTED = '03-02 payment_pending 1000 EUR method=sepa src_1'
const CAPTURED = '03-03 payment_captured 1000'
const TAKEN = '03-05 payment_chargeback 1000 dsp_1 reason=MD01'

const implied = (...lines: readonly string[]): readonly DomainEvent[] =>
  consequences(after(sepaPayment, ...lines)).map(({ event }) => event)

/** A recurring mandate with some events; words of a person are about it, all else is of its payment. */
const mandateOf = (events: readonly DomainEvent[], words: readonly string[] = []) =>
  pf.fold('mandate-src_1' as Stream, [
    ...['03-01 mandate_created recurring', ...words].map((line) => eventIn(sepaMandate, line)),
    ...events,
  ])
const mandate = (...lines: readonly string[]) => {
  const isWord = (line: string): boolean => line.includes(' word ')
  const own = lines.filter((line) => !isWord(line))
  return mandateOf(implied(PRESENTED, ...own), lines.filter(isWord))
}

/** Whether a new payment is held, or why it is refused. */
const held = (...lines: readonly string[]): string =>
  refused(mandate(...lines))
    .join()
    .replace('notInDoubt', 'held') || 'free'
const found = (...lines: readonly string[]) => mandate(...lines).findings.map(pf.explain)

const ENDING = ['AC01', 'AC04', 'AC06', 'AG01', 'MD01', 'MD07']
const OTHERS = Object.keys(reasons).filter((code) => !ENDING.includes(code))

describe('a reason of the bank', () => {
  test.each([...ENDING, 'md01'])(
    '%s holds new payments, whatever it ended, in either field',
    (code) => {
      for (const lines of [
        [CAPTURED, `03-05 payment_chargeback 1000 dsp_1 reason=${code}`],
        [CAPTURED, `03-05 payment_chargeback 1000 dsp_1 responseCode=${code}`],
        [`03-03 payment_declined responseCode=${code}`],
        [`03-03 payment_canceled responseCode=${code}`],
        [`03-03 state_observed responseCode=${code} status=voided`],
      ]) {
        expect([code, held(...lines)]).toEqual([code, 'held'])
      }
    },
  )

  test.each([...OTHERS, 'MD1', 'RFND', 'constructor', '10.4'])('%s holds nothing', (code) => {
    for (const type of ['payment_declined', 'payment_canceled']) {
      expect(held(`03-03 ${type} responseCode=${code}`)).toBe('free')
    }
    const lines = [CAPTURED, `03-05 payment_chargeback 1000 dsp_1 reason=${code}`]
    expect([held(...lines), found(...lines)]).toEqual(['free', []])
  })

  test('is explained, and refunds and the status stay as they are', () => {
    expect(found(CAPTURED, TAKEN)).toEqual([
      "The payer's bank refused payment pay_1: MD01, the payer has given no mandate, or no longer gives it.",
    ])
    expect(mandate(CAPTURED, TAKEN).status).toBe('active')
    expect(after(sepaPayment, PRESENTED, CAPTURED, TAKEN).findings).toEqual([])
  })

  test.each(['03-10 mandate_cancelled', '03-01 mandate_created single'])(
    'asks nobody where no payment can be made any more: after %s',
    (line) => {
      const events = [eventIn(sepaMandate, line), ...implied(PRESENTED, CAPTURED, TAKEN)]
      const state = pf.fold('mandate-src_1' as Stream, events)
      expect(['cancelled', 'consumed']).toContain(state.status)
      expect(right(pf.questions(state, NOW)).map(({ reason }) => reason)).not.toContain(
        'RefusedByBank',
      )
      expect(refused(state)).toContain('mandateUsable')
    },
  )

  test('is found once, whoever reports it, and as often as it comes', () => {
    const row = '03-06 payment_chargeback dsp_1 responseCode=MD01'
    expect(found(CAPTURED, TAKEN, row)).toHaveLength(1)
    const again = '03-05 payment_chargeback dsp_1 reason=MD01 id=evt_again'
    const ids = implied(PRESENTED, CAPTURED, TAKEN, again).map(({ metadata }) => metadata.eventId)
    expect(new Set(ids).size).toBe(ids.length)
    const second = '03-07 payment_chargeback dsp_2 reason=AC04 1000'
    expect(found(CAPTURED, TAKEN, second)).toHaveLength(2)
  })

  test('says when it was learnt: with the message, and not before the mandate was known', () => {
    const late = ['03-02 payment_pending 1000 EUR method=sepa', '03-09 payment_captured src_1']
    const { metadata, data } = implied(...late, CAPTURED, TAKEN).find(
      ({ type }) => type === 'bank_refused',
    ) as DomainEvent
    expect(metadata.occurredAt).toBe('2026-03-05T10:00:00.0000000Z')
    expect(metadata.recordedAt).toBe('2026-03-09T10:00:00.0000000Z')
    const ids = { sourceId: 'src_1', paymentId: 'pay_1', disputeId: 'dsp_1' }
    expect(data).toEqual({ ...ids, reason: 'MD01' })
  })
})

describe('the hold ends', () => {
  const dispute = '1000 dsp_1 reportedAs=dispute'
  const RECEIVED = `03-05 payment_chargeback ${dispute} disputeStatus=received reason=MD01`

  scenes(
    sepaPayment,
    `
if the chargeback was given back, until it is taken again
  ${TAKEN} act_1 => held
  03-08 chargeback_reversed dsp_1 => free
  03-12 payment_chargeback dsp_1 reason=MD01 act_1 1000 => held

not if another one was
  ${TAKEN} act_1
  03-06 payment_chargeback dsp_2 reason=MS03 400
  03-08 chargeback_reversed dsp_2 => held

if it is the only one that was given back
  03-05 payment_chargeback dsp_1 reason=MD01 act_1 500
  ? 03-08 chargeback_reversed => free
  ? 03-08 chargeback_reversed 500 => free
  ? 03-08 chargeback_reversed act_1 => free

if it is the only one that a reversal without an id fits
  03-05 payment_chargeback dsp_1 reason=MD01 act_1 500
  03-06 payment_chargeback dsp_2 reason=MS03 400
  ? 03-08 chargeback_reversed 500 => free
  ? 03-08 chargeback_reversed => held

not if the reversal has no id, and fits another as well
  03-05 payment_chargeback dsp_1 reason=MD01 act_1 500
  03-06 payment_chargeback dsp_2 reason=MS03 500
  ? 03-08 chargeback_reversed => held
  ? 03-08 chargeback_reversed 500 => held
  ? 03-08 chargeback_reversed act_1 => free

not by a reversal of a dispute that no message about it has named
  03-05 payment_chargeback 1000 act_1 reason=MD01
  03-08 chargeback_reversed dsp_1 => held
  03-06 payment_chargeback ${dispute} disputeStatus=received => free

not because a declined payment was captured after all
  03-03 payment_declined responseCode=AC04
  03-04 payment_captured => held

if a person says that the mandate is usable, for what was received by then
  ${TAKEN} act_1
  ? 03-05T09:59:59.9999999>03-15 word usable=true => held
  ? 03-05>03-15 word usable=false => mandateUsable
  03-05>03-15 word usable=true => free
  03-06 payment_chargeback dsp_1 reason=AC04 => held
  03-06>03-15 word usable=true => free

if a person says so, who knew what a later message only says again
  ${TAKEN} act_1
  03-20 payment_chargeback dsp_1 reason=MD01
  03-05>03-15 word usable=true => free

not if a person did not know of another dispute, though both name the action of the capture
  ${TAKEN} act_c
  03-06 payment_chargeback 1000 dsp_2 reason=MD01 act_c
  03-05>03-15 word usable=true => held
`,
    [CAPTURED],
    held,
  )

  test('by the word of a person, who is asked', () => {
    const [question] = right(pf.questions(mandate(CAPTURED, TAKEN), NOW))
    expect(question).toMatchObject({ reason: 'RefusedByBank', request: null })
  })

  /** The mandate if the consequences are appended after each message, in this order. */
  const stepByStep = (lines: readonly string[]) => {
    const steps = lines.map((_, index) => implied(PRESENTED, ...lines.slice(0, index + 1)))
    return mandateOf([
      ...new Map(steps.flat().map((event) => [event.metadata.eventId, event])).values(),
    ])
  }
  const inEveryOrder = (...lines: readonly string[]): string => {
    const all = ordersOf(lines).flatMap((each) => {
      const step = refused(stepByStep([CAPTURED, ...each])).join()
      return [held(CAPTURED, ...each), step.replace('notInDoubt', 'held') || 'free']
    })
    return [...new Set(all)].join()
  }
  const lost = (word: string) =>
    `03-06 payment_chargeback ${dispute} disputeStatus=${word} movesNothing=true`
  const back = (word: string) => `03-08 chargeback_reversed 1000 dsp_1 disputeStatus=${word}`

  scenes(
    sepaPayment,
    `
or not, whatever comes first, and whenever the consequences are appended: of another dispute
  03-05 payment_chargeback 500 act_a reason=AC04
  03-06 payment_chargeback 500 dsp_b reason=AM04
  03-08 chargeback_reversed dsp_b => held

or not, whatever comes first: of the dispute that another message names
  03-05 payment_chargeback 500 act_q responseCode=AC04 reportedAs=return
  03-05 payment_chargeback 500 act_q dsp_a reason=AC04
  03-08 chargeback_reversed dsp_a => free

not if the dispute was lost again, even without a code
  ${TAKEN}
  03-08 chargeback_reversed dsp_1 => free
  03-12 payment_chargeback 1000 dsp_1 => held

if arbitration gave back what was lost
  ${RECEIVED}
  ${lost('lost')}
  03-09 chargeback_reversed 1000 dsp_1 disputeStatus=arbitration_won => free

not if arbitration lost it
  ${RECEIVED}
  ${lost('arbitration_lost')}
  ${back('won')} => held
`,
    [],
    inEveryOrder,
  )

  test.each(['lost', 'accepted', 'expired', 'resolved'])(
    'not if the dispute was %s, too, whichever message comes first',
    (word) => {
      expect(inEveryOrder(RECEIVED, lost(word), back('won'))).toBe('held')
      const shown = '03-09 chargeback_reversed dsp_1'
      expect(held(CAPTURED, RECEIVED, lost(word), shown)).toBe('held')
    },
  )

  test('is one doubt of a payment that was declined, however its messages name it', () => {
    const declined = '03-03 payment_declined responseCode=AC06 act_1'
    expect(found(declined, '03-04 payment_declined responseCode=AC06')).toHaveLength(1)
  })
})

test('every code says what it means, and what no table has says nothing', () => {
  expect(reasonOf('AM04')).toEqual({
    says: 'the account has too little money',
    ends: null,
    comes: ['reject', 'return'],
  })
  for (const spelt of ['ac04', ' Ac04', 'AC04 ']) expect(reasonOf(spelt)).toEqual(reasonOf('AC04'))
  expect(reasonOf('MD06')?.comes).toEqual(['refund'])
  expect(reasonOf('MD01')?.comes).toContain('unauthorised')
  for (const none of ['AM4', 'toString', '', null, undefined, 4, {}]) {
    expect(reasonOf(none)).toBeNull()
  }
})
