import { getOrElseW } from 'fp-ts/lib/Either.js'
import { asEvent, fold, leniently, readDelivery } from 'payfold'
import { sepaPayment } from 'payfold/machines'
import { createActor } from 'xstate'
import { deliveries } from './deliveries.ts'

const told = deliveries.flatMap((delivery) => getOrElseW(() => [])(readDelivery(delivery)))
const { occurrences } = fold(sepaPayment)(told.map(({ event }) => event))

const rules = leniently(sepaPayment.book)
const actor = createActor(sepaPayment.chart.provide({ guards: { rules } }))
actor.subscribe(({ value }) => console.log(JSON.stringify(value)))
actor.start()
for (const occurrence of occurrences) actor.send(asEvent(occurrence))
