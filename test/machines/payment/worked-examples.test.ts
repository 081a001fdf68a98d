/** The worked examples of how money is judged: each row is the answer after all messages above it. */
import { describe, expect, test } from 'vitest'
import { folded, type Method, policyOf } from '../../model/money/compare.ts'
import type { Message, Row, Step } from '../../model/money/money-model.ts'

const DAY = 86_400

const says = (day: number, type: string, rest: Partial<Message> = {}): Message => {
  const at = Math.round(day * DAY)
  return {
    id: `${type}_${at}_${rest.actionId ?? ''}`,
    type,
    receivedAt: at,
    happenedAt: at,
    ...rest,
  }
}

const capture = (amount: number, id = 'act_c'): Row => ({
  id,
  kind: 'Capture',
  amount,
  state: 'done',
})

const refund = (id: string, amount: number, state: Step = 'done', reference?: string): Row => ({
  id,
  kind: 'Refund',
  amount,
  state,
  ...(reference === undefined ? {} : { reference }),
})

const list = (day: number, ...rows: readonly Row[]): Message =>
  says(day, 'actions_listed', { askedAt: Math.round(day * DAY), happenedAt: null, rows })

const reviewed = (day: number, rest: Partial<Message>): Message =>
  says(day, 'reviewed', { asOf: day * DAY, happenedAt: null, ...rest })

const pending = says(0, 'payment_pending', { amount: 10000 })
const paid = [pending, says(1, 'payment_captured', { actionId: 'act_c', amount: 10000 })]
const received = says(6, 'dispute_received', { disputeId: 'dsp_1', amount: 10000 })

/** Messages, then what was captured, refunded, is being refunded, was charged back, and is refundable. */
type Line = readonly [
  messages: readonly Message[],
  sums: readonly [number, number, number, number, number],
  ...doubts: readonly string[],
]

const follow = (method: Method, before: readonly Message[], lines: readonly Line[]): void => {
  let messages = before
  for (const [added, sums, ...doubts] of lines) {
    messages = [...messages, ...added]
    const got = folded([...messages].reverse(), policyOf(method))
    expect([
      [got.captured, got.refunded, got.refunding, got.chargedBack, got.refundable],
      ...got.doubts.map(({ code, asks }) => `${code}: ${asks ?? 'a person'}`),
    ]).toEqual([sums, ...doubts])
  }
}

const ASKS = 'getPaymentActions'

describe('chargebacks', () => {
  test('a return that the list shows is one', () => {
    follow('sepa', paid, [
      [
        [says(5, 'payment_returned', { actionId: 'act_r', amount: 10000 })],
        [10000, 0, 0, 10000, 0],
      ],
      [
        [list(6, capture(10000), { id: 'act_r', kind: 'Return', amount: 10000, state: 'done' })],
        [10000, 0, 0, 10000, 0],
      ],
    ])
  })

  test('a dispute that two messages report is one, and is given back once', () => {
    follow('sepa', paid, [
      [
        [says(5, 'payment_chargeback', { actionId: 'act_x', amount: 10000 })],
        [10000, 0, 0, 10000, 0],
      ],
      [
        [says(6, 'dispute_received', { disputeId: 'dsp_1', actionId: 'act_c', amount: 10000 })],
        [10000, 0, 0, 10000, 0],
      ],
      [[says(20, 'dispute_won', { disputeId: 'dsp_1' })], [10000, 0, 0, 0, 10000]],
    ])
  })

  test('a dispute that is won and then expired is asked of a person, and so is a later word', () => {
    follow('sepa', paid, [
      [
        [received, says(20, 'dispute_won', { disputeId: 'dsp_1' })],
        [10000, 0, 0, 0, 10000],
      ],
      [
        [says(25, 'dispute_expired', { disputeId: 'dsp_1' })],
        [10000, 0, 0, 10000, 0],
        'DisputeDiffers: a person',
      ],
      [[reviewed(26, { chargedBack: 10000 })], [10000, 0, 0, 10000, 0]],
      [
        [says(40, 'dispute_arbitration_won', { disputeId: 'dsp_1' })],
        [10000, 0, 0, 10000, 0],
        'AfterReview: a person',
      ],
    ])
  })

  test('two partial chargebacks may be one: a person says so', () => {
    follow('sepa', paid, [
      [
        [
          says(5, 'payment_chargeback', { actionId: 'act_x', amount: 2000 }),
          says(6, 'dispute_received', { disputeId: 'dsp_1', amount: 2000 }),
        ],
        [10000, 0, 0, 4000, 0],
        'OneOrTwo: a person',
      ],
      [[reviewed(7, { chargedBack: 2000 })], [10000, 0, 0, 2000, 8000]],
      [
        [says(8, 'payment_returned', { actionId: 'act_r', amount: 500 })],
        [10000, 0, 0, 2500, 7500],
      ],
    ])
  })

  test('nobody knows how a resolved dispute ended', () => {
    follow(
      'sepa',
      [...paid, received],
      [
        [
          [says(20, 'dispute_resolved', { disputeId: 'dsp_1' })],
          [10000, 0, 0, 10000, 0],
          'DisputeDiffers: a person',
        ],
      ],
    )
  })

  test('arbitration decides, unless it is both won and lost', () => {
    follow(
      'sepa',
      [...paid, received, says(10, 'dispute_lost', { disputeId: 'dsp_1' })],
      [
        [[says(20, 'dispute_arbitration_won', { disputeId: 'dsp_1' })], [10000, 0, 0, 0, 10000]],
        [
          [says(21, 'dispute_arbitration_lost', { disputeId: 'dsp_1' })],
          [10000, 0, 0, 10000, 0],
          'DisputeDiffers: a person',
        ],
      ],
    )
  })

  test('a return that was given back and is made anew is asked of a person', () => {
    const before = [
      ...paid,
      says(5, 'payment_returned', { actionId: 'act_r', amount: 10000 }),
      says(6, 'chargeback_reversed', { actionId: 'act_r' }),
    ]
    follow('sepa', before, [
      [[], [10000, 0, 0, 0, 10000]],
      [
        [says(7, 'payment_returned', { actionId: 'act_r', amount: 10000 })],
        [10000, 0, 0, 10000, 0],
        'DisputeDiffers: a person',
      ],
    ])
  })

  test('arbitration may take anew what was given back', () => {
    follow(
      'sepa',
      [...paid, received, says(7, 'dispute_won', { disputeId: 'dsp_1' })],
      [
        [[], [10000, 0, 0, 0, 10000]],
        [[says(8, 'dispute_arbitration_lost', { disputeId: 'dsp_1' })], [10000, 0, 0, 10000, 0]],
      ],
    )
  })
})

describe('refunds', () => {
  const requested = says(3, 'refund_requested', { commandId: 'refund-1', amount: 3000 })

  test("a colleague's refund of the same amount does not end ours", () => {
    follow(
      'sepa',
      [...paid, requested],
      [
        [[], [10000, 0, 3000, 0, 7000]],
        [
          [says(3.01, 'payment_refunded', { actionId: 'act_1', amount: 3000 })],
          [10000, 3000, 3000, 0, 4000],
        ],
        [
          [
            says(3.02, 'payment_refund_pending', {
              commandId: 'refund-1',
              actionId: 'act_2',
              amount: 3000,
            }),
          ],
          [10000, 3000, 3000, 0, 4000],
        ],
      ],
    )
  })

  test('our refund is the one whose action the response names', () => {
    const ids = { commandId: 'refund-1', actionId: 'act_1' }
    follow(
      'sepa',
      [...paid, requested],
      [
        [
          [
            says(3.01, 'payment_refunded', { actionId: 'act_1', amount: 3000 }),
            says(3.02, 'payment_refund_pending', { ...ids, amount: 3000 }),
          ],
          [10000, 3000, 0, 0, 7000],
        ],
      ],
    )
  })

  test('a reference binds a command, whatever the amount of the row', () => {
    follow(
      'ticket',
      [...paid, requested],
      [
        [[], [10000, 0, 3000, 0, 7000]],
        [
          [list(4, capture(10000), refund('act_1', 2950, 'done', 'refund-1'))],
          [10000, 2950, 0, 0, 7050],
        ],
      ],
    )
  })

  test('without a reference both count until a list was asked for late enough', () => {
    follow(
      'ticket',
      [...paid, requested],
      [[[list(3.01, capture(10000), refund('act_1', 2950))], [10000, 2950, 3000, 0, 4050]]],
    )
  })

  test('refund webhooks without ids count nothing, and the list says that they were one', () => {
    follow('sepa', paid, [
      [[says(3, 'payment_refunded', { amount: 3000 })], [10000, 0, 0, 0, 0], `Unbound: ${ASKS}`],
      [
        [says(3.1, 'payment_refunded', { amount: 3000 })],
        [10000, 0, 0, 0, 0],
        `Unbound: ${ASKS}`,
        `Unbound: ${ASKS}`,
      ],
      [[list(4, capture(10000), refund('act_1', 3000))], [10000, 3000, 0, 0, 7000]],
    ])
  })

  test('two lists overrule a refund that was reported under a wrong id', () => {
    const shown = [capture(10000), refund('act_1', 3000)]
    follow('sepa', paid, [
      [
        [
          says(3, 'payment_refund_pending', { actionId: 'act_1', amount: 3000 }),
          says(4, 'payment_refunded', { actionId: 'act_9', amount: 3000 }),
        ],
        [10000, 3000, 3000, 0, 4000],
      ],
      [[list(5, ...shown)], [10000, 6000, 0, 0, 0], `StatementDiffers: ${ASKS}`],
      [[list(5.1, ...shown)], [10000, 3000, 0, 0, 7000]],
    ])
  })

  test('a refund that is reported as done and as failed is what one list says', () => {
    follow('sepa', paid, [
      [
        [
          says(3, 'payment_refunded', { actionId: 'act_1', amount: 3000 }),
          says(6, 'payment_refund_declined', { actionId: 'act_1', amount: 3000 }),
        ],
        [10000, 3000, 0, 0, 0],
        `RefundReversed: ${ASKS}`,
      ],
      [[list(7, capture(10000), refund('act_1', 3000, 'failed'))], [10000, 0, 0, 0, 10000]],
    ])
  })

  test('lists overrule once they are the lag apart', () => {
    const wrong = says(3, 'payment_refunded', { actionId: 'act_9', amount: 3000 })
    const before = [...paid, wrong, list(4, capture(10000))]
    const second = (seconds: number): Message => list(4 + seconds / DAY, capture(10000))
    follow('sepa', before, [[[second(299)], [10000, 3000, 0, 0, 0], `StatementDiffers: ${ASKS}`]])
    follow('sepa', before, [[[second(300)], [10000, 0, 0, 0, 10000]]])
  })

  test('a list covers what was received the lag before it was asked for', () => {
    const asked = (seconds: number): Message => list(3 + seconds / DAY, capture(10000))
    const nameless = says(3, 'payment_refunded', { amount: 3000 })
    follow(
      'sepa',
      [...paid, nameless, list(2, capture(10000))],
      [
        [[asked(299)], [10000, 0, 0, 0, 0], `Unbound: ${ASKS}`],
        [[asked(300)], [10000, 0, 0, 0, 0], `StatementDiffers: ${ASKS}`],
      ],
    )
  })
})

describe('captures', () => {
  test('two lists overrule a capture that was reported with a wrong amount', () => {
    const wrong = says(1, 'payment_captured', { actionId: 'act_c', amount: 1000000 })
    follow(
      'sepa',
      [pending],
      [
        [[wrong], [1000000, 0, 0, 0, 0], `CapturedDiffers: ${ASKS}`],
        [
          [list(2, capture(10000))],
          [1000000, 0, 0, 0, 0],
          `CapturedDiffers: ${ASKS}`,
          `Disagreement: ${ASKS}`,
          `StatementDiffers: ${ASKS}`,
        ],
        [[list(2.1, capture(10000))], [10000, 0, 0, 0, 10000]],
      ],
    )
  })

  test('an end that comes after the capture is a doubt until a list shows the capture', () => {
    const late = { actionId: 'act_c', amount: 10000, happenedAt: 1.5 * DAY }
    follow(
      'ticket',
      [pending, says(2, 'payment_expired')],
      [
        [[says(4, 'payment_captured', late)], [10000, 0, 0, 0, 10000]],
        [[says(9, 'payment_declined')], [10000, 0, 0, 0, 0], `Superseded: ${ASKS}`],
        [[list(10, capture(10000))], [10000, 0, 0, 0, 10000]],
      ],
    )
  })

  test('two captures add up once the list shows both', () => {
    follow('ticket', paid, [
      [
        [says(2, 'payment_captured', { actionId: 'act_k', amount: 9000 })],
        [19000, 0, 0, 0, 0],
        `CapturedDiffers: ${ASKS}`,
      ],
      [[list(3, capture(10000), capture(9000, 'act_k'))], [19000, 0, 0, 0, 19000]],
    ])
  })
})
