/**
 * Processes are killed and databases stop at once, under load: nothing is lost, and nothing happens
 * twice.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { sandbox, senderTo, webhookOf } from '../../services/sandbox.js'
import { shuffled, together, webhooksOf } from '../../services/traffic.js'
import {
  everythingIn,
  findingsIn,
  linesIn,
  saidBy,
  saidIn,
  sequential,
  statusesIn,
} from './model.js'
import { endServer, PLACES, sharedServer } from './places.js'
import { startProgram } from './program.js'

const KEY = 'whsec_for_the_tests'
const API_KEY = 'sk_test'
const CRASHES = Number(process.env['CRASHES'] ?? 4)
/** Enough load to last until the last crash. */
const PAYMENTS = CRASHES
const STREAMS = Math.ceil(CRASHES * 7.5)

afterAll(endServer)

/** @type {readonly import('../../services/sandbox.js').Mood[]} */
const MOODS = ['grant', 'drop', 'lose', 'fail', 'grant', 'grant', 'lose', 'forget']

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Payments that were captured, to be refunded. */
const captured = Array.from({ length: PAYMENTS }, (_, index) => {
  const data = { id: `pay_back${index}`, amount: 10_000, currency: 'EUR' }
  const source = { type: 'sepa', id: `src_back${index}` }
  const action = { action_id: `act_capture${index}` }
  return JSON.stringify(
    webhookOf(`evt_back${index}`, 'payment_captured', { ...data, source, ...action }),
  )
})

const refunds = captured.flatMap((_, index) =>
  [1, 2, 3].map((turn) => ({ stream: `payment-pay_back${index}`, key: `refund-${index}-${turn}` })),
)

const HOUR = 3_600_000

/**
 * Requests a refund until the outcome is final, or it is in doubt and nobody waits for it.
 *
 * @param {string} base
 * @param {{ readonly stream: string, readonly key: string }} refund
 * @param {() => boolean} isOver
 * @returns {Promise<string>} the outcome
 */
const askFor = async (base, { stream, key }, isOver) => {
  for (;;) {
    try {
      const answer = await fetch(`${base}/streams/${stream}/refunds`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ amount: 1000 }),
        signal: AbortSignal.timeout(5000),
      })
      const { is } = /** @type {any} */ (await answer.json())
      if (['accepted', 'done', 'ended'].includes(is) || (is === 'inDoubt' && isOver())) return is
      expect([202, 503]).toContain(answer.status)
    } catch (error) {
      if (error instanceof Error && error.name === 'AssertionError') throw error
    }
    await wait(30 + Math.random() * 70)
  }
}

/**
 * Requests every refund again 3 minutes later, which sends only what was not recorded, and 2 hours
 * later, after the service has looked up what was in doubt.
 *
 * @param {Record<string, string>} settings
 * @param {number} port
 * @param {Awaited<ReturnType<typeof sandbox>>} provider
 * @returns {Promise<ReadonlyMap<string, string>>} the last outcome by key
 */
const lateOutcomes = async (settings, port, provider) => {
  /** @type {Map<string, string>} */
  const became = new Map()
  /** @param {number} aheadMs @param {(outcome: string) => boolean} isOver */
  const askAll = async (aheadMs, isOver) => {
    const program = await startProgram(settings, port, aheadMs)
    await together(refunds, 4, async (refund) => {
      let outcome = ''
      while (!isOver(outcome)) outcome = await askFor(program.base, refund, () => true)
      became.set(refund.key, outcome)
    })
    await provider.settled()
    await program.stop('SIGTERM')
  }
  await askAll(HOUR / 20, (outcome) => outcome !== '')
  provider.forget()
  const asked = provider.asked()
  // the service looks up what is due when it starts; until then a refund stays in doubt
  await askAll(2 * HOUR, (outcome) => ['done', 'ended'].includes(outcome))
  expect(provider.asked()).toBe(asked)
  expect(provider.lookUps()).toBeGreaterThan(0)
  return became
}

/**
 * Sends everything twice and asks for refunds while something crashes again and again; then waits
 * until the service is idle, and compares the log.
 *
 * @param {Record<string, string>} environment
 * @param {(program: Awaited<ReturnType<typeof startProgram>>, again: () => Promise<Awaited<ReturnType<typeof startProgram>>>) => Promise<Awaited<ReturnType<typeof startProgram>>>} crash
 */
const underLoad = async (environment, crash) => {
  let moods = 0
  let base = ''
  const provider = await sandbox({
    apiKey: API_KEY,
    send: (message) => senderTo(`${base}/webhooks`, KEY)(message),
    // the provider fails, too: it loses one response in four, and one in four is an error
    moodFor: () => {
      moods += 1
      return MOODS[moods % MOODS.length] ?? 'grant'
    },
  })
  const settings = {
    ...environment,
    PROVIDER_URL: provider.url,
    PROVIDER_KEY: API_KEY,
    LOG_LEVEL: 'info',
  }
  for (const [index] of captured.entries()) {
    const [paymentId, actionId] = [`pay_back${index}`, `act_capture${index}`]
    provider.captures.push({ paymentId, actionId, amount: 10_000 })
  }
  let program = await startProgram(settings)
  base = program.base
  const port = Number(new URL(base).port)
  let taken = 0
  const sender = senderTo(`${base}/webhooks`, KEY)
  const send = async (/** @type {string} */ body) => {
    await sender(body)
    taken += 1
  }
  await together(captured, 8, send)

  const bodies = [...captured, ...webhooksOf(STREAMS, 7).flatMap((all) => all.slice(0, 4))]
  let isOver = false
  let sent = 0
  const sending = together(shuffled([...bodies, ...bodies], 3), 16, async (body) => {
    await send(body)
    sent += 1
  })
  const refunding = together(refunds, 4, (refund) => askFor(base, refund, () => isOver))
  // the load lasts until the last crash: messages that were sent are sent once more
  const more = together([0, 1, 2, 3], 4, async (turn) => {
    await sending
    for (let index = turn; !isOver; index += 4) await send(bodies[index % bodies.length] ?? '')
  })
  for (let crashes = 0; crashes < CRASHES; crashes += 1) {
    await wait(50 + Math.random() * 250)
    program = await crash(program, () => startProgram(settings, port))
  }
  isOver = true
  await Promise.all([sending, refunding, more])
  await provider.settled()
  const { code } = await program.stop('SIGTERM')
  expect(code).toBe(0)
  const became = await lateOutcomes(settings, port, provider)
  await provider.close()
  expect(sent).toBe(bodies.length * 2)

  const everything = await everythingIn(environment)
  // each 2xx stands for a message that was stored or counted
  const webhooks = everything.messages.filter(
    ({ message }) => JSON.parse(message).kind === 'webhook',
  )
  const kept = webhooks.reduce((all, { times = 0 }) => all + times, 0)
  expect(new Set(webhooks.map(({ message }) => JSON.parse(message).body)).size).toBe(
    webhooks.length,
  )
  expect(kept).toBeGreaterThanOrEqual(taken + provider.grants.length * 4)
  const lines = linesIn(everything)
  expect(lines).toEqual(await sequential(everything))
  const { stored, folded } = statusesIn(everything)
  expect(stored).toEqual(folded)
  const said = saidBy(everything)
  const isOfLoad = (/** @type {string} */ each) => !/ evt_[pr]act_/.test(each)
  expect(new Set(said).size).toBe(said.length)
  expect(new Set(said.filter(isOfLoad))).toEqual(saidIn(bodies))
  // no refund was granted twice, and the log has exactly those that were granted
  const keys = provider.grants.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  const done = refunds.filter(({ key }) => became.get(key) === 'done').map(({ key }) => key)
  expect(done.sort()).toEqual(keys.sort())
  const others = refunds.filter(({ key }) => became.get(key) !== 'done')
  expect(others.map(({ key }) => became.get(key))).toEqual(others.map(() => 'ended'))
  const asked = [...lines.values()].flat().filter((line) => line.includes('"refund_requested"'))
  const own = asked.filter((line) => line.includes('"source":"request"'))
  expect(own.length).toBe(refunds.length)
  // apart from the look-ups, which show the same refunds
  const carriedOut = [...lines.values()].flat().filter((line) => line.includes('"evt_ract_'))
  expect(carriedOut.length).toBe(keys.length)
  for (const codes of findingsIn(everything).values()) {
    expect(codes).not.toContain('PaidTwice')
    expect(codes).not.toContain('TakenAfterAll')
  }
}

describe.each(PLACES)('in $name', ({ isThere, make }) => {
  test.skipIf(!isThere)(`the service, killed ${CRASHES} times`, async () => {
    const { environment, end } = await make()
    await underLoad(environment, async (program, again) => {
      expect(await program.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
      const next = await again()
      expect(next.base, next.complaints()).toBe(program.base)
      return next
    })
    await end()
  })
})

const [{ isThere, name }] = /** @type {[import('./places.js').Place]} */ (PLACES)
test.skipIf(!isThere)(
  `${name}, stopped at once ${CRASHES} times while the service goes on`,
  async () => {
    const server = await sharedServer()
    const environment = { DATABASE_URL: await server.fresh('stopped') }
    await underLoad(environment, async (program) => {
      await server.crash()
      return program
    })
  },
)
