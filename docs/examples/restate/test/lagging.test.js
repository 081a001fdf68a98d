/**
 * A copy that lags: queries are repeated until the answer has everything that happened before the
 * query.
 */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keysFor, MOST_PARTS, setMarks } from '../src/marks.js'
import { askedFor, busyIn, linesIn, stateIn } from '../src/sql.js'
import { captured, webhook } from './payment.js'
import { called, isThere, running } from './running.js'

/**
 * A node for SQL queries whose copy can be made to lag: it then answers as it did the first time.
 *
 * @param {string} admin
 */
const laggingNode = async (admin) => {
  /**
   * The first answers, by query without the ids of marks, which differ each time. @type
   * {Map<string, string>}
   */
  const first = new Map()
  let [about, lag, asked] = ['', 0, 0]
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const question = body.replace(/inv_\w+/g, 'inv')
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const answer = await fetch(`${admin}${request.url}`, { method: 'POST', headers, body })
    const now = await answer.text()
    if (!first.has(question)) first.set(question, now)
    const isAsked = question.includes(about)
    if (isAsked) asked += 1
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(isAsked && asked <= lag ? first.get(question) : now)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    /**
     * From now on, the node lags for this many queries that contain these words.
     * @param {string} words @param {number} questions
     *
     */
    lag: (words, questions) => {
      about = words
      lag = questions
      asked = 0
    },
    asked: () => asked,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const name = 'lag'

/** @type {Awaited<ReturnType<typeof running>>} */
let service
/** @type {Awaited<ReturnType<typeof laggingNode>>} */
let node
/** The address for SQL queries at that node only. @type {import('../src/marks.js').Place} */
let place

/** How many lines of the payment the node returns. */
const lines = async () => {
  const all = []
  for await (const line of linesIn(place)) all.push(JSON.parse(line).stream)
  return all.filter((stream) => stream === `payment-pay_${name}`).length
}

describe.skipIf(!isThere)(called('a node that lags'), () => {
  beforeAll(async () => {
    service = await running()
    node = await laggingNode(String(service.cluster.admins[0]))
    place = { ...service.cluster, admins: [node.url] }
    await service.send(webhook(name, 'payment_pending'))
    await service.quiet()
    expect([await lines(), await busyIn(place)]).toEqual([1, 0])
    await service.send(captured(name))
    await service.quiet()
  })
  afterAll(async () => {
    await node.close()
    await service.close()
  })

  test('is asked again if it lags for ends, and no line is left out', async () => {
    node.lag("key = 'end'", 2)
    expect([await lines(), node.asked()]).toEqual([2, 3])
  })

  test('is asked again if it lags for lines', async () => {
    node.lag('lines/%', 2)
    expect([await lines(), node.asked()]).toEqual([2, 3])
  })

  test('is asked again if it lags for calls, and is not taken for idle', async () => {
    node.lag('sys_invocation', 2)
    expect([await busyIn(place), node.asked()]).toEqual([0, 5])
  })

  test('is not believed if it always lags: the query fails', async () => {
    node.lag("key = 'end'", 1000)
    await expect(lines()).rejects.toThrow('without the latest changes')
    node.lag('lines/%', 1000)
    await expect(lines()).rejects.toThrow(`without mandate-src_${name} 1`)
    node.lag('sys_invocation', 1000)
    await expect(busyIn(place)).rejects.toThrow('without the latest changes')
  })

  test('is not asked if the handlers are away: the query fails', async () => {
    const nowhere = { ...place, urls: ['http://127.0.0.1:1'] }
    await expect(stateIn(nowhere, 'true')).rejects.toThrow('The handlers do not respond')
  })

  test('is detected by marks: there is one in every part, for any number of parts', async () => {
    const parts = MOST_PARTS
    const all = await setMarks({ ...service.cluster, parts })
    const rows = await askedFor(
      service.cluster.admins,
      "select service_key, cast(partition_key as varchar) as at from state where service_name = 'mark'",
      (each) => (each.length === all.length ? null : 'some'),
    )
    const where = new Map(rows.map(({ service_key: key, at }) => [key, BigInt(at)]))
    for (let count = 1; count <= parts; count += 1) {
      // equal parts of the range of all keys
      const partOf = (/** @type {string} */ key) =>
        ((where.get(key) ?? 0n) * BigInt(count)) / (1n << 64n)
      expect(new Set(keysFor(count).map(partOf)).size).toBe(count)
    }
    expect(keysFor(4).length).toBe(8)
  })
})
