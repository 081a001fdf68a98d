/** Which capture, refund or taking each message of a payment is about, by ids and never by likeness. */
import { describe, expect } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import { fold } from '../../../src/fold/fold.ts'
import { eventIn, scenes } from '../scenes.ts'

const PENDING = '03-01 payment_pending 1000'
const PAID = [PENDING, '03-02 payment_captured act_c 1000']

/**
 * What each event is about that has an id of one letter: `-` if it is of no thing, or counts for nothing; then
 * the doubts that depend on it. The same in any order.
 */
const things = (...lines: readonly string[]): string => {
  const events = lines.map((line) => eventIn(sepaPayment, line))
  const [found, turned] = [events, events.toReversed()].map((all) => {
    const { occurrences, findings } = fold(sepaPayment)(all)
    const named = occurrences.flatMap(({ disposition, entityId, events: reports }) =>
      reports.map(({ metadata }) => [metadata.eventId, disposition === 'chart' ? entityId : '-']),
    )
    const own = named.filter(([id = '']) => id.length === 1).sort()
    const codes = findings.flatMap(({ code }) =>
      /Unbound|OneOrTwo|Dispute/.test(code) ? [code] : [],
    )
    return [...own.map(([id, entity]) => `${id}:${entity}`), ...codes].join(' ')
  })
  expect(turned).toBe(found)
  return found ?? ''
}

describe('a capture', () => {
  scenes(
    sepaPayment,
    `
is of its own if its action is another, and of the only one without an action
  03-02 payment_captured act_1 1000 id=a => a:
  ? 03-02 payment_captured 1000 id=c => a: c:
  03-03 payment_captured act_2 1000 id=b => a: b:act_2

without an action says nothing where several are known
  03-02 payment_captured act_1 1000 id=a
  03-03 payment_captured act_2 1000 id=b
  03-02 payment_captured 1 id=c => a: b:act_2 c:-
`,
    [PENDING],
    things,
  )
})

describe('a refund', () => {
  const asked = (command: string, more = '') =>
    `03-05 refund_requested 300 commandId=${command} ${more} (request)`

  scenes(
    sepaPayment,
    `
is known by its command until a message names both ids
  ${asked('c-1', 'id=a')} => a:command:c-1
  ? 03-05 refund_requested 300 commandId=c-1 act_1 id=b => a:act_1 b:act_1
  ? 03-05 payment_refunded 300 commandId=c-1 act_1 id=b => a:act_1 b:act_1

is named by the id of its command as the reference, and not by the reference of an order
  ${asked('c-1', 'id=a')}
  ? 03-05 payment_refunded 300 act_1 reference=c-1 id=b => a:act_1 b:act_1
  ? 03-05 payment_refunded 300 act_1 reference=ORD-7 id=b => a:command:c-1 b:act_1

is named by the id of its command as the reference, also if that was sent with the reference of an order
  ${asked('c-1', 'reference=ORD-7 id=a')}
  ? 03-05 payment_refunded 300 act_1 reference=c-1 id=b => a:act_1 b:act_1
  ? 03-05 payment_refunded 300 act_1 reference=ORD-7 id=b => a:command:c-1 b:act_1

of another command keeps its own id
  03-05 refund_requested 300 commandId=c-1 act_1 id=b
  ${asked('c-2', 'id=a')} => a:command:c-2 b:act_1

of a command that got two actions is two; the command is the smaller one
  ${asked('c-1', 'id=a')}
  03-05 payment_refunded 300 commandId=c-1 act_2 id=r
  ? 03-05 payment_refunded 300 commandId=c-1 id=n => a:act_2 n:act_2 r:act_2
  03-05 payment_refunded 300 commandId=c-1 act_1 id=s => a:act_1 r:act_2 s:act_1
  03-05 payment_refunded 300 commandId=c-1 id=n => a:act_1 n:command:c-1 r:act_2 s:act_1

without any id is of none, whatever its amount
  ? ${asked('c-1', 'id=d')} => d:command:c-1
  03-05 payment_refunded 300 act_1 id=a
  ? 03-05 payment_refund_pending 300 id=b => a:act_1 b:- Unbound
  ? 03-05 payment_refund_pending 299 id=b => a:act_1 b:- Unbound
  ? 03-05 payment_refund_pending id=b => a:act_1 b:- Unbound

without any id is of none, also where a command asked for it
  ${asked('c-1', 'id=d')}
  03-05 payment_refund_pending 300 id=b => b:- d:command:c-1 Unbound
`,
    PAID,
    things,
  )
})

describe('a taking', () => {
  scenes(
    sepaPayment,
    `
is its dispute, whatever action its messages name
  03-05 payment_chargeback dsp_1 act_1 300 id=a
  03-05 payment_chargeback dsp_1 act_c 300 reportedAs=dispute disputeStatus=received id=b => a:dsp_1 b:dsp_1

is else its action, or the only dispute that is named with that
  03-05 payment_chargeback act_1 300 id=a => a:act_1
  03-05 payment_chargeback act_1 dsp_1 300 id=b => a:dsp_1 b:dsp_1
  03-05 payment_chargeback act_1 dsp_2 300 id=d => a:act_1 b:dsp_1 d:dsp_2

is else itself: the action of a dispute is that of the capture
  ? 03-05 payment_chargeback act_c 300 reportedAs=dispute disputeStatus=received id=a => a:event:a
  03-05 payment_chargeback 300 id=a => a:event:a
  03-05 payment_chargeback 300 id=b => a:event:a b:event:b OneOrTwo

of more than half is one with an earlier one of its amount: a collection is taken back once
  03-05 payment_chargeback act_x 501 id=a
  03-06 payment_chargeback dsp_1 501 reportedAs=dispute disputeStatus=received id=b => a:act_x b:act_x

of half is perhaps another than an earlier one of its amount
  03-05 payment_chargeback act_x 500 id=a
  03-06 payment_chargeback dsp_1 500 reportedAs=dispute disputeStatus=received id=b => a:act_x b:dsp_1 OneOrTwo

is another one if the earlier had been given back before, and perhaps if it was then
  03-05 payment_chargeback act_x 1000 id=a
  03-06 chargeback_reversed act_x id=r
  ? 03-06T10:00:00.0000001 payment_chargeback dsp_1 1000 reportedAs=dispute disputeStatus=received id=b => a:act_x b:dsp_1 r:act_x
  ? 03-06 payment_chargeback dsp_1 1000 reportedAs=dispute disputeStatus=received id=b => a:act_x b:dsp_1 r:act_x OneOrTwo
  ? 03-06T09:59:59.9999999 payment_chargeback dsp_1 1000 reportedAs=dispute disputeStatus=received id=b => a:act_x b:act_x r:act_x

is another one if both are disputes
  03-05 payment_chargeback dsp_1 1000 reportedAs=dispute disputeStatus=received id=a
  03-05 payment_chargeback dsp_2 1000 reportedAs=dispute disputeStatus=received id=b => a:dsp_1 b:dsp_2
`,
    PAID,
    things,
  )
})

describe('a giving back', () => {
  const [ONE, OTHER] = ['03-05 payment_chargeback act_1 300', '03-05 payment_chargeback act_2 200']
  const DISPUTE = '03-05 payment_chargeback dsp_1 100 reportedAs=dispute disputeStatus=received'
  const MOST = '03-05 payment_chargeback act_3 501'

  scenes(
    sepaPayment,
    `
is of the taking with its dispute, else with its action; before that it is a doubt
  ${ONE}
  ${OTHER}
  ${DISPUTE}
  ? 04-02 chargeback_reversed act_2 id=r => r:act_2
  ? 03-03 chargeback_reversed act_2 id=r => r:- DisputeDiffers
  ? 04-02 chargeback_reversed dsp_1 act_2 id=r => r:dsp_1

is else of the only one of its amount, if it names one
  ${ONE}
  ? 04-02 chargeback_reversed id=r => r:act_1
  ? 04-02 chargeback_reversed 299 id=r => r:-
  ${OTHER}
  ? 04-02 chargeback_reversed 200 id=r => r:act_2

that fits several is of none, and a doubt; one that fits none counts nothing
  ? 04-02 chargeback_reversed id=r => r:-
  ${ONE}
  ${OTHER}
  04-02 chargeback_reversed id=r => r:- Unbound

of an unknown dispute is of one of more than half, and of any other a person is asked
  ${MOST}
  04-02 chargeback_reversed dsp_9 id=r => r:act_3
  ${DISPUTE} => r:act_3

of an unknown dispute is of one of half only if a person says so
  ${ONE}
  04-02 chargeback_reversed dsp_9 id=r => r:- Unbound

of an unknown dispute is never of another dispute
  ${DISPUTE}
  04-02 chargeback_reversed dsp_9 id=r => r:-

is of one that was taken before it, to the tick
  ${ONE}
  ? 03-05 chargeback_reversed id=r => r:-
  ? 03-05T10:00:00.0000001 chargeback_reversed id=r => r:act_1

without an id is not of one that was given back already
  ${ONE}
  04-02 chargeback_reversed act_1 id=q
  04-03 chargeback_reversed id=r => q:act_1 r:-
  ${OTHER} => q:act_1 r:act_2
`,
    PAID,
    things,
  )
})
