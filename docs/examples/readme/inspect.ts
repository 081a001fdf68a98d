import { createWebSocketInspector } from '@statelyai/inspect'
import { rights } from 'fp-ts/lib/Array.js'
import { Stream } from 'payfold'
import { playback } from 'payfold/inspect'
import { sepaPayment } from 'payfold/machines'
import { readMessage, readStored } from 'payfold/provider'
import { deliveries } from './deliveries.ts'

const stream = 'payment-pay_1'
if (!Stream.is(stream)) throw new Error('a wrong stream')

const read = rights(
  rights(deliveries.map(readStored)).map((message) => readMessage(message)),
).flat()
const events = read.map(({ event }) => event)

const inspector = createWebSocketInspector({
  url: process.env['INSPECTOR'] ?? 'ws://localhost:8080',
  maxDeferredEvents: Number.MAX_SAFE_INTEGER,
})
for (const event of playback(sepaPayment, { stream })(events)) {
  inspector.adapter.send(event as never)
}
