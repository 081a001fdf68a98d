import { rights } from 'fp-ts/lib/Array.js'
import { getOrElseW } from 'fp-ts/lib/Either.js'
import { instant, payfold, Stream } from 'payfold'
import { sepaPayment } from 'payfold/machines'
import { readDelivery } from 'payfold/provider'

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
  // both messages name the action of the capture: one chargeback, or two?
  webhook('evt_3', 'payment_chargeback', '2026-03-06T09:00:00Z', {
    amount: 3_000,
    action_id: 'act_1',
  }),
  webhook('evt_4', 'payment_chargeback', '2026-03-07T15:00:00Z', {
    amount: 3_000,
    action_id: 'act_1',
  }),
]
const events = rights(messages.map((message) => readDelivery(message))).flat()

const mostOf = (state: ReturnType<typeof pf.fold>) =>
  getOrElseW(() => [])(pf.allowed(state, now))[0]?.amount?.most

const state = pf.fold(
  stream,
  events.map(({ event }) => event),
)
const sums = getOrElseW(() => null)(pf.sums(state))
console.log(`left ${sums?.net}, at worst ${sums?.netAtWorst}, refund at most ${mostOf(state)}`)

const [question] = getOrElseW(() => [])(pf.questions(state, now))
console.log(question?.because)

const reviewed = {
  type: 'reviewed',
  data: { reason: question?.reason, events: question?.events, as: 'one', by: ['person-7'] },
  metadata: {
    eventId: 'review-1',
    occurredAt: '2026-03-12T08:00:00Z',
    recordedAt: '2026-03-12T08:00:00Z',
    source: 'request',
    schema: 1,
  },
}
const decided = getOrElseW(() => null)(pf.decode(reviewed))
if (decided === null) throw new Error('not a review')
console.log(`after the review, refund at most ${mostOf(pf.evolve(state, decided))}`)
