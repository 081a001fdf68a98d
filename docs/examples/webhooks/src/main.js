/**
 * The service as a program: `npm start`. On SIGTERM or SIGINT it finishes what has begun, and ends.
 */
import { readConfig } from './config.js'
import { open } from './open.js'

/** How long finishing may take; after that the process ends anyway. */
const GRACE_MS = 10_000

/** @param {readonly string[]} sentences */
const giveUp = (sentences) => {
  process.stderr.write(`${sentences.join('\n')}\n`)
  process.exitCode = 78
}

const read = readConfig(process.env)
if ('wrong' in read) giveUp(read.wrong)
else {
  const { config } = read
  try {
    const { app, close } = await open(config)
    for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) {
      process.once(signal, () => {
        app.log.info({ signal }, 'ending')
        setTimeout(() => process.exit(1), GRACE_MS).unref()
        close().then(
          () => process.exit(0),
          () => process.exit(1),
        )
      })
    }
    await app.listen({
      host: config.host,
      port: config.port,
      // npm does not forward the signals that it receives, so this prints the process id of the
      // program
      listenTextResolver: (address) =>
        `listening at ${address}, its page at ${address}/docs; to end it: kill ${process.pid}`,
    })
  } catch (error) {
    const { message = '', code = 'the cause is unknown' } = /** @type {any} */ (error)
    giveUp([`The service cannot start: ${message === '' ? code : message}`])
    process.exit()
  }
}
