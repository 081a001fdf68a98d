/** The laws of a store: the one in memory keeps them, and each of these wrong ones breaks one. */
import { expect, test } from 'vitest'
import { memoryStore, type Save, type Store } from '../../src/desk/index.ts'
import { storageLaws } from '../../src/testing/index.ts'

/** A store with columns that are made from the line; PostgreSQL has no text with U+0000. */
const readingLines = (store: Store): Store => ({
  ...store,
  save: async (save) => {
    for (const { line } of save.rows) {
      const { type, metadata } = JSON.parse(line).event
      const isRead = [type, metadata.eventId].every((each) => typeof each === 'string')
      if (!isRead || line.includes('\\u0000')) throw Error('unsupported Unicode escape sequence')
    }
    return store.save(save)
  },
})

const opened = async (store: Store) => ({ store, again: async () => store })

test.each(storageLaws(() => opened(memoryStore())))('a store in memory $name', ({ check }) =>
  check(),
)

test.each(storageLaws(() => opened(readingLines(memoryStore()))))(
  'a store that reads type and id of an event from its line, as PostgreSQL reads JSON, $name',
  ({ check }) => check(),
)

/** Waits for other writers, as a database does between two statements. */
const turn = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Whether a row is there already, asked before anything is written. */
const isThere = async ({ load }: Store, { stream, revision, command }: Save['rows'][number]) =>
  (await load([{ stream, revision }], null)).length > 0 ||
  (command !== null && (await load([], command)).length > 0)

/** A store made of several, one for each row, so that it can save each by itself. */
const rowByRow = (store: Store, isKept: (isSaved: boolean) => boolean): Partial<Store> => ({
  save: async ({ rows, message, streams }) => {
    for (const row of rows) {
      const isSaved = await store.save({ rows: [row], message: null, streams: [] })
      if (isKept(isSaved)) return false
    }
    return store.save({ rows: [], message, streams })
  },
})

/** A store to which streams or commands are one if these functions say so. */
const renaming = (
  store: Store,
  { stream: streamIn, command: commandIn }: Record<'stream' | 'command', (name: string) => string>,
): Partial<Store> => {
  const named = <Row extends { readonly stream: string }>(row: Row): Row => ({
    ...row,
    stream: streamIn(row.stream),
  })
  const key = (command: string | null) => command && commandIn(command)
  return {
    load: (streams, command) => store.load(streams.map(named), key(command)),
    save: ({ rows, message, streams }) =>
      store.save({
        rows: rows.map((row) => ({ ...named(row), command: key(row.command) })),
        message,
        streams: streams.map(named),
      }),
  }
}

type Wrong = (store: Store) => Partial<Store>
type Lines = readonly string[]

/** A store that returns other lines than it has. */
const loading =
  (changed: (lines: Lines) => Lines): Wrong =>
  (store) => ({ load: async (...asked) => changed(await store.load(...asked)) })

type DueTimes = ReadonlyMap<string, string | null>

/** A store that lists other streams, of which it knows when each is due. */
const listing =
  (changed: (streams: Lines, known: DueTimes, now: string) => Lines): Wrong =>
  (store) => {
    const known = new Map<string, string | null>()
    return {
      save: async (save) => {
        for (const { stream, due } of save.streams) known.set(stream, due)
        return store.save(save)
      },
      due: async (now) => changed(await store.due(now), known, now),
    }
  }

const same = (name: string): string => name
const lower = (name: string): string => name.toLowerCase()
const cut = (name: string): string => name.slice(0, 32)

/** What is wrong with a store, and its wrong functions. */
const WRONG: Readonly<Record<string, Wrong>> = {
  'overwrites a revision that exists': (store) => {
    const lines = new Map<string, string>()
    const name = ({ stream, revision }: { stream: string; revision: number }) =>
      `${stream} ${revision}`
    return {
      load: async (streams, command) => {
        const known = await store.load(streams, command)
        return known.map((line) => {
          const { stream, revision } = JSON.parse(line)
          return lines.get(name({ stream, revision })) ?? line
        })
      },
      save: async (save) => {
        if (!(await store.save(save))) for (const row of save.rows) lines.set(name(row), row.line)
        return true
      },
    }
  },
  'says that it saved what it did not': (store) => ({
    save: async (save) => {
      await store.save(save)
      return true
    },
  }),
  'takes a row that it has already for saved': (store) => {
    const seen = new Set<string>()
    return {
      save: async ({ rows, ...rest }) => {
        const fresh = rows.filter((row) => !seen.has(JSON.stringify(row)))
        const isSaved = await store.save({ ...rest, rows: fresh })
        for (const row of isSaved ? fresh : []) seen.add(JSON.stringify(row))
        return isSaved
      },
    }
  },
  'asks only whether its last row was new': (store) => ({
    save: async ({ rows, ...rest }) => {
      const fresh: Save['rows'][number][] = []
      let isThereAlready = false
      for (const row of rows) {
        const isTwice = fresh.some(({ command }) => command !== null && command === row.command)
        isThereAlready = isTwice || (await isThere(store, row))
        if (!isThereAlready) fresh.push(row)
      }
      return !isThereAlready && store.save({ ...rest, rows: fresh })
    },
  }),
  'saves each stream by itself, the last one first': (store) => ({
    save: async ({ rows, message, streams }) => {
      for (const stream of new Set(rows.map((row) => row.stream).toReversed())) {
        const own = rows.filter((row) => row.stream === stream)
        if (!(await store.save({ rows: own, message: null, streams: [] }))) return false
      }
      return store.save({ rows: [], message, streams })
    },
  }),
  'leaves out what comes with a message that it has': (store) => {
    const seen = new Set<string>()
    return {
      save: async (save) => {
        const text = JSON.stringify(save.message)
        if (seen.has(text)) return true
        const isSaved = await store.save(save)
        if (isSaved && save.message !== null) seen.add(text)
        return isSaved
      },
    }
  },
  'has no transaction': (store) => rowByRow(store, (isSaved) => !isSaved),
  'leaves out the rows that exist': (store) => rowByRow(store, () => false),
  'reads before it writes, without a lock': (store) => ({
    save: async (save) => {
      for (const row of save.rows) if (await isThere(store, row)) return false
      await turn()
      await store.save(save)
      return true
    },
  }),
  'asks for a command before it writes, without a lock': (store) => {
    const isUsed = async (command: string | null) =>
      command !== null && (await store.load([], command)).length > 0
    return {
      save: async (save) => {
        for (const { command } of save.rows) if (await isUsed(command)) return false
        await turn()
        const rows: Save['rows'][number][] = []
        for (const row of save.rows) {
          rows.push((await isUsed(row.command)) ? { ...row, command: null } : row)
        }
        return store.save({ ...save, rows })
      },
    }
  },
  'looks for a command only on the streams that it is asked for': (store) => ({
    load: (streams, command) => store.load(streams, streams.length > 0 ? null : command),
  }),
  'takes streams for one that differ in case': (store) =>
    renaming(store, { stream: lower, command: same }),
  'takes commands for one that differ in case': (store) =>
    renaming(store, { stream: same, command: lower }),
  'cuts the names of streams': (store) => renaming(store, { stream: cut, command: same }),
  'cuts commands': (store) => renaming(store, { stream: same, command: cut }),
  'returns a page of 1,000 lines': loading((lines) => lines.slice(0, 1_000)),
  'sorts streams as a dictionary does': loading((lines) =>
    lines.toSorted((a, b) =>
      `${JSON.parse(a).stream}`.localeCompare(`${JSON.parse(b).stream}`, 'en'),
    ),
  ),
  'keeps lines as values, not as text': loading((lines) =>
    lines.map((line) => JSON.stringify(JSON.parse(line))),
  ),
  'cuts lines at 256 KiB': loading((lines) => lines.map((line) => line.slice(0, 262_144))),
  'writes accents in another way': loading((lines) => lines.map((line) => line.normalize('NFC'))),
  'sorts revisions as text': loading((lines) => {
    const named = (line: string): string => {
      const { stream, revision } = JSON.parse(line)
      return `${stream} ${revision}`
    }
    return lines.toSorted((a, b) => (named(a) < named(b) ? -1 : 1))
  }),
  'returns the lines of one stream only': (store) => ({
    load: (streams, command) => store.load(streams.slice(0, 1), command),
  }),
  'leaves out the first line that it is asked for': (store) => ({
    load: (streams, command) =>
      store.load(
        streams.map(({ stream, revision }) => ({ stream, revision: revision + 1 })),
        command,
      ),
  }),
  'does not find a command': (store) => ({
    load: (streams) => store.load(streams, null),
  }),
  'does not know commands': (store) => ({
    save: ({ rows, ...rest }) =>
      store.save({ ...rest, rows: rows.map((row) => ({ ...row, command: null })) }),
  }),
  'lets a command exist once on each stream': (store) => ({
    load: (streams, command) =>
      store.load(
        streams,
        command === null ? null : `${streams[0]?.stream ?? 'payment-pay_1'} ${command}`,
      ),
    save: ({ rows, ...rest }) =>
      store.save({
        ...rest,
        rows: rows.map(({ stream, command, ...row }) => ({
          ...row,
          stream,
          command: command === null ? null : `${stream} ${command}`,
        })),
      }),
  }),
  'lists a stream only after its due time': listing((streams, known, now) =>
    streams.filter((stream) => known.get(stream) !== now),
  ),
  'lists one stream at a time': listing((streams) => streams.slice(0, 1)),
  'lists one stream for each due time': listing((streams, known) => [
    ...new Map(streams.map((stream) => [known.get(stream), stream])).values(),
  ]),
  'keeps every due time until it has none': (store) => {
    const times: { readonly stream: string; readonly revision: number; readonly due: string }[] = []
    return {
      save: async (save) => {
        for (const { stream, revision, due } of save.streams) {
          if (times.some((each) => each.stream === stream && each.revision > revision)) continue
          if (due !== null) times.push({ stream, revision, due })
          else times.splice(0, times.length, ...times.filter((each) => each.stream !== stream))
        }
        return store.save(save)
      },
      due: async (now) => [
        ...new Set(times.flatMap(({ stream, due }) => (due <= now ? [stream] : []))),
      ],
    }
  },
  'lists every stream that it has ever seen': listing((_, known) => [...known.keys()]),
  'keeps the row of a stream that was saved last': (store) => {
    let count = 0
    return {
      save: (save) => {
        count += 1
        const streams = save.streams.map((row) => ({ ...row, revision: count }))
        return store.save({ ...save, streams })
      },
    }
  },
  'never replaces the row of a stream': (store) => {
    const known = new Set<string>()
    return {
      save: (save) => {
        const streams = save.streams.filter(({ stream }) => !known.has(stream))
        for (const { stream } of streams) known.add(stream)
        return store.save({ ...save, streams })
      },
    }
  },
  'saves the rows of streams apart from the transaction': (store) => ({
    save: async (save) => {
      await store.save({ rows: [], message: null, streams: save.streams })
      return store.save({ ...save, streams: [] })
    },
  }),
  'takes no message with bytes that are no text': (store) => ({
    save: (save) =>
      save.message === null
        ? store.save(save)
        : Promise.reject(Error('invalid byte sequence for encoding "UTF8": 0x00')),
  }),
  'refuses a message that is repeated': (store) => {
    const seen = new Set<string>()
    return {
      save: async (save) => {
        const text = JSON.stringify(save.message)
        if (save.message !== null && seen.has(text)) return false
        seen.add(text)
        return store.save(save)
      },
    }
  },
}

/** The names of the laws that a store breaks. */
const broken = async (open: () => ReturnType<typeof opened>): Promise<readonly string[]> => {
  const names: string[] = []
  for (const { name, check } of storageLaws(open)) {
    await check().catch(() => names.push(name))
  }
  return names
}

const OPENINGS: readonly (readonly [string, () => ReturnType<typeof opened>])[] = [
  ...Object.entries(WRONG).map(([name, wrong]) => {
    const made = (store: Store) => opened({ ...store, ...wrong(store) })
    return [name, () => made(memoryStore())] as const
  }),
  [
    'is not the same one for another process',
    async () => ({ store: memoryStore(), again: async () => memoryStore() }),
  ],
]

const all = new Set<string>()

test.each(OPENINGS)('a store that %s breaks a law', async (_, open) => {
  const names = await broken(open)
  expect(names).not.toEqual([])
  for (const name of names) all.add(name)
})

test('each law is broken by some wrong store', () => {
  const names = storageLaws(() => opened(memoryStore())).map(({ name }) => name)
  expect([...all].toSorted()).toEqual(names.toSorted())
})

test('a law says where a long line differs, and no more', async () => {
  const store = memoryStore()
  const cut = { ...store, ...WRONG['cuts lines at 256 KiB']?.(store) }
  const [first] = storageLaws(() => opened(cut))
  const said = await first?.check().catch(String)
  expect(said).toContain('load: it should be …xxx')
  expect(String(said).length).toBeLessThan(600)
})
