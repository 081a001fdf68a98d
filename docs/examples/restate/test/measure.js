/**
 * Measures the example on this machine: `npm run measure`. The load comes from the same machine.
 */
import { cpus, loadavg } from 'node:os'
import { senderTo } from '../../services/sandbox.js'
import { together } from '../../services/traffic.js'
import { callerOf } from '../src/calls.js'
import { register } from '../src/service.js'
import { quiet } from './held.js'
import { webhook } from './payment.js'
import { startProgram } from './program.js'
import { clusterOfOwn, KEY } from './running.js'

const COUNT = Number(process.env['COUNT'] ?? 2000)
const PROBES = 12

/** @param {string} words */
const say = (words) => process.stdout.write(`${words}\n`)

/** @param {string} what @param {number} count @param {() => Promise<unknown>} work */
const perSecond = async (what, count, work) => {
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  say(`${what}: ${Math.round(count / seconds)} per second (${count} in ${seconds.toFixed(1)} s)`)
}

/** @param {string} name */
const pending = (name) => webhook(name, 'payment_pending')

const cluster = await clusterOfOwn()
const settings = { RESTATE_URLS: cluster.urls.join(','), HANDLERS_PORT: '0' }
let program = await startProgram(settings)
const { base, uri } = program
await register(String(cluster.admins[0]), uri)
const send = senderTo(`${base}/webhooks`, KEY)
const call = callerOf(cluster.urls, 10_000)
await together([...Array(200).keys()], 32, (index) => send(pending(`warm${index}`)))
await quiet(cluster)

const before = `a load of ${loadavg()[0]?.toFixed(1)} before`
say(`${cpus().length} cores, ${cpus()[0]?.model}, ${before}; Node ${process.version}; 32 at a time`)
const numbers = [...Array(COUNT).keys()]
// the cost of a call that has nothing to do: the stream exists, and has no such timer
await perSecond('calls that report nothing, one after another', COUNT, () =>
  together(numbers, 32, (index) =>
    call(`/stream/payment-pay_warm${index % 200}/due`, { at: 'no timer' }),
  ),
)
// a submitted payment takes four calls: inbox, stream, the mandate's log, and its new lines; and timers
await perSecond('webhooks, each in every log that it concerns', COUNT, async () => {
  await perSecond('webhooks answered', COUNT, () =>
    together(numbers, 32, (index) => send(pending(`a${index}`))),
  )
  await quiet(cluster)
})

/** Measures how long it takes until every stream in a list responds again. */
const allAnswer = () =>
  Promise.all(
    [...Array(PROBES).keys()].map(async (index) => {
      while ((await call(`/stream/payment-pay_a${index}/view`))?.status !== 200);
    }),
  )

/** @param {string} what @param {() => Promise<unknown>} kill */
const recovery = async (what, kill) => {
  /** @type {number[][]} */
  const times = [[], []]
  for (let turn = 0; turn < 6; turn += 1) {
    const back = kill()
    const began = performance.now()
    await Promise.all([
      send(pending(`${what.split(' ')[1]}${turn}`)).then(() =>
        times[0]?.push(performance.now() - began),
      ),
      allAnswer().then(() => times[1]?.push(performance.now() - began)),
    ])
    await back
    await new Promise((resolve) => setTimeout(resolve, 3000))
  }
  const [taken, answered] = times.map((each) =>
    each.map((ms) => Math.round(ms)).sort((a, b) => a - b),
  )
  say(
    `${what}: a webhook accepted after ${taken?.join(', ')} ms; all streams respond after ${answered?.join(', ')} ms`,
  )
}
let node = 0
await recovery('a node killed', () => {
  node = (node + 1) % 3
  return cluster.crash(node)
})
const fixed = { ...settings, HANDLERS_PORT: new URL(uri).port, PORT: new URL(base).port }
await recovery('the service killed', async () => {
  await program.stop('SIGKILL')
  program = await startProgram(fixed)
})
await program.stop('SIGTERM')
await cluster.stop()
