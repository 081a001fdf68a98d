/** Which lists, look-ups and words are statements, and what they settle of what was received before. */
import { describe, expect, test } from 'vitest'
import { sepaPayment, ticketPayment } from '../../../machines/index.ts'
import { fold } from '../../../src/fold/fold.ts'
import { eventIn, scenes } from '../scenes.ts'

const PENDING = '03-01 payment_pending 1000'
const PAID = [PENDING, '03-02 payment_captured act_c 1000']
const REFUNDED = '03-03 payment_refunded act_1 300'

/**
 * What was captured, refunded, is being refunded, and was charged back; the doubts; and, after a `/`, what
 * counts for nothing. The same in any order.
 */
const money = (...lines: readonly string[]): string => {
  const events = lines.map((line) => eventIn(sepaPayment, line))
  const [found, turned] = [events, events.toReversed()].map((all) => {
    const { context, findings, occurrences } = fold(sepaPayment)(all)
    const { captured, refunded, refunding, chargedBack } = sepaPayment.sums.of(context)
    const doubts = findings.flatMap(({ code, asks }) => (asks === undefined ? [] : code))
    const overruled = occurrences.filter(({ disposition }) => disposition === 'overruled')
    const types = overruled.map(({ type }) => type).sort()
    const sums = [captured, refunded, refunding, chargedBack, ...doubts]
    return [...sums, ...(types.length === 0 ? [] : ['/', ...types])].join(' ')
  })
  expect(turned).toBe(found)
  return found ?? ''
}

/** Rows as they may come; without a kind, a refund. */
const listed = (day: string, rows: readonly object[], more = `askedAt=2026-${day}T10:00:00Z`) => {
  const row = { id: 'act_1', kind: 'refund', amount: 300, approved: true }
  const capture = { id: 'act_c', kind: 'capture', amount: 1000, approved: true }
  const actions = JSON.stringify([capture, ...rows.map((each) => ({ ...row, ...each }))])
  return `~${day} actions_listed ${more} unread=0 actions=${actions}`
}

describe('a list', () => {
  scenes(
    sepaPayment,
    `
that says when it was asked, and hides nothing, is a statement
  ${REFUNDED}
  03-05 list act_c Capture 1000 => 1000 300 0 0 StatementDiffers
  03-06 list act_c Capture 1000 => 1000 0 0 0 / payment_refunded

that does not say when it was asked overrules nothing
  ${REFUNDED}
  ${listed('03-05', [], '')}
  ${listed('03-06', [], '')} => 1000 300 0 0

that says it was asked after its receipt overrules nothing
  ${REFUNDED}
  ${listed('03-05', [], 'askedAt=2026-03-09T10:00:00Z')}
  ${listed('03-06', [], 'askedAt=2026-03-09T10:00:00Z')} => 1000 300 0 0

of which a row could not be read overrules nothing, and holds until a later one
  ${REFUNDED}
  ? 03-05 list act_c Capture 1000, act_1 Refund 300, act_1 Refund 200 => 1000 300 0 0 Disagreement Unread
  03-05 unread act_c Capture 1000 => 1000 300 0 0 Unread
  ? 03-04 list act_c Capture 1000, act_1 Refund 300 => 1000 300 0 0 Unread
  ? 03-06 list act_c Capture 1000, act_1 Refund 300 => 1000 300 0 0
  03-06 unread act_c Capture 1000 => 1000 300 0 0 Unread
  03-07 list act_c Capture 1000, act_1 Refund 300 => 1000 300 0 0

is read once of rows that say the same, and of no others with one id
  ? 03-06 list act_c Capture 1000, act_1 Refund 300, act_1 Refund 300 => 1000 300 0 0
  ? 03-06 list act_c Capture 1000, act_c Capture 1000 => 1000 0 0 0
  ? ${listed('03-06', [{}, {}, {}])} => 1000 300 0 0
  ? ${listed('03-06', [{}, { amount: 200 }, {}])} => 1000 300 0 0 Disagreement Unread
  ? ${listed('03-06', [{}, { amount: undefined }])} => 1000 300 0 0 Unread
  ? ${listed('03-06', [{}, { approved: false }])} => 1000 300 0 0 RefundReversed Unread / payment_refund_declined
  ? ${listed('03-06', [{}, { kind: 'return' }])} => 1000 300 0 300 Unread
  ? ${listed('03-06', [{}, { reference: 'refund-1' }])} => 1000 300 0 0 Unread
  ? ${listed('03-06', [{}, { responseCode: 'AC04' }])} => 1000 300 0 0 Unread

counts what its rows say, whenever it was asked; one of a reference nothing
  ? 03-05 list act_c Capture 1000, act_1 Refund 300 => 1000 300 0 0
  ? ${listed('03-05', [{}], '')} => 1000 300 0 0
  ? ${listed('03-05', [{}], 'askedAt=2026-03-09T10:00:00Z')} => 1000 300 0 0
  ? ${listed('03-05', [{}], 'askedAt=2026-03-05T10:00:00Z reference=ORD-7')} => 1000 0 0 0
  ? ${listed('03-05', [{}], 'reference=refund-1')} => 1000 0 0 0

names the kinds of its rows in any case, and only those that are money of a payment count
  ? ${listed('03-05', [{ kind: 'Refund' }])} => 1000 300 0 0
  ? ${listed('03-05', [{ kind: 'Return' }])} => 1000 0 0 300
  ? ${listed('03-05', [{ kind: 'payout' }])} => 1000 0 0 0
  ? ${listed('03-05', [{ kind: 'toString' }])} => 1000 0 0 0
  ? ${listed('03-05', [{ kind: 7 }])} => 1000 0 0 0
  ? ${listed('03-05', [{ id: 7 }])} => 1000 0 0 0

bears out less than was asked for only as a fee
  03-03 payment_refund_pending act_1 300
  03-05 list act_c Capture 1000, act_1 Refund 299 => 1000 299 0 0 Disagreement StatementDiffers

bears a refund out by an amount of the step that it shows, if messages name one
  03-03 payment_refund_pending act_1 200
  ? 03-06 list act_c Capture 1000, act_1 Refund 200 open => 1000 0 200 0
  03-04 payment_refunded act_1 300
  ? 03-06 list act_c Capture 1000, act_1 Refund 300 => 1000 300 0 0
  ? 03-06 list act_c Capture 1000, act_1 Refund 200 => 1000 300 0 0 Disagreement StatementDiffers

overrules with the second one a refund that it lacks, and the command of that
  ~03-03 refund_requested 300 commandId=refund-1 (request)
  03-04 payment_refund_pending act_9 300 commandId=refund-1
  03-06 list act_c Capture 1000 => 1000 0 300 0 StatementDiffers
  03-07 list act_c Capture 1000 => 1000 0 0 0 / payment_refund_pending refund_requested

shows a capture as a report does only if that names its amount, where the payment has one
  ? 03-03 payment_captured act_k 1000 => 2000 0 0 0 CapturedDiffers
  03-03 payment_captured act_k
  03-05 list act_c Capture 1000, act_k Capture 1000 => 2000 0 0 0 CapturedDiffers
  03-06 list act_c Capture 1000, act_k Capture 1000 => 2000 0 0 0

shows a second capture as a report does
  03-03 payment_captured act_k 1000
  03-05 list act_c Capture 1000, act_k Capture 1000 => 2000 0 0 0

shows with the time of a return that it was taken after a reversal
  03-04 chargeback_reversed dsp_1
  03-03 payment_chargeback dsp_1 1000
  ? ${listed('03-09', [{ id: 'act_r', kind: 'return', amount: 1000, occurredAt: '2026-03-03T10:00:00Z' }])} => 1000 0 0 0
  ? ${listed('03-09', [{ id: 'act_r', kind: 'return', amount: 1000, occurredAt: '2026-03-08T10:00:00Z' }])} => 1000 0 0 1000
  03-02 payment_chargeback act_r 1000
  ? ${listed('03-09', [{ id: 'act_r', kind: 'return', amount: 1000, occurredAt: '2026-03-02T10:00:00Z' }])} => 1000 0 0 0
  ? ${listed('03-09', [{ id: 'act_r', kind: 'return', amount: 1000, occurredAt: '2026-03-08T10:00:00Z' }])} => 1000 0 0 1000 DisputeDiffers / chargeback_reversed

ends that a message could not be read, if it covers that
  ~03-05 unrecognised name=payment_refunded path=data.amount
  ? 03-05 list act_c Capture 1000 => 1000 0 0 0 Unread
  ? 03-06 list act_c Capture 1000 => 1000 0 0 0
`,
    PAID,
    money,
  )

  scenes(
    sepaPayment,
    `
with a void ends a payment of which it shows no capture
  ${PENDING}
  ? 03-05 list act_v Void 1000, act_c Capture 1000 => captured MandateUnknown
  ? 03-05 list act_v Void 1000, act_c Capture 1000 failed => canceled MandateUnknown
  ? 03-05 list act_v Void 1000 failed => pending MandateUnknown
  03-05 list act_v Void 1000 => canceled MandateUnknown
  03-06 list => pending MandateUnknown

with a void says another end of a capture that was reported
  ${PAID.join('\n  ')}
  03-05 list act_v Void 1000 => captured MandateUnknown Superseded StatementDiffers
`,
  )

  scenes(
    ticketPayment,
    `
bears out less than was asked for only as a fee, of a refund of a ticket that is done
  ? 03-05 list act_c Capture 999 => captured Disagreement StatementDiffers
  03-03 payment_refund_pending act_1 300
  ? 03-05 list act_c Capture 1000, act_1 Refund 299 => partially_refunded
  ? 03-05 list act_c Capture 1000, act_1 Refund 301 => partially_refunded Disagreement StatementDiffers
  ? 03-05 list act_c Capture 1000, act_1 Refund 299 open => captured Disagreement StatementDiffers
  ? 03-05 list act_c Capture 1000, act_1 Refund 1 failed => captured
  ${REFUNDED}
  03-05 list act_c Capture 1000, act_1 Refund 299 => partially_refunded Disagreement StatementDiffers
`,
    PAID,
  )
})

describe('a look-up of the payment', () => {
  scenes(
    sepaPayment,
    `
contradicts a capture by the first report of it
  ${PENDING}
  03-04 look status=pending
  03-06 payment_captured act_c 1000 => 1000 0 0 0
  03-02 payment_captured act_c 1000 id=evt_first => 1000 0 0 0 StatementDiffers
`,
    [],
    money,
  )
})

describe('a person’s word', () => {
  test('counts if one or two persons are named, and the time as of which they speak', () => {
    const stated = (by: string, asOf = 'asOf=2026-03-05T10:00:00Z') =>
      money(...PAID, REFUNDED, `03-05 reviewed refunded=100 ${asOf} by=${by}`)
    for (const by of ['["ann"]', '["ann","bob"]']) {
      expect(stated(by)).toBe('1000 100 0 0 / payment_refunded')
    }
    for (const none of ['[]', '["ann","bob","cat"]', 'ann'])
      expect(stated(none)).toBe('1000 300 0 0')
    expect(stated('["ann"]', '')).toBe('1000 300 0 0')
  })

  scenes(
    sepaPayment,
    `
is the one as of the latest time
  ${REFUNDED}
  03-04>03-06 word refunded=500 id=a
  03-05 word refunded=100 id=b => 1000 100 0 0 / payment_refunded

is then the one received last
  ${REFUNDED}
  03-05 word refunded=500 id=a
  03-05>03-06 word refunded=100 id=b => 1000 100 0 0 / payment_refunded

is then the one that holds more
  ${REFUNDED}
  03-05 word refunded=500 captured=500 chargedBack=500 id=a
  03-05 word refunded=100 captured=100 chargedBack=100 id=b => 100 500 0 500 / payment_captured payment_refunded

settles that a message about the payment names another currency, until another does
  03-03 payment_pending 1000 USD => 1000 0 0 0 OtherCurrency
  ? 03-03T09 payment_pending 1000 USD => 1000 0 0 0 OtherCurrency
  03-04 word captured=1000 => 1000 0 0 0 / payment_captured
  03-05 payment_pending 1000 USD id=evt_late => 1000 0 0 0 OtherCurrency / payment_captured

leaves the refund of a command that was recorded later, if no message names its time
  03-04 word refunded=0
  ~03-06 payment_refunded act_1 commandId=refund-1
  ? ~03-05 refund_requested 300 commandId=refund-1 (request) => 1000 300 0 0
  ? ~03-03 refund_requested 300 commandId=refund-1 (request) => 1000 0 0 0 AfterReview / payment_refunded refund_requested

overrules what gives back a taking that it holds
  03-03 payment_chargeback dsp_1 1000
  03-04 word chargedBack=1000
  03-05 chargeback_reversed dsp_1 => 1000 0 0 1000 AfterReview / chargeback_reversed payment_chargeback
`,
    PAID,
    money,
  )

  test('counts from when that happened which it replaces, else as of its time', () => {
    const events = (lines: readonly string[]) => lines.map((line) => eventIn(sepaPayment, line))
    const times = (...lines: readonly string[]) =>
      Object.fromEntries(
        fold(sepaPayment)(events(lines))
          .occurrences.filter(
            ({ type, events: own }) =>
              type !== 'reviewed' && own.some(({ metadata }) => /evt_word/.test(metadata.eventId)),
          )
          .map(({ type, at, data, entityId }) => [type, [at, data['amount'], entityId]]),
      )
    const instant = (day: number) => `2026-03-0${day}T10:00:00.0000000Z`
    const taken = [
      '03-03 payment_chargeback dsp_1 100',
      '03-04 payment_chargeback dsp_2 100',
      '03-02 chargeback_reversed dsp_3',
      '03-06 payment_refunded act_1 200',
    ]
    const word = '03-08 word captured=900 refunded=50 chargedBack=60 id=evt_word'
    expect(times(...PAID, ...taken, word)).toEqual({
      payment_captured: [instant(2), 900, ''],
      payment_refunded: [instant(6), 50, 'stated'],
      payment_chargeback: [instant(3), 60, 'stated'],
    })
    // no refund is known of which the number holds the time: when it was taken back says nothing of that
    expect(times(...PAID, ...taken.slice(0, 3), word)['payment_refunded']).toEqual([
      ...[instant(8), 50, 'stated'],
    ])
    // a message without the provider's time says that it was so by its receipt
    const untimed = '~03-02 payment_captured act_c 1000'
    expect(times(PENDING, untimed, word)['payment_captured']).toEqual([instant(2), 900, ''])
    // so the right to refund still counts from the earliest day
    expect(fold(sepaPayment)(events([PENDING, untimed, word])).context).toMatchObject({
      captured: { isOnlyShown: true },
    })
    expect(times(word)).toMatchObject({ payment_captured: [instant(8), 900, ''] })
    const nothing = '03-08 word captured=0 refunded=0 chargedBack=0 id=evt_word'
    expect(times(...PAID, nothing)).toEqual({})
  })
  /** What a person has stated of each part, by the day from which it counts; `by` if it was only so by then. */
  const dated = (...lines: readonly string[]): string => {
    const events = lines.map((line) => eventIn(sepaPayment, line))
    const [found, turned] = [events, events.toReversed()].map((all) =>
      fold(sepaPayment)(all)
        .occurrences.filter(
          ({ type, events: own }) =>
            type !== 'reviewed' && own.every(({ metadata }) => /evt_word/.test(metadata.eventId)),
        )
        .map(
          ({ type, at, timed, data }) =>
            `${type.slice('payment_'.length)} ${timed ? '' : 'by '}${at.slice(5, 10)} ${data['amount']}`,
        )
        .join(', '),
    )
    expect(turned).toBe(found)
    return found ?? ''
  }
  const word = (day: string, numbers: string, id = day) => `${day} word ${numbers} id=evt_word${id}`
  const look = (day: string) => `~${day} state_observed status=captured (response)`

  test('counts a capture once, from the first that shows it: a look-up, a message or what was stated before', () => {
    const [first, second] = [word('03-08', 'captured=1000'), word('03-20', 'captured=1000')]
    expect(dated(look('03-03'), look('03-05'), first)).toBe('captured by 03-03 1000')
    expect(dated(look('03-03'), first, second)).toBe('captured by 03-03 1000')
    expect(dated(PENDING, first, second)).toBe('captured by 03-08 1000')
    expect(dated(look('03-03'), '03-02>03-21 payment_captured act_c 1000', first)).toBe(
      'captured 03-02 1000',
    )
    expect(dated(PENDING, '03-02 payment_captured act_c 400', first)).toBe('captured 03-02 1000')
    // what was received or happened later does not say that it was so by then
    expect(dated(PENDING, first, look('03-09'), '03-10 payment_captured act_c 1000')).toBe(
      'captured by 03-08 1000',
    )
    expect(dated(look('03-03'), first, '03-10 payment_captured act_c 1000')).toBe(
      'captured by 03-03 1000',
    )
    const none = word('03-08', 'captured=0')
    expect(dated(PENDING, none, second)).toBe('captured by 03-20 1000')
    expect(dated(PENDING, first, word('03-09', 'captured=0'), second)).toBe(
      'captured by 03-20 1000',
    )
  })

  test('counts each part of a number from when messages date it, and the rest as of its time', () => {
    const [one, other] = ['03-03 payment_refunded act_1 100', '~03-06 payment_refunded act_2 500']
    const by = (refunded: number) =>
      dated(...PAID, one, other, word('03-08', `refunded=${refunded}`))
    expect(by(100)).toBe('refunded 03-03 100')
    expect(by(101)).toBe('refunded 03-03 100, refunded by 03-06 1')
    expect(by(600)).toBe('refunded 03-03 100, refunded by 03-06 500')
    expect(by(601)).toBe('refunded 03-03 100, refunded by 03-06 500, refunded by 03-08 1')
    // two messages about one refund date it once
    const again = '~03-02 payment_refunded act_1 100 id=evt_again'
    expect(dated(...PAID, again, one, word('03-08', 'refunded=300'))).toBe(
      'refunded 03-03 100, refunded by 03-08 200',
    )
    // without an amount, all of it
    expect(dated(...PAID, '03-03 payment_refunded act_1', word('03-08', 'refunded=300'))).toBe(
      'refunded 03-03 300',
    )
    const taken = [
      '03-03 payment_chargeback act_7 100',
      '03-04 payment_chargeback dsp_1 act_c 100',
      '03-05 payment_chargeback dsp_2 act_c 200',
    ]
    expect(dated(...PAID, ...taken, word('03-08', 'chargedBack=400'))).toBe(
      'chargeback 03-03 100, chargeback 03-04 100, chargeback 03-05 200',
    )
    const chargeback = '~03-02 payment_chargeback dsp_1 act_c 100 id=evt_untimed'
    expect(dated(...PAID, chargeback, ...taken, word('03-08', 'chargedBack=500'))).toBe(
      'chargeback 03-03 100, chargeback 03-04 100, chargeback 03-05 200, chargeback by 03-08 100',
    )
    const ofOneTime = ['03-03 payment_refunded act_2 100', '03-03 payment_refunded act_1 500']
    expect(dated(...PAID, ...ofOneTime, word('03-08', 'refunded=300'))).toBe(
      'refunded 03-03 100, refunded 03-03 200',
    )
  })

  test('counts what was stated before from then on', () => {
    const stated = (...amounts: readonly number[]) =>
      amounts.map((amount, index) => word(`03-1${index}`, `chargedBack=${amount}`))
    expect(dated(...PAID, ...stated(200, 200))).toBe('chargeback by 03-10 200')
    expect(dated(...PAID, ...stated(200, 500))).toBe(
      'chargeback by 03-10 200, chargeback by 03-11 300',
    )
    // a later one corrects what was too much
    expect(dated(...PAID, ...stated(500, 200, 500))).toBe(
      'chargeback by 03-10 200, chargeback by 03-12 300',
    )
    expect(dated(...PAID, ...stated(500, 0))).toBe('')
    expect(dated(...PAID, '03-03 payment_chargeback dsp_1 200', ...stated(200, 500))).toBe(
      'chargeback 03-03 200, chargeback by 03-11 300',
    )
  })

  test('is not judged by when the parts of a number happened', () => {
    const late = ['payment_refunded act_', 'payment_chargeback dsp_'].flatMap((what) =>
      ['03-03', '2028-12-01', '2028-12-02'].map((day, index) => `${day} ${what}${index} 100`),
    )
    const judged = (...lines: readonly string[]) =>
      fold(sepaPayment)([...PAID, ...late, ...lines].map((line) => eventIn(sepaPayment, line)))
        .findings.map(({ code }) => code)
        .filter((code) => /Window$/.test(code))
    const { length } = judged()
    expect(length).toBe(4)
    expect(judged('2028-12-03 word refunded=300 chargedBack=300')).toEqual([])
  })

  test('leaves the times of what counts besides the number', () => {
    const list = listed('03-16', [{ amount: 300, occurredAt: '2026-03-12T10:00:00Z' }])
    expect(
      dated(...PAID, word('03-08', 'refunded=300'), '03-12 payment_refunded act_1 300', list),
    ).toBe('refunded by 03-08 300')
  })
})
