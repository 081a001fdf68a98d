/** Prints the log, a line an entry, stream by stream: for an audit. `npm run --silent log > log.ndjson` */
import { once } from 'node:events'
import { placeFor } from './cluster.js'
import { readConfig } from './config.js'
import { linesIn } from './sql.js'

// no key is needed to read
const read = readConfig({ ...process.env, WEBHOOK_KEYS: 'none' })
try {
  if ('wrong' in read) throw new Error(read.wrong.join('\n'))
  for await (const line of linesIn(await placeFor(read.config))) {
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
  }
} catch (error) {
  const { message = 'nobody knows why' } = /** @type {any} */ (error)
  process.stderr.write(`The log cannot be read: ${message}\n`)
  process.exitCode = 78
}
