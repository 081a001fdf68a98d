/** The nodes and the service are killed in turn, under load: nothing is lost, and nothing happens twice. */
import { expect, onTestFinished, test } from 'vitest'
import { sandbox, senderTo } from '../../services/sandbox.js'
import { shuffled, together, webhooksOf } from '../../services/traffic.js'
import { freePorts } from '../src/folder.js'
import { register } from '../src/service.js'
import { linesIn as readLines } from '../src/sql.js'
import { askFor } from './asking.js'
import { everythingIn, quiet } from './held.js'
import { eventIn, linesIn, saidBy, saidIn, sequential, statusesIn } from './model.js'
import { captured } from './payment.js'
import { supervised } from './program.js'
import { called, clusterOfOwn, isThere } from './running.js'

const KEY = 'whsec_for_the_tests'
const API_KEY = 'sk_test'
const KILLS = Number(process.env['KILLS'] ?? 4)
/** Enough load to last until the last kill. */
const PAYMENTS = Math.ceil(KILLS / 2.4)
const STREAMS = Math.ceil(KILLS * 6.25)

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** @param {string} line */
const streamIn = (line) => JSON.parse(line).stream

/** Payments that were captured, to be refunded. */
const backs = Array.from({ length: PAYMENTS }, (_, index) =>
  JSON.stringify(captured(`back${index}`)),
)

const refunds = backs.flatMap((_, index) =>
  [1, 2].map((turn) => ({ stream: `payment-pay_back${index}`, key: `refund-${index}-${turn}` })),
)

test.skipIf(!isThere)(
  called(
    `nodes and service, killed ${KILLS} times in turn, leave the same log as messages processed one after another`,
  ),
  async () => {
    let [moods, base] = [0, '']
    /** @type {Awaited<ReturnType<typeof supervised>> | null} */
    let service = null
    const provider = await sandbox({
      apiKey: API_KEY,
      send: (message) => senderTo(`${base}/webhooks`, KEY)(message),
      // the provider fails, too: it loses one response in four, and does nothing but fail once in
      // eight
      moodFor: () => {
        moods += 1
        return moods % 8 === 3 ? 'fail' : moods % 4 === 2 ? 'lose' : 'grant'
      },
    })
    const cluster = await clusterOfOwn()
    onTestFinished(async ({ task }) => {
      // the last log lines of the service, if something went wrong
      if (task.result?.state === 'fail') {
        const last = service?.now()
        process.stdout.write(`${last?.output().slice(-2000)}\n${last?.complaints()}\n`)
      }
      await service?.stop('SIGKILL')
      await provider.close()
      await cluster.stop()
    })
    const [port, handlersPort] = await freePorts(2)
    const settings = {
      RESTATE_URLS: cluster.urls.join(','),
      PROVIDER_URL: provider.url,
      PROVIDER_KEY: API_KEY,
      PORT: String(port),
      HANDLERS_PORT: String(handlersPort),
    }
    service = await supervised(settings)
    base = service.now().base
    await register(String(cluster.admins[0]), service.now().uri)
    const send = senderTo(`${base}/webhooks`, KEY)
    await together(backs, 8, send)
    await quiet(cluster)

    const bodies = [...backs, ...webhooksOf(STREAMS, 7).flatMap((all) => all.slice(0, 4))]
    // each body twice: once as it is, and once with an additional space, which makes another
    // message about the same event
    const twice = bodies.flatMap((body) => [body, `${body} `])
    let isOver = false
    let sent = 0
    const sending = together(shuffled(twice, 3), 16, async (body) => {
      await send(body)
      sent += 1
    })
    const refunding = together(refunds, 4, (refund) => askFor(base, refund))
    // a failure is reported at the end, where the promise is awaited
    refunding.catch(() => {})
    // the load lasts until the last kill: messages that were sent are sent again
    const more = together([0, 1, 2, 3], 4, async (turn) => {
      await sending
      for (let index = turn; !isOver; index += 4) await send(bodies[index % bodies.length] ?? '')
    })
    /** The log as it was read during the kills, while a node was away or returning. @type {string[][]} */
    const between = []
    const reading = together([0], 1, async () => {
      while (!isOver) {
        const all = []
        try {
          for await (const line of readLines(cluster)) all.push(line)
          between.push(all)
        } catch (error) {
          // the only failure allowed is that the log cannot be read at the moment
          expect(String(error)).toMatch(/No node answers|The (nodes|handlers) /)
        }
        await wait(250)
      }
    })
    let isReading = true
    reading.catch(() => {
      isReading = false
    })
    /** The times from each kill until a webhook was accepted again. @type {number[]} */
    const away = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      await wait(100 + Math.random() * 300)
      const began = Date.now()
      if (kill % 4 === 3) {
        expect(await service.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
        await service.start()
        expect(service.now().base, service.now().complaints()).toBe(base)
      } else {
        await cluster.crash(kill % 4)
      }
      await send(backs[kill % PAYMENTS] ?? '')
      away.push(Date.now() - began)
    }
    // the kills happen under load, not only after it
    while (isReading && between.length < 4) await wait(50)
    isOver = true
    const began = Date.now()
    await Promise.all([sending, refunding, more, reading])
    await provider.settled()
    await quiet(cluster)
    const everything = await everythingIn(cluster)
    process.stdout.write(
      `${sent} webhooks in ${everything.streams.length} streams; away after a kill: ${Math.round(away.reduce((a, b) => a + b, 0) / away.length)} ms, at most ${Math.max(...away)} ms; quiet after ${Date.now() - began} ms\n`,
    )
    expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null })
    await provider.close()
    await cluster.stop()

    expect(sent).toBe(twice.length)
    const lines = linesIn(everything)
    expect(lines).toEqual(await sequential(everything))
    const { stored, folded } = statusesIn(everything)
    expect(stored).toEqual(folded)
    // every reading has each stream from its first line on, without a gap
    expect(between.length).toBeGreaterThan(3)
    for (const [index, read] of between.entries()) {
      // a line that was read once stays in the log
      const next = new Set(between[index + 1] ?? read)
      expect(read.filter((line) => !next.has(line))).toEqual([])
      for (const stream of new Set(read.map(streamIn))) {
        const some = read.filter((line) => streamIn(line) === stream)
        expect(lines.get(stream)?.slice(0, some.length)).toEqual(some)
      }
    }
    const said = saidBy(everything)
    const isOfLoad = (/** @type {string} */ each) => !/ evt_[pr]act_/.test(each)
    expect(new Set(said).size).toBe(said.length)
    expect(new Set(said.filter(isOfLoad))).toEqual(saidIn(bodies))
    // no refund happened twice, at the provider or in the log
    const granted = provider.grants.map(({ key }) => key)
    expect(new Set(granted).size).toBe(granted.length)
    const events = [...lines].flatMap(([stream, all]) =>
      stream.startsWith('payment-pay_back') ? all.map(eventIn) : [],
    )
    const own = events.filter(
      ({ type, metadata }) => type === 'refund_requested' && metadata.source === 'request',
    )
    expect(own.length).toBe(refunds.length)
    expect(events.filter(({ type }) => type === 'payment_refunded').length).toBe(granted.length)
    // each was requested once at most; what was not granted was interrupted, or the provider failed
    expect(provider.asked()).toBeLessThanOrEqual(refunds.length)
  },
  60_000 + KILLS * 8000,
)
