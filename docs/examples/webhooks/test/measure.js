/**
 * Measures the service on this machine: `npm run measure`. The load comes from the same machine.
 */
import { cpus, loadavg } from 'node:os'
import { senderTo, webhookOf } from '../src/sandbox.js'
import { bin, NO_SERVER, startPostgres } from './postgres.js'
import { startProgram } from './program.js'
import { together } from './traffic.js'

const COUNT = Number(process.env['COUNT'] ?? 2000)
const KEY = 'whsec_test'

/** @param {string} words */
const say = (words) => process.stdout.write(`${words}\n`)

/**
 * The webhook of a submitted payment: it adds one entry to the payment, and one entry to its
 * mandate.
 * @param {string} name
 */
const pending = (name) =>
  webhookOf(`evt_${name}`, 'payment_pending', {
    id: `pay_${name}`,
    amount: 1000,
    currency: 'EUR',
    source: { type: 'sepa', id: `src_${name}` },
  })

/**
 * Measures how long it takes until a webhook is accepted after the process was killed and started
 * again.
 *
 * @param {Awaited<ReturnType<typeof startProgram>>[]} programs
 * @param {Record<string, string>} environment
 */
const recovery = async (programs, environment) => {
  const times = []
  for (let turn = 0; turn < 6; turn += 1) {
    const [program] = programs
    if (program === undefined) return
    const began = performance.now()
    await program.stop('SIGKILL')
    programs[0] = await startProgram(environment, Number(new URL(program.base).port))
    await senderTo(`${program.base}/webhooks`, KEY)(pending(`again${turn}`))
    times.push(Math.round(performance.now() - began))
  }
  say(
    `killed and started again: a webhook accepted after ${times.sort((a, b) => a - b).join(', ')} ms`,
  )
}

if (bin === null) {
  say(`PostgreSQL: ${NO_SERVER}`)
} else {
  const before = `a load of ${loadavg()[0]?.toFixed(1)} before`
  say(
    `${cpus().length} cores, ${cpus()[0]?.model}, ${before}; Node ${process.version}; 32 at a time`,
  )
  const server = await startPostgres()
  for (const instances of [1, 2]) {
    const environment = { DATABASE_URL: await server.fresh(`measured_${instances}`) }
    const programs = []
    for (let index = 0; index < instances; index += 1)
      programs.push(await startProgram(environment))
    const senders = programs.map(({ base }) => senderTo(`${base}/webhooks`, KEY))
    const numbers = [...Array(COUNT).keys()]
    /** @param {string} prefix */
    const sendAll = (prefix) =>
      together(numbers, 32, async (index) => {
        await senders[index % instances]?.(pending(`${prefix}${index}`))
      })
    await sendAll('warm')
    const began = performance.now()
    await sendAll('a')
    const seconds = (performance.now() - began) / 1000
    say(
      `${instances} instances: ${Math.round(COUNT / seconds)} webhooks per second, each in every log that it concerns`,
    )
    if (instances === 1) await recovery(programs, environment)
    for (const each of programs) await each.stop('SIGTERM')
  }
  await server.end()
}
