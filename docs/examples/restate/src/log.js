/**
 * Prints the log for an audit, one entry per line, stream by stream: `npm run --silent log >
 * log.ndjson`. Or prints how many calls are in progress: there should be none when payfold is upgraded:
 * `npm run --silent busy`.
 */
import { written } from '../../output.js'
import { placeFor } from './cluster.js'
import { readConfig } from './config.js'
import { busyIn, linesIn } from './sql.js'

// reading needs no webhook key
const read = readConfig({ ...process.env, WEBHOOK_KEYS: 'nothing is verified' })
try {
  if ('wrong' in read) throw new Error(read.wrong.join('\n'))
  const place = await placeFor(read.config)
  if (process.argv[2] === 'busy') await written(`${await busyIn(place)}\n`)
  else for await (const line of linesIn(place)) await written(`${line}\n`)
} catch (error) {
  const { message = 'the cause is unknown' } = /** @type {any} */ (error)
  process.stderr.write(`The cluster cannot be read: ${message}\n`)
  process.exitCode = 78
}
