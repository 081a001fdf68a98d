/** The consequences of a SEPA payment for its mandate: one collection event per message, and the list only grows. */
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, ticketPayment } from '../../../machines/index.ts'
import type { TimeText } from '../../../src/words/time/instant.ts'
import { given, ordersOf } from '../../given.ts'
import { consequences, decodeEvent } from '../../root.ts'
import { after, eventIn, scenes } from '../scenes.ts'

const IDS = 'src_1 cus_1 commandId=c-1'
const PENDING = `03-02 payment_pending 1000 EUR ${IDS} reference=order-1 method=sepa id=evt_p`
const CAPTURED = '03-03 payment_captured'
const DECLINED = '03-03 payment_declined'
const CANCELED = '03-03 payment_canceled'

const implied = (...lines: readonly string[]) => consequences(after(sepaPayment, ...lines))

/** The types of the consequences, without `collection_`: each once, however many messages say so. */
const types = (...lines: readonly string[]): string =>
  [...new Set(implied(...lines).map(({ event }) => event.type.replace('collection_', '')))].join(
    ' ',
  )

const idsOf = (...lines: readonly string[]) =>
  implied(...lines).map(({ event }) => event.metadata.eventId)

describe('a SEPA payment', () => {
  test('that is pending is a presented collection, with its ids alone', () => {
    const [first, ...others] = implied(PENDING)
    const at = '2026-03-02T10:00:00.0000000Z'
    expect(others).toEqual([])
    expect(first).toEqual({
      stream: 'mandate-src_1',
      event: {
        type: 'collection_presented',
        data: { sourceId: 'src_1', paymentId: 'pay_1', commandId: 'c-1', customerId: 'cus_1' },
        metadata: {
          eventId: expect.stringMatching(/^made_[0-9a-z]{32}$/),
          ...{ occurredAt: at, recordedAt: at, source: 'report', schema: 1 },
        },
      },
      key: 'payment_pending',
    })
    expect(decodeEvent(first?.event)).toEqual({ _tag: 'Right', right: first?.event })
  })

  test('without a time is a collection without one, from the same source as the payment', () => {
    const [first] = implied(`~03-02T10:00:05 payment_pending ${IDS} (response)`)
    const recordedAt = '2026-03-02T10:00:05.0000000Z'
    expect(first?.event.metadata).toMatchObject({
      occurredAt: null,
      recordedAt,
      source: 'response',
    })
  })

  scenes(
    sepaPayment,
    `
that is declined, canceled or captured is a collection presented, and ended or captured
  ${PENDING} => presented
  ? ${DECLINED} => presented ended
  ? ${CANCELED} => presented ended
  ? ${CAPTURED} => presented captured

has no consequences from refunds, disputes and look-ups
  ${PENDING}
  ${CAPTURED}
  03-04 payment_refunded act_1 1
  03-05 payment_chargeback act_2 1
  03-02 state_observed (response) => presented captured

that ended and was captured anyway has both consequences, the superseded end included
  ${PENDING}
  03-09 payment_declined
  ${CANCELED}
  ${CAPTURED} => presented ended captured

has no consequences while its mandate is unknown, and all of them afterwards
  ${CAPTURED} =>
  03-03 payment_pending =>
  03-02 payment_refunded src_1 act_1 => presented captured

whose request was refused has no consequences
  ${PENDING} (request)
  03-02 request_refused commandId=c-1 attempt=1
  03-03 payment_captured src_1 => captured

that ended in a way that its chart does not take frees its mandate
  ${PENDING}
  ? 03-03 payment_expired => presented ended
  ? 03-03 payment_expired (unsigned) => presented
  ? 03-02 state_observed status=expired src_1 => presented ended
  ? 03-02 word captured=0 => presented ended
  ? 03-01 word captured=0 => presented
  ? 03-02 word captured=1 => presented captured
  ? 03-02 word refunded=0 => presented

that a snapshot shows as ended keeps the end of a collection if money is reported after it
  03-02 state_observed status=declined src_1 1000 (response) => ended
  03-09 payment_captured => presented captured ended

is a collection through what a snapshot implies
  03-05 state_observed status=captured src_1 (response) => presented captured

has no other consequences from a snapshot, except for an end that money contradicts
  ${PENDING}
  ${CAPTURED}
  ? 03-05 state_observed status=captured src_1 (response) => presented captured
  ? 03-05 state_observed status=canceled src_1 (response) => presented captured ended
`,
    [],
    types,
  )

  test.each([
    'payment_refunded act_1 400',
    'payment_chargeback act_2 1000',
    'payment_chargeback dsp_1 disputeStatus=lost movesNothing=true',
  ])(
    'whose capture nothing but %s shows and that is not open, is captured once, at a time unknown',
    (line) => {
      const back = `03-05 ${line} src_1 id=evt_b`
      for (const before of [[], [PENDING, CANCELED]]) {
        const found = implied(...before, back)
        expect(found.at(-1)?.event).toMatchObject({
          type: 'collection_captured',
          data: { sourceId: 'src_1', paymentId: 'pay_1' },
          metadata: { occurredAt: null, recordedAt: '2026-03-05T10:00:00.0000000Z' },
        })
        expect(implied(...before, back, '03-09 payment_chargeback act_9')).toEqual(found)
        expect(types(...before, back, CAPTURED)).toBe(`${types(...before)} captured`.trim())
      }
      expect(types(PENDING, back)).toBe('presented')
    },
  )

  test('has consequences that depend only on the set of messages, whenever they are appended', () => {
    const messages = [
      `03-01 payment_pending 1000 EUR method=sepa src_1 cus_1 (response) id=evt_1`,
      `~03-02T10:00:05 payment_pending src_1 cus_2 id=evt_2`,
      `03-03 payment_pending src_1 id=evt_3`,
    ]
    const found = ordersOf(messages).map((lines) => {
      const steps = lines.flatMap((_, index) => idsOf(...lines.slice(0, index + 1)))
      return [...new Set(steps)].toSorted()
    })
    for (const each of found) expect(each).toEqual(found[0])
  })

  test('has one consequence for a message, however its copies write their time', () => {
    const copy = (time: string) => {
      const event = eventIn(sepaPayment, PENDING)
      return { ...event, metadata: { ...event.metadata, occurredAt: time as TimeText } }
    }
    const [one, other] = ['2026-03-02T10:00:00Z', '2026-03-02T10:00:00.0000000+00:00'].map((time) =>
      consequences(given(sepaPayment, copy(time))),
    )
    expect(other).toEqual(one)
  })

  test('has the same consequences, with the same ids, when it is folded again', () => {
    const all = [PENDING, CAPTURED, DECLINED]
    const once = implied(...all)
    expect(implied(...all.toReversed(), ...all)).toEqual(once)
    const saved = JSON.parse(JSON.stringify(after(sepaPayment, ...all)))
    expect(consequences(saved)).toEqual(once)
    expect(new Set(idsOf(...all)).size).toBe(3)
  })

  test('reported later has the same consequences with the same ids, recorded later', () => {
    const [first] = implied(PENDING)
    const [late] = implied(PENDING.replace('03-02', '03-02>03-09'))
    const recordedAt = '2026-03-09T10:00:00.0000000Z'
    expect(late?.event.metadata).toEqual({ ...first?.event.metadata, recordedAt })
  })

  test('has consequences recorded when the mandate was named, if that was later', () => {
    const recorded = (day: string) =>
      implied(CAPTURED, `~${day} payment_refunded src_1 act_1`).map(({ event: { metadata } }) => [
        metadata.occurredAt,
        metadata.recordedAt,
      ])
    const captured = '2026-03-03T10:00:00.0000000Z'
    expect(recorded('03-04')).toEqual([[captured, '2026-03-04T10:00:00.0000000Z']])
    expect(recorded('03-02')).toEqual([[captured, captured]])
  })

  test('reported differently has another consequence with another id, but not if received at another time', () => {
    const id = (line: string) => idsOf(line)[0]
    const untimed = PENDING.replace('03-02', '~03-02')
    expect(id(untimed)).toBe(id(PENDING.replace('03-02', '~03-02T09')))
    const second = PENDING.replace('03-02', '03-02T10:00:01')
    const ids = [PENDING, untimed, second, `${PENDING} (response)`].map(id)
    expect(new Set(ids).size).toBe(4)
  })

  scenes(
    sepaPayment,
    `
folded into its mandate reserves, frees and consumes it
  ${PENDING} => reserved
  ? ${DECLINED} => active
  ? ${CAPTURED} => consumed
  ${CANCELED} => active
  03-05 payment_chargeback act_1 => consumed
`,
    [],
    (...lines) => onMandate(...lines),
  )

  test('that names no amount or customer is a collection without them', () => {
    for (const { event } of implied('03-05 state_observed status=captured src_1 (response)')) {
      expect(Object.keys(event.data).toSorted()).toEqual(['paymentId', 'sourceId'])
    }
  })

  test('still names its mandate and amount if money is reported after an end', () => {
    const shown = '03-02 state_observed status=declined src_1 1000 (response)'
    const { context } = after(sepaPayment, shown, '03-09 payment_captured')
    expect(context).toMatchObject({ sourceId: 'src_1', amount: 1000 })
  })
})

/** The state in words of a single mandate with the consequences of a payment. */
const onMandate = (...lines: readonly string[]): string => {
  const single = eventIn(sepaMandate, '03-02 mandate_created single')
  const { status, findings } = given(
    sepaMandate,
    single,
    ...implied(...lines).map(({ event }) => event),
  )
  return [status, ...findings.map(({ code }) => code)].join(' ')
}

describe('an ended payment of which something shows that it was captured', () => {
  const folded = (...lines: readonly string[]) => onMandate(PENDING, DECLINED, ...lines)
  const unread = (name: string) => `03-05 unrecognised name=${name} path=data.amount`

  test.each([
    ['an open refund', '03-05 payment_refund_pending act_1'],
    ['a failed refund', '03-05 payment_refund_declined act_1'],
    ['a refund without a name', '03-05 payment_refunded'],
    ['a dispute that was won', '03-05 chargeback_reversed dsp_1'],
    ['a capture that cannot be read', unread('payment_captured')],
    ['a refund that cannot be read', unread('payment_refunded')],
    ['a dispute that cannot be read', unread('dispute_received')],
  ])('consumes a single mandate: %s', (_, line) => {
    expect(folded(line)).toBe('consumed')
    expect(folded(`${line} (unsigned)`)).toBe('active')
  })

  scenes(
    sepaPayment,
    `
but not by a refund that two lists overrule
  03-05 payment_refunded act_1 100 => consumed
  03-07 list
  03-08 list => active

but not by a capture that two lists overrule
  03-05 payment_captured act_1 100 => consumed
  03-07 list
  03-08 list => active

but not by what a person overrules
  ${unread('payment_captured')}
  ? 03-04 word captured=0 => consumed
  ? 03-06 word captured=0 => active

and by a capture that comes after a person stated that there is none
  03-06 word captured=0
  03-09 payment_captured act_1 => consumed

but not if something else cannot be read
  ? ${unread('payment_declined')} => active
  ? ${unread('payment_pending')} => active
  ? ${unread('payment_flagged')} => active
`,
    [],
    folded,
  )
})

test('another machine has no consequences for a mandate, though it names a source', () => {
  expect(consequences(after(ticketPayment, PENDING, CAPTURED))).toEqual([])
  expect(consequences(after(sepaMandate, '03-02 mandate_created'))).toEqual([])
})
