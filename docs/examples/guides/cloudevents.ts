import { isRight } from 'fp-ts/lib/Either.js'
import { type Entry, payfold, type Stream } from 'payfold'
import { emptyTip, ownLoop, timestampOf } from 'payfold/machine'
import { ticketPayment } from 'payfold/machines'
import { reported } from 'payfold/testing'

const pf = payfold([ticketPayment])

/** An entry as a CloudEvent. The whole entry is its data, so that nothing is lost. */
export const toCloudEvent = (entry: Entry) => ({
  specversion: '1.0',
  id: entry.hash,
  source: encodeURIComponent(entry.stream),
  type: entry.event.type,
  time: timestampOf(entry.event).at,
  datacontenttype: 'application/json',
  partitionkey: entry.stream,
  data: entry,
})

/** The entry of a CloudEvent: read as a line of a log, which checks its hash. */
const fromCloudEvent = ({ data }: { readonly data: Entry }) => pf.fromLine(pf.toLine(data))

const stream = 'payment-pay_1' as Stream
const captured = reported('payment_captured', { paymentId: 'pay_1', amount: 1000 })
const appended = ownLoop(pf).append(emptyTip(stream), [captured])
const entries = isRight(appended) ? appended.right.entries : []
for (const entry of entries) {
  const received = fromCloudEvent(JSON.parse(JSON.stringify(toCloudEvent(entry))))
  const isSame = isRight(received) && pf.toLine(received.right) === pf.toLine(entry)
  console.log(`${entry.stream} ${entry.event.type}: ${isSame ? 'the same' : 'another'}`)
}
