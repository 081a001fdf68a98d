/**
 * The store of the desk in SQL: messages as they arrived, the entries that they reported, and what
 * the streams have become.
 */
import { createHash } from 'node:crypto'
import { isConflict } from './database.js'

const TABLES = [
  `create table if not exists messages (
    id bigint generated always as identity primary key,
    digest bytea not null unique,
    message text not null,
    unread text,
    times integer not null
  )`,
  'create index if not exists messages_unread on messages (id) where unread is not null',
  `create table if not exists entries (
    stream text collate "C" not null,
    revision integer not null check (revision >= 0),
    line text not null,
    message bigint references messages (id),
    command text unique,
    primary key (stream, revision)
  )`,
  `create table if not exists streams (
    stream text primary key,
    revision integer not null,
    status text not null,
    due text collate "C",
    left_to_a_person text[] not null
  )`,
  'create index if not exists streams_due on streams (due)',
]

// the line of a command is found by its own key, whatever its stream
const LOAD = `select stream, revision, line from entries
  join unnest($1::text[], $2::integer[]) as asked (stream, since) using (stream)
  where revision >= since
  union select stream, revision, line from entries where command = $3
  order by stream, revision`

// A message is stored once, however often it comes. If it could not be read, the delivery that can be
// replaces it, because its entries have the time of that one. The rows are sorted so that two statements
// lock them in the same order. A stream that is only looked up does not replace what is newer.
const SAVE = `with kept as (
    insert into messages (digest, message, unread, times)
    select $1, $2, $3, 1 where $1::bytea is not null
    on conflict (digest) do update set
      times = messages.times + 1,
      (message, unread) = (select messages.message, null where messages.unread is null
        union all select excluded.message, excluded.unread where messages.unread is not null)
    returning id
  ), added as (
    insert into entries (stream, revision, line, command, message)
    select stream, revision, line, command, (select id from kept)
    from unnest($4::text[], $5::integer[], $6::text[], $7::text[])
      as entry (stream, revision, line, command)
    order by stream, revision
  )
  insert into streams (stream, revision, status, due, left_to_a_person)
  select stream, revision, status, due, array(select json_array_elements_text(sentences::json))
  from unnest($8::text[], $9::integer[], $10::text[], $11::text[], $12::text[])
    as latest (stream, revision, status, due, sentences)
  order by stream
  on conflict (stream) do update set (revision, status, due, left_to_a_person) =
    (excluded.revision, excluded.status, excluded.due, excluded.left_to_a_person)
  where streams.revision <= excluded.revision`

const DUE = 'select stream from streams where due <= $1 order by due limit 1000'

const UNREAD =
  'select id, message from messages where unread is not null and id > $1 order by id limit 25'

const COUNT_UNREAD = 'select count(*)::int as unread from messages where unread is not null'

// in the order of the key, so that an audit needs only one stream at a time
const PAGE = `select stream, revision, line from entries where (stream, revision) > ($1, $2)
  order by stream, revision limit 1000`

/** How many times to create the tables if other processes do so at the same time. */
const TRIES = 20

/**
 * What makes a message the same one: everything but the time of its arrival.
 *
 * @param {object} message
 */
const digestOf = (message) =>
  createHash('sha256')
    .update(JSON.stringify({ ...message, receivedAt: null }))
    .digest()

/** @param {import('payfold/desk').Save['message']} message */
const messageColumns = (message) => {
  if (message === null) return [null, null, null]
  const { unread, ...stored } = message
  return [digestOf(stored), JSON.stringify(stored), unread]
}

/**
 * The store. Every method is one statement: it happens completely or not at all. It rejects if the
 * statement did not happen, or if it is unknown whether it happened.
 *
 * @param {import('./database.js').Database} database
 */
export const storeIn = ({ query }) => ({
  /** Creates the tables unless they exist. */
  prepare: async () => {
    for (const table of TABLES) {
      for (let tries = 1; ; tries += 1) {
        try {
          await query(table)
          break
        } catch (error) {
          if (!isConflict(error) || tries === TRIES) throw error
        }
      }
    }
  },

  /** @type {import('payfold/desk').Store['load']} */
  load: async (streams, command) => {
    const asked = [streams.map(({ stream }) => stream), streams.map(({ revision }) => revision)]
    return (await query(LOAD, [...asked, command])).map(({ line }) => line)
  },

  /** @type {import('payfold/desk').Store['save']} */
  save: async ({ rows, message, streams }) => {
    try {
      await query(SAVE, [
        ...messageColumns(message),
        rows.map(({ stream }) => stream),
        rows.map(({ revision }) => revision),
        rows.map(({ line }) => line),
        rows.map(({ command }) => command),
        streams.map(({ stream }) => stream),
        streams.map(({ revision }) => revision),
        streams.map(({ status }) => status),
        streams.map(({ due }) => due),
        streams.map(({ left }) => JSON.stringify(left)),
      ])
      return true
    } catch (error) {
      if (isConflict(error)) return false
      throw error
    }
  },

  /** @type {import('payfold/desk').Store['due']} */
  due: async (now) => (await query(DUE, [now])).map(({ stream }) => stream),

  /** Yields every message that could not be read, as it was stored. @returns {AsyncGenerator<unknown>} */
  unread: async function* () {
    for (let last = '0'; ; ) {
      const page = await query(UNREAD, [last])
      for (const { message } of page) yield message === '' ? null : JSON.parse(message)
      const end = page.at(-1)
      if (end === undefined) return
      last = end['id']
    }
  },

  /** Counts the messages that could not be read. @returns {Promise<number>} */
  countUnread: async () => (await query(COUNT_UNREAD))[0]?.['unread'],

  /** Yields every line of the log, stream by stream. @returns {AsyncGenerator<string>} */
  lines: async function* () {
    let [stream, revision] = ['', -1]
    for (;;) {
      const page = await query(PAGE, [stream, revision])
      for (const row of page) yield row['line']
      const last = page.at(-1)
      if (last === undefined) return
      ;[stream, revision] = [last['stream'], last['revision']]
    }
  },
})

/** @typedef {ReturnType<typeof storeIn>} Store */
