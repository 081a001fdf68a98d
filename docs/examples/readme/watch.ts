import { rights } from 'fp-ts/lib/Array.js'
import { asEvent, fold, leniently } from 'payfold/machine'
import { sepaPayment } from 'payfold/machines'
import { readDelivery } from 'payfold/provider'
import { createActor } from 'xstate'
import { deliveries } from './deliveries.ts'

const read = rights(deliveries.map((delivery) => readDelivery(delivery))).flat()
const { occurrences } = fold(sepaPayment)(read.map(({ event }) => event))

const { chart, definition } = sepaPayment
const rules = leniently(definition)
const actor = createActor(chart.provide({ guards: { rules } }))
actor.subscribe(({ value }) => console.log(JSON.stringify(value)))
actor.start()
for (const occurrence of occurrences) actor.send(asEvent(occurrence))
