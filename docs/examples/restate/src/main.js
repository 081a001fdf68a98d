/**
 * The service as a program: `npm start`. Where no cluster is named it starts its own. It ends on SIGTERM and SIGINT,
 * when what was begun is done; on a second one at once.
 */
import { binary, NO_BINARY } from './binary.js'
import { startCluster } from './cluster.js'
import { readConfig } from './config.js'
import { sayTo } from './logging.js'
import { register, startService } from './service.js'

/** How long ending may take before the process ends all the same, and its cluster with it. */
const GRACE_MS = 25_000

/** @param {readonly string[]} sentences */
const giveUp = (sentences) => {
  process.stderr.write(`${sentences.join('\n')}\n`)
  process.exit(78)
}

const say = sayTo((line) => process.stdout.write(line))

/** Until it has started there is nothing to be done. @type {() => Promise<unknown>} */
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
  if (!(await service.isThere())) say('no node of the cluster answers at RESTATE_URLS')
  // npm does not pass on a signal that is sent to itself, hence the program's own id
  process.stdout.write(
    `listening at ${service.base}, handlers at ${service.uri}; kill ${process.pid} ends it\n`,
  )
  if (cluster !== null) process.stdout.write(`Restate’s own page: ${cluster.admins[0]}/ui\n`)
}

const read = readConfig(process.env)
if ('wrong' in read) giveUp(read.wrong)
else if (read.config.urls.length === 0 && binary === null)
  giveUp([`It cannot start: ${NO_BINARY}.`])
else {
  try {
    await start(read.config)
  } catch (error) {
    const { message = '', code = 'nobody knows why' } = /** @type {any} */ (error)
    giveUp([`It cannot start: ${message === '' ? code : message}`])
  }
}
