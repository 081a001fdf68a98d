import { getOrElseW, isLeft, isRight } from 'fp-ts/lib/Either.js'
import { type DomainEvent, type Entry, emptyTip, instant, payfold, Stream } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { readDelivery } from 'payfold/provider'
import { deliveries } from '../readme/deliveries.ts'

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])

const stream = 'payment-pay_1'
if (!Stream.is(stream)) throw new Error('a wrong stream')

/** A log with one stream. A store of yours makes the same promise with a unique key. */
let tip = emptyTip(stream)
const log: Entry[] = []
const append = (events: readonly DomainEvent[], expected?: number | null): boolean => {
  const appended = pf.append(tip, events, expected ?? undefined)
  if (isLeft(appended)) return false
  tip = appended.right.tip
  log.push(...appended.right.entries)
  return true
}
const stateNow = () => pf.fold(stream, log)
const read = (message: unknown): readonly DomainEvent[] =>
  getOrElseW(() => [])(readDelivery(message)).flatMap((each) =>
    each.stream === stream ? [each.event] : [],
  )

for (const message of deliveries) append(read(message))

/** Sends a command once, if it still may: the attempt is recorded first, at the revision that was read. */
const send = (commandId: string, time: string): string => {
  const now = instant(time)
  if (now === null) return 'a wrong time'
  const attempt = pf.attempt(stateNow(), commandId, now)
  if (isLeft(attempt)) return pf.explain(attempt.left)
  const { events, expected, request, sendBy } = attempt.right
  if (!append(events, expected)) return 'another worker is sending it'
  return `send ${request.endpoint} ${JSON.stringify(request.body)} before ${sendBy}`
}

const decided = pf.decide(stateNow(), {
  type: 'requestRefund',
  data: { paymentId: 'pay_1', amount: 'all' },
  metadata: { commandId: 'refund-7', now: '2026-06-10T08:00:00Z' },
})
if (isRight(decided)) append(decided.right.events, decided.right.expected)
console.log(send('refund-7', '2026-06-10T08:00:00Z'))
// no response: the same request may be sent again under the same key, but not at once
console.log(send('refund-7', '2026-06-10T08:01:00Z'))
console.log(send('refund-7', '2026-06-10T08:02:00Z'))
// and not when its time is over
console.log(send('refund-7', '2026-06-11T07:00:00Z'))

// after that, only a look-up shows what became of it
append(
  read({
    kind: 'response',
    endpoint: 'getPaymentActions',
    params: { id: 'pay_1' },
    askedAt: '2026-06-11T08:00:00Z',
    receivedAt: '2026-06-11T08:00:01Z',
    status: 200,
    body: [],
  }),
)
const later = instant('2026-06-11T08:00:02Z')
const status = later === null ? null : pf.commandStatus(stateNow(), 'refund-7', later)
if (status !== null && isRight(status)) console.log(status.right?.state)
