/**
 * Combines the parts: makes a service that can listen from a configuration, and a function that
 * ends the service.
 */
import { boundConnections } from './bounds.js'
import { openDatabase } from './database.js'
import { endingOf } from './ending.js'
import { again, intakeInto } from './intake.js'
import { metricsOf } from './metrics.js'
import { providerAt } from './provider.js'
import { refundsWith } from './refunds.js'
import { serviceOf } from './service.js'
import { storeIn } from './store.js'

/** How long to wait before looking again for stored messages that were not read. */
const PAUSE_MS = 1000

/**
 * The minimum age of such a message. A newer message is still being read by the process that stored
 * it.
 */
const YOUNG_SECONDS = 2

/**
 * @param {import('./config.js').Config} config
 * @param {{ readonly output?: { readonly write: (line: string) => void } }} [options]
 */
export const open = async (config, { output } = {}) => {
  const now = () => new Date().toISOString()
  const database = await openDatabase(config)
  const store = storeIn(database)
  // another process may be creating the tables at the same time
  await again(store.prepare, () => {})
  const metrics = metricsOf(store)
  const intake = intakeInto(store, metrics, (error, messages) => {
    // the messages are stored, and are read when the database responds again
    app.log.error({ err: error, messages }, 'stored, not read yet')
  })
  const provider = providerAt(config, (error) => {
    app.log.warn({ err: error }, 'the provider did not respond')
  })
  const refunds = refundsWith({ store, intake, provider, metrics, now })
  const parts = { config, database: database.kind, store, intake, refunds, metrics, now }
  const app = await serviceOf(output === undefined ? parts : { ...parts, output })

  boundConnections(app.server, config.mostConnections)
  const { end } = endingOf(app, config.patienceMs)

  let isOpen = true
  const catchUp = async (/** @type {number} */ seconds) => {
    try {
      const count = await intake.catchUp({
        seconds,
        isWanted: () => isOpen,
        onFailure: (error, message) => {
          app.log.error({ err: error, message }, 'stored, not read yet')
        },
      })
      if (count > 0) app.log.info({ count }, 'read messages that were stored earlier')
    } catch (error) {
      app.log.error({ err: error }, 'stored messages cannot be read yet')
    }
    if (isOpen) timer = setTimeout(work, PAUSE_MS, YOUNG_SECONDS)
  }
  /** @type {Promise<void>} */
  let working = Promise.resolve()
  const work = (/** @type {number} */ seconds) => {
    working = catchUp(seconds)
  }
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  work(0)

  return {
    app,
    store,
    intake,
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
      await intake.settled()
      clearTimeout(timer)
      await database.close()
    },
  }
}
