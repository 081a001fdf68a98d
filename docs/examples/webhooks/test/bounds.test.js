/** What is not signed is bounded before it is read, and delays what is signed only a little. */
import { once } from 'node:events'
import { createConnection, Server, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signatureOf, webhookOf } from '../../services/sandbox.js'
import { boundConnections, boundsOf, EACH, senderOf } from '../src/bounds.js'
import { endServer, PLACES } from './places.js'
import { KEY, running } from './running.js'

const MIB = 1_048_576

/** What is kept free for connections whose last webhook was signed. */
const FREE = 8 * (65_536 + EACH)

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

describe('an address', () => {
  let time = 0
  const bounds = (patienceMs = 100) => {
    time = 0
    return boundsOf({ bytesPerSecond: 4 * MIB, mostBytes: MIB, patienceMs, now: () => time })
  }

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1::6', '2001:db8:1:0'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
  ])('%s is the sender %s', (address, sender) => {
    expect(senderOf(address)).toBe(sender)
  })

  test('may send signed bytes without end', async () => {
    const { admit } = bounds()
    for (let index = 0; index < 100; index += 1) (await admit('a', MIB))?.end(true)
    expect(await admit('a', MIB)).not.toBeNull()
  })

  test('may have few bytes read at once that may not be signed', async () => {
    const { admit } = bounds()
    const three = [await admit('a', MIB), await admit('a', MIB), await admit('a', MIB)]
    let isIn = false
    const fourth = admit('a', MIB).then((admitted) => {
      isIn = admitted !== null
    })
    await wait(50)
    expect(isIn).toBe(false)
    // another address is not delayed
    expect(await admit('b', MIB)).not.toBeNull()
    three[0]?.end(true)
    await fourth
    expect(isIn).toBe(true)
  })

  test('that has sent too much without a signature waits, or tries again later', async () => {
    const { admit, retryAfter } = bounds(10)
    for (let index = 0; index < 3; index += 1) (await admit('a', MIB))?.end(false)
    const waiting = admit('a', MIB)
    await wait(50)
    time = 11
    expect(await waiting).toBeNull()
    expect(retryAfter('a')).toBeGreaterThanOrEqual(1)
    // a second later it is forgotten
    time = 1200
    expect(await admit('a', MIB)).not.toBeNull()
  })

  test('has a webhook counted once, however often it ends', async () => {
    const { admit } = bounds()
    const admitted = await admit('a', MIB)
    for (let index = 0; index < 9; index += 1) admitted?.end(index > 0)
    expect(await admit('a', MIB)).not.toBeNull()
    expect(await admit('a', MIB)).not.toBeNull()
  })

  test('lets in what waits in the order of its arrival', async () => {
    const { admit } = bounds()
    const three = [await admit('a', MIB), await admit('a', MIB), await admit('a', MIB)]
    const order = /** @type {number[]} */ ([])
    const waiting = [MIB, 0, MIB].map(async (bytes, index) => {
      const admitted = await admit('a', bytes)
      order.push(index)
      return admitted
    })
    await wait(50)
    expect(order).toEqual([])
    for (const each of three) each?.end(true)
    await Promise.all(waiting)
    expect(order).toEqual([0, 1, 2])
  })

  test('is let in as often as its bytes allow, and no other one is delayed by it', async () => {
    const { admit } = bounds(0)
    let [admitted, refused] = [0, 0]
    const SECONDS = 10
    for (time = 0; time < SECONDS * 1000; time += 25) {
      const [unsigned, signed] = await Promise.all([admit('a', MIB), admit('b', MIB)])
      unsigned?.end(false)
      expect(signed).not.toBeNull()
      signed?.end(true)
      if (unsigned === null) refused += 1
      else admitted += 1
    }
    // what it may have at first, and what is forgotten each second
    const bytes = 4 * MIB + EACH - FREE + SECONDS * 4 * MIB
    expect(admitted).toBe(Math.floor(bytes / (MIB + EACH)))
    expect(refused).toBe(400 - admitted)
  })

  test('may have four megabytes read at once, the last ones on proven connections only', async () => {
    const { admit } = bounds()
    /** @param {number} bytes @param {boolean} isProven */
    const isIn = async (bytes, isProven) =>
      (await Promise.race([admit('a', bytes, isProven), wait(5).then(() => null)])) !== null
    const others = 4 * MIB + EACH - FREE
    expect(await isIn(others - EACH + 1, false)).toBe(false)
    time = 101
    await wait(30)
    expect(await isIn(others - EACH, false)).toBe(true)
    expect(await isIn(0, false)).toBe(false)
    // who waits on other connections is not in the way of a proven one
    expect(await isIn(FREE - EACH + 1, true)).toBe(false)
    time = 202
    await wait(30)
    expect(await isIn(FREE - EACH, true)).toBe(true)
    expect(await isIn(0, true)).toBe(false)
  })

  test('may have what is not signed on a proven connection count as on any other', async () => {
    const { admit } = bounds()
    for (let index = 0; index < 3; index += 1) (await admit('a', MIB, true))?.end(false)
    expect(await Promise.race([admit('a', MIB), wait(30).then(() => 'waits')])).toBe('waits')
    expect(await admit('b', MIB)).not.toBeNull()
  })

  test('has room for its longest webhook, however little may be unsigned', async () => {
    const { admit } = boundsOf({
      bytesPerSecond: 65_536,
      mostBytes: MIB,
      patienceMs: 0,
      now: () => 0,
    })
    expect(await admit('a', MIB)).not.toBeNull()
    expect(await admit('a', 65_536, true)).not.toBeNull()
  })

  test('and all others may have so much waiting', async () => {
    const { admit } = bounds()
    for (let index = 0; index < 3; index += 1) await admit('a', MIB)
    const waiting = Array.from({ length: 64 }, () => admit('a', MIB))
    expect(await admit('a', 0)).toBeNull()
    expect(await admit('b', 0)).not.toBeNull()
    time = 101
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([null]))
  })

  test('shares a bound with all others', async () => {
    const { admit } = bounds()
    let count = 0
    for (let index = 0; index < 40; index += 1) {
      const admitted = admit(`192.0.2.${index}`, MIB)
      if ((await Promise.race([admitted, wait(5).then(() => null)])) !== null) count += 1
    }
    expect(count).toBeGreaterThan(16)
    expect(count * (MIB + EACH)).toBeLessThanOrEqual(8 * (4 * MIB + EACH))
  })

  test('that owes nothing comes in with a short webhook, whatever others hold', async () => {
    const { admit } = bounds()
    for (let index = 0; index < 40; index += 1) void admit(`192.0.2.${index % 10}`, MIB)
    for (let index = 0; index < 40; index += 1) void admit(`203.0.113.${index}`, 65_537)
    /** @param {string} address @param {number} bytes */
    const isIn = async (address, bytes) =>
      (await Promise.race([admit(address, bytes), wait(30).then(() => null)])) !== null
    expect(await isIn('a', 65_537)).toBe(false)
    expect(await isIn('b', 65_536)).toBe(true)
    // one at a time
    expect(await isIn('b', 1000)).toBe(false)
    // and not without end
    let count = 0
    for (let index = 0; index < 1500; index += 1) {
      void admit(`198.51.${index >> 8}.${index & 255}`, 1000).then((admitted) => {
        if (admitted !== null) count += 1
      })
    }
    await wait(30)
    expect(count).toBeGreaterThan(500)
    expect(count).toBeLessThan(1100)
  })
})

describe('connections', () => {
  /** @param {number} most */
  const bounded = (most) => {
    const server = new Server()
    boundConnections(server, most)
    /** @param {string} remoteAddress */
    return (remoteAddress) => {
      const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
      server.emit('connection', socket)
      return socket
    }
  }
  const isClosed = (/** @type {Socket} */ { destroyed }) => destroyed

  test('of an address are as many as it may have, and one more when one ends', async () => {
    const connect = bounded(3)
    const three = [connect('192.0.2.1'), connect('192.0.2.1'), connect('::ffff:192.0.2.1')]
    expect(three.filter(isClosed)).toEqual([])
    const fourth = connect('192.0.2.1')
    expect(isClosed(fourth)).toBe(true)
    expect(isClosed(connect('192.0.2.2'))).toBe(false)
    await wait(0)
    // the end of the one that was refused leaves no room
    expect(isClosed(connect('192.0.2.1'))).toBe(true)
    three[0]?.destroy()
    await wait(0)
    expect(isClosed(connect('192.0.2.1'))).toBe(false)
    expect(isClosed(connect('192.0.2.1'))).toBe(true)
  })

  test('of all addresses are eight times as many; an address without any still gets one', () => {
    const connect = bounded(2)
    for (let index = 0; index < 8; index += 1) {
      const both = [connect(`192.0.2.${index}`), connect(`192.0.2.${index}`)]
      expect(both.filter(isClosed)).toEqual([])
    }
    expect(isClosed(connect('203.0.113.0'))).toBe(false)
    expect(isClosed(connect('203.0.113.0'))).toBe(true)
    for (let index = 1; index < 16; index += 1) {
      expect(isClosed(connect(`203.0.113.${index}`))).toBe(false)
    }
    expect(isClosed(connect('203.0.113.16'))).toBe(true)
  })
})

describe.each(PLACES.slice(0, 1))('in $name,', ({ isThere, make }) => {
  if (!isThere) return test.skip('everything', () => {})

  /** @type {Awaited<ReturnType<typeof make>>} */
  let place
  /** @type {Awaited<ReturnType<typeof running>>} */
  let service

  beforeAll(async () => {
    place = await make()
    service = await running(place.environment)
  })
  afterAll(async () => {
    await service.close()
    await place.end()
    await endServer()
  })

  /** @param {string} head @param {number} bytes @param {string} [path] @returns {Promise<{ said: string, sent: number }>} */
  const post = (head, bytes, path = '/webhooks') =>
    new Promise((resolve) => {
      const { port } = new URL(service.base)
      const socket = createConnection({ host: '127.0.0.1', port: Number(port) })
      let said = ''
      socket.on('data', (chunk) => {
        said += chunk
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve({ said, sent: socket.bytesWritten }))
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${bytes}\r\n${head}\r\n`)
    })

  test('a body without a well-formed signature is refused before it arrives', async () => {
    // no byte of the body is sent: who reads it first never answers
    expect((await post('', MIB)).said).toMatch(/^HTTP\/1.1 401 /)
    expect((await post('cko-signature: valid\r\n', MIB)).said).toMatch(/^HTTP\/1.1 401 /)
  })

  test.each([
    ['/nowhere', MIB, 404],
    ['/webhooks/', 9, 404],
    ['/streams/payment-pay_1/refunds', MIB, 413],
    ['/streams/payment-pay_1/refunds', 1025, 413],
  ])('a body to %s of %i bytes is refused before it arrives', async (path, bytes, status) => {
    const { said } = await post('content-type: application/json\r\n', bytes, path)
    expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(said).toMatch(/connection: close/i)
  })

  test('a connection whose last webhook was signed does not wait with the others', async () => {
    const body = JSON.stringify(
      webhookOf('evt_proven', 'payment_pending', { id: 'pay_proven', amount: 1, currency: 'EUR' }),
    )
    const good = signatureOf(body, KEY)
    const { port } = new URL(service.base)
    const socket = createConnection({ host: '127.0.0.1', port: Number(port) })
    const webhook = `POST /webhooks HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\ncko-signature: ${good}\r\n\r\n${body}`
    const answer = async () => {
      socket.write(webhook)
      const [data] = await once(socket, 'data')
      return String(data).slice(0, 12)
    }
    expect(await answer()).toBe('HTTP/1.1 200')
    // they never send their bodies, so nobody of their address comes in
    const holding = Array.from({ length: 5 }, () => {
      const held = createConnection({ host: '127.0.0.1', port: Number(port) })
      held.on('error', () => {})
      held.write(
        `POST /webhooks HTTP/1.1\r\nhost: x\r\ncontent-length: ${MIB}\r\ncko-signature: ${'0'.repeat(64)}\r\n\r\n`,
      )
      return held
    })
    await wait(200)
    let ended = 0
    for (const held of holding)
      held.on('data', () => {
        ended += 1
      })
    for (let index = 0; index < 5; index += 1) expect(await answer()).toBe('HTTP/1.1 200')
    // it was answered while they still waited
    expect(ended).toBe(0)
    for (const held of holding) held.destroy()
    socket.destroy()
  })

  test('one old webhook does not have more read at once of what is not signed', async () => {
    const old = JSON.stringify(
      webhookOf('evt_old', 'payment_pending', { id: 'pay_old', amount: 1, currency: 'EUR' }),
    )
    const { port } = new URL(service.base)
    const head = 'POST /webhooks HTTP/1.1\r\nhost: x\r\n'
    /** @type {import('node:net').Socket[]} */
    const taken = []
    const follow = (/** @type {import('node:net').Socket} */ socket) => taken.push(socket)
    service.app.server.on('connection', follow)
    const sockets = []
    for (let index = 0; index < 150; index += 1) {
      const socket = createConnection({ host: '127.0.0.1', port: Number(port) })
      socket.on('error', () => {})
      socket.write(
        `${head}content-length: ${old.length}\r\ncko-signature: ${signatureOf(old, KEY)}\r\n\r\n${old}`,
      )
      const [answer] = await once(socket, 'data')
      expect(String(answer).slice(0, 12)).toBe('HTTP/1.1 200')
      sockets.push(socket)
    }
    service.app.server.off('connection', follow)
    const readBefore = taken.reduce((sum, socket) => sum + socket.bytesRead, 0)
    // the last byte never comes
    const body = 'x'.repeat(MIB - 1)
    for (const socket of sockets) {
      socket.write(`${head}content-length: ${MIB}\r\ncko-signature: ${'0'.repeat(64)}\r\n\r\n`)
      socket.write(body)
    }
    let [read, last] = [0, -1]
    while (read !== last || read < 3 * MIB) {
      await wait(500)
      last = read
      read = taken.reduce((sum, socket) => sum + socket.bytesRead, 0) - readBefore
    }
    for (const socket of sockets) socket.destroy()
    // of each that waits or is refused, the part that came with its headers
    expect(read).toBeLessThan(4 * MIB + 150 * 2 * 65_536)
  })
})
