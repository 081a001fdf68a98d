/**
 * The service as a program: `npm start`. It starts a cluster itself unless the environment names a
 * cluster. On SIGTERM or SIGINT, the program finishes what has begun, and ends. On a second signal,
 * it ends at once.
 */
import { startCluster } from './cluster.js'
import { readConfig } from './config.js'
import { sayTo } from './logging.js'
import { binary, NO_BINARY } from './node.js'
import { register, startService } from './service.js'

/** How long ending may take. After that, the process ends anyway, and so does the cluster that it started. */
const GRACE_MS = 25_000

/** @param {readonly string[]} sentences */
const giveUp = (sentences) => {
  process.stderr.write(`${sentences.join('\n')}\n`)
  process.exit(78)
}

const say = sayTo((line) => process.stdout.write(line))

/** Nothing has to be ended until the service has started. @type {() => Promise<unknown>} */
let end = async () => {}
let signals = 0
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) {
  process.on(signal, () => {
    signals += 1
    if (signals > 1) process.exit(1)
    say('ending', { signal })
    setTimeout(() => process.exit(1), GRACE_MS).unref()
    end().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
}

/** @param {import('./config.js').Config} config */
const start = async (config) => {
  const cluster = config.urls.length === 0 ? await startCluster(config.folder, say) : null
  const service = await startService({ ...config, urls: cluster?.urls ?? config.urls }, say)
  end = async () => {
    await service.close()
    await cluster?.stop()
  }
  if (cluster !== null) await register(String(cluster.admins[0]), service.uri)
  if (!(await service.isThere())) say('no node of the cluster responds at RESTATE_URLS')
  // npm does not forward the signals that it receives, so this prints the process id of the program
  process.stdout.write(
    `listening at ${service.base}, handlers at ${service.uri}; to end it: kill ${process.pid}\n`,
  )
  if (cluster !== null) process.stdout.write(`Restate’s own page: ${cluster.admins[0]}/ui\n`)
}

const read = readConfig(process.env)
if ('wrong' in read) giveUp(read.wrong)
else if (read.config.urls.length === 0 && binary === null)
  giveUp([`The service cannot start: ${NO_BINARY}.`])
else {
  try {
    await start(read.config)
  } catch (error) {
    const { message = '', code = 'the cause is unknown' } = /** @type {any} */ (error)
    giveUp([`The service cannot start: ${message === '' ? code : message}`])
  }
}
