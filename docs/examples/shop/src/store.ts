/** The store of a shop in PostgreSQL: here the embedded one, which takes the same SQL. */
import type { PGlite } from '@electric-sql/pglite'
import type { Store } from 'payfold/desk'

const TABLES = `
  create table if not exists entries (stream text, revision integer, line text, command text unique, primary key (stream, revision));
  create table if not exists messages (received_at text, unread text, message text);
  create unique index if not exists messages_once on messages (md5(message));
  create table if not exists streams (stream text primary key, revision integer, status text, due text, needs_a_person jsonb)`

export const store = async (db: PGlite): Promise<Store> => {
  await db.exec(TABLES)
  return {
    load: async (streams, command) => {
      const { rows } = await db.query<{ line: string }>(
        `select line from entries left join unnest($1::text[], $2::integer[]) as asked (stream, since)
         using (stream) where revision >= since or command = $3 order by stream collate "C", revision`,
        [streams.map(({ stream }) => stream), streams.map(({ revision }) => revision), command],
      )
      return rows.map(({ line }) => line)
    },
    save: ({ rows, message, streams }) =>
      db.transaction(async (tx) => {
        for (const { stream, revision, line, command } of rows) {
          const insert = 'insert into entries values ($1, $2, $3, $4) on conflict do nothing'
          const { affectedRows } = await tx.query(insert, [stream, revision, line, command])
          if (affectedRows === 0) return tx.rollback().then(() => false)
        }
        if (message !== null) {
          const { receivedAt, unread, ...stored } = message
          const upsert = `insert into messages values ($1, $2, $3) on conflict (md5(message)) do update
             set received_at = $1, unread = $2 where messages.unread is not null`
          await tx.query(upsert, [receivedAt, unread, JSON.stringify(stored)])
        }
        for (const { stream, revision, status, due, left } of streams) {
          const upsert = `insert into streams values ($1, $2, $3, $4, $5) on conflict (stream) do update
             set revision = $2, status = $3, due = $4, needs_a_person = $5 where streams.revision <= $2`
          await tx.query(upsert, [stream, revision, status, due, JSON.stringify(left)])
        }
        return true
      }),
    due: async (now) => {
      const due = 'select stream from streams where due <= $1'
      return (await db.query<{ stream: string }>(due, [now])).rows.map(({ stream }) => stream)
    },
  }
}
