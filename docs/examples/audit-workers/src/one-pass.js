/** The audit with which the workers are compared: all rows in order, in one process. */
import { auditor, reportJson } from 'payfold/audit'
import { readRows } from './log-table.js'
import { pf } from './payfold.js'

const NOW = 'select pg_current_snapshot()::text as snapshot'

/**
 * Audits the whole log, or what it contained when a snapshot was taken.
 *
 * @param {import('./database.js').Client} client
 * @param {{ snapshot?: string, auditing?: import('payfold/audit').Auditing }} [asked]
 */
export const onePass = async (client, { snapshot, auditing = {} } = {}) => {
  const under = auditor(pf, auditing)
  const seen = snapshot ?? (await client.query(NOW)).rows[0].snapshot
  for await (const page of readRows(client, { table: 'entries', snapshot: seen })) {
    for (const { stream, revision, line } of page) {
      under.line(line, { stream: /** @type {import('payfold').Stream} */ (stream), revision })
    }
  }
  return reportJson(under.report())
}
