import { createWebSocketInspector } from '@statelyai/inspect'
import { getOrElseW } from 'fp-ts/lib/Either.js'
import { playback, readDelivery, type Stream } from 'payfold'
import { sepaPayment } from 'payfold/machines'
import { deliveries } from './deliveries.ts'

const told = deliveries.flatMap((delivery) => getOrElseW(() => [])(readDelivery(delivery)))
const events = told.map(({ event }) => event)

const inspector = createWebSocketInspector({
  url: process.env['INSPECTOR'] ?? 'ws://localhost:8080',
  maxDeferredEvents: Number.MAX_SAFE_INTEGER,
})
for (const event of playback(sepaPayment, { stream: 'payment-pay_1' as Stream })(events)) {
  inspector.adapter.send(event as never)
}
