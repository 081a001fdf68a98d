import { planner } from 'payfold/desk'
import { openShop, pf } from './shop.ts'

const { store } = await openShop()
const plan = planner(pf)
const data = { paymentId: 'pay_1', amount: 1000 }
const streams = new Map<string, readonly string[]>()
let command: string | undefined
let isLooked = false

for (let isOver = false; !isOver; ) {
  const step = { run: 'requestRefund', data, key: 'refund-1', isLooked } as const
  const next = plan(step, { streams, command }, '2026-06-10T08:00:00Z')
  if (next.next === 'load') {
    console.log(`load ${next.streams.join(' ')}`)
    for (const stream of next.streams) {
      streams.set(stream, await store.load([{ stream, revision: 0 }], null))
    }
    if (next.command !== null) command = (await store.load([], next.command))[0]
    continue
  }
  if (next.next === 'wrong') break
  streams.clear()
  const isSaved = await store.save(next.save)
  console.log(`save ${next.save.rows.length} row: ${isSaved}`)
  // somebody else was first: nothing may be sent, and the step is planned anew
  if (!isSaved) continue
  for (const { call, sendBy } of next.sends) console.log(`${call.method} ${call.path} by ${sendBy}`)
  // `take` the responses first: after look-ups, the step is planned on what they report
  isLooked = true
  isOver = !next.isOnceMore
}
