/**
 * Processes are killed and databases stop at once, under load: nothing is lost, and nothing happens
 * twice.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { sandbox, senderTo, webhookOf } from '../src/sandbox.js'
import { everythingIn, linesIn, saidBy, saidIn, sequential } from './model.js'
import { endServer, PLACES, sharedServer } from './places.js'
import { startProgram } from './program.js'
import { shuffled, together, webhooksOf } from './traffic.js'

const KEY = 'whsec_test'
const API_KEY = 'sk_test'
const CRASHES = Number(process.env['CRASHES'] ?? 4)
/** Enough load to last until the last crash. */
const PAYMENTS = CRASHES
const STREAMS = Math.ceil(CRASHES * 7.5)

afterAll(endServer)

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

/**
 * Requests a refund until the outcome is final, or the refund is recorded.
 *
 * @param {string} base @param {{ readonly stream: string, readonly key: string }} refund
 */
const askFor = async (base, { stream, key }) => {
  for (;;) {
    try {
      const answer = await fetch(`${base}/streams/${stream}/refunds`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ amount: 1000 }),
        signal: AbortSignal.timeout(5000),
      })
      const { outcome } = /** @type {any} */ (await answer.json())
      if (['accepted', 'done'].includes(outcome)) return
      expect([202, 503]).toContain(answer.status)
    } catch (error) {
      if (error instanceof Error && error.name === 'AssertionError') throw error
    }
    await wait(30 + Math.random() * 70)
  }
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
    // the provider fails, too: it loses one response in four, and one in eight is an error
    moodFor: () => {
      moods += 1
      return moods % 8 === 3 ? 'fail' : moods % 4 === 2 ? 'lose' : 'grant'
    },
  })
  const settings = {
    ...environment,
    PROVIDER_URL: provider.url,
    PROVIDER_KEY: API_KEY,
    LOG_LEVEL: 'info',
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
  const refunding = together(refunds, 4, (refund) => askFor(base, refund))
  // the load lasts until the last crash: messages that were sent are sent again
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
  for (let unread = 1; unread > 0; ) {
    unread = /** @type {any} */ (await (await fetch(`${base}/health`)).json()).unread
    await wait(20)
  }
  const { code } = await program.stop('SIGTERM')
  await provider.close()
  expect(code).toBe(0)
  expect(sent).toBe(bodies.length * 2)

  const everything = await everythingIn(environment)
  // each 2xx stands for a stored message; a repeated message could hide a message that was not
  // stored
  const kept = everything.messages.filter(({ kind }) => kind === 'webhook').length
  expect(kept).toBeGreaterThanOrEqual(taken + refunds.length * 4)
  const lines = linesIn(everything)
  expect(lines).toEqual(sequential(everything))
  const said = saidBy(everything)
  const isOfLoad = (/** @type {string} */ each) => !/ evt_[pr]act_/.test(each)
  expect(new Set(said).size).toBe(said.length)
  expect(new Set(said.filter(isOfLoad))).toEqual(saidIn(bodies))
  // every refund happened once: at the provider, and in the log
  expect([...provider.granted.keys()].sort()).toEqual(refunds.map(({ key }) => key).sort())
  const asked = [...lines.values()].flat().filter((line) => line.includes('"refund_requested"'))
  const own = asked.filter((line) => line.includes('"source":"request"'))
  expect(own.length).toBe(refunds.length)
  const carriedOut = [...lines.entries()].flatMap(([stream, all]) =>
    stream.startsWith('payment-pay_back')
      ? all.filter((line) => line.includes('"type":"payment_refunded"'))
      : [],
  )
  expect(carriedOut.length).toBe(refunds.length)
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
