/** The worked examples of how money is judged: each row is the answer after all messages above it. */
import { expect, test } from 'vitest'
import { folded, policyOf } from '../../model/money/compare.ts'
import { message } from '../../model/money/message-lines.ts'
import type { Message } from '../../model/money/money-model.ts'

const PAID = ['0 payment_pending 10000', '1 payment_captured act_c 10000']

/**
 * The name of each example, and its messages. After a message stand, where something is asked, what was
 * captured, refunded, is being refunded, was charged back and is refundable, and the doubts: `?` asks for a
 * list, `??` a person. All are paid on day 1 but where they begin on day 0.
 */
const EXAMPLES = `
SEPA: a return that the list shows is one
  5 payment_returned act_r 10000                 | 10000 0 0 10000 0
  6 list act_c Capture 10000, act_r Return 10000 | 10000 0 0 10000 0

SEPA: a dispute that two messages report is one, and is given back once
  5 payment_chargeback act_x 10000     | 10000 0 0 10000 0
  6 dispute_received dsp_1 act_c 10000 | 10000 0 0 10000 0
  20 dispute_won dsp_1                 | 10000 0 0 0 10000

SEPA: a dispute that is won and then expired is asked of a person, and so is a later word
  6 dispute_received dsp_1 10000
  20 dispute_won dsp_1             | 10000 0 0 0 10000
  25 dispute_expired dsp_1         | 10000 0 0 10000 0 DisputeDiffers??
  26 reviewed chargedBack=10000    | 10000 0 0 10000 0
  40 dispute_arbitration_won dsp_1 | 10000 0 0 10000 0 AfterReview??

SEPA: two partial chargebacks may be one: a person says so
  5 payment_chargeback act_x 2000
  6 dispute_received dsp_1 2000 | 10000 0 0 4000 0 OneOrTwo??
  7 reviewed chargedBack=2000   | 10000 0 0 2000 8000
  8 payment_returned act_r 500  | 10000 0 0 2500 7500

SEPA: nobody knows how a resolved dispute ended
  6 dispute_received dsp_1 10000
  20 dispute_resolved dsp_1 | 10000 0 0 10000 0 DisputeDiffers??

SEPA: arbitration decides, unless it is both won and lost
  6 dispute_received dsp_1 10000
  10 dispute_lost dsp_1
  20 dispute_arbitration_won dsp_1  | 10000 0 0 0 10000
  21 dispute_arbitration_lost dsp_1 | 10000 0 0 10000 0 DisputeDiffers??

SEPA: a return that was given back and is made anew is asked of a person
  5 payment_returned act_r 10000
  6 chargeback_reversed act_r    | 10000 0 0 0 10000
  7 payment_returned act_r 10000 | 10000 0 0 10000 0 DisputeDiffers??

SEPA: arbitration may take anew what was given back
  6 dispute_received dsp_1 10000
  7 dispute_won dsp_1              | 10000 0 0 0 10000
  8 dispute_arbitration_lost dsp_1 | 10000 0 0 10000 0

SEPA: a colleague's refund of the same amount does not end ours
  3 refund_requested commandId=refund-1 3000                | 10000 0 3000 0 7000
  3.01 payment_refunded act_1 3000                          | 10000 3000 3000 0 4000
  3.02 payment_refund_pending commandId=refund-1 act_2 3000 | 10000 3000 3000 0 4000

SEPA: our refund is the one whose action the response names
  3 refund_requested commandId=refund-1 3000
  3.01 payment_refunded act_1 3000
  3.02 payment_refund_pending commandId=refund-1 act_1 3000 | 10000 3000 0 0 7000

ticket: a reference binds a command, whatever the amount of the row
  3 refund_requested commandId=refund-1 3000                  | 10000 0 3000 0 7000
  4 list act_c Capture 10000, act_1 Refund 2950 done refund-1 | 10000 2950 0 0 7050

ticket: without a reference both count until a list was asked for late enough
  3 refund_requested commandId=refund-1 3000
  3.01 list act_c Capture 10000, act_1 Refund 2950 | 10000 2950 3000 0 4050

SEPA: refund webhooks without ids count nothing, and the list says that they were one
  3 payment_refunded 3000                       | 10000 0 0 0 0 Unbound?
  3.1 payment_refunded 3000                     | 10000 0 0 0 0 Unbound? Unbound?
  4 list act_c Capture 10000, act_1 Refund 3000 | 10000 3000 0 0 7000

SEPA: two lists overrule a refund that was reported under a wrong id
  3 payment_refund_pending act_1 3000
  4 payment_refunded act_9 3000                   | 10000 3000 3000 0 4000
  5 list act_c Capture 10000, act_1 Refund 3000   | 10000 6000 0 0 0 StatementDiffers?
  5.1 list act_c Capture 10000, act_1 Refund 3000 | 10000 3000 0 0 7000

SEPA: a refund that is reported as done and as failed is what one list says
  3 payment_refunded act_1 3000
  6 payment_refund_declined act_1 3000                 | 10000 3000 0 0 0 RefundReversed?
  7 list act_c Capture 10000, act_1 Refund 3000 failed | 10000 0 0 0 10000

SEPA: lists that are not the lag apart overrule nothing
  3 payment_refunded act_9 3000
  4 list act_c Capture 10000
  4+299s list act_c Capture 10000 | 10000 3000 0 0 0 StatementDiffers?

SEPA: lists overrule once they are the lag apart
  3 payment_refunded act_9 3000
  4 list act_c Capture 10000
  4+300s list act_c Capture 10000 | 10000 0 0 0 10000

SEPA: a list covers what was received the lag before it was asked for
  3 payment_refunded 3000
  2 list act_c Capture 10000
  3+299s list act_c Capture 10000 | 10000 0 0 0 0 Unbound?
  3+300s list act_c Capture 10000 | 10000 0 0 0 0 StatementDiffers?

SEPA: two lists overrule a capture that was reported with a wrong amount
  0 payment_pending 10000
  1 payment_captured act_c 1000000 | 1000000 0 0 0 0 CapturedDiffers?
  2 list act_c Capture 10000       | 1000000 0 0 0 0 CapturedDiffers? Disagreement? StatementDiffers?
  2.1 list act_c Capture 10000     | 10000 0 0 0 10000

ticket: an end that comes after the capture is a doubt until a list shows the capture
  0 payment_pending 10000
  2 payment_expired
  4 payment_captured act_c 10000 @1.5 | 10000 0 0 0 10000
  9 payment_declined                  | 10000 0 0 0 0 Superseded?
  10 list act_c Capture 10000         | 10000 0 0 0 10000

ticket: two captures add up once the list shows both
  2 payment_captured act_k 9000                  | 19000 0 0 0 0 CapturedDiffers?
  3 list act_c Capture 10000, act_k Capture 9000 | 19000 0 0 0 19000
`

test.each(
  EXAMPLES.trim()
    .split('\n\n')
    .map((text) => text.split('\n')),
)('%s', (name, ...lines) => {
  const policy = policyOf(name?.startsWith('ticket') === true ? 'ticket' : 'sepa')
  const messages: Message[] = []
  const isWhole = lines[0]?.startsWith('  0 ') === true
  for (const line of isWhole ? lines : [...PAID, ...lines]) {
    const [said = '', expected] = line.split('|')
    messages.push(message(said))
    if (expected === undefined) continue
    const got = folded(messages.toReversed(), policy)
    const sums = [got.captured, got.refunded, got.refunding, got.chargedBack, got.refundable]
    const doubts = got.doubts.map(({ code, asks }) => `${code}${asks === null ? '??' : '?'}`)
    expect([said, [...sums, ...doubts].join(' ')]).toEqual([said, expected.trim()])
  }
})
