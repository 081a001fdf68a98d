/**
 * Prints the log stream by stream, in the order in which an audit in one pass reads it. `npm run
 * --silent log > log.ndjson`
 */
import { written } from '../../output.js'
import { withDatabase } from './database.js'
import { readRows } from './log-table.js'

await withDatabase(async (client) => {
  const { rows } = await client.query('select pg_current_snapshot()::text as snapshot')
  for await (const page of readRows(client, { table: 'entries', snapshot: rows[0].snapshot })) {
    await written(page.map(({ line }) => `${line}\n`).join(''))
  }
  return 0
})
