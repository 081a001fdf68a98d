import { planner } from 'payfold/desk'
import { clock, pf, store } from './shop.ts'

/** In Temporal or Restate, `load`, `save` and `send` are activities; this loop is the workflow. */
const plan = planner(pf)
const streams = new Map<string, readonly string[]>()
const step = { run: 'requestRefund', data: { paymentId: 'pay_1', amount: 1000 }, key: 'w-1' } as const

for (let isOver = false; !isOver; ) {
  const next = plan(step, { streams }, clock.now)
  console.log(next.next)
  if (next.next === 'load') {
    for (const stream of next.streams) {
      streams.set(stream, await store.load([{ stream, revision: 0 }], null))
    }
  } else if (next.next === 'plan') {
    console.log(await store.save(next.save), next.outcome?.is)
    for (const { call, sendBy } of next.sends) console.log(call.method, call.path, sendBy)
    isOver = true
  } else isOver = true
}
