/**
 * Prints how many calls are in progress: there should be none when payfold is upgraded. `npm run
 * --silent busy`
 */
import { placeFor } from './cluster.js'
import { readConfig } from './config.js'
import { busyIn } from './sql.js'

// reading needs no webhook key
const read = readConfig({ ...process.env, WEBHOOK_KEYS: 'nothing is verified' })
try {
  if ('wrong' in read) throw new Error(read.wrong.join('\n'))
  process.stdout.write(`${await busyIn(await placeFor(read.config))}\n`)
} catch (error) {
  const { message = 'the cause is unknown' } = /** @type {any} */ (error)
  process.stderr.write(`The cluster cannot be reached: ${message}\n`)
  process.exitCode = 78
}
