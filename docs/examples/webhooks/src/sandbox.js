/**
 * A substitute for the provider, on this machine only: it accepts refunds, and sends signed
 * webhooks, each twice and in any order, until they are accepted. It serves for trying out the
 * service and for the tests.
 */
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'

/** @typedef {{ readonly paymentId: string, readonly amount?: number, readonly reference?: string }} Refund */

/**
 * What the substitute does with a refund. `grant`: responds, and sends webhooks. `late`: sends
 * webhooks, and responds after they were accepted. `lose`: grants it, but loses the response.
 * `drop`: does nothing, and does not respond. `refuse`: refuses it. `fail`: fails with an error.
 * `grantAndFail`: grants it, fails with an error, and does not keep the key. `flood`: sends an
 * endless response. `slow`: grants it, and responds after half a second.
 *
 * @typedef {'grant' | 'late' | 'lose' | 'drop' | 'refuse' | 'fail' | 'grantAndFail' | 'flood' | 'slow'} Mood
 */

/** @param {string} body @param {string} key */
export const signatureOf = (body, key) => createHmac('sha256', key).update(body).digest('hex')

const seconds = () => `${new Date().toISOString().slice(0, 19)}Z`

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
        const answer = await fetch(url, {
          method: 'POST',
          headers,
          body,
          signal: AbortSignal.timeout(5000),
        })
        await answer.arrayBuffer()
        if (answer.ok) return tries
      } catch {
        // the service is away or does not respond: the webhook comes again, up to 2000 times
      }
      if (tries === 2000) throw new Error('A webhook was never accepted.')
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 80))
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

/**
 * Starts the substitute on a free port.
 *
 * @param {object} options
 * @param {string} options.apiKey the key that the substitute requires
 * @param {(message: object) => Promise<unknown>} options.send sends a webhook to the service
 * @param {(refund: Refund) => Mood} [options.moodFor]
 */
export const sandbox = async ({ apiKey, send, moodFor = () => 'grant' }) => {
  /**
   * The responses by key. A repeated request gets the same response, until its key is forgotten.
   * @type {Map<string, object>}
   *
   */
  const granted = new Map()
  /**
   * Every refund that was granted: under one key twice, if the key was not kept.
   * @type {(Refund & { readonly key: string, readonly actionId: string, readonly at: string })[]}
   */
  const grants = []
  /** @type {Promise<unknown>[]} */
  const sending = []
  let asked = 0

  /** @param {Refund} refund @param {string} actionId */
  const report = ({ paymentId, amount, reference }, actionId) => {
    const data = { id: paymentId, action_id: actionId, amount, currency: 'EUR', reference }
    const pending = webhookOf(`evt_p${actionId}`, 'payment_refund_pending', data)
    const refunded = webhookOf(`evt_r${actionId}`, 'payment_refunded', data)
    for (const message of [refunded, pending, refunded, pending]) sending.push(send(message))
  }

  /** @param {string} key @param {Refund} refund @param {boolean} keepsKey */
  const grant = (key, refund, keepsKey) => {
    const known = granted.get(key)
    if (known !== undefined) return known
    const actionId = `act_${Date.now().toString(36)}${grants.length}`
    const answer = { action_id: actionId, reference: refund.reference, _links: {} }
    grants.push({ ...refund, key, actionId, at: seconds() })
    if (keepsKey) granted.set(key, answer)
    report(refund, actionId)
    return answer
  }

  const server = createServer(async (request, response) => {
    /** @param {number} status @param {object} body */
    const answer = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const text = await bodyOf(request)
    const [, paymentId] = /^\/payments\/(pay_\w+)\/refunds$/.exec(request.url ?? '') ?? []
    if (request.method !== 'POST' || paymentId === undefined) return answer(404, {})
    if (request.headers.authorization !== apiKey) return answer(401, {})
    const refund = { ...JSON.parse(text), paymentId }
    const mood = moodFor(refund)
    asked += 1
    if (mood === 'fail') return answer(503, {})
    if (mood === 'drop') return request.socket.destroy()
    if (mood === 'flood') {
      response.writeHead(202, { 'content-type': 'application/json' })
      const flood = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      }
      response.on('drain', flood)
      return flood()
    }
    if (mood === 'slow') await new Promise((resolve) => setTimeout(resolve, 500))
    if (mood === 'refuse') {
      return answer(422, {
        error_type: 'request_invalid',
        error_codes: ['refund_amount_exceeds_balance'],
      })
    }
    const isKept = mood !== 'grantAndFail'
    const body = grant(String(request.headers['cko-idempotency-key']), refund, isKept)
    if (!isKept) return answer(503, {})
    if (mood === 'late') await Promise.all(sending)
    return mood === 'lose' ? request.socket.destroy() : answer(202, body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    granted,
    grants,
    /** The refunds of a payment, as its list of actions shows them. @param {string} id */
    actionsOf: (id) =>
      grants
        .filter(({ paymentId }) => paymentId === id)
        .map(({ actionId, amount, reference, at }) => {
          const action = { id: actionId, type: 'Refund', amount, reference, processed_on: at }
          return { ...action, approved: true, response_code: '10000' }
        }),
    /** Forgets every key, as the provider does after 24 hours. */
    forget: () => granted.clear(),
    /** How many refunds were requested. */
    asked: () => asked,
    /** Resolves when every webhook has been accepted. */
    settled: async () => {
      await Promise.all(sending)
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
