/** What the service keeps of streams in memory is what their log says, whoever writes it. */

import { audit } from 'payfold/audit'
import { tipOf } from 'payfold/machine'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database.js'
import { again, intakeInto } from '../src/intake.js'
import { metricsOf } from '../src/metrics.js'
import { pf } from '../src/payfold.js'
import { webhookOf } from '../src/sandbox.js'
import { storeIn } from '../src/store.js'
import { streamsIn, withState } from '../src/streams.js'
import { endServer, PLACES } from './places.js'
import { running } from './running.js'
import { shuffled, webhooksOf } from './traffic.js'

afterAll(endServer)

const PAYMENT = /** @type {import('payfold').Stream} */ ('payment-pay_long')

/** @param {number} index @param {string} [type] */
const refund = (index, type = 'payment_refunded') =>
  webhookOf(`evt_${type}_${index}`, type, {
    id: 'pay_long',
    action_id: `act_${index}`,
    amount: 1,
    currency: 'EUR',
  })

const BEGUN = ['payment_pending', 'payment_captured'].map((type) =>
  webhookOf(`evt_${type}`, type, {
    id: 'pay_long',
    action_id: 'act_capture',
    amount: 1_000_000,
    currency: 'EUR',
    source: { type: 'sepa', id: 'src_long' },
  }),
)

/** @param {string | object} message */
const asMessage = (message) => ({
  receivedAt: '2026-03-02T10:00:00Z',
  kind: /** @type {const} */ ('webhook'),
  about: { isVerified: true },
  body: Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)),
})

/** @param {ReadonlyMap<string, import('../src/streams.js').Known>} known */
const knownIn = (known) => {
  const payment = known.get(PAYMENT)
  if (payment === undefined) throw new Error('The payment is missing.')
  return payment
}

describe.each(PLACES)('$name', ({ isThere, make }) => {
  /** Opens a database of its own, and what works on it. */
  const opened = async () => {
    const { environment, end } = await make()
    const { DATABASE_URL: databaseUrl = null, DATA: folder = '' } = environment
    const database = await openDatabase({ databaseUrl, folder, patienceMs: 5000 })
    const store = storeIn(database)
    await again(store.prepare, () => {})
    const close = async () => {
      await database.close()
      await end()
    }
    return { database, store, close }
  }

  test.skipIf(!isThere)('two intakes that take turns write what one would write', async () => {
    const { store, close } = await opened()
    const both = [intakeInto(store, metricsOf(store)), intakeInto(store, metricsOf(store))]
    const bodies = shuffled(webhooksOf(8, 7).flat(), 7)
    for (const [index, body] of [...bodies, ...bodies.slice(0, 9)].entries()) {
      const intake = both[index % 2]
      await intake?.read(await intake.keep(asMessage(body)))
    }
    const lines = []
    for await (const line of store.lines()) lines.push(line)
    expect(audit(pf)([`${lines.join('\n')}\n`])).toMatchObject({ counts: { fatal: 0 } })
    await close()
  })

  test.skipIf(!isThere)('what is kept is what the log says, also of other writers', async () => {
    const { store, close } = await opened()
    const [ours, theirs] = [streamsIn(store), intakeInto(store, metricsOf(store))]
    for (const message of [...BEGUN, ...Array.from({ length: 60 }, (_, index) => refund(index))]) {
      await theirs.read(await theirs.keep(asMessage(message)))
      const { tip, state } = withState(knownIn(await ours.read([PAYMENT])))
      const entries = await store.entriesOf([PAYMENT])
      expect(JSON.stringify(state)).toBe(JSON.stringify(pf.fold(PAYMENT, entries)))
      expect(JSON.stringify(tip)).toBe(JSON.stringify(tipOf(PAYMENT, entries)))
    }
    await close()
  })

  test.skipIf(!isThere)('a log that does not continue what it had is not written to', async () => {
    const { database, store, close } = await opened()
    const intake = intakeInto(store, metricsOf(store))
    for (const message of BEGUN) await intake.read(await intake.keep(asMessage(message)))
    await database.query('delete from entries where stream = $1 and revision > 0', [PAYMENT])
    const other = intakeInto(store, metricsOf(store))
    await other.read(await other.keep(asMessage(refund(1))))
    await other.read(await other.keep(asMessage(refund(2))))
    const message = await intake.keep(asMessage(refund(3)))
    await expect(intake.read(message)).rejects.toThrow('Audit the log')
    // what was wrong in memory is let go of: the next message is read from the log as it is
    expect((await intake.read(message)).added).toBe(1)
    await close()
  })
})

const [postgresql] = PLACES

test.skipIf(postgresql?.isThere !== true)(
  'while a payment grows, the service answers',
  async () => {
    const { environment, end } = (await postgresql?.make()) ?? {}
    const service = await running(environment ?? {})
    for (const message of BEGUN) await service.send(message)
    let [isGrowing, answers] = [true, 0]
    const asking = (async () => {
      while (isGrowing) {
        expect((await service.get('/health')).status).toBe(200)
        answers += 1
      }
    })()
    for (let index = 0; index < 300; index += 1) await service.send(refund(index))
    isGrowing = false
    await asking
    // a service that is busy with one webhook for long would answer less often than it takes them
    expect(answers).toBeGreaterThan(100)
    expect(await service.store.entriesOf([PAYMENT])).toHaveLength(302)
    await service.close()
    await end?.()
  },
)
