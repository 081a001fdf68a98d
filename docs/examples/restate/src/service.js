/** Serves the handlers to the cluster, and the ingress to clients; registers the handlers with a cluster. */
import { createServer } from 'node:http2'
import { setFlagsFromString } from 'node:v8'
import { createEndpointHandler } from '@restatedev/restate-sdk'
import { endingOf } from '../../services/ending.js'
import { callerOf } from './calls.js'
import { ingressWith } from './ingress.js'
import { loggerFor } from './logging.js'
import { mark } from './marks.js'
import { command, inbox, streamWith } from './objects.js'
import { providerAt } from './provider.js'
import { judgeBy } from './steps.js'

/**
 * Before this version, Node.js ends a process at once, with `unreachable code`, if a function that calls
 * WebAssembly is deoptimized during the call and the call returns a reference. Restate's library calls
 * WebAssembly at every step. If such calls are not inlined, the process does not end.
 */
const MENDED = 24

if (Number.parseInt(process.versions.node, 10) < MENDED) {
  setFlagsFromString('--no-turbo-inline-js-wasm-calls')
}

/** How much longer than the provider's limit a client's request may take. */
const GRACE_MS = 1000

/** @param {import('node:net').Server} server @param {number} port @returns {Promise<string>} */
const listen = (server, port) =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const actual = typeof address === 'object' && address !== null ? address.port : port
      resolve(`http://127.0.0.1:${actual}`)
    })
  })

/** Whether anything responds at an address. @param {string} url */
const answers = async (url) => {
  try {
    return (await fetch(`${url}/restate/health`, { signal: AbortSignal.timeout(1000) })).ok
  } catch {
    return false
  }
}

/**
 * Follows the cluster's connections to the handlers; the returned function ends them.
 * @param {import('node:http2').Http2Server} handlers
 */
const sessionsOf = (handlers) => {
  /** @type {Set<import('node:http2').ServerHttp2Session>} */
  const sessions = new Set()
  handlers.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  return async () => {
    const closed = new Promise((resolve) => handlers.close(() => resolve(null)))
    // calls in progress may finish; an unfinished call runs again in the next process
    for (const session of sessions) session.close()
    const late = setTimeout(() => {
      for (const session of sessions) session.destroy()
    }, GRACE_MS)
    await closed
    clearTimeout(late)
  }
}

/**
 * Starts the service.
 *
 * @param {import('./config.js').Config} config
 * @param {import('./logging.js').Say} say
 * @param {Parameters<typeof createEndpointHandler>[0]['services']} [more] additional objects to
 *   serve
 */
export const startService = async (config, say, more = []) => {
  judgeBy(config)
  const services = [inbox, streamWith(providerAt(config, say)), command, mark, ...more]
  const handlers = createServer(createEndpointHandler({ services, logger: loggerFor(say) }))
  const endSessions = sessionsOf(handlers)
  const ingress = ingressWith({ config, call: callerOf(config.urls, config.patienceMs) })
  const endIngress = endingOf(ingress, config.patienceMs + GRACE_MS)
  const uri = await listen(handlers, config.handlersPort)
  const base = await listen(ingress, config.port)
  return {
    /** The address for webhooks. */
    base,
    /** The address at which the cluster calls the handlers. */
    uri,
    /** Whether a node of the cluster responds. */
    isThere: async () => (await Promise.all(config.urls.map(answers))).includes(true),
    /** Ends the service: it finishes the requests that have begun, for which it still needs the handlers. */
    close: async () => {
      await endIngress()
      await endSessions()
    },
  }
}

/**
 * Registers the address of the handlers with a cluster, which then asks them for their description.
 * Registering the same address again replaces what the cluster knew.
 *
 * @param {string} admin
 * @param {string} uri
 */
export const register = async (admin, uri) => {
  const answer = await fetch(`${admin}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri, force: true }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The cluster does not accept the handlers: ${text}`)
}
