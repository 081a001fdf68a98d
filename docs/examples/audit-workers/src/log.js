/**
 * Prints the log stream by stream, in the order in which an audit in one pass reads it. `npm run
 * --silent log > log.ndjson`
 */
import { once } from 'node:events'
import { withDatabase } from './database.js'
import { readRows } from './log-table.js'

await withDatabase(async (client) => {
  const { rows } = await client.query('select pg_current_snapshot()::text as snapshot')
  for await (const page of readRows(client, { table: 'entries', snapshot: rows[0].snapshot })) {
    const text = page.map(({ line }) => `${line}\n`).join('')
    if (!process.stdout.write(text)) await once(process.stdout, 'drain')
  }
  return 0
})
