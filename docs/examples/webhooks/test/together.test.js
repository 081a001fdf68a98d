/** Messages that arrive together are written together, and a restart does not read long streams. */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { isRight } from 'fp-ts/lib/Either.js'
import { sepaPayment, ticketPayment } from 'payfold/machines'
import { readMessage, readStored } from 'payfold/provider'
import { deliveries, histories } from 'payfold/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database.js'
import { gathering } from '../src/gather.js'
import { again, intakeInto } from '../src/intake.js'
import { metricsOf } from '../src/metrics.js'
import { pf } from '../src/payfold.js'
import { mayImply } from '../src/plan.js'
import { webhookOf } from '../src/sandbox.js'
import { storeIn } from '../src/store.js'
import { streamsIn, withState } from '../src/streams.js'
import { endServer, PLACES } from './places.js'
import { together } from './traffic.js'

afterAll(endServer)

describe('things that are gathered', () => {
  /** @param {Partial<Parameters<typeof gathering<number, number>>[0]>} [options] */
  const recording = (options = {}) => {
    const turns = /** @type {(readonly number[])[]} */ ([])
    const take = gathering({
      most: 4,
      mostBytes: 100,
      bytesOf: (thing) => thing,
      work: async (/** @type {readonly number[]} */ things) => {
        turns.push(things)
        await new Promise((resolve) => setTimeout(resolve, 5))
        return things.map((thing) => thing * 2)
      },
      ...options,
    })
    return { turns, take }
  }

  test('are done alone if they come alone, else together, each with its own result', async () => {
    const { turns, take } = recording()
    expect(await take(1)).toBe(2)
    expect(await Promise.all([2, 3, 4, 5, 6].map(take))).toEqual([4, 6, 8, 10, 12])
    expect(turns).toEqual([[1], [2, 3, 4, 5], [6]])
  })

  test('have no more bytes together than one turn may have, unless one alone has more', async () => {
    const { turns, take } = recording()
    await Promise.all([60, 40, 1, 200, 2].map(take))
    expect(turns).toEqual([[60, 40], [1], [200], [2]])
  })

  test('fail together, and the next ones do not', async () => {
    let count = 0
    const { take } = recording({
      work: async (things) => {
        count += 1
        if (count === 1) throw new Error('It fails.')
        return things
      },
    })
    const first = await Promise.allSettled([1, 2, 3, 4, 5].map(take))
    expect(first.map(({ status }) => status)).toEqual([
      ...['rejected', 'rejected', 'rejected', 'rejected'],
      'fulfilled',
    ])
  })
})

test('an event that names only its refund has no consequences, wherever it comes', () => {
  let quiet = 0
  for (const [machine, runs] of /** @type {const} */ ([
    [sepaPayment, 300],
    [ticketPayment, 100],
  ])) {
    const generated = histories(machine, { name: 'q' }).chain((history) =>
      deliveries(history).chain((all) => fc.shuffledSubarray([...all], { minLength: all.length })),
    )
    fc.assert(
      fc.property(generated, (delivered) => {
        const states = new Map()
        for (const { body, ...about } of delivered) {
          const stored = readStored({ ...about, body: JSON.stringify(bare(body)) })
          const read = isRight(stored) ? readMessage(stored.right) : stored
          for (const { stream, event } of isRight(read) ? read.right : []) {
            const before = states.get(stream) ?? pf.fold(stream, [])
            const after = pf.evolve(before, event)
            states.set(stream, after)
            if (mayImply(event)) continue
            quiet += 1
            expect(impliedBy(after)).toEqual(impliedBy(before))
          }
        }
      }),
      { numRuns: runs },
    )
  }
  expect(quiet).toBeGreaterThan(50)
})

/** Whether two states are the same, apart from their place in the log. */
const isSame = (/** @type {any} */ one, /** @type {any} */ other) => {
  const [a, b] = [one, other].map(({ revision: _, hash: __, ...state }) => state)
  return isDeepStrictEqual(a, b)
}

test('a state that was kept continues as if it had never been', () => {
  let count = 0
  for (const machine of [sepaPayment, ticketPayment]) {
    const generated = histories(machine, { name: 'k' }).chain((history) =>
      deliveries(history).chain((all) =>
        fc.tuple(
          fc.shuffledSubarray([...all], { minLength: all.length }),
          fc.nat({ max: 100 }),
          fc.constantFrom(0, 16),
        ),
      ),
    )
    fc.assert(
      fc.property(generated, ([delivered, part, few]) => {
        const reported = delivered.flatMap(({ body, ...about }) => {
          const stored = readStored({ ...about, body: JSON.stringify(body) })
          const read = isRight(stored) ? readMessage(stored.right) : stored
          return isRight(read) ? read.right : []
        })
        const appended = pf.appendAll(new Map(), reported)
        if (!isRight(appended)) throw new Error(appended.left.error)
        for (const [stream, tip] of appended.right.tips) {
          const entries = appended.right.entries.filter((entry) => entry.stream === stream)
          const at = Math.floor((entries.length * part) / 100)
          const kept = JSON.stringify(pf.fold(stream, entries.slice(0, at)))
          const resumed = pf.resume(JSON.parse(kept))
          // a stream without a machine yet is not resumed, but read
          if (!isStream(stream) || !isRight(resumed)) continue
          const known = { tip, state: resumed.right, since: entries.slice(at), keptAt: null }
          const { state } = withState({ ...known, isLoaded: true, kept: at - 1 }, few)
          expect(isSame(state, pf.fold(stream, entries))).toBe(true)
          count += 1
        }
      }),
      { numRuns: 150 },
    )
  }
  expect(count).toBeGreaterThan(100)
})

/** A webhook about a refund that does not name whose payment it is. Any other body stays. */
const bare = (/** @type {any} */ body) => {
  if (!/^payment_refund/.test(body.type)) return body
  const { source: _, customer: __, ...data } = body.data
  return { ...body, data }
}

/** @param {string} stream */
const isStream = (stream) => stream.startsWith('payment-')

/** @param {ReturnType<typeof pf.fold>} state */
const impliedBy = (state) => {
  const implied = pf.consequences(state)
  return isRight(implied) ? implied.right : []
}

const PAYMENT = /** @type {import('payfold').Stream} */ ('payment-pay_long')
const DATA = { id: 'pay_long', currency: 'EUR' }
const SOURCE = { type: 'sepa', id: 'src_long' }

const captured = webhookOf('evt_captured', 'payment_captured', {
  ...DATA,
  source: SOURCE,
  action_id: 'act_capture',
  amount: 1_000_000,
})

/** @param {number} index */
const refund = (index) =>
  webhookOf(`evt_${index}`, 'payment_refunded', { ...DATA, action_id: `act_${index}`, amount: 1 })

const chargeback = webhookOf('evt_back', 'payment_chargeback', {
  ...DATA,
  source: SOURCE,
  action_id: 'act_back',
  dispute_id: 'dsp_1',
  amount: 5,
  reason_code: 'AC04',
})

/** @param {object} message */
const asMessage = (message) => ({
  receivedAt: '2026-03-02T10:00:00Z',
  kind: /** @type {const} */ ('webhook'),
  about: { isVerified: true },
  body: Buffer.from(JSON.stringify(message)),
})

describe.each(PLACES)('$name', ({ isThere, make }) => {
  /** Opens a database of its own, and counts its statements and the lines that it returns. */
  const opened = async () => {
    const { environment, end } = await make()
    const { DATABASE_URL: databaseUrl = null, DATA: folder = '' } = environment
    const database = await openDatabase({ databaseUrl, folder, patienceMs: 30_000 })
    const counts = { statements: 0, lines: 0 }
    const store = storeIn({
      ...database,
      query: async (sql, values) => {
        const rows = await database.query(sql, values)
        counts.statements += 1
        counts.lines += rows.filter(({ line }) => typeof line === 'string').length
        return rows
      },
    })
    await again(store.prepare, () => {})
    const close = async () => {
      await database.close()
      await end()
    }
    return { database, store, counts, close }
  }

  test.skipIf(!isThere)('messages that arrive together need few statements', async () => {
    const { store, counts, close } = await opened()
    const intake = intakeInto(store, metricsOf(store))
    await intake.take(asMessage(captured))
    counts.statements = 0
    const taken = await Promise.all(
      Array.from({ length: 60 }, (_, index) => intake.take(asMessage(refund(index)))),
    )
    expect(taken.map(({ outcome, added }) => [outcome, added])).toEqual(
      taken.map(() => ['recorded', 1]),
    )
    expect(new Set(taken.map(({ id }) => id)).size).toBe(60)
    // one reads what the log has, the other writes
    expect(counts.statements).toBe(2)
    await close()
  })

  test.skipIf(!isThere)('each message gets its own number and outcome', async () => {
    const { database, store, close } = await opened()
    const intake = intakeInto(store, metricsOf(store))
    const bodies = ['{', '[]', JSON.stringify(captured), '{"id":"evt_1"}', '\u0000']
    const taken = await Promise.all(
      bodies.map((body) => intake.take({ ...asMessage({}), body: Buffer.from(body) })),
    )
    const rows = await database.query('select id::text, outcome, body from messages order by id')
    expect(rows.map(({ id, outcome, body }) => [id, outcome, String(Buffer.from(body))])).toEqual(
      taken.map(({ id, outcome }, index) => [id, outcome, bodies[index]]),
    )
    const [{ message } = {}] = await database.query('select message::text from entries limit 1')
    expect(message).toBe(taken[2]?.id)
    await close()
  })

  test.skipIf(!isThere)(
    'a message is stored once, however often and with whom it comes',
    async () => {
      const { database, store, close } = await opened()
      const intake = intakeInto(store, metricsOf(store))
      const bodies = [captured, refund(1), captured, refund(1), captured]
      const taken = await Promise.all(bodies.map((each) => intake.take(asMessage(each))))
      const again = await intake.take(asMessage(captured))
      expect(taken.map(({ added }) => added)).toEqual([2, 1, 0, 0, 0])
      const [first, second] = taken.map(({ id }) => id)
      expect(taken.map(({ id }) => id)).toEqual([first, second, first, second, first])
      expect([again.id, again.added, again.outcome]).toEqual([first, 0, 'recorded'])
      // the same bytes about something else are another message
      const response = {
        kind: /** @type {const} */ ('response'),
        about: { endpoint: 'getPayment' },
      }
      const other = await intake.take({ ...asMessage(captured), ...response })
      expect([first, second]).not.toContain(other.id)
      const rows = await database.query('select id::text, times from messages order by messages.id')
      expect(rows).toEqual([
        { id: first, times: 4 },
        { id: second, times: 2 },
        { id: other.id, times: 1 },
      ])
      // an erased body stays erased
      await database.query("update messages set body = ''")
      expect(await intake.take(asMessage(captured))).toMatchObject({ id: first, added: 0 })
      expect(await database.query("select 1 from messages where body <> ''")).toEqual([])
      await close()
    },
  )

  test.skipIf(!isThere)(
    'a message has the time at which it was read, and its entries have it, too',
    async () => {
      const { database, store, close } = await opened()
      const intake = intakeInto(store, metricsOf(store))
      const times = ['10', '11', '12'].map((hour) => `2026-03-02T${hour}:00:00Z`)
      const at = (/** @type {number} */ index) => ({
        ...asMessage(captured),
        receivedAt: times[index] ?? '',
      })
      const row = async () =>
        (await database.query('select received_at, outcome, times from messages'))[0]
      const { id } = await intake.keep(at(0))
      expect(await row()).toEqual({ received_at: times[0], outcome: null, times: 1 })
      // stored only, again: it is to be read as it came first
      expect((await intake.keep(at(1))).id).toBe(id)
      expect(await row()).toEqual({ received_at: times[0], outcome: null, times: 2 })
      expect(await intake.take(at(1))).toMatchObject({ id, added: 2 })
      expect(await row()).toEqual({ received_at: times[1], outcome: 'recorded', times: 3 })
      expect((await intake.take(at(2))).added).toBe(0)
      expect(await row()).toEqual({ received_at: times[1], outcome: 'recorded', times: 4 })
      const [entry] = await store.entriesOf([PAYMENT])
      expect(entry?.event.metadata.recordedAt).toBe(times[1])
      await database.query("update messages set outcome = 'unreadable'")
      await intake.take(at(2))
      expect(await row()).toEqual({ received_at: times[2], outcome: 'recorded', times: 5 })
      await close()
    },
  )

  test.skipIf(!isThere)('messages that cannot be read now are stored, and read later', async () => {
    const { store, close } = await opened()
    const failures = /** @type {string[]} */ ([])
    const failing = { ...store, keepAndAdd: () => Promise.reject(new Error('It fails.')) }
    const intake = intakeInto(failing, metricsOf(store), (_, ids) => failures.push(...ids))
    const taken = await Promise.all(
      [captured, refund(1)].map((each) => intake.take(asMessage(each))),
    )
    expect(taken.map(({ outcome }) => outcome)).toEqual(['kept', 'kept'])
    expect(failures).toEqual(taken.map(({ id }) => id))
    const options = { seconds: 0, isWanted: () => true, onFailure: () => {} }
    expect(await intake.catchUp(options)).toBe(2)
    expect(await store.entriesOf([PAYMENT])).toHaveLength(2)
    await close()
  })

  test.skipIf(!isThere)('a restart reads little of a long stream, and knows the same', async () => {
    const { database, store, counts, close } = await opened()
    const first = intakeInto(store, metricsOf(store))
    await first.take(asMessage(captured))
    const refunds = Array.from({ length: 1100 }, (_, index) => refund(index))
    await together(refunds, 64, (each) => first.take(asMessage(each)))
    await first.settled()

    // a refund needs the end of the stream only
    counts.lines = 0
    const second = intakeInto(store, metricsOf(store))
    expect((await second.take(asMessage(refund(2000)))).added).toBe(1)
    expect((await second.take(asMessage(refunds[7] ?? {}))).added).toBe(0)
    expect(counts.lines).toBeLessThan(450)
    // a chargeback has consequences, for which the state is needed
    expect(await second.take(asMessage(chargeback))).toMatchObject({
      outcome: 'recorded',
      added: 2,
    })
    expect(counts.lines).toBeLessThan(460)

    const entries = await store.entriesOf([PAYMENT])
    const expected = pf.fold(PAYMENT, entries)
    const isKnown = async () => {
      const streams = streamsIn(store)
      const all = await streams.load(await streams.read([PAYMENT]), () => true)
      const { state, tip } = withState(/** @type {any} */ (all.get(PAYMENT)))
      await streams.settled()
      expect(tip.hash).toBe(entries.at(-1)?.hash)
      return isSame(state, expected)
    }
    expect(await isKnown()).toBe(true)
    // other machines have made the state that is kept, or it is damaged: the stream is read
    for (const damage of [
      `replace(state, '"fingerprint":"', '"fingerprint":"x')`,
      `'{"machine":"sepa-payment@1"}'`,
      `replace(state, 'pay_long', 'pay_other')`,
      'null',
    ]) {
      await database.query(`update ends set state = ${damage}`)
      counts.lines = 0
      expect(await isKnown()).toBe(true)
      expect(counts.lines).toBeGreaterThan(1100)
      // it is kept again
      counts.lines = 0
      expect(await isKnown()).toBe(true)
      expect(counts.lines).toBeLessThan(450)
    }
    await close()
  })

  test.skipIf(!isThere)('an end that the log does not have is not continued', async () => {
    const { database, store, close } = await opened()
    const first = intakeInto(store, metricsOf(store))
    await first.take(asMessage(captured))
    await together([...Array(300).keys()], 64, (index) => first.take(asMessage(refund(index))))
    await first.settled()
    await database.query(`delete from entries where stream = '${PAYMENT}' and revision > 200`)
    const second = intakeInto(store, metricsOf(store))
    const message = await second.keep(asMessage(refund(1000)))
    await expect(second.read(message)).rejects.toThrow('Audit the log')
    expect((await second.read(message)).added).toBe(1)
    // the same for what is kept in memory
    await database.query(`delete from entries where stream = '${PAYMENT}' and revision > 100`)
    await expect(second.read(message)).rejects.toThrow('Audit the log')
    // and if the log has another entry there
    expect((await second.read(message)).added).toBe(1)
    await database.query(`delete from entries where stream = '${PAYMENT}' and revision > 100`)
    const other = intakeInto(store, metricsOf(store))
    await other.take(asMessage(refund(5000)))
    const next = await second.keep(asMessage(refund(5001)))
    await expect(second.read(next)).rejects.toThrow('Audit the log')
    expect((await second.read(next)).added).toBe(1)
    await close()
  })
})
