/** Starts the service in the test's own process, with everything that it needs. */
import { senderTo, signatureOf } from '../../services/sandbox.js'
import { readConfig } from '../src/config.js'
import { open } from '../src/open.js'

export const KEY = 'whsec_for_the_tests'

/**
 * Starts the service on a free port.
 *
 * @param {Record<string, string>} environment
 */
export const running = async (environment) => {
  const read = readConfig({ WEBHOOK_KEYS: KEY, PORT: '0', ...environment })
  if ('wrong' in read) throw new Error(read.wrong.join(' '))
  let output = ''
  const write = (/** @type {string} */ line) => {
    output += line
  }
  const { app, close, shop, store, database } = await open(read.config, { output: { write } })
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    base,
    app,
    close,
    shop,
    store,
    database,
    /** What the service has logged. */
    output: () => output,
    /** Sends a webhook until it is accepted. */
    send: senderTo(`${base}/webhooks`, KEY),

    /**
     * @param {string} body
     * @param {Record<string, string>} [headers]
     */
    post: async (body, headers = { 'cko-signature': signatureOf(body, KEY) }) => {
      const answer = await fetch(`${base}/webhooks`, { method: 'POST', headers, body })
      return { status: answer.status, body: /** @type {any} */ (await answer.json()) }
    },

    /** @param {string} path */
    get: async (path) => {
      const answer = await fetch(`${base}${path}`)
      return { status: answer.status, body: /** @type {any} */ (await answer.json()) }
    },

    /**
     * @param {string} stream
     * @param {string | null} key
     * @param {unknown} body
     */
    refund: async (stream, key, body) => {
      const answer = await fetch(`${base}/streams/${stream}/refunds`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key === null ? {} : { 'idempotency-key': key }),
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      return { status: answer.status, body: /** @type {any} */ (await answer.json()) }
    },
  }
}
