import { rights } from 'fp-ts/lib/Array.js'
import { getOrElseW, isLeft } from 'fp-ts/lib/Either.js'
import { instant, payfold, Stream } from 'payfold'
import { sepaPayment } from 'payfold/machines'
import { readMessage, readStored } from 'payfold/provider'

const pf = payfold([sepaPayment])

const stream = 'payment-pay_1'
const now = instant('2026-03-12T09:00:00Z')
if (!Stream.is(stream) || now === null) throw new Error('a wrong stream or time')

const webhook = (id: string, type: string, on: string, data: object) => ({
  kind: 'webhook',
  isVerified: true,
  receivedAt: on,
  body: { id, type, created_on: on, data: { payment_id: 'pay_1', currency: 'EUR', ...data } },
})

const sepa = { type: 'sepa', id: 'src_1' }
const messages = [
  webhook('evt_1', 'payment_pending', '2026-03-02T09:00:00Z', { amount: 10_000, source: sepa }),
  webhook('evt_2', 'payment_captured', '2026-03-04T06:00:00Z', { amount: 10_000 }),
  // the first names no dispute, the second one does: one chargeback, or two?
  webhook('evt_3', 'payment_chargeback', '2026-03-06T09:00:00Z', {
    amount: 3_000,
    action_id: 'act_1',
  }),
  webhook('evt_4', 'dispute_received', '2026-03-07T15:00:00Z', { id: 'dsp_1', amount: 3_000 }),
]
const events = rights(
  rights(messages.map(readStored)).map((message) => readMessage(message)),
).flat()

const sumsOf = (state: ReturnType<typeof pf.fold>) => getOrElseW(() => null)(pf.sums(state))

const state = pf.fold(
  stream,
  events.map(({ event }) => event),
)
const { chargedBack, net, refundable } = sumsOf(state) ?? {}
console.log(`charged back ${chargedBack}, left ${net}, refundable ${refundable}`)

const [question] = getOrElseW(() => [])(pf.questions(state, now))
console.log(question?.because)
console.log(question?.request === null ? 'ask a person' : question?.request.endpoint)

// a person has asked the provider: it was one
const reviewed = pf.decode({
  type: 'reviewed',
  data: {
    paymentId: 'pay_1',
    asOf: '2026-03-12T08:00:00Z',
    chargedBack: 3_000,
    by: ['person-7'],
    because: 'case-4711',
  },
  metadata: {
    eventId: 'review-1',
    occurredAt: '2026-03-12T08:00:00Z',
    recordedAt: '2026-03-12T08:00:00Z',
    source: 'request',
    schema: 1,
  },
})
if (isLeft(reviewed)) throw new Error('not a review')
const after = pf.evolve(state, reviewed.right)
console.log(`after the review, refundable ${sumsOf(after)?.refundable}`)
