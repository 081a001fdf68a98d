/** Prints the log, a line an entry, stream by stream: for an audit. `npm run --silent log > log.ndjson` */
import { once } from 'node:events'
import { adminsIn } from './cluster.js'
import { readConfig } from './config.js'
import { linesIn } from './sql.js'

/** @param {readonly string[]} sentences */
const giveUp = (sentences) => {
  process.stderr.write(`${sentences.join('\n')}\n`)
  process.exitCode = 78
}

// no key is needed to read
const read = readConfig({ ...process.env, WEBHOOK_KEYS: 'none' })
if ('wrong' in read) giveUp(read.wrong)
else {
  try {
    const { urls, adminUrls, folder } = read.config
    const admins = adminUrls.length > 0 || urls.length > 0 ? adminUrls : await adminsIn(folder)
    if (admins.length === 0) {
      giveUp([
        'Nobody knows where the cluster is: RESTATE_ADMIN_URLS should name it, or DATA its folder.',
      ])
    } else {
      for await (const line of linesIn(admins)) {
        if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
      }
    }
  } catch (error) {
    const { message = 'nobody knows why' } = /** @type {any} */ (error)
    giveUp([`The log cannot be read: ${message}`])
  }
}
