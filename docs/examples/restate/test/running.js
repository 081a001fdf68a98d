/** Starts a cluster, the service in the test's own process, and a substitute for the provider. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { sandbox, senderTo, signatureOf } from '../../services/sandbox.js'
import { startCluster } from '../src/cluster.js'
import { readConfig } from '../src/config.js'
import { sayTo } from '../src/logging.js'
import { binary, NO_BINARY } from '../src/node.js'
import { register, startService } from '../src/service.js'
import { everythingIn, quiet } from './held.js'
import { linesIn, sequential, statusesIn } from './model.js'

export const KEY = 'whsec_for_the_tests'
const API_KEY = 'sk_test'

export const isThere = binary !== null

/** The name of a test, with the reason if the test is skipped. @param {string} name */
export const called = (name) => (isThere ? name : `${name} (left out: ${NO_BINARY})`)

/** A cluster in a temporary folder. */
export const clusterOfOwn = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'restate-'))
  const cluster = await startCluster(folder)
  return {
    ...cluster,
    stop: async () => {
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when every part of a newly started cluster accepts calls. @param {string} base */
export const isAnswering = async (base) => {
  const probes = Array.from(
    { length: 12 },
    (_, index) => `${base}/streams/payment-pay_probe${index}`,
  )
  await Promise.all(
    probes.map(async (probe) => {
      while ((await fetch(probe)).status !== 404);
    }),
  )
}

/**
 * A provider that grants every refund, unless `moodFor` says otherwise.
 * @typedef {(refund: import('../../services/sandbox.js').Refund) => import('../../services/sandbox.js').Mood} MoodFor
 */

/**
 * @param {MoodFor} [moodFor]
 * @param {Record<string, string>} [environment]
 * @param {Parameters<typeof startService>[2]} [more]
 */
export const running = async (moodFor = () => 'grant', environment = {}, more = []) => {
  const cluster = await clusterOfOwn()
  let base = ''
  const provider = await sandbox({
    apiKey: API_KEY,
    send: (message) => senderTo(`${base}/webhooks`, KEY)(message),
    moodFor,
  })
  const read = readConfig({
    WEBHOOK_KEYS: KEY,
    RESTATE_URLS: cluster.urls.join(','),
    PORT: '0',
    HANDLERS_PORT: '0',
    PROVIDER_URL: provider.url,
    PROVIDER_KEY: API_KEY,
    ...environment,
  })
  if ('wrong' in read) throw new Error(read.wrong.join(' '))
  let output = ''
  const say = sayTo((line) => {
    output += line
  })
  const { config } = read
  let service = await startService(config, say, more)
  base = service.base
  const [port, handlersPort] = [base, service.uri].map((url) => Number(new URL(url).port))
  await register(String(cluster.admins[0]), service.uri)
  await isAnswering(base)
  return {
    cluster,
    provider,
    base,
    /** What the service has logged. */
    output: () => output,
    /** Sends a webhook until it is accepted. */
    send: senderTo(`${base}/webhooks`, KEY),
    /** Stops the service for `ms` milliseconds. @param {number} ms */
    away: async (ms) => {
      await service.close()
      await new Promise((resolve) => setTimeout(resolve, ms))
      service = await startService(
        { ...config, port: port ?? 0, handlersPort: handlersPort ?? 0 },
        say,
        more,
      )
    },
    /** Resolves when everything that was sent is in the logs. */
    quiet: async () => {
      await provider.settled()
      await quiet(cluster)
    },

    /**
     * @param {string | Buffer} body
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
        headers: key === null ? {} : { 'idempotency-key': key },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      return { status: answer.status, body: /** @type {any} */ (await answer.json()) }
    },

    /**
     * Checks that the logs are those of messages processed one after another, then ends everything.
     */
    close: async () => {
      await provider.settled()
      await quiet(cluster)
      const everything = await everythingIn(cluster)
      await service.close()
      await provider.close()
      await cluster.stop()
      expect(linesIn(everything)).toEqual(await sequential(everything))
      const { stored, folded } = statusesIn(everything)
      expect(stored).toEqual(folded)
    },
  }
}
