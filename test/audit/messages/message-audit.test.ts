/** An audit of raw messages, by small examples: what it finds, what it counts, what it cannot know. */
import * as E from 'fp-ts/lib/Either.js'
import { type DomainEvent, type Instant, payfold, type Stream } from 'payfold'
import { type MessageAuditing, type MessageReport, messageAuditor } from 'payfold/audit'
import { desk, memoryStore, type Ports } from 'payfold/desk'
import { ownLoop } from 'payfold/machine'
import { sepaPayment, session } from 'payfold/machines'
import { messageDigest, readMessage, readStored } from 'payfold/provider'
import { reported } from 'payfold/testing'
import { describe, expect, test } from 'vitest'
import { MESSAGE_FINDINGS } from '../../../src/audit/messages/message-finding.ts'
import { right } from '../../given.ts'
import { sealedLine } from '../../log/seal.ts'
import {
  audited,
  bytes,
  digestOf,
  eventsIn,
  type Kept,
  logOf,
  type OnStream,
  pf,
  readKept,
} from '../raw-stores.ts'

/** A message as a desk saves it. */
type SavedMessage = NonNullable<Parameters<Ports['save']>[0]['message']>

const binding = { messageKey: 'a key of the backend' }
const receivedAt = '2026-03-02T10:00:05Z'

const webhook = (body: object, more: object = {}): Kept => ({
  about: { kind: 'webhook', isVerified: true, receivedAt, ...more },
  raw: bytes(JSON.stringify(body)),
})
const captured = (amount: number, id = 'evt_1'): object => ({
  id,
  type: 'payment_captured',
  created_on: '2026-03-02T10:00:00Z',
  data: { id: 'pay_1', action_id: 'act_1', amount, currency: 'EUR' },
})
const looked = (amount: number, askedAt: string): Kept => ({
  about: {
    kind: 'response',
    endpoint: 'getPayment',
    params: { id: 'pay_1' },
    status: 200,
    receivedAt,
    askedAt,
  },
  raw: bytes(JSON.stringify({ id: 'pay_1', status: 'Captured', amount, currency: 'EUR' })),
})

const one = webhook(captured(100))
const two = webhook(captured(200, 'evt_2'))
const look = looked(100, '2026-03-02T10:00:04Z')
const store = [one, two, look]
const log = logOf(store.map((kept) => eventsIn(kept, binding)))

/** The findings of a report as a text. */
const codesIn = ({ findings }: MessageReport): string =>
  findings
    .map(({ code, line, number }) => {
      const by = number === null ? '' : ` by message ${number}`
      return `${code}${line === null ? '' : ` at line ${line}`}${by}`
    })
    .join('; ')

const found = (changes: Partial<Parameters<typeof audited>[0]>): string =>
  codesIn(audited({ store, log, binding, ...changes }))

const appended = (...events: readonly OnStream[]): readonly string[] =>
  logOf([...store.map((kept) => eventsIn(kept, binding)), events])

const PAYMENT = 'payment-pay_1' as Stream

/** An auditor that has read a log and stored messages. */
const auditorOf = (
  lines: readonly string[],
  kept: readonly Kept[],
  more: Partial<MessageAuditing<Kept>> = {},
  root: Parameters<typeof messageAuditor>[0] = pf,
) => {
  const digestOf = ({ raw }: Kept) => messageDigest(raw, binding)
  const under = messageAuditor<Kept>(root, { digestOf, read: readKept(binding), ...more })
  for (const line of lines) under.line(line)
  for (const each of kept) under.message(each)
  return under
}

describe('an audit of raw messages', () => {
  test('finds nothing in a log whose messages are all stored', () => {
    expect(audited({ store, log, binding })).toEqual({
      form: 1,
      lines: 3,
      unreadLines: 0,
      unchecked: 0,
      stored: 3,
      messages: 3,
      unread: 0,
      mostCopies: null,
      findings: [],
    })
  })

  test('finds an entry whose message is missing, and says where it is', () => {
    const report = audited({ store: [two, look], log, binding })
    const { severity, explain, remedy } = MESSAGE_FINDINGS.MessageMissing
    expect(report.findings).toEqual([
      {
        ...{ code: 'MessageMissing', line: 1, stream: PAYMENT, revision: 0 },
        ...{ message: digestOf(one, binding), number: null, severity },
        ...{ because: explain(), source: 'decisions#63', remedy: remedy.reported },
      },
    ])
  })

  test('finds a stored body that was changed: in its space, in an amount, beyond reading', () => {
    const spaced = { ...one, raw: bytes(`${JSON.stringify(captured(100))}\n`) }
    expect(found({ store: [two, look, spaced] })).toBe('MessageAltered at line 1 by message 3')
    expect(found({ store: [two, look, webhook(captured(101))] })).toBe(
      'MessageAltered at line 1 by message 3',
    )
    expect(found({ store: [two, look, { ...one, raw: bytes('{') }] })).toBe(
      'MessageMissing at line 1',
    )
    // a response names no id of its own: the entry lacks its message, and the message its entry
    expect(found({ store: [one, two, looked(101, '2026-03-02T10:00:04Z')] })).toBe(
      'MessageMissing at line 3; NotLogged by message 3',
    )
  })

  test('takes the same words in other bytes for a repetition, if the message is stored too', () => {
    const spaced = { ...one, raw: bytes(`${JSON.stringify(captured(100))}\n`) }
    expect(found({ store: [...store, spaced] })).toBe('')
  })

  test('finds what today’s reader reads otherwise, or reads no more', () => {
    const by = (read: (kept: Kept) => ReturnType<ReturnType<typeof readKept>>) =>
      codesIn(audited({ store, log, binding }, read))
    const normal = readKept(binding)
    for (const other of [webhook(captured(999)), { ...one, raw: bytes('{') }]) {
      expect(by((kept) => normal(kept === one ? other : kept))).toBe(
        'ReadOtherwise at line 1 by message 1',
      )
    }
    // made ids change with the content
    const another = looked(999, '2026-03-02T10:00:04Z')
    expect(by((kept) => normal(kept === look ? another : kept))).toBe(
      'ReadOtherwise at line 3 by message 3',
    )
    const throws = (): never => {
      throw new Error('a reader that throws')
    }
    expect(by((kept) => (kept === one ? throws() : normal(kept)))).toBe(
      'ReadOtherwise at line 1 by message 1',
    )
  })

  test('asks to append again what a newer release can read, and is quiet once that is done', () => {
    const unknown = eventsIn(webhook({ ...captured(100), type: 'payment_teleported' }), binding)
    const message = digestOf(one, binding)
    const old = unknown.map(({ stream, event }) => {
      const named = { ...event, metadata: { ...event.metadata, message } }
      return { stream, event: named as DomainEvent }
    })
    const rest = [two, look].map((kept) => eventsIn(kept, binding))
    expect(found({ log: logOf([old, ...rest]) })).toBe('ReadOtherwise at line 1 by message 1')
    expect(found({ log: logOf([old, ...rest, eventsIn(one, binding)]) })).toBe('')
  })

  test('finds what was never logged', () => {
    expect(found({ log: logOf([one, look].map((kept) => eventsIn(kept, binding))) })).toBe(
      'NotLogged by message 2',
    )
    expect(found({ log: [] })).toBe(
      'NotLogged by message 1; NotLogged by message 2; NotLogged by message 3',
    )
  })

  test('finds an entry that somebody made up: with any digest, with another’s, with none', () => {
    const data = { paymentId: 'pay_1', amount: 900 }
    const event = reported('payment_captured', data, { id: 'evt_forged' })
    const made = (metadata: object, of: DomainEvent = event): string => {
      const own = { ...of, metadata: { ...of.metadata, ...metadata } } as DomainEvent
      return found({ log: appended({ stream: PAYMENT, event: own }) })
    }
    const [first, third] = [one, look].map((kept) => digestOf(kept, binding))
    expect(made({ message: '0'.repeat(64) })).toBe('MessageMissing at line 4')
    expect(made({ message: first })).toBe('NotInMessage at line 4 by message 1')
    expect(made({ eventId: 'evt_1', message: first })).toBe('ReadOtherwise at line 4 by message 1')
    expect(made({ eventId: 'made_x', message: third })).toBe('NotInMessage at line 4 by message 3')
    // the message did report such an event, which the log has
    const shown = eventsIn(look, binding)[0]?.event ?? event
    const other = { ...shown, data: { ...shown.data, amount: 900 } } as DomainEvent
    expect(made({ eventId: 'made_y', message: third }, other)).toBe(
      'NotInMessage at line 4 by message 3',
    )
    // a capture is never a step of ours, even if it says so
    for (const source of ['report', 'response', 'inferred', 'unsigned', 'request']) {
      expect(made({ source })).toBe('NoMessage at line 4')
    }
  })

  test('finds a copy of a true entry that claims to have been received before its message', () => {
    const [copied] = eventsIn(one, binding)
    const at = (recordedAt: string, more: object = {}) => {
      const metadata = { ...copied?.event.metadata, recordedAt, ...more }
      const event = { ...copied?.event, metadata } as DomainEvent
      // a log of one's own: the same content is not appended twice
      return found({ log: [...log, ...logOf([[{ stream: PAYMENT, event }]])] })
    }
    expect(at('2026-03-02T10:00:05Z')).toBe('')
    expect(at('2026-03-02T10:00:04.9999999Z')).toBe('ReadOtherwise at line 4 by message 1')
    expect(at('2026-03-02T10:00:05Z', { message: undefined })).toBe('')
    expect(at('2026-03-02T10:00:04.9999999Z', { message: undefined })).toBe('NoMessage at line 4')
    const early = { ...one, about: { ...one.about, receivedAt: '2026-03-02T10:00:03Z' } }
    const again = eventsIn(early, binding)
    expect(found({ store: [...store, early], log: [...log, ...logOf([again])] })).toBe('')
  })

  test('finds an event that was not recognised, if its message is of another stream', () => {
    const [own] = eventsIn(one, binding)
    const unrecognised = (stream: string, paymentId: string) => {
      const data = { name: 'payment_teleported', paymentId, amount: 100, currency: 'EUR' }
      const event = { ...own?.event, type: 'unrecognised', data } as unknown as DomainEvent
      return found({ log: appended({ stream: stream as Stream, event }) })
    }
    expect(unrecognised('payment-pay_1', 'pay_1')).toBe('')
    expect(unrecognised('payment-pay_2', 'pay_2')).toBe('ReadOtherwise at line 4 by message 1')
  })

  test('finds an event that was not recognised, unless the fold drops it', () => {
    const [own] = eventsIn(one, binding)
    const data = { name: 'payment_declined', paymentId: 'pay_1', amount: 1, currency: 'EUR' }
    const unrecognised = (metadata: object): DomainEvent =>
      ({ type: 'unrecognised', data, metadata: { ...own?.event.metadata, ...metadata } }) as never
    const made = (metadata: object): readonly [codes: string, isDropped: boolean] => {
      const event = unrecognised(metadata)
      const { occurrences } = pf.fold(PAYMENT, [own?.event as DomainEvent, event])
      const isDropped = !occurrences.some(({ events }) => events.includes(event))
      return [found({ log: appended({ stream: PAYMENT, event }) }), isDropped]
    }
    const isFound = 'ReadOtherwise at line 4 by message 1'
    expect(made({})).toEqual(['', true])
    expect(made({ occurredAt: null })).toEqual(['', true])
    expect(made({ occurredAt: '2026-03-02T10:00Z' })).toEqual(['', true])
    expect(made({ occurredAt: '2026-03-02T10:00:01Z' })).toEqual([isFound, false])
    expect(made({ source: 'unsigned' })).toEqual([isFound, false])

    // what the message itself reports may be unsigned, or not recognised: then it replaces nothing
    const strange = webhook({ ...captured(100), type: 'payment_teleported' })
    const forged = webhook(captured(100), { isVerified: false })
    for (const kept of [strange, forged]) {
      const [reported] = eventsIn(kept, binding)
      const { eventId, message } = reported?.event.metadata ?? {}
      const event = unrecognised({ eventId, message })
      const log = logOf([eventsIn(kept, binding), [{ stream: PAYMENT, event }]])
      expect(found({ store: [kept], log })).toBe('ReadOtherwise at line 2 by message 1')
    }
  })

  test('accepts our own steps, of which there is no message: whoever can append can make one up', () => {
    const pay = { paymentId: 'pay_1', commandId: 'refund-1' }
    const steps = [
      ['refund_requested', { ...pay, amount: 5 }],
      ['request_sent', { ...pay, attempt: 1 }],
      ['command_given_up', { ...pay, because: 'x', by: ['a'] }],
      ['reviewed', { paymentId: 'pay_1', reason: 'x', events: ['evt_1'], as: 'counts', by: ['a'] }],
    ] as const
    for (const [type, data] of steps) {
      const ours = (source: string) => {
        const { metadata, ...event } = reported(type, data as never, { id: `step_${type}` })
        return { stream: PAYMENT, event: { ...event, metadata: { ...metadata, source } } as never }
      }
      expect(found({ log: appended(ours('request')) })).toBe('')
      expect(found({ log: appended(ours('report')) })).toBe('NoMessage at line 4')
    }
  })

  test('finds a body that somebody put into the store, if they do not know the key', () => {
    const forged = webhook(captured(900, 'evt_forged'))
    const plain = eventsIn(forged, {})
    expect(found({ store: [...store, forged], log: appended(...plain) })).toBe(
      'MessageAltered at line 4 by message 4',
    )
    // with the key, or without any, the digest is right: only the signature shows it
    const keyed = eventsIn(forged, binding)
    expect(found({ store: [...store, forged], log: appended(...keyed) })).toBe('')
    const unsigned = { ...forged, about: { ...forged.about, isVerified: false } }
    expect(found({ store: [...store, unsigned], log: appended(...keyed) })).toBe(
      'NotInMessage at line 4 by message 4; NotLogged by message 4',
    )
  })

  test('accepts entries that name no message, if a stored message reports them', () => {
    const unbound = store.map((kept) =>
      eventsIn(kept, binding).map(({ stream, event }) => {
        const { message: _, ...metadata } = event.metadata
        return { stream, event: { ...event, metadata } }
      }),
    )
    expect(found({ log: logOf(unbound) })).toBe('')
    expect(found({ log: logOf(unbound), store: [one, two] })).toBe('NoMessage at line 3')
  })

  test('counts entries from before messages were stored, and still compares what is stored', () => {
    const since = (storedSince: string, kept: readonly Kept[]): MessageReport =>
      auditorOf(log, kept, { storedSince: storedSince as Instant }).report()
    const [at, after] = ['2026-03-02T10:00:05.0000000Z', '2026-03-02T10:00:05.0000001Z']
    expect(codesIn(since(at, [two, look]))).toBe('MessageMissing at line 1')
    expect(since(at, [two, look]).unchecked).toBe(0)
    expect(since(after, [two, look])).toMatchObject({ findings: [], unchecked: 1 })
    expect(codesIn(since(after, [two, look, webhook(captured(1))]))).toBe(
      'MessageAltered at line 1 by message 3',
    )
  })

  test('accepts events that the backend derived from others and appended', () => {
    const collected = {
      stream: 'mandate-src_1' as Stream,
      event: reported('collection_captured', { sourceId: 'src_1', paymentId: 'pay_1' }),
    }
    const under = auditorOf(appended(collected), store)
    expect(codesIn(under.report())).toBe('NoMessage at line 4')
    under.derived([collected])
    expect(codesIn(under.report())).toBe('')
  })

  test('finds nothing in what a desk saves, if the consequences of each entry are passed to it', async () => {
    const kept: SavedMessage[] = []
    const memory = memoryStore()
    const save: Ports['save'] = (each) => {
      if (each.message !== null) kept.push(each.message)
      return memory.save(each)
    }
    const now = () => '2026-03-02T10:00:05Z'
    const shop = desk(pf, { ...memory, ...{ save, now, keys: [] }, send: () => Promise.reject() })
    for (const type of ['payment_pending', 'payment_captured']) {
      const data = { id: 'pay_1', action_id: 'act_1', amount: 100, currency: 'EUR' }
      const source = { type: 'sepa', id: 'src_1' }
      const body = JSON.stringify({ id: `evt_${type}`, type, data: { ...data, source } })
      await shop.take(right(readStored({ kind: 'webhook', isVerified: true, receivedAt, body })))
    }
    const under = messageAuditor<SavedMessage>(pf, {
      digestOf: ({ body }) => messageDigest(bytes(String(body))),
      read: ({ unread, ...stored }) => E.chainW(readMessage)(readStored(stored)),
    })
    for (const line of memory.lines()) under.line(line)
    for (const each of kept) under.message(each)
    const of = under.report().findings.map(({ code, stream }) => `${code} ${stream}`)
    expect(new Set(of)).toEqual(new Set(['NoMessage mandate-src_1']))

    const entries = memory.lines().map((line) => right(pf.fromLine(line)))
    const own = entries.filter(({ stream }) => stream === PAYMENT)
    own.forEach((_, at) => {
      const state = pf.fold(PAYMENT, own.slice(0, at + 1))
      under.derived(right(ownLoop(pf).consequences(state)))
    })
    expect(under.report().findings).toEqual([])
  })

  test('counts a message that is stored 500 times as one', () => {
    const { about, raw } = two
    const copies = Array.from({ length: 500 }, (_, index) => ({
      raw,
      about: { ...about, receivedAt: `2026-03-02T10:${String(index % 60).padStart(2, '0')}:00Z` },
    }))
    expect(audited({ store: [one, ...copies, look], log, binding })).toMatchObject({
      stored: 502,
      messages: 3,
      mostCopies: { message: digestOf(two, binding), number: 2, copies: 500 },
      findings: [],
    })
  })

  test('reads every copy: one body may arrive signed, and unsigned at another address', () => {
    const replayed = webhook(captured(100), { isVerified: false })
    expect(found({ store: [...store, replayed] })).toBe('NotLogged by message 1')
    const more = appended(...eventsIn(replayed, binding))
    expect(found({ store: [...store, replayed], log: more })).toBe('')
  })

  test('expects one unsigned event of a type in the log, of several that messages report', () => {
    const forged = [1, 2].map((amount) => webhook(captured(amount), { isVerified: false }))
    const [first = one, second = one] = forged
    const [own = [], other = []] = forged.map((each) => eventsIn(each, binding))
    expect(found({ store: [...store, ...forged], log: appended(...own, ...other) })).toBe('')
    expect(found({ store: [...store, first, second], log: appended(...own) })).toBe('')
    expect(found({ store: [...store, first, second] })).toBe(
      'NotLogged by message 4; NotLogged by message 5',
    )
  })

  test('finds stored messages without bytes, and takes no unset key for a key', () => {
    const parsed = { ...one, raw: captured(100) as Uint8Array }
    expect(found({ store: [one, two, look, parsed] })).toBe('NoDigest by message 4')
    const unset = { messageKey: undefined } as unknown as typeof binding
    expect(found({ binding: unset })).toBe(
      [
        ...[1, 2, 3].map((line) => `MessageMissing at line ${line}`),
        ...[1, 2, 3].map((number) => `NoDigest by message ${number}`),
      ].join('; '),
    )
  })

  test('says of the wrong key that the bytes are others', () => {
    expect(found({ binding: { messageKey: 'another key, long enough' } })).toBe(
      'MessageAltered at line 1 by message 1; MessageAltered at line 2 by message 2; MessageAltered at line 3 by message 3',
    )
  })

  test('names the first of those that are stored most often', () => {
    expect(audited({ store: [one, two, two, one, look], log, binding }).mostCopies).toEqual({
      message: digestOf(one, binding),
      number: 1,
      copies: 2,
    })
  })

  test('finds an event of a message on another stream than its own', () => {
    const strange = webhook({ id: 'evt_9', type: 'parcel_sent', data: {} })
    const events = eventsIn(strange, binding)
    expect(found({ store: [strange], log: logOf([events]) })).toBe('')
    const moved = events.map(({ event }) => ({ stream: 'unknown-other' as Stream, event }))
    expect(found({ store: [strange], log: logOf([moved]) })).toBe(
      'ReadOtherwise at line 1 by message 1',
    )
  })

  test('expects an event on the stream of its subject, where it is appended', () => {
    const elsewhere = (kept: Kept) =>
      E.map((events: readonly OnStream[]) =>
        events.map(({ event }) => ({ stream: 'payment-pay_2' as Stream, event })),
      )(readKept(binding)(kept))
    expect(codesIn(audited({ store, log, binding }, elsewhere))).toBe('')
  })

  test('reads entries in another form: with space, and of an older form', () => {
    const body = (log[0] ?? '').replace(/,"hash":"\w{64}"\}$/, '}')
    const spaced = sealedLine(body.replace('"form":1', '"form": 1'))
    const report = audited({ store: [one], log: [spaced], binding })
    expect([report.unreadLines, codesIn(report)]).toEqual([0, ''])

    const old = sealedLine(body.replace('payment_captured', 'payment_caught'))
    const under = auditorOf([old], [one], {
      upcast: (stored) =>
        stored.type === 'payment_caught' ? { ...stored, type: 'payment_captured' } : stored,
    })
    expect(codesIn(under.report())).toBe('')
    expect(found({ store: [one], log: [old] })).toBe('ReadOtherwise at line 1 by message 1')
  })

  test('leaves lines that are no entries to the audit of the log', () => {
    const broken = ['{', ...log.slice(1)]
    const report = audited({ store, log: broken, binding })
    const { lines, unreadLines } = report
    expect([lines, unreadLines, codesIn(report)]).toEqual([3, 1, 'NotLogged by message 1'])
  })

  test('compares events of which its machines know the type only', () => {
    for (const root of [payfold([session]), payfold([session, sepaPayment])]) {
      const found = (kept: readonly Kept[]) => codesIn(auditorOf(log, kept, {}, root).report())
      expect(found(store)).toBe('')
      expect(found([two, look])).toBe('MessageMissing at line 1')
    }
  })
})

describe('a message auditor', () => {
  const bomb = (): never => {
    throw new Error('looked into')
  }
  const things: readonly unknown[] = [
    undefined,
    null,
    5,
    'text',
    [],
    {},
    E.right(5),
    E.right(null),
    E.right([{}]),
    E.left('no'),
    Object.defineProperty({}, 'raw', { get: bomb }),
    new Proxy({}, { get: bomb, ownKeys: bomb }),
  ]

  test('takes anything at all as a line, a message, a digest, a reading or a derived event', () => {
    for (const thing of things) {
      const digest = E.right('a'.repeat(64))
      for (const [digestOf, read] of [
        [() => thing, () => E.right([])],
        [() => digest, () => thing],
        [bomb, bomb],
        [({ raw }: Kept) => messageDigest(raw), readKept({})],
      ] as const) {
        const under = messageAuditor<Kept>(pf, { digestOf, read } as never)
        under.line(thing as string)
        under.message(thing as Kept)
        under.derived(thing as readonly OnStream[])
        const { lines, stored, unreadLines, messages, unread, findings } = under.report()
        expect([lines, unreadLines, stored]).toEqual([1, 1, 1])
        const isNamed = messages === 1
        expect(findings.map(({ code }) => code)).toEqual(isNamed ? [] : ['NoDigest'])
        expect(unread).toBeLessThanOrEqual(messages)
      }
    }
  })
})

test.each([
  ['text', 'body'],
  ['nothing', undefined],
  ['an object', {}],
  ['null', null],
])('the digest of a message is none of %s', (_, raw) => {
  expect(E.isLeft(messageDigest(raw as never))).toBe(true)
  expect(E.isLeft(messageDigest(bytes('x'), null as never))).toBe(true)
})
