/**
 * Bounds on what comes before anything is known of its sender: how many connections an address may
 * have, and how many bytes it may have the service read that turn out not to be signed. Everything
 * counts while it is read. Signed webhooks cost nothing after that.
 */
import { isIPv6 } from 'node:net'

/** What a webhook costs that is not signed, in addition to its bytes: a connection is work, too. */
export const EACH = 32_768

/** How many times as much as one address all addresses may send, and how many times as many connections they may have. */
const ADDRESSES = 8

/** The longest webhook that an address which owes nothing may send although all others hold too much. */
const SHORT = 65_536

/**
 * What an address keeps free for connections whose last webhook was signed. A recorded webhook can
 * be sent again, so such a connection is no more trusted than others: its webhooks count as well.
 */
const KEPT_FREE = 8 * (SHORT + EACH)

/** How many webhooks may wait in one line, and in all. */
const [MOST_WAITING, MOST_WAITING_IN_ALL] = [64, 512]

/** How often to look whether the next ones may come in. */
const TICK_MS = 20

/** From how many addresses on to forget those that owe nothing. */
const MANY = 10_000

/**
 * The part of an address that one sender has for itself: it has all of the last 64 bits of IPv6.
 *
 * @param {string} address
 */
export const senderOf = (address) => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':')
}

/**
 * Bytes that were not signed, which are forgotten with time, and those that are being read.
 *
 * @typedef {{ unsigned: number, reading: number, at: number }} Account
 */

/**
 * Webhooks of one address that wait for each other.
 *
 * @typedef {{ readonly own: Account, readonly isProven: boolean, waiting: number }} Line
 */

/**
 * What was let in. It ends when it is known whether it was signed; only the first end counts.
 *
 * @typedef {{ readonly end: (isSigned: boolean) => void }} Admitted
 */

/**
 * @param {object} options
 * @param {number} options.bytesPerSecond what an address may send that is not signed
 * @param {number} options.mostBytes the longest body
 * @param {number} options.patienceMs how long a webhook waits at most before it is let in
 * @param {() => number} [options.now] in milliseconds
 */
export const boundsOf = ({
  bytesPerSecond,
  mostBytes,
  patienceMs,
  now = performance.now.bind(performance),
}) => {
  const most = Math.max(bytesPerSecond, mostBytes + KEPT_FREE) + EACH
  /** @returns {Account} */
  const fresh = () => ({ unsigned: 0, reading: 0, at: now() })
  const everyone = fresh()
  /** The lines of each address: that of proven connections, and that of the others. @type {Map<string, { readonly own: Account, readonly proven: Line, readonly others: Line }>} */
  const addresses = new Map()
  /** In the order of their arrival. @type {Set<{ line: Line, cost: number, until: number, done: (admitted: Admitted | null) => void }>} */
  const waiting = new Set()
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  let many = MANY

  /** @param {Account} account @param {number} perSecond */
  const forgetting = (account, perSecond) => {
    const time = now()
    account.unsigned = Math.max(0, account.unsigned - ((time - account.at) / 1000) * perSecond)
    account.at = time
    return account.unsigned + account.reading
  }
  /** @param {Line} line @param {number} cost */
  const fits = ({ own, isProven }, cost) => {
    const owed = forgetting(own, bytesPerSecond)
    // else a few addresses with bodies that never come would keep everybody else out
    const share = (isProven || owed === 0) && cost <= SHORT + EACH ? 2 : 1
    const mostInAll = most * ADDRESSES * share
    return (
      owed + cost <= (isProven ? most : most - KEPT_FREE) &&
      forgetting(everyone, bytesPerSecond * ADDRESSES) + cost <= mostInAll
    )
  }

  /** @param {string} address */
  const linesOf = (address) => {
    const sender = senderOf(address)
    const own = fresh()
    const known = addresses.get(sender) ?? {
      own,
      proven: { own, isProven: true, waiting: 0 },
      others: { own, isProven: false, waiting: 0 },
    }
    addresses.set(sender, known)
    if (addresses.size > many) {
      for (const [each, { own: other, proven, others }] of addresses) {
        const isIdle = other !== known.own && proven.waiting + others.waiting === 0
        if (isIdle && forgetting(other, bytesPerSecond) === 0) addresses.delete(each)
      }
      many = Math.max(MANY, addresses.size * 2)
    }
    return known
  }

  /** @param {Account} own @param {number} cost @returns {Admitted} */
  const letIn = (own, cost) => {
    own.reading += cost
    everyone.reading += cost
    let isOver = false
    const end = (/** @type {boolean} */ isSigned) => {
      if (isOver) return
      isOver = true
      for (const account of [own, everyone]) {
        account.reading -= cost
        if (!isSigned) account.unsigned += cost
      }
      letNextIn()
    }
    return { end }
  }

  const letNextIn = () => {
    // one after the other: a short webhook does not pass a long one of the same line
    const blocked = new Set()
    for (const each of waiting) {
      const { line, cost, until, done } = each
      const isIn = !blocked.has(line) && fits(line, cost)
      if (!isIn) blocked.add(line)
      if (!isIn && now() < until) continue
      waiting.delete(each)
      line.waiting -= 1
      done(isIn ? letIn(line.own, cost) : null)
    }
    clearTimeout(timer)
    if (waiting.size > 0) timer = setTimeout(letNextIn, TICK_MS)
  }

  return {
    /**
     * Waits until a webhook of so many bytes may be read. Resolves to null if it has waited too
     * long, or too many are waiting.
     *
     * @param {string} address
     * @param {number} bytes
     * @param {boolean} [isProven] whether the last webhook of its connection was signed
     * @returns {Promise<Admitted | null>}
     */
    admit: async (address, bytes, isProven = false) => {
      const line = linesOf(address)[isProven ? 'proven' : 'others']
      const cost = bytes + EACH
      if (line.waiting === 0 && fits(line, cost)) return letIn(line.own, cost)
      if (line.waiting >= MOST_WAITING || waiting.size >= MOST_WAITING_IN_ALL) return null
      line.waiting += 1
      return new Promise((done) => {
        waiting.add({ line, cost, until: now() + patienceMs, done })
        if (waiting.size === 1) timer = setTimeout(letNextIn, TICK_MS)
      })
    },

    /** After how many seconds an address should try again. @param {string} address */
    retryAfter: (address) => {
      const over = forgetting(linesOf(address).own, bytesPerSecond) - most / 2
      return Math.min(60, Math.max(1, Math.ceil(over / bytesPerSecond)))
    },
  }
}

/** @typedef {ReturnType<typeof boundsOf>} Bounds */

/**
 * Closes each new connection of an address that has as many as it may have, or that comes while all
 * addresses together have as many as they may have; an address without any still gets one.
 *
 * @param {import('node:net').Server} server
 * @param {number} most how many connections an address may have
 */
export const boundConnections = (server, most) => {
  /** @type {Map<string, number>} */
  const counts = new Map()
  let all = 0
  server.on('connection', (socket) => {
    const sender = senderOf(socket.remoteAddress ?? '')
    const count = counts.get(sender) ?? 0
    const mostInAll = most * ADDRESSES * (count === 0 ? 2 : 1)
    if (count >= most || all >= mostInAll) return void socket.destroy()
    counts.set(sender, count + 1)
    all += 1
    socket.once('close', () => {
      const left = (counts.get(sender) ?? 0) - 1
      if (left > 0) counts.set(sender, left)
      else counts.delete(sender)
      all -= 1
    })
  })
}
