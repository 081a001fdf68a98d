/**
 * Made-up older forms, of schema 0 and of schema 1: their lines are read, folded and audited as if they had been written today.
 */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../machines/index.ts'
import type { AuditReport } from '../../src/audit/report/report.ts'
import { desk, memoryStore } from '../../src/desk/index.ts'
import type { StoredEvent, Upcast, Upcaster } from '../../src/event/upcast.ts'
import { fold } from '../../src/fold/fold.ts'
import type { Entry } from '../../src/log/entry.ts'
import { toLine } from '../../src/log/line.ts'
import { canonicalText } from '../../src/words/data/canonical.ts'
import { entriesOf } from '../audit/given.ts'
import { machines, pay, reported, right } from '../given.ts'
import { sealedLine } from '../log/seal.ts'
import { audit, fromLine, lineReader, root, upcastToday } from '../root.ts'

const STREAM = 'payment-pay_1'
const at = (day: string): string => `2026-03-${day}T10:00:00Z`

/** What is written today. */
const today = entriesOf(
  [
    STREAM,
    reported(
      'payment_pending',
      { ...pay, amount: 1000, currency: 'EUR', method: 'sepa' },
      { id: 'evt_1', at: at('01') },
    ),
  ],
  [STREAM, reported('payment_captured', { ...pay, amount: 1000 }, { id: 'evt_2', at: at('02') })],
  [
    STREAM,
    reported(
      'payment_refunded',
      { ...pay, actionId: 'act_1', amount: 400 },
      { id: 'evt_3', at: at('03') },
    ),
  ],
)

/** The same as it might once have been written: other names, and euros as text. */
const old: readonly (readonly [type: string, data: object])[] = [
  ['sepa_started', { payment: 'pay_1', euros: '10.00' }],
  ['sepa_paid', { payment: 'pay_1', euros: '10.00' }],
  ['sepa_paid_back', { payment: 'pay_1', action: 'act_1', euros: '4.00' }],
]

const linesOf = (schema: number): readonly string[] => {
  let previous: string | null = null
  return today.map(({ event, revision, stream }, index) => {
    const [type, data] = old[index] ?? []
    const metadata = { ...event.metadata, schema }
    const body = canonicalText({
      event: { type, data, metadata },
      form: 1,
      previous,
      revision,
      stream,
    } as never)
    const line = sealedLine(body)
    previous = line.slice(-66, -2)
    return line
  })
}

/** A provider that nobody reaches. */
const unsent = () => Promise.reject(new Error('no network'))

const cents = (euros: unknown): number => Math.round(Number(euros) * 100)

const upcastersOf = (schema: number): readonly Upcaster[] => {
  const step = (type: string, becomes: string, more: (old: StoredEvent['data']) => object) => ({
    ...{ type, schema, becomes: { type: becomes, schema: 1 } },
    step: ({ data }: StoredEvent) => ({
      data: { paymentId: data['payment'], amount: cents(data['euros']), ...more(data) },
    }),
  })
  return [
    step('sepa_started', 'payment_pending', () => ({ currency: 'EUR', method: 'sepa' })),
    step('sepa_paid', 'payment_captured', () => ({})),
    step('sepa_paid_back', 'payment_refunded', (old) => ({ actionId: old['action'] })),
  ]
}

describe.each([0, 1])('lines of a made-up older form, of schema %i', (schema) => {
  const lines = () => linesOf(schema)
  const upcast: Upcast = right(upcastToday(upcastersOf(schema)))
  const reader = lineReader(upcast)
  const read = (line: string): Entry => right(reader(line))

  test('are not read as events of today without the steps', () => {
    const events = lines().map((line) => E.map(({ event }: Entry) => event.data)(fromLine(line)))
    const unknown = schema === 0 ? E.left(expect.anything()) : E.right({})
    expect(events).toEqual([unknown, unknown, unknown])
  })

  test('are read as today’s events, with the hashes they were written with', () => {
    const entries = lines().map(read)
    expect(entries.map(({ event }) => event)).toEqual(today.map(({ event }) => event))
    expect(entries.map(({ hash }) => hash)).toEqual(lines().map((line) => line.slice(-66, -2)))
  })

  test('are written again as they were stored, and only so', () => {
    const entries = lines().map(read)
    expect(entries.map(toLine)).toEqual(lines())
    expect(entries.every(({ event }) => Object.isFrozen(event.data))).toBe(true)
    const copies = entries.map((entry) => toLine({ ...entry }))
    expect(copies.map((line) => E.isLeft(reader(line)))).toEqual([true, true, true])
  })

  test('fold to today’s state', () => {
    expect(fold(sepaPayment)(lines().map((line) => read(line).event))).toEqual(
      fold(sepaPayment)(today.map(({ event }) => event)),
    )
  })

  test('audit as today’s lines do, but only with the steps', () => {
    const log = lines().map((line) => `${line}\n`)
    const whole = audit(machines, { upcast })(log)
    const same = audit(machines)(today.map((entry) => `${toLine(entry)}\n`))
    // the entries have other hashes, and so the findings that rest on them other ids
    const judged = ({ findings, streams }: AuditReport) => [
      findings.map(({ id: _, entries, ...found }) => [
        found,
        entries.map(({ eventId }) => eventId),
      ]),
      streams,
    ]
    expect(judged(whole)).toEqual(judged(same))
    const code = schema === 0 ? 'Unreadable' : 'NotOfTheseMachines'
    expect(audit(machines)(log).findings.map((finding) => finding.code)).toEqual([code, code, code])
  })

  test('are what a desk goes on from, if its root reads with the steps', async () => {
    const store = memoryStore()
    const rows = lines().map((line, revision) => ({
      stream: STREAM,
      revision,
      line,
      command: null,
    }))
    await store.save({ rows, message: null, streams: [] } as never)
    const ports = { ...store, now: () => at('04'), keys: [], send: unsent }
    const shop = desk({ ...root, fromLine: reader }, ports)
    expect((await shop.view(STREAM))?.sums).toMatchObject({ captured: 1000, refunded: 400 })
    expect(
      await shop.run('requestRefund', { paymentId: 'pay_1', amount: 601 } as never, 'refund-1'),
    ).toMatchObject({ is: 'refused' })
    expect(
      await shop.run('requestRefund', { paymentId: 'pay_1', amount: 600 } as never, 'refund-2'),
    ).toMatchObject({ is: 'inDoubt' })
    const log = await store.load([{ stream: STREAM, revision: 0 }], null)
    const { findings } = audit(machines, { upcast })(log.map((line) => `${line}\n`))
    expect([log.length, findings.filter(({ severity }) => severity === 'error')]).toEqual([4, []])
  })

  test('that are not canonical are reported as such', () => {
    const [first = ''] = lines()
    const body = `${first.slice(0, first.lastIndexOf(',"hash":'))}}`.replace(',"form"', ', "form"')
    const other = reader(sealedLine(body))
    expect(E.isLeft(other) && other.left.error).toBe('NotCanonical')
    const { findings } = audit(machines, { upcast })([`${sealedLine(body)}\n`])
    expect(findings.map(({ code }) => code)).toContain('NotCanonical')
  })

  test('do not excuse lines of today that have more than an event has', () => {
    const { event, form, previous, revision, stream } = today[0] as Entry
    const more = { ...event, data: { ...event.data, more: 1 } }
    const line = sealedLine(
      canonicalText({ event: more, form, previous, revision, stream } as never),
    )
    const other = reader(line)
    expect(E.isLeft(other) && other.left.error).toBe('NotCanonical')
  })
})

test('steps must lead to events that are read today', () => {
  const step: Upcaster = {
    type: 'sepa_started',
    schema: 0,
    becomes: { type: 'payment_begun', schema: 1 },
    step: (stored) => stored,
  }
  expect(upcastToday([step])).toMatchObject(E.left({ because: 'gap', type: 'payment_begun' }))
})
