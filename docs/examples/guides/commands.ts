import { getOrElseW, isLeft, isRight } from 'fp-ts/lib/Either.js'
import { type DomainEvent, type Entry, instant, payfold, Stream } from 'payfold'
import { emptyTip } from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { readMessage, readStored } from 'payfold/provider'
import { deliveries } from '../readme/deliveries.ts'

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])

const stream = 'payment-pay_1'
if (!Stream.is(stream)) throw new Error('a wrong stream')

/** A log with one stream. A store of yours makes the same promise with a unique key. */
let tip = emptyTip(stream)
const log: Entry[] = []
const append = (events: readonly DomainEvent[], expected?: number | null): boolean => {
  const appended = pf.append(tip, events, expected)
  if (isLeft(appended)) return false
  tip = appended.right.tip
  log.push(...appended.right.entries)
  return true
}
const stateNow = () => pf.fold(stream, log)
const read = (stored: unknown): readonly DomainEvent[] => {
  const message = readStored(stored)
  const events = isLeft(message) ? message : readMessage(message.right)
  return getOrElseW(() => [])(events).flatMap((each) =>
    each.stream === stream ? [each.event] : [],
  )
}

for (const message of deliveries) append(read(message))

/** Refunds all that is left: the event is appended first, then the request is sent, once. */
const refund = (now: string): string => {
  const decided = pf.decide(stateNow(), {
    type: 'requestRefund',
    data: { paymentId: 'pay_1', amount: 'all' },
    metadata: { commandId: 'refund-7', now },
  })
  if (isLeft(decided)) return pf.explain(decided.left)
  const { events, expected, request, done } = decided.right
  if (request === null) return `it is ${done?.state}`
  if (!append(events, expected)) return 'another worker came first: read the stream again'
  return `send ${request.endpoint} ${JSON.stringify(request.body)} before ${request.sendBy}`
}

console.log(refund('2026-06-10T08:00:00Z'))
// no response: nobody knows, and it is never sent again
console.log(refund('2026-06-10T08:05:00Z'))

// an hour later, a look-up shows what became of it
const now = instant('2026-06-10T09:02:00Z')
const open = now === null ? null : pf.questions(stateNow(), now)
if (open !== null && isRight(open)) console.log(JSON.stringify(open.right[0]?.request))
append(
  read({
    kind: 'response',
    endpoint: 'getPaymentActions',
    params: { id: 'pay_1' },
    askedAt: '2026-06-10T09:02:00Z',
    receivedAt: '2026-06-10T09:02:01Z',
    status: 200,
    body: [],
  }),
)
const status = now === null ? null : pf.commandStatus(stateNow(), 'refund-7', now)
if (status !== null && isRight(status)) console.log(status.right?.state)
console.log(refund('2026-06-10T09:05:00Z'))
