/**
 * Prints the log for an audit, one entry per line, stream by stream. `npm run --silent log >
 * log.ndjson`
 */
import { written } from '../../output.js'
import { readConfig } from './config.js'
import { openDatabase } from './database.js'
import { storeIn } from './store.js'

// reading needs no webhook key
const read = readConfig({ ...process.env, WEBHOOK_KEYS: 'nothing is verified' })
if ('wrong' in read) {
  process.stderr.write(`${read.wrong.join('\n')}\n`)
  process.exit(78)
}
try {
  const database = await openDatabase(read.config)
  const store = storeIn(database)
  await store.prepare()
  for await (const line of store.lines()) {
    await written(`${line}\n`)
  }
  await database.close()
} catch (error) {
  const { message = '', code = 'the cause is unknown' } = /** @type {any} */ (error)
  process.stderr.write(`The log cannot be printed: ${message === '' ? code : message}\n`)
  process.exitCode = 78
}
