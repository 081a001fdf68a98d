/**
 * Combines the parts: makes a service that can listen from a configuration, and a function that
 * ends the service.
 */
import { isRight } from 'fp-ts/lib/Either.js'
import { readStored } from 'payfold/provider'
import { endingOf } from '../../services/ending.js'
import { boundConnections } from './bounds.js'
import { openDatabase } from './database.js'
import { metricsOf } from './metrics.js'
import { serviceOf } from './service.js'
import { shopOn } from './shop.js'
import { storeIn } from './store.js'

/** How long to wait before asking again whether something is due. */
const PAUSE_MS = 60_000

/** How long requests that have begun may take to arrive completely. */
const MOST_MS = 5000

/**
 * @param {import('./config.js').Config} config
 * @param {{ readonly output?: { readonly write: (line: string) => void } }} [options]
 */
export const open = async (config, { output } = {}) => {
  const database = await openDatabase(config)
  const store = storeIn(database)
  await store.prepare()
  const metrics = metricsOf(store)
  const shop = shopOn(config, store, metrics, (error) => {
    app.log.warn({ err: error }, 'the provider did not respond')
  })
  const parts = { config, database: database.kind, store, shop, metrics }
  const app = await serviceOf(output === undefined ? parts : { ...parts, output })

  boundConnections(app.server, config.mostConnections)
  const end = endingOf(app.server, Math.min(config.patienceMs, MOST_MS), () => app.close())

  let isOpen = true
  /** @param {string} what @param {() => Promise<void>} work */
  const tried = async (what, work) => {
    try {
      await work()
    } catch (error) {
      app.log.error({ err: error }, `${what} failed`)
    }
  }
  /** Reads the messages again that could not be read: this release may be able to. */
  const readAgain = async () => {
    for await (const stored of store.unread()) {
      const message = readStored(stored)
      if (!isOpen) return
      if (isRight(message)) await shop.take(message.right)
    }
  }
  /** Looks up what is due. */
  const lookUp = async () => {
    const { asked, left } = await shop.due()
    if (asked + left.length > 0) app.log.info({ asked, left: left.length }, 'looked up')
  }
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  /** @type {Promise<void>} */
  let working = tried('reading messages again', readAgain)
  const work = () => {
    working = working
      .then(() => tried('looking up', lookUp))
      .then(() => {
        if (isOpen) timer = setTimeout(work, PAUSE_MS)
      })
  }
  work()

  return {
    app,
    shop,
    store,
    database,
    /**
     * Ends the service: it accepts no new requests, finishes those that have begun, then closes the
     * database.
     */
    close: async () => {
      isOpen = false
      clearTimeout(timer)
      await end()
      await working
      clearTimeout(timer)
      await database.close()
    },
  }
}
