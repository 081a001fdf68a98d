/** What a store of a desk must keep, as plain asynchronous tests for any runner. */
import type { Save, Store } from '../desk/ports.ts'

/** One law of a store. `check` rejects if the store breaks it. */
interface StorageLaw {
  readonly name: string
  readonly check: () => Promise<void>
}

/** A store that was opened empty, and a way to open the same one as another process would. */
interface OpenedStore {
  readonly store: Store
  readonly again: () => Promise<Store>
}

type LawRow = Save['rows'][number]

const AT = '2026-06-02T08:00:00.0000000Z'
const BEFORE = '2026-06-02T07:59:59.9999999Z'
const LATER = '2027-01-01T00:00:00.0000000Z'

const from = (stream: string, revision = 0) => ({ stream, revision })

/** The line of a list of many actions. */
const LONG = 'x'.repeat(300_000)

/** A row whose line a store must not touch: fields out of order, escapes, accents, a separator, length. */
const row = (
  stream: string,
  revision: number,
  command: string | null = null,
  writer = 0,
): LawRow => ({
  stream,
  revision,
  command,
  line: `{"z":1,"stream":"${stream}","revision":${revision},"event":{"type":"law","metadata":{"eventId":"evt_${stream}_${revision}_${writer}"}},"a":"ée\u0301\\u0001 \\u2028\u2028${revision === 1 ? LONG : ''}","b":1.0}`,
})

const saving = (rows: readonly LawRow[], more: Partial<Save> = {}): Save => ({
  rows,
  message: null,
  streams: [],
  ...more,
})

const streamRow = (stream: string, due: string | null, revision = 0): Save['streams'][number] => ({
  stream,
  revision,
  status: 'captured',
  was: 'pending',
  state: {},
  news: [],
  due,
  left: [],
})

/** A message with every byte. */
const message = (): Save['message'] => ({
  ...({
    kind: 'webhook',
    receivedAt: AT,
    isVerified: true,
    bytes: Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0')).join(''),
  } as unknown as NonNullable<Save['message']>),
  unread: 'It cannot be read.',
})

const shown = (value: unknown): string => JSON.stringify(value) ?? 'undefined'

/** Rejects with both texts from shortly before the place where they differ: lines may be long. */
const expected = (what: string, is: unknown, should: unknown): Promise<void> => {
  const [own, other] = [shown(is), shown(should)]
  if (own === other) return Promise.resolve()
  let same = 0
  while (own[same] === other[same]) same += 1
  const from = Math.max(0, same - 100)
  const part = (text: string): string =>
    `${from > 0 ? '…' : ''}${text.slice(from, same + 100)}${text.length > same + 100 ? '…' : ''}`
  return Promise.reject(Error(`${what}: it should be ${part(other)}, and is ${part(own)}.`))
}

const loaded = (store: Store, ...all: readonly ReturnType<typeof from>[]) => store.load(all, null)

const lines = (rows: readonly LawRow[]): readonly string[] => rows.map(({ line }) => line)

const LAWS: Readonly<Record<string, (opened: OpenedStore) => Promise<void>>> = {
  'returns the lines of streams byte for byte, by stream and revision': async ({ store }) => {
    const many = Array.from({ length: 1_200 }, (_, revision) => row('payment-pay_1', revision))
    const other = row('mandate-src_1', 0)
    for (let first = 0; first < many.length; first += 300) {
      const some = many.slice(first, first + 300)
      await expected('save', await store.save(saving(some)), true)
    }
    await expected('save', await store.save(saving([row('payment-pay_2', 0), other])), true)
    await expected('load', await loaded(store, from('payment-pay_1')), lines(many))
    await expected(
      'load of two streams',
      await loaded(store, from('payment-pay_1'), from('mandate-src_1')),
      lines([other, ...many]),
    )
    const late = (await loaded(store, from('payment-pay_1', 1_198))).slice(-2)
    await expected('load from a revision on', late, lines(many.slice(1_198)))
    await expected('load of an unknown stream', await loaded(store, from('payment-pay_3')), [])
    await expected('load of no stream', await loaded(store), [])
  },
  'keeps names apart that differ in one character': async ({ store }) => {
    const id = 'x'.repeat(60)
    const streams = [`payment-pay_${id}B`, `payment-pay_${id}a`, `payment-pay_${id}b`]
    const rows = streams.map((stream) => row(stream, 0, `refund-${stream}`))
    for (const each of rows) await expected('save', await store.save(saving([each])), true)
    const all = await loaded(store, ...streams.toReversed().map((stream) => from(stream)))
    await expected('load of all streams, sorted as bytes', all, lines(rows))
    for (const { stream, command, line } of rows) {
      await expected(`load of ${stream}`, await loaded(store, from(stream)), [line])
      await expected(`load of ${command}`, await store.load([], command), [line])
    }
  },
  'refuses a revision that exists, and then saves nothing': async ({ store }) => {
    const first = row('payment-pay_1', 0)
    await store.save(saving([first]))
    // two processes may decide the same at the same time: only one of them may send it
    await expected('save of the same row again', await store.save(saving([first])), false)
    const again = row('payment-pay_1', 0, null, 1)
    const streams = [streamRow('payment-pay_1', AT)]
    const both = [row('mandate-src_1', 0), again]
    for (const rows of [both, both.toReversed()]) {
      const save = saving(rows, { message: message(), streams })
      await expected('save of a revision that exists', await store.save(save), false)
    }
    await expected('load of what was not saved', await loaded(store, from('mandate-src_1')), [])
    const kept = await loaded(store, from('payment-pay_1'))
    await expected('load of what was there', kept, [first.line])
    await expected('due of what was not saved', await store.due(LATER), [])
  },
  'lets one of several writers win': async ({ store, again }) => {
    const other = await again()
    const won = async (saves: readonly Save[]) => {
      const saved = saves.map((save, index) => (index % 2 === 0 ? store : other).save(save))
      const isSaved = await Promise.all(saved)
      return saves.flatMap(({ rows }, index) => (isSaved[index] ? rows : []))
    }
    const all = [0, 1, 2, 3].map((writer) =>
      saving([row('payment-pay_1', 0, null, writer), row('payment-pay_1', 1)]),
    )
    const first = await won(all)
    await expected('rows that one writer saved', first.length, 2)
    await expected('load', await loaded(other, from('payment-pay_1')), lines(first))
    const apart = [2, 3, 4, 5].map((id) => row(`payment-pay_${id}`, 0, 'refund-1'))
    const second = await won(apart.map((each) => saving([each])))
    await expected('rows that one writer saved with one command', second.length, 1)
    const kept = await loaded(other, ...apart.map(({ stream }) => from(stream)))
    await expected('load of what was saved with one command', kept, lines(second))
  },
  'refuses a command that exists on any stream, and finds it': async ({ store }) => {
    const first = row('payment-pay_1', 0, 'refund-1')
    await expected('save', await store.save(saving([first])), true)
    const used = await store.save(saving([row('payment-pay_2', 0, 'refund-1')]))
    await expected('save of a command that exists', used, false)
    const free = await store.save(saving([row('payment-pay_2', 0), row('payment-pay_3', 0)]))
    await expected('save of rows without a command', free, true)
    await expected('load of a command', await store.load([], 'refund-1'), [first.line])
    const both = await store.load([from('payment-pay_1')], 'refund-1')
    await expected('load of a stream with its command', both, [first.line])
    const apart = await store.load([from('payment-pay_2')], 'refund-1')
    const second = row('payment-pay_2', 0)
    await expected('load of another stream with a command', apart, lines([first, second]))
    await expected('load of an unknown command', await store.load([], 'refund-2'), [])
  },
  'refuses two rows with one command, and then saves nothing': async ({ store }) => {
    const both = [row('payment-pay_1', 0, 'refund-1'), row('payment-pay_2', 0, 'refund-1')]
    await expected('save of one command twice', await store.save(saving(both)), false)
    await expected('load of what was not saved', await loaded(store, from('payment-pay_1')), [])
  },
  'lists a stream from its due time on, until it has another': async ({ store }) => {
    const [one, other] = ['payment-pay_1', 'payment-pay_2']
    const streams = [streamRow(one, AT), streamRow('mandate-src_1', null), streamRow(other, AT)]
    const due = async (now: string) => [...(await store.due(now))].toSorted()
    const timed = async (time: string | null) => {
      const save = saving([], { streams: [streamRow(one, time)] })
      await expected('save of a stream alone', await store.save(save), true)
    }
    await store.save(saving([row(one, 0)], { streams }))
    await expected('due before the time', await due(BEFORE), [])
    await expected('due at the time of two', await due(AT), [one, other])
    await timed(LATER)
    await expected('due before its later time', await due(AT), [other])
    await expected('due at its later time', await due(LATER), [one, other])
    await timed(null)
    await expected('due of a stream without a time', await due(LATER), [other])
  },
  'keeps what it has of a stream, if that has a later revision': async ({ store }) => {
    const row0 = row('payment-pay_1', 0)
    const row1 = row('payment-pay_1', 1)
    await store.save(saving([row0, row1], { streams: [streamRow('payment-pay_1', AT, 1)] }))
    const earlier = saving([], { streams: [streamRow('payment-pay_1', null, 0)] })
    await expected('save of an earlier revision', await store.save(earlier), true)
    await expected('due as it was', await store.due(AT), ['payment-pay_1'])
    const same = saving([], { streams: [streamRow('payment-pay_1', null, 1)] })
    await expected('save of the same revision', await store.save(same), true)
    await expected('due as it is now', await store.due(LATER), [])
  },
  'has everything for another process': async ({ store, again }) => {
    const streams = [streamRow('payment-pay_1', AT)]
    await store.save(saving([row('payment-pay_1', 0)], { streams }))
    const other = await again()
    const kept = await loaded(other, from('payment-pay_1'))
    await expected('load', kept, [row('payment-pay_1', 0).line])
    await expected('due', await other.due(AT), ['payment-pay_1'])
  },
  'takes any message, alone and twice': async ({ store }) => {
    await expected('save of a message', await store.save(saving([], { message: message() })), true)
    await expected('save of it again', await store.save(saving([], { message: message() })), true)
    const read = saving([row('payment-pay_1', 0)], { message: message() })
    await expected('save of it with what was read later', await store.save(read), true)
    const kept = await loaded(store, from('payment-pay_1'))
    await expected('load of what was read later', kept, lines(read.rows))
  },
}

/** The laws of a store: pass how an empty one is opened, and how the same one is opened again. */
export const storageLaws = (open: () => Promise<OpenedStore>): readonly StorageLaw[] =>
  Object.entries(LAWS).map(([name, law]) => ({ name, check: async () => law(await open()) }))
