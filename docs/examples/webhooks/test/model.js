/** What a database contains, and what it must contain. */
import { modelOf } from '../../services/model.js'
import { openDatabase } from '../src/database.js'
import { pf } from '../src/shop.js'

/** Everything in a database. @param {Record<string, string>} environment */
export const everythingIn = async (environment) => {
  const database = await openDatabase({
    databaseUrl: environment['DATABASE_URL'] ?? null,
    folder: environment['DATA'] ?? '',
    patienceMs: 10_000,
  })
  const messages = await database.query(
    'select id::text as id, message, unread, times from messages order by messages.id',
  )
  const entries = await database.query(
    'select stream, revision, line, command, message::text as message from entries order by stream, revision',
  )
  const streams = await database.query('select stream, revision, status from streams')
  await database.close()
  return /** @type {import('../../services/model.js').Everything} */ (
    /** @type {unknown} */ ({ messages, entries, streams })
  )
}

export const { findingsIn, linesIn, saidBy, saidIn, sequential, statusesIn } = modelOf(pf)
