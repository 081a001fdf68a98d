// @ts-check
/**
 * A substitute for the provider, on this machine only: it accepts refunds, shows them to look-ups, and
 * sends signed webhooks, each twice and in any order, until they are accepted. It serves for trying
 * out the services and for their tests.
 */
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'

/** @typedef {{ readonly paymentId: string, readonly amount?: number, readonly reference?: string }} Refund */

/**
 * What the substitute does with a refund.
 *
 * `grant`: responds, and sends webhooks. `late`: sends webhooks, and responds after they were accepted.
 * `hold`: grants it, and responds once it is released. `lose`: grants it, but loses the response.
 * `forget`: grants it, fails with an error, and does not keep the key. `drop`: does nothing, and breaks
 * the connection. `hang`: does not respond. `refuse`: refuses it. `fail`: fails with an error, and does
 * nothing. `deny`: does not know the caller. `flood`: sends an endless response. `garble`: sends an
 * unreadable response.
 *
 * @typedef {'grant' | 'late' | 'hold' | 'lose' | 'forget' | 'drop' | 'hang' | 'refuse' | 'fail' | 'deny'
 *   | 'flood' | 'garble'} Mood
 */

/** @param {string | Buffer} body @param {string} key */
export const signatureOf = (body, key) => createHmac('sha256', key).update(body).digest('hex')

const seconds = () => `${new Date().toISOString().slice(0, 19)}Z`

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Sends webhooks to an address until each is accepted; resolves to the number of attempts.
 *
 * @param {string} url @param {string} key
 */
export const senderTo = (url, key) => {
  /** @param {object | string} message @returns {Promise<number>} */
  const send = async (message) => {
    const body = typeof message === 'string' ? message : JSON.stringify(message)
    const headers = { 'content-type': 'application/json', 'cko-signature': signatureOf(body, key) }
    for (let tries = 1; ; tries += 1) {
      try {
        const signal = AbortSignal.timeout(5000)
        const answer = await fetch(url, { method: 'POST', headers, body, signal })
        await answer.arrayBuffer()
        if (answer.ok) return tries
      } catch {
        // the service is away or does not respond: the webhook comes again, up to 2000 times
      }
      if (tries === 2000) throw new Error('A webhook was never accepted.')
      await wait(20 + Math.random() * 80)
    }
  }
  return send
}

/** A webhook about a payment. @param {string} id @param {string} type @param {object} data */
export const webhookOf = (id, type, data) => {
  const at = seconds()
  return { id, type, created_on: at, data: { ...data, processed_on: at }, _links: {} }
}

/** @param {import('node:http').IncomingMessage} request */
const bodyOf = async (request) => {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/** Sends a body that never ends. @param {import('node:http').ServerResponse} response */
const flood = (response) => {
  response.writeHead(202, { 'content-type': 'application/json' })
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
  }
  response.on('drain', more)
  more()
}

/**
 * The refunds that the substitute has granted, and the webhooks about them.
 *
 * @param {(message: object) => Promise<unknown>} send
 */
const bookOf = (send) => {
  /** The responses by key: the same request gets the same response. @type {Map<string, object>} */
  const granted = new Map()
  /**
   * Every refund that was granted: under one key twice, if the key was not kept.
   * @type {(Refund & { readonly key: string, readonly actionId: string, readonly at: string })[]}
   */
  const grants = []
  /** The captures that look-ups show. @type {{ readonly paymentId: string, readonly actionId: string, readonly amount: number }[]} */
  const captures = []
  /** @type {Promise<unknown>[]} */
  const sending = []
  return {
    captures,
    grants,
    sending,
    /** @param {string} key @param {Refund} refund @param {boolean} keepsKey */
    grant: (key, refund, keepsKey) => {
      const known = granted.get(key)
      if (known !== undefined) return known
      const { paymentId: id, amount, reference } = refund
      const actionId = `act_${Date.now().toString(36)}${grants.length}`
      const answer = { action_id: actionId, reference, _links: {} }
      grants.push({ ...refund, key, actionId, at: seconds() })
      if (keepsKey) granted.set(key, answer)
      const data = { id, action_id: actionId, amount, currency: 'EUR', reference }
      const pending = webhookOf(`evt_p${actionId}`, 'payment_refund_pending', data)
      const refunded = webhookOf(`evt_r${actionId}`, 'payment_refunded', data)
      for (const message of [refunded, pending, refunded, pending]) sending.push(send(message))
      return answer
    },
    /** What happened to a payment, as its list of actions shows it. @param {string} id */
    actionsOf: (id) => [
      ...captures
        .filter(({ paymentId }) => paymentId === id)
        .map(({ actionId, amount }) => ({ id: actionId, type: 'Capture', amount, approved: true })),
      ...grants
        .filter(({ paymentId }) => paymentId === id)
        .map(({ actionId, amount, reference, at }) => {
          const action = { id: actionId, type: 'Refund', amount, reference, processed_on: at }
          return { ...action, approved: true, response_code: '10000' }
        }),
    ],
    /** Forgets every key, as the provider does after 24 hours. */
    forget: () => granted.clear(),
  }
}

const REFUSED = { error_type: 'request_invalid', error_codes: ['refund_amount_exceeds_balance'] }

/**
 * Starts the substitute on a free port.
 *
 * @param {object} options
 * @param {string} options.apiKey the key that the substitute requires
 * @param {(message: object) => Promise<unknown>} options.send sends a webhook to the service
 * @param {(refund: Refund) => Mood} [options.moodFor]
 */
export const sandbox = async ({ apiKey, send, moodFor = () => 'grant' }) => {
  const { captures, grants, sending, grant, actionsOf, forget } = bookOf(send)
  let [asked, lookUps] = [0, 0]
  /** @type {((nothing: null) => void)[]} */
  const held = []

  const server = createServer(async (request, response) => {
    /** @param {number} status @param {object} body */
    const answer = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const text = await bodyOf(request)
    const { method, headers } = request
    const [, paymentId, what] =
      /^\/payments\/(pay_\w+)\/(refunds|actions)$/.exec(request.url ?? '') ?? []
    if (paymentId === undefined) return answer(503, {})
    if (headers.authorization !== apiKey) return answer(401, {})
    if (method === 'GET' && what === 'actions') {
      lookUps += 1
      return answer(200, actionsOf(paymentId))
    }
    const refund = { ...JSON.parse(text), paymentId }
    const mood = moodFor(refund)
    asked += 1
    if (mood === 'hang') return
    if (mood === 'fail') return answer(503, {})
    if (mood === 'deny') return answer(401, {})
    if (mood === 'refuse') return answer(422, REFUSED)
    if (mood === 'drop') return request.socket.destroy()
    if (mood === 'garble') return response.writeHead(202).end('<html>')
    if (mood === 'flood') return flood(response)
    if (mood === 'hold') await new Promise((resolve) => held.push(resolve))
    const body = grant(String(headers['cko-idempotency-key']), refund, mood !== 'forget')
    if (mood === 'forget') return answer(503, {})
    if (mood === 'late') await Promise.all(sending)
    return mood === 'lose' ? request.socket.destroy() : answer(202, body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    captures,
    grants,
    forget,
    /** How many times a refund was requested. */
    asked: () => asked,
    /** How many times a payment was looked up. */
    lookUps: () => lookUps,
    /** Lets it respond to the requests that it holds. */
    release: () => {
      for (const respond of held.splice(0)) respond(null)
    },
    /** Resolves when every webhook has been accepted. */
    settled: async () => {
      await Promise.all(sending)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
