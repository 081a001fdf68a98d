/** Prints how many calls are under way: none should be when payfold is upgraded. `npm run --silent busy` */
import { placeFor } from './cluster.js'
import { readConfig } from './config.js'
import { busyIn } from './sql.js'

// no key is needed to read
const read = readConfig({ ...process.env, WEBHOOK_KEYS: 'none' })
try {
  if ('wrong' in read) throw new Error(read.wrong.join('\n'))
  process.stdout.write(`${await busyIn(await placeFor(read.config))}\n`)
} catch (error) {
  const { message = 'nobody knows why' } = /** @type {any} */ (error)
  process.stderr.write(`The cluster cannot be asked: ${message}\n`)
  process.exitCode = 78
}
