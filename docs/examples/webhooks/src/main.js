/** The service as a program: `npm start`. It ends on SIGTERM and SIGINT, when what was begun is done. */
import { readConfig } from './config.js'
import { open } from './open.js'

/** How long what was begun may take before the process ends all the same. */
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
      // npm does not pass on a signal that is sent to itself, hence the program's own id
      listenTextResolver: (address) =>
        `listening at ${address}, its page at ${address}/docs; kill ${process.pid} ends it`,
    })
  } catch (error) {
    const { message = '', code = 'nobody knows why' } = /** @type {any} */ (error)
    giveUp([`It cannot start: ${message === '' ? code : message}`])
    process.exit()
  }
}
