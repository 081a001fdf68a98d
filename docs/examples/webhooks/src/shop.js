/** The desk of this service: its machines, and its ports. */
import { payfold } from 'payfold'
import { desk } from 'payfold/desk'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

/** All machines of this service, combined with their policy once. */
export const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])

/**
 * The body of a response; rejects if it is too long.
 *
 * @param {Response} answer
 * @param {number} mostBytes
 */
const bodyOf = async (answer, mostBytes) => {
  const chunks = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.length
    if (length > mostBytes) throw new Error('The response is longer than this service accepts.')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/**
 * Sends one request to the provider.
 *
 * @param {Pick<import('./config.js').Config, 'providerUrl' | 'providerKey' | 'patienceMs' | 'mostBytes'>} config
 * @param {(error: unknown) => void} onFailure
 * @returns {import('payfold/desk').Ports['send']}
 */
const sendingTo =
  ({ providerUrl, providerKey, patienceMs, mostBytes }, onFailure) =>
  async ({ method, path, headers, body, timeoutMs }) => {
    if (providerUrl === null) throw new Error('No address of the provider is configured.')
    try {
      const answer = await fetch(`${providerUrl}${path}`, {
        method,
        headers: { ...headers, authorization: providerKey },
        body,
        signal: AbortSignal.timeout(Math.min(patienceMs, timeoutMs)),
        redirect: 'error',
      })
      return { status: answer.status, body: await bodyOf(answer, mostBytes) }
    } catch (error) {
      onFailure(error)
      throw error
    }
  }

/**
 * @param {import('./config.js').Config} config
 * @param {import('./store.js').Store} store
 * @param {import('./metrics.js').Metrics} metrics
 * @param {(error: unknown) => void} onFailure is called if the provider did not respond
 */
export const shopOn = (config, store, metrics, onFailure) =>
  desk(pf, {
    load: store.load,
    save: metrics.counting(store.save),
    due: store.due,
    now: () => new Date(),
    keys: config.keys,
    send: sendingTo(config, onFailure),
  })

/** @typedef {ReturnType<typeof shopOn>} Shop */
