/**
 * Measures the service on this machine: `npm run measure`. The load comes from the same machine.
 */
import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isRight } from 'fp-ts/lib/Either.js'
import { planner } from 'payfold/desk'
import { fromWebhook } from 'payfold/provider'
import { senderTo, webhookOf } from '../../services/sandbox.js'
import { together } from '../../services/traffic.js'
import { openDatabase } from '../src/database.js'
import { pf } from '../src/shop.js'
import { storeIn } from '../src/store.js'
import { bin, NO_SERVER, startPostgres } from './postgres.js'
import { startProgram } from './program.js'

const COUNT = Number(process.env['COUNT'] ?? 500)
/** How many webhooks a long payment has had. */
const LONG = Number(process.env['LONG'] ?? 2000)
const TURNS = Number(process.env['TURNS'] ?? 9)
const KEY = 'whsec_for_the_tests'

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

/** A webhook as it is sent. @param {object} message */
const signed = (message) => {
  const body = Buffer.from(JSON.stringify(message))
  const signature = createHmac('sha256', KEY).update(body).digest('hex')
  return { body, headers: { 'cko-signature': signature, 'content-length': body.length } }
}

/**
 * Sends webhooks at little cost, because the sender works on the same machine.
 *
 * @param {string} base
 */
const quickly = (base) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const options = { method: 'POST', agent }
  const end = () => agent.destroy()
  /** @param {ReturnType<typeof signed>} webhook */
  const send = ({ body, headers }) =>
    new Promise((resolve, reject) => {
      const sent = request(`${base}/webhooks`, { ...options, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`It got ${response.statusCode}.`))
        response.resume().once('end', resolve)
      })
      sent.once('error', reject).end(body)
    })
  return { send, end }
}

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

/**
 * Measures how much longer a webhook takes while eight senders send bodies of a megabyte that are
 * not signed.
 *
 * @param {string} base
 */
const besideStrangers = async (base) => {
  const send = senderTo(`${base}/webhooks`, KEY)
  let count = 0
  /** Sends webhooks one after the other, and keeps how long each took. @param {number[]} times */
  const many = async (times) => {
    for (let index = 0; index < 60; index += 1) {
      count += 1
      const began = performance.now()
      await send(pending(`beside${count}`))
      times.push(performance.now() - began)
    }
  }
  /** @param {readonly number[]} times @param {number} part */
  const at = (times, part) =>
    (times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN).toFixed(1)
  const strangers = fileURLToPath(new URL('./anonymous.js', import.meta.url))
  await many([])
  for (const signature of ['', '0'.repeat(64)]) {
    const [quiet, loud] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])]
    /** @type {Record<string, number>[]} */
    const sent = []
    // in turns, because the machine has other work to do, too
    for (let turn = 0; turn < 5; turn += 1) {
      await many(quiet)
      const child = fork(strangers, [base, signature, '8', '1048576'])
      await once(child, 'message')
      await new Promise((resolve) => setTimeout(resolve, 300))
      await many(loud)
      child.send('end')
      sent.push((await once(child, 'message'))[0])
      await once(child, 'exit')
    }
    say(
      `beside eight senders with ${signature === '' ? 'no' : 'a wrong'} signature, a webhook takes ` +
        `${at(loud, 0.5)} ms (95 %: ${at(loud, 0.95)}), and ${at(quiet, 0.5)} (${at(quiet, 0.95)}) without them; ` +
        `they got ${JSON.stringify(sent)}`,
    )
  }
}

const KEEP = `insert into messages (message, digest, times)
  values ($1, sha256(convert_to($1, 'UTF8')), 1) returning id::text as id`

const ADD = `insert into entries (stream, revision, line, message)
  select stream, revision, line, $4::bigint
  from unnest($1::text[], $2::integer[], $3::text[]) as incoming (stream, revision, line)
  order by stream, revision`

const MARK = `insert into streams (stream, revision, status, left_to_a_person)
  select stream, 0, '', '{}' from unnest($1::text[]) as incoming (stream) order by stream`

const plan = planner(pf)

/** What a desk saves of a webhook about a new payment. @param {string} name */
const saveOf = (name) => {
  const { body, headers } = signed(pending(name))
  const message = fromWebhook(body, headers['cko-signature'], [KEY], new Date())
  if (!isRight(message)) throw new Error('The webhook is not taken.')
  /** @type {Map<string, readonly string[]>} */
  const streams = new Map()
  for (;;) {
    const next = plan({ take: message.right }, { streams }, new Date())
    if (next.next === 'wrong') throw new Error(next.because)
    if (next.next === 'plan') return next.save
    for (const stream of next.streams) streams.set(stream, [])
  }
}

/**
 * Inserts the rows of as many webhooks by the same driver, without a service: the message, its
 * entries and its streams, each in a statement of its own.
 *
 * @param {string} databaseUrl
 */
const inserting = async (databaseUrl) => {
  const database = await openDatabase({ databaseUrl, folder: '', patienceMs: 30_000 })
  await storeIn(database).prepare()
  return {
    close: database.close,
    /** Returns how many webhooks a second the database takes. @param {string} prefix */
    rate: async (prefix) => {
      const saves = Array.from({ length: COUNT }, (_, index) => saveOf(`${prefix}${index}`))
      const began = performance.now()
      await together(saves, 32, async ({ rows, message, streams }) => {
        const [kept] = await database.query(KEEP, [JSON.stringify(message)])
        const columns = [
          rows.map(({ stream }) => stream),
          rows.map(({ revision }) => revision),
          rows.map(({ line }) => line),
        ]
        await database.query(ADD, [...columns, kept?.['id']])
        await database.query(MARK, [streams.map(({ stream }) => stream)])
      })
      return COUNT / ((performance.now() - began) / 1000)
    },
  }
}

/** @param {readonly number[]} times */
const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN

/** The median of ratios, and between which they are. @param {readonly number[]} all */
const ratios = (all) =>
  `${median(all).toFixed(2)} (${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)})`

/**
 * Measures what one more webhook costs a payment that has had thousands, against one that has had
 * few, in turns.
 *
 * @param {string} base
 */
const growing = async (base) => {
  const send = senderTo(`${base}/webhooks`, KEY)
  /** @param {string} name */
  const begun = async (name) => {
    const about = { id: `pay_${name}`, currency: 'EUR' }
    const source = { type: 'sepa', id: `src_${name}` }
    const capture = { ...about, source, action_id: 'act_capture', amount: 1_000_000 }
    await send(webhookOf(`evt_${name}_pending`, 'payment_pending', capture))
    await send(webhookOf(`evt_${name}_captured`, 'payment_captured', capture))
    /** Sends a webhook about a refund, and returns how long it took. @param {number} index */
    return async (index) => {
      const refund = { ...about, action_id: `act_${index >> 1}`, amount: 1 }
      const type = index % 2 === 0 ? 'payment_refund_pending' : 'payment_refunded'
      const began = performance.now()
      await send(webhookOf(`evt_${name}_${index}`, type, refund))
      return performance.now() - began
    }
  }
  const ofLong = await begun('long')
  let most = 0
  for (let index = 0; index < LONG; index += 1) most = Math.max(most, await ofLong(index))
  /** @type {{ readonly long: number, readonly short: number }[]} */
  const turns = []
  for (let index = LONG; index < LONG + 100; index += 1) {
    const ofShort = await begun(`short${index}`)
    turns.push({ short: await ofShort(0), long: await ofLong(index) })
  }
  const [short, long] = [
    median(turns.map((turn) => turn.short)),
    median(turns.map((turn) => turn.long)),
  ]
  say(
    `one payment: a webhook takes ${long.toFixed(1)} ms after ${LONG}, and ${short.toFixed(1)} ms after two: ` +
      `${(long / short).toFixed(2)} times; the slowest of ${LONG} took ${most.toFixed(0)} ms`,
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
    const inserts = await inserting(await server.fresh(`inserted_${instances}`))
    /** @type {Awaited<ReturnType<typeof startProgram>>[]} */
    const programs = []
    for (let index = 0; index < instances; index += 1)
      programs.push(await startProgram(environment))
    const numbers = [...Array(COUNT).keys()]
    /** @param {string} prefix */
    const sendingRate = async (prefix) => {
      const requests = numbers.map((index) => signed(pending(`${prefix}${index}`)))
      // the service ends connections that are idle in between
      const senders = programs.map(({ base }) => quickly(base))
      const began = performance.now()
      await together([...requests.entries()], 32, async ([index, webhook]) => {
        await senders[index % instances]?.send(webhook)
      })
      const rate = COUNT / ((performance.now() - began) / 1000)
      for (const { end } of senders) end()
      return rate
    }
    await sendingRate('warm')
    await inserts.rate('warm')
    /** @type {{ readonly sent: number, readonly inserted: number }[]} */
    const turns = []
    // in turns, because the machine has other work to do, too
    for (let turn = 0; turn < TURNS; turn += 1) {
      turns.push({
        sent: await sendingRate(`t${turn}x`),
        inserted: await inserts.rate(`t${turn}x`),
      })
    }
    await inserts.close()
    const all = (/** @type {(turn: { sent: number, inserted: number }) => number} */ of) =>
      turns.map(of)
    say(
      `${instances} instances: ${Math.round(median(all(({ sent }) => sent)))} webhooks a second, each in every log that it concerns; ` +
        `the same inserts alone: ${Math.round(median(all(({ inserted }) => inserted)))} a second; ` +
        `the service takes ${ratios(all(({ sent, inserted }) => sent / inserted))} of that`,
    )
    if (instances === 1) {
      await growing(programs[0]?.base ?? '')
      await besideStrangers(programs[0]?.base ?? '')
      await recovery(programs, environment)
    }
    for (const each of programs) await each.stop('SIGTERM')
  }
  await server.end()
}
