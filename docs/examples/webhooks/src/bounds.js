/**
 * Bounds on what comes before anything is known of its sender: how many bytes an address, and all of
 * them together, may have the service read that turn out not to be signed. Signed webhooks cost
 * nothing of it.
 */
import { isIPv6 } from 'node:net'

/** What a webhook costs that is not signed, in addition to its bytes: a connection is work, too. */
export const EACH = 32_768

/** How many times as much as one address all addresses may send. */
const ADDRESSES = 8

/** The longest webhook that an address which owes nothing may send although all others hold too much. */
const SHORT = 65_536

/** How many webhooks may wait: of one address, and of all. */
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
 * @typedef {{ unsigned: number, reading: number, at: number, waiting: number }} Account
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
  const most = Math.max(bytesPerSecond, mostBytes) + EACH
  /** @returns {Account} */
  const fresh = () => ({ unsigned: 0, reading: 0, at: now(), waiting: 0 })
  const everyone = fresh()
  /** @type {Map<string, Account>} */
  const accounts = new Map()
  /** In the order of their arrival. @type {Set<{ own: Account, cost: number, until: number, done: (admitted: Admitted | null) => void }>} */
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
  /** @param {Account} own @param {number} cost */
  const fits = (own, cost) => {
    const owed = forgetting(own, bytesPerSecond)
    // else a few addresses with bodies that never come would keep everybody else out
    const share = owed === 0 && cost <= SHORT + EACH ? 2 : 1
    const mostInAll = most * ADDRESSES * share
    return (
      owed + cost <= most && forgetting(everyone, bytesPerSecond * ADDRESSES) + cost <= mostInAll
    )
  }

  /** @param {string} address */
  const accountOf = (address) => {
    const sender = senderOf(address)
    const account = accounts.get(sender) ?? fresh()
    accounts.set(sender, account)
    if (accounts.size > many) {
      for (const [each, other] of accounts) {
        const isIdle = other !== account && other.waiting === 0
        if (isIdle && forgetting(other, bytesPerSecond) === 0) accounts.delete(each)
      }
      many = Math.max(MANY, accounts.size * 2)
    }
    return account
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
    // one after the other: a short webhook does not pass a long one of the same address
    const blocked = new Set()
    for (const each of waiting) {
      const { own, cost, until, done } = each
      const isIn = !blocked.has(own) && fits(own, cost)
      if (!isIn) blocked.add(own)
      if (!isIn && now() < until) continue
      waiting.delete(each)
      own.waiting -= 1
      done(isIn ? letIn(own, cost) : null)
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
     * @returns {Promise<Admitted | null>}
     */
    admit: async (address, bytes) => {
      const own = accountOf(address)
      const cost = bytes + EACH
      if (own.waiting === 0 && fits(own, cost)) return letIn(own, cost)
      if (own.waiting >= MOST_WAITING || waiting.size >= MOST_WAITING_IN_ALL) return null
      own.waiting += 1
      return new Promise((done) => {
        waiting.add({ own, cost, until: now() + patienceMs, done })
        if (waiting.size === 1) timer = setTimeout(letNextIn, TICK_MS)
      })
    },

    /** Counts a webhook that was not admitted, and turned out not to be signed. @param {string} address @param {number} bytes */
    count: (address, bytes) => {
      const own = accountOf(address)
      for (const account of [own, everyone]) account.unsigned += bytes + EACH
    },

    /** After how many seconds an address should try again. @param {string} address */
    retryAfter: (address) => {
      const over = forgetting(accountOf(address), bytesPerSecond) - most / 2
      return Math.min(60, Math.max(1, Math.ceil(over / bytesPerSecond)))
    },
  }
}

/** @typedef {ReturnType<typeof boundsOf>} Bounds */
