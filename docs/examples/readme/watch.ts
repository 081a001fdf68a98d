import { rights } from 'fp-ts/lib/Array.js'
import { asEvent, fold, leniently } from 'payfold/machine'
import { sepaPayment } from 'payfold/machines'
import { readMessage, readStored } from 'payfold/provider'
import { createActor } from 'xstate'
import { deliveries } from './deliveries.ts'

const read = rights(
  rights(deliveries.map(readStored)).map((message) => readMessage(message)),
).flat()
const { occurrences } = fold(sepaPayment)(read.map(({ event }) => event))

const { chart, definition } = sepaPayment
const rules = leniently(definition)
const actor = createActor(chart.provide({ guards: { rules } }))
actor.subscribe(({ value }) => console.log(JSON.stringify(value)))
actor.start()
for (const occurrence of occurrences) actor.send(asEvent(occurrence))
