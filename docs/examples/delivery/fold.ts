import { getOrElseW } from 'fp-ts/lib/Either.js'
import { explainFinding, fold, questions, readDelivery } from 'payfold'
import { sepaPayment } from 'payfold/machines'
import { messages } from './messages.ts'

const told = messages.flatMap((message) => getOrElseW(() => [])(readDelivery(message)))
const state = fold(sepaPayment)(told.map(({ event }) => event))

console.log(state.status)
for (const { key, tells } of state.occurrences) console.log(`${key}, told by ${tells.length}`)
for (const finding of state.findings) console.log(explainFinding(finding))
for (const { request } of questions(state)) console.log(JSON.stringify(request))
