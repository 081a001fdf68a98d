/**
 * Prints the log for an audit, one entry per line, stream by stream. `npm run --silent log >
 * log.ndjson`
 */
import { written } from '../../output.js'
import { placeFor } from './cluster.js'
import { readConfig } from './config.js'
import { linesIn } from './sql.js'

// reading needs no webhook key
const read = readConfig({ ...process.env, WEBHOOK_KEYS: 'nothing is verified' })
try {
  if ('wrong' in read) throw new Error(read.wrong.join('\n'))
  for await (const line of linesIn(await placeFor(read.config))) {
    await written(`${line}\n`)
  }
} catch (error) {
  const { message = 'the cause is unknown' } = /** @type {any} */ (error)
  process.stderr.write(`The log cannot be printed: ${message}\n`)
  process.exitCode = 78
}
