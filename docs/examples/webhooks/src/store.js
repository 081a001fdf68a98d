/** The log in SQL: messages as they arrived, and the entries that they reported. */
import { isLeft } from 'fp-ts/lib/Either.js'
import { pf } from './payfold.js'

const TABLES = [
  `create table if not exists messages (
    id bigint generated always as identity primary key,
    received_at text not null,
    kept_at timestamptz not null default now(),
    kind text not null check (kind in ('webhook', 'response')),
    about jsonb not null,
    body bytea not null,
    outcome text,
    digest bytea not null unique,
    times integer not null
  )`,
  'create index if not exists messages_unread on messages (id) where outcome is null',
  `create table if not exists entries (
    stream text not null,
    revision integer not null check (revision >= 0),
    line text not null,
    message bigint references messages (id),
    command text unique,
    primary key (stream, revision)
  )`,
  // a cache: nothing is lost with it
  `create table if not exists ends (
    stream text primary key,
    revision integer not null,
    tip text not null,
    state text
  )`,
]

// a message has its place in the list, because what a statement returns has no order of its own; it is
// stored once, however often it comes. The digest gives each
// statement the same order, so that two cannot deadlock. The time is that of the delivery that
// was read, because the entries have it.
const INCOMING = `incoming as materialized (
    select nextval(pg_get_serial_sequence('messages', 'id')) as id, place,
      received_at, kind, about, body, outcome,
      sha256(convert_to(kind || about::text, 'UTF8') || body) as digest
    from (
      select received_at, kind, about::jsonb as about, decode(body, 'base64') as body, outcome, place
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
        with ordinality as message (received_at, kind, about, body, outcome, place)
    ) as message
  ), kept as (
    insert into messages (id, received_at, kind, about, body, outcome, digest, times)
    overriding system value
    select distinct on (digest) id, received_at, kind, about, body, outcome, digest,
      count(*) over (partition by digest)
    from incoming order by digest, place
    on conflict (digest) do update set
      times = messages.times + excluded.times,
      (outcome, received_at) = (select messages.outcome, messages.received_at
        where messages.outcome = 'recorded' or excluded.outcome is null
        union all select excluded.outcome, excluded.received_at
        where messages.outcome is distinct from 'recorded' and excluded.outcome is not null)
    returning id, digest
  )`

const KEPT = 'select kept.id::text as id from incoming join kept using (digest) order by place'

const KEEP = `with ${INCOMING} ${KEPT}`

const KEEP_AND_ADD = `with ${INCOMING}, added as (
    insert into entries (stream, revision, line, message)
    select stream, revision, line, kept.id
    from unnest($6::text[], $7::integer[], $8::text[], $9::integer[])
      as entry (stream, revision, line, place)
    join incoming using (place) join kept using (digest) order by stream, revision
  ) ${KEPT}`

// the age is measured by the database's own clock, because the clocks of the services may differ
const UNREAD = `select id::text as id, received_at, kind, about, body from messages
  where outcome is null and kept_at <= now() - make_interval(secs => $2) and id > $3::bigint
  order by messages.id limit $1`

// in the order of the key, so that an audit needs only one stream at a time
const PAGE = `select stream, revision, line from entries where (stream, revision) > ($1, $2)
  order by stream, revision limit 1000`

const COUNT_UNREAD = 'select count(*)::int as unread from messages where outcome is null'

const READ = 'select line from entries where stream = any($1) order by stream, revision'

// from the last known entry on, so that it is seen whether the log still has that entry
const ENDS = `with known as materialized (
    select asked.stream, coalesce(ends.revision, asked.revision) as revision, ends.tip
    from unnest($1::text[], $2::integer[]) as asked (stream, revision)
    left join ends on asked.revision < 0 and ends.stream = asked.stream
  )
  select stream, revision, tip, null as line from known where tip is not null
  union all
  select entries.stream, entries.revision, null, line from known
  join entries on entries.stream = known.stream and entries.revision >= known.revision
  order by stream, revision`

const KEEP_END = `insert into ends (stream, revision, tip, state) values ($1, $2, $3, $4)
  on conflict (stream) do update
  set revision = excluded.revision, tip = excluded.tip, state = excluded.state
  where ends.revision <= excluded.revision`

const KEPT_STATE = 'select revision, state from ends where stream = $1'

const FORGET_END = 'delete from ends where stream = $1'

const STREAM_OF_COMMAND = 'select stream from entries where command = $1'

// in the order of the key, so that two statements that add to the same streams cannot deadlock
const ADD = `insert into entries (stream, revision, line, message)
  select stream, revision, line, message
  from unnest($1::text[], $2::integer[], $3::text[], $4::bigint[])
    as incoming (stream, revision, line, message)
  order by stream, revision`

const ADD_OWN = `insert into entries (stream, revision, line, command)
  select stream, revision, line, command
  from unnest($1::text[], $2::integer[], $3::text[], $4::text[])
    as own (stream, revision, line, command)
  order by stream, revision`

const ADD_AND_MARK = `with added as (${ADD} returning 1)
  update messages set outcome = reading.outcome
  from unnest($5::bigint[], $6::text[]) as reading (id, outcome)
  where messages.id = reading.id and messages.outcome is null`

/**
 * A stored message: what `readStored` reads, with its body as bytes.
 *
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} receivedAt
 * @property {'webhook' | 'response'} kind
 * @property {object} about the request of a response (endpoint, params, request, status, commandId); empty for a webhook
 * @property {Uint8Array} body
 */

/** @typedef {Omit<Kept, 'id'>} Message */

/**
 * An entry, and the place of its message in a list of messages.
 *
 * @typedef {object} Added
 * @property {import('payfold').Entry} entry
 * @property {number} place
 */

/**
 * Where the log ends that a stream has, and the state there.
 *
 * @typedef {object} End
 * @property {import('payfold').Stream} stream
 * @property {number} revision
 * @property {string} tip as JSON
 * @property {string | null} state as JSON
 */

/** @param {readonly Message[]} messages @param {readonly (string | null)[]} outcomes */
const messageColumns = (messages, outcomes) => [
  messages.map(({ receivedAt }) => receivedAt),
  messages.map(({ kind }) => kind),
  messages.map(({ about }) => JSON.stringify(about)),
  messages.map(({ body }) => Buffer.from(body).toString('base64')),
  outcomes,
]

/** @param {string} line */
const entryIn = (line) => {
  const read = pf.fromLine(line)
  // only this store writes lines, so an invalid line is an accident, and no entry may follow it
  if (isLeft(read)) throw new Error('A line of the log is not valid. Audit the log.')
  return read.right
}

/** @param {readonly import('payfold').Entry[]} entries */
const columns = (entries) => [
  entries.map(({ stream }) => stream),
  entries.map(({ revision }) => revision),
  entries.map(pf.toLine),
]

/**
 * The id of the command that an entry records, so that no other entry can record it. Messages name
 * their command, too, but there may be several.
 *
 * @param {import('payfold').Entry} entry
 */
const claimOf = ({ event: { type, data } }) =>
  type === 'refund_requested' && 'commandId' in data ? data.commandId : null

/**
 * The store. Every method is one statement: it happens completely or not at all. The method rejects
 * if the statement did not happen, or if it is unknown whether it happened.
 *
 * @param {import('./database.js').Database} database
 */
export const storeIn = ({ query }) => ({
  /** Creates the tables unless they exist. */
  prepare: async () => {
    for (const table of TABLES) await query(table)
  },

  /**
   * Stores messages as they arrived; resolves to their numbers once the database has them. A message
   * that is stored already keeps its number, and is counted.
   *
   * @param {readonly Message[]} messages
   * @returns {Promise<readonly string[]>}
   */
  keep: async (messages) => {
    const unread = messages.map(() => null)
    return (await query(KEEP, messageColumns(messages, unread))).map(({ id }) => id)
  },

  /**
   * Stores messages that were read, and adds their entries, in one statement; resolves to the
   * numbers of the messages.
   *
   * @param {readonly Message[]} messages
   * @param {readonly string[]} outcomes
   * @param {readonly Added[]} added
   * @returns {Promise<readonly string[]>}
   */
  keepAndAdd: async (messages, outcomes, added) => {
    const places = added.map(({ place }) => place + 1)
    const entries = columns(added.map(({ entry }) => entry))
    const values = [...messageColumns(messages, outcomes), ...entries, places]
    return (await query(KEEP_AND_ADD, values)).map(({ id }) => id)
  },

  /**
   * Stored messages of at least this age that were not read, the oldest first.
   *
   * @param {number} most
   * @param {number} seconds
   * @param {string} after the number of a message; only later messages are returned
   * @returns {Promise<readonly Kept[]>}
   *
   */
  unread: async (most, seconds, after) =>
    (await query(UNREAD, [most, seconds, after])).map(
      ({ id, received_at: receivedAt, kind, about, body }) => ({
        id,
        receivedAt,
        kind,
        about,
        body,
      }),
    ),

  /** Counts the messages that were not read. @returns {Promise<number>} */
  countUnread: async () => (await query(COUNT_UNREAD))[0]?.['unread'],

  /**
   * What the log has of streams from a revision of each on, in order. A stream of which nothing is
   * known (-1) begins where its end was kept, if it was.
   *
   * @param {readonly (readonly [stream: import('payfold').Stream, revision: number])[]} known
   * @returns {Promise<Map<string, { tip: string | null, entries: import('payfold').Entry[] }>>}
   */
  ends: async (known) => {
    /** @type {Map<string, { tip: string | null, entries: import('payfold').Entry[] }>} */
    const all = new Map(known.map(([stream]) => [stream, { tip: null, entries: [] }]))
    if (known.length === 0) return all
    const values = [known.map(([stream]) => stream), known.map(([, last]) => last)]
    for (const { stream, tip, line } of await query(ENDS, values)) {
      const end = all.get(stream)
      if (end === undefined) continue
      if (line === null) end.tip = tip
      else end.entries.push(entryIn(line))
    }
    return all
  },

  /**
   * All entries of streams, in order.
   *
   * @param {readonly import('payfold').Stream[]} streams
   * @returns {Promise<readonly import('payfold').Entry[]>}
   */
  entriesOf: async (streams) => (await query(READ, [streams])).map(({ line }) => entryIn(line)),

  /** Keeps the end of a stream, unless a later one is kept. @param {End} end */
  keepEnd: async ({ stream, revision, tip, state }) => {
    await query(KEEP_END, [stream, revision, tip, state])
  },

  /**
   * The state that is kept of a stream, and its revision.
   *
   * @param {import('payfold').Stream} stream
   * @returns {Promise<{ readonly revision: number, readonly state: string | null } | undefined>}
   */
  keptState: async (stream) => /** @type {any} */ ((await query(KEPT_STATE, [stream]))[0]),

  /** Lets go of the end that is kept of a stream. @param {import('payfold').Stream} stream */
  forgetEnd: async (stream) => {
    await query(FORGET_END, [stream])
  },

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

  /**
   * The stream of a command; null if there is no such command.
   *
   * @param {string} command
   * @returns {Promise<string | null>}
   */
  streamOfCommand: async (command) =>
    (await query(STREAM_OF_COMMAND, [command]))[0]?.['stream'] ?? null,

  /**
   * Adds steps of ours, in one statement; rejects with a conflict if a revision is taken, or if a
   * command is already recorded.
   *
   * @param {readonly import('payfold').Entry[]} entries
   */
  addOwn: async (entries) => {
    await query(ADD_OWN, [...columns(entries), entries.map(claimOf)])
  },

  /**
   * Adds the entries of stored messages and marks these as read, in one statement.
   *
   * @param {readonly string[]} ids
   * @param {readonly string[]} outcomes
   * @param {readonly Added[]} added
   */
  addRead: async (ids, outcomes, added) => {
    const messages = added.map(({ place }) => ids[place])
    const entries = columns(added.map(({ entry }) => entry))
    await query(ADD_AND_MARK, [...entries, messages, ids, outcomes])
  },
})

/** @typedef {ReturnType<typeof storeIn>} Store */
