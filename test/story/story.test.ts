/** The story of a stream: what happened to the money, in words, with days; the same wherever it is told. */
import { describe, expect, test } from 'vitest'
import type { AnyMachine } from '../../src/contract/machine-record.ts'
import { type Story, story, storyLines, storyPicture, streamPage } from '../../src/inspect/index.ts'
import { payfold } from '../../src/payfold.ts'
import { money } from '../../src/words/money.ts'
import type { Stream } from '../../src/words/stream.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { entriesOf } from '../audit/given.ts'
import { pay, reported } from '../given.ts'
import { named, readme, week } from '../inspect/week.ts'
import { machines, root } from '../root.ts'
import { loadedWith } from '../sources.ts'
import { said, saidInLines, saidInPicture } from './read-back.ts'

const tell = story(root)
const texts = ({ headline }: Story): readonly string[] => headline.map(({ text }) => text)
const on = (day: string, id: string) => ({ at: `2026-${day}T10:00:00Z`, id })
/** What happened to the payment on a day, and the number of its event. */
const happened = (type: string, data: object, day: string, number: number) =>
  reported(type, { ...pay, ...data }, on(day, `evt_${number}`))
const sepa = { sourceId: 'src_1', method: 'sepa', amount: 1000, currency: 'EUR' }
const begun = happened('payment_pending', sepa, '03-02', 1)
const captured = happened('payment_captured', { amount: 1000 }, '03-04', 2)
const PAYMENT = 'payment-pay_1' as Stream
const issued = { method: 'ticket', amount: 1000, currency: 'ARS', ticketExpiresAt: '2026-03-04' }
const ticket = happened('payment_pending', issued, '03-02', 1)
const chargeback = (amount: number, day = '03-05') =>
  happened('payment_chargeback', { amount, actionId: 'act_9' }, day, 3)
const of = (...events: Parameters<typeof tell>[1]) => tell(PAYMENT, events)

describe('the headline', () => {
  test('says what came in, what went back, what is left, and until when that may go back', () => {
    expect(texts(tell(...named('refundaskedagain')))).toEqual([
      '120.00 EUR captured on 2 June',
      '40.00 refunded',
      '80.00 left',
      'refundable until 28 July 2026 (Brussels)',
    ])
  })

  test('says by which day a look-up shows a capture, whose day nobody names', () => {
    const known = { status: 'captured', amount: 1000, currency: 'EUR' }
    const shown = reported(
      'state_observed',
      { ...pay, askedAt: '2026-03-06T10:00:00Z', ...known },
      { at: null, recordedAt: '2026-03-06T10:00:01Z', source: 'response', id: 'evt_3' },
    )
    expect(texts(of(begun, shown))[0]).toBe('10.00 EUR captured by 6 March')
    expect(texts(of(begun, captured, shown))[0]).toBe('10.00 EUR captured on 4 March')
  })

  test('says first what is wrong, and what is lost', () => {
    expect(texts(tell(PAYMENT, readme))).toEqual([
      'Refunded outside the refund window',
      'More went back than came in',
      '120.00 EUR captured on 4 March',
      '120.00 refunded',
      '120.00 charged back',
      '120.00 lost',
    ])
  })

  test('says first what is in doubt; no deadline then promises that money may leave', () => {
    const { headline } = tell(...named('refundedinsnapshot'))
    expect(headline[0]).toEqual({
      kind: 'doubt',
      text: 'In doubt: provider contradicts its messages',
    })
    expect(headline.map(({ kind }) => kind)).not.toContain('deadline')
  })

  test('says first what is overdue: on the last day nothing, on the day after', () => {
    const at = (now: string) => texts(tell(PAYMENT, [begun], now as Instant))
    const due = of(begun).windows.find(({ name }) => name === 'settlement')?.closesAt ?? ''
    const last = new Date(Date.parse(due) - 1).toISOString().replace('Z', '0000Z')
    expect(at(last)).not.toContainEqual(expect.stringContaining('outcome expected'))
    expect(at(due)).toContainEqual(expect.stringMatching(/overdue: outcome expected by/))
  })

  test('asks nobody to pay for a ticket whose payment is arriving', () => {
    const arriving = happened('payment_capture_pending', { amount: 1000 }, '03-03', 2)
    const told = tell(PAYMENT, [ticket, arriving], on('03-06', '').at as Instant)
    expect(texts(told)).toEqual([
      'Overdue: payment expected by 4 March 2026 (Buenos Aires)',
      '10.00 ARS payment arriving on 3 March',
    ])
    expect(told.questions.map(({ because }) => because).join()).toContain('should arrive')
  })

  test('names two things that are wrong, and counts more than one other', () => {
    const { headline } = tell(...named('sameidtwobodies'))
    expect(headline.slice(0, 2).map(({ text }) => text)).toEqual([
      'In doubt: captured amount differs, amounts disagree',
      'Two messages with one id',
    ])
  })

  test('counts each other finding, and apart from them each other window that is overdue', () => {
    const back = happened('payment_refunded', { amount: 1100, actionId: 'act_1' }, '06-05', 7)
    const taken = [begun, captured, back, chargeback(1000)]
    const unread = ['4', '5', '6'].map((number) =>
      happened('unrecognised', { name: 'new', amount: 1 }, '03-04', Number(number)),
    )
    const saidOf = (...events: readonly (typeof begun)[]) =>
      texts(of(...events)).filter((text) => /more finding|overdue/i.test(text))
    expect(saidOf(...taken)).toEqual([])
    expect(saidOf(...taken, ...unread.slice(0, 1))).toEqual(['2 more findings'])
    expect(saidOf(...taken, ...unread)).toEqual(['4 more findings'])
    const paid = happened('payment_captured', { amount: 1000, currency: 'ARS' }, '03-03', 2)
    const asked = happened('refund_requested', { amount: 1100, commandId: 'c-1' }, '03-05', 8)
    const late = [ticket, paid, asked, chargeback(1000), ...unread]
    const told = tell(PAYMENT, late, on('09-01', '').at as Instant)
    expect(texts(told).slice(1, 5)).toEqual([
      'Refunds of more than is left',
      'Ticket charged back',
      '3 more findings',
      '1 overdue window',
    ])
  })

  test('of a lifecycle without money says what it has come to', () => {
    expect(texts(tell(...named('sid_challenged')))).toEqual(['Approved, completed'])
    expect(texts(tell(...named('longrunning')))).toEqual([
      'Active',
      'usable until 11 March 2028 (Brussels)',
    ])
  })

  test.each([
    ['channel_data_submitted', 'session_created', 'Device data sent (not confirmed) on 4 March'],
    ['session_completed', 'session_approved', 'Approved, completion requested (not confirmed)'],
    ['mandate_cancelled', 'mandate_created', 'Cancellation requested (not confirmed) on 4 March'],
    ['collection_presented', 'mandate_created', 'Active'],
  ])('says of %s after %s that only we requested it: %s', (type, first, said) => {
    const about = { ...pay, sourceId: 'src_1', sessionId: 'sid_1' }
    const stream = (first.startsWith('session') ? 'session-sid_1' : 'mandate-src_1') as Stream
    const told = (...sources: readonly ('request' | 'inferred' | 'response')[]) => {
      const events = sources.map((source) =>
        reported(type, about, { ...on('03-04', `evt_${source}`), source }),
      )
      const known = reported(first, about, on('03-02', 'evt_1'))
      const { headline, rows } = tell(stream, [known, ...events])
      return [headline.find(({ kind }) => kind === 'status')?.text, rows.at(-1)?.words]
    }
    expect(told('request')).toEqual([said, expect.stringContaining('(not confirmed)')])
    expect(told('request', 'inferred').join()).not.toContain('(not confirmed)')
    expect(told('request', 'response')).toEqual(told('response'))
  })

  test('of a stream without entries, or without a machine, says so', () => {
    expect(texts(of())).toEqual(['Nothing yet'])
    expect(texts(of(captured))).toEqual(['Payment method not known'])
  })

  test.each(week)('says the money of %s as its sums have it', (stream, entries) => {
    const { headline, sums, machine } = tell(stream, entries)
    const by: AnyMachine | undefined = machines.find(({ id }) => id === machine)
    const spoken = headline.filter(({ kind }) => kind === 'money')
    for (const { text, sum = '' } of spoken) {
      const amount = Math.abs(sums?.[sum] as number)
      const words = money(amount, sums?.currency ?? null)
      expect([words, words.split(' ')[0]]).toContain(/^\S+( [A-Z]{3})?/.exec(text)?.[0])
    }
    const moved = Object.entries(by?.sums?.titles ?? {}).flatMap(([name, { text }]) =>
      text === null || (sums?.[name] ?? 0) === 0 ? [] : [name],
    )
    if (moved.length > 0) expect(spoken.map(({ sum }) => sum)).toEqual(moved)
  })
})

test('what may come next is what is not over: open windows, and those that will open', () => {
  const next = (of: ReturnType<typeof tell>) =>
    storyLines(of).filter((line) => line.startsWith('  Next'))
  expect(next(tell(PAYMENT, readme))).toEqual([])
  expect(next(of(begun))).toEqual([
    '  Next: debit expected by 4 March 2026 (Brussels)',
    '  Next: outcome expected by 9 March 2026 (Brussels)',
  ])
})

test.each([
  [999, 3],
  [1000, 0],
  [1001, 0],
])(
  'of 1000 of which %s were taken back, a bank or the payer may take the rest in %s windows',
  (amount, many) => {
    const back = chargeback(amount)
    const exposures = (told: Story) => told.windows.filter(({ kind }) => kind === 'exposure')
    expect(exposures(of(begun, captured, back))).toHaveLength(many)
    const undone = happened('chargeback_reversed', { amount, actionId: 'act_9' }, '03-06', 4)
    expect(exposures(of(begun, captured, back, undone))).toHaveLength(3)
  },
)

describe('the rows', () => {
  test('are one for each thing that happened, with its amount, its day and its findings by title', () => {
    const { rows } = tell(PAYMENT, readme)
    expect(
      rows.map(({ amount, words, at, findings }) => {
        return [amount, words, at, ...findings.map(({ title }) => title)]
      }),
    ).toEqual([
      ['120.00 EUR', 'submitted', '2026-03-02T09:30:00Z'],
      ['120.00 EUR', 'captured', '2026-03-04T08:00:00Z'],
      ['120.00 EUR', 'refunded', '2026-05-06T08:00:00Z', 'Refunded outside the refund window'],
      ['120.00 EUR', 'charged back', '2026-05-20T08:00:00Z', 'More went back than came in'],
    ])
  })

  test('show no amount that does not count: of zero, a chargeback is of all', () => {
    const back = (amount: number) => {
      const all = of(begun, captured, chargeback(amount))
      return [all.rows.at(-1)?.amount, all.sums?.['chargedBack']]
    }
    expect([back(0), back(1), back(1000)]).toEqual([
      [null, 1000],
      ['0.01 EUR', 1],
      ['10.00 EUR', 1000],
    ])
  })

  test('of a mandate show euros', () => {
    const used = { ...pay, sourceId: 'src_1', amount: 1000 }
    const { rows } = tell('mandate-src_1' as Stream, [reported('collection_presented', used)])
    expect(rows.map(({ amount }) => amount)).toEqual(['10.00 EUR'])
  })

  test('count how often a thing was reported, and by which entries', () => {
    const again = { ...captured, metadata: { ...captured.metadata, eventId: 'evt_3' as never } }
    const { rows } = of(begun, captured, again)
    expect(rows.map(({ reports, entries }) => [reports, entries])).toEqual([
      [1, [1]],
      [2, [2, 3]],
    ])
  })

  test('name only their own of two messages with one id, and the unread form of one', () => {
    const refund = happened('payment_refunded', { amount: 100 }, '03-05', 2)
    const unread = happened('unrecognised', { name: 'new' }, '03-04', 2)
    const entriesIn = ({ rows }: Story) => rows.map(({ entries }) => entries)
    expect(entriesIn(of(begun, captured, refund))).toEqual([[1], [2], [3]])
    expect(entriesIn(of(begun, unread, captured))).toEqual([[1], [2, 3]])
  })

  test('name each entry once, also where two entries have one id', () => {
    const { rows } = tell(...named('sameidtwobodies'))
    expect(rows.map(({ entries }) => entries)).toEqual([[1], [2, 3]])
  })

  test('name no entry for what another stream implies, and count none for it', () => {
    const mandate = 'mandate-src_1' as Stream
    const made = happened('mandate_created', { sourceId: 'src_1' }, '03-01', 1)
    const ended = happened('mandate_cancelled', { sourceId: 'src_1' }, '03-05', 2)
    const [first, last] = entriesOf([mandate, made], [mandate, ended])
    const used = reported(
      'collection_presented',
      { ...pay, sourceId: 'src_1' },
      on('03-02', 'evt_9'),
    )
    const recorded = [first, used, last].flatMap((each) => each ?? [])
    const { rows, entries } = tell(mandate, recorded)
    expect([entries, rows.map((row) => row.entries)]).toEqual([2, [[1], [], [2]]])
    const titlesOn = (of: typeof recorded) =>
      streamPage(root)(mandate, of).match(/(Entry|Event) \d|From another stream/g)
    expect(titlesOn(recorded)).toEqual(['Entry 1', 'From another stream', 'Entry 2'])
    expect(titlesOn([used])).toEqual(['Event 1'])
  })

  test('are late if they were reported after something that happened later', () => {
    const received = (event: typeof begun, recordedAt: string) => ({
      ...event,
      metadata: { ...event.metadata, recordedAt: recordedAt as never },
    })
    const late = (recordedAt: string) =>
      of(received(begun, recordedAt), captured).rows.map(({ isLate }) => isLate)
    expect(late('2026-03-04T09:59:59Z')).toEqual([false, false])
    expect(late('2026-03-04T10:00:01Z')).toEqual([true, false])
  })

  test('say of each step that is not allowed why, also of one that was done', () => {
    const { allowed } = tell(...named('challenged'))
    const not = allowed.filter(({ isAllowed }) => !isAllowed)
    expect(not.length).toBeGreaterThan(0)
    expect(not.map(({ because }) => because.length > 0)).toEqual(not.map(() => true))
    expect(not.flatMap(({ because }) => because)).toContain('It has been done already.')
  })

  test.each([
    ['payment-pay_1', ['payment_pending'], 'payment_captured', 'captured'],
    ['mandate-src_1', ['mandate_created'], 'collection_presented', 'active'],
    ['session-sid_1', ['session_created', 'session_approved'], 'session_completed', 'approved'],
  ])(
    'of %s have what only a look-up implies no later than what followed',
    (stream, types, next, status) => {
      const about = { ...pay, sourceId: 'src_1', sessionId: 'sid_1', method: 'sepa' }
      const told = (lookedUpOn: string) => {
        const recordedAt = `2026-${lookedUpOn}T10:00:00Z`
        const { rows } = tell(stream as Stream, [
          reported(next, { ...about, amount: 1000 }, on('03-04', 'evt_2')),
          reported(
            'state_observed',
            { ...about, status },
            { at: null, recordedAt, source: 'response' },
          ),
        ])
        return rows.filter(({ type }) => types.includes(type)).map(({ at }) => at.slice(5, 10))
      }
      expect(told('03-06')).toEqual(types.map(() => '03-04'))
      expect(told('03-03')).toEqual(types.map(() => '03-03'))
    },
  )

  test('are contradicted if messages differ about them', () => {
    const { rows } = tell(...named('sameidtwobodies'))
    expect(rows.map(({ standing }) => standing)).toEqual([null, 'contradicted'])
    expect(rows[1]?.amount).toBe('5,100.00 ARS or 6,100.00 ARS')
    const isContradicted = (data: object) => {
      const again = happened('payment_pending', { ...sepa, ...data }, '03-02', 9)
      return of(begun, again).rows.some(({ standing }) => standing === 'contradicted')
    }
    expect([isContradicted({ sourceId: 'src_2' }), isContradicted({})]).toEqual([true, false])
  })

  describe('of a command that came to nothing', () => {
    const [commandId, source] = ['c-1', 'request'] as const
    const later = (type: string, data: object, from: 'request' | 'response') =>
      reported(type, { ...pay, ...data }, { ...on('03-06', 'evt_9'), source: from })
    const asked = reported(
      'refund_requested',
      { ...pay, amount: 300, commandId },
      { ...on('03-05', 'evt_3'), source },
    )
    const listed = { askedAt: '2026-03-06T09:00:00Z', actions: [], unread: 0 }
    const [by, because] = [['p7'], 'c']

    test.each([
      ['actions_listed', listed, 'response', 'ended by a look-up'],
      ['command_given_up', { commandId, by, because }, 'request', 'given up by a person'],
      ['request_refused', { commandId, httpStatus: 422 }, 'response', 'refused'],
    ] as const)('say what ended it: %s', (type, data, from, standing) => {
      const shown = of(begun, captured, asked, later(type, data, from))
      const rows = shown.rows.filter(({ entries }) => entries.includes(3))
      expect(rows.map((row) => [row.isOnChart, row.standing])).toEqual([[false, standing]])
      // what ended it has no such words
      expect(shown.rows.filter((row) => row.type === type).map((row) => row.standing)).toEqual([
        null,
      ])
      expect(said(shown).rows.flat()).toContain(standing)
      expect(saidInLines(storyLines(shown))).toEqual(said(shown))
    })

    test('say that a person said that it came to nothing', () => {
      const stream = 'mandate-src_1' as Stream
      const src = { sourceId: 'src_1' }
      const cancel = reported(
        'mandate_cancelled',
        { ...src, commandId },
        { ...on('03-05', 'evt_3'), source },
      )
      const asOf = '2026-03-06T09:00:00Z'
      const word = { ...src, usable: true, asOf, by, because }
      const shown = tell(stream, [cancel, reported('reviewed', word, on('03-06', 'evt_9'))])
      const [row] = shown.rows.filter(({ type }) => type === 'mandate_cancelled')
      expect(row?.standing).toBe('given up by a person')
    })

    test('say nothing while it is open', () => {
      expect(of(begun, captured, asked).rows.map(({ standing }) => standing)).toEqual([
        null,
        null,
        null,
      ])
    })
  })

  describe('of what a person has stated', () => {
    const asOf = '2026-03-08T10:00:00Z'
    const stated = { captured: 1000, refunded: 300, chargedBack: 0, by: ['p7'], because: 'c' }
    const word = (data: object, number = 8) =>
      happened('reviewed', { ...data, asOf }, '03-08', number)
    const back = happened('payment_refunded', { amount: 300, actionId: 'act_2' }, '03-05', 7)
    const reported4 = [begun, captured, back, chargeback(200)] as const
    const oddOf = (...events: readonly (typeof begun)[]) =>
      said(of(...events)).rows.map(([, what, ...odd]) => [what, ...odd.slice(0, 1)])
    const BY = 'stated by a person'
    const REPLACED = 'replaced by what a person stated'

    test('say the sums, as of when, and which rows they replaced: these are contradicted by nothing', () => {
      const told = of(...reported4, word(stated))
      expect(oddOf(...reported4, word(stated))).toEqual([
        ['10.00 EUR submitted'],
        ['10.00 EUR captured', BY],
        ['10.00 EUR captured', REPLACED],
        ['3.00 EUR refunded', BY],
        ['3.00 EUR refunded', REPLACED],
        ['2.00 EUR charged back', REPLACED],
        [
          'stated by a person as of 8 March 2026, 10:00 UTC: 10.00 EUR captured, 3.00 EUR refunded, 0.00 EUR charged back',
        ],
      ])
      expect(told.rows.some(({ standing }) => standing === 'contradicted')).toBe(false)
      expect(saidInLines(storyLines(told))).toEqual(said(told))
      expect(saidInPicture(storyPicture(told))).toEqual(said(told))
      const page = streamPage(root)(PAYMENT, [...reported4, word(stated)])
      expect(page.match(/odd">[^<]+/g)).toHaveLength(5)
      expect(page).not.toMatch(/odd">contradicted/)
    })

    test('count what came later and says nothing new as replaced; what contradicts them, as contradicted', () => {
      const later = (amount: number) => ({
        ...happened('payment_refunded', { amount, actionId: 'act_2' }, '03-05', 9),
        metadata: { ...back.metadata, eventId: 'evt_9', recordedAt: '2026-03-09T10:00:00Z' },
      })
      const last = (amount: number) =>
        of(...reported4, word(stated), later(amount) as typeof back)
          .rows.filter(({ entries }) => entries.includes(6))
          .map(({ standing }) => standing)
      expect(last(300)).toEqual([REPLACED])
      expect(last(301)).toEqual(['contradicted'])
    })

    test('say that of a mandate, and the outcome of a session, which contradicts another', () => {
      const { by, because } = stated
      const usable = { sourceId: 'src_1', usable: false, mandateType: 'single', by, because }
      const wordsIn = ({ rows }: Story) => rows.map(({ words }) => words)
      expect(wordsIn(tell('mandate-src_1' as Stream, [word(usable)]))).toEqual([
        'stated by a person as of 8 March 2026, 10:00 UTC: not usable, single',
      ])
      const about = { sessionId: 'sid_1' }
      const { rows } = tell('session-sid_1' as Stream, [
        reported('session_created', about, on('03-02', 'evt_1')),
        reported('session_approved', about, on('03-03', 'evt_2')),
        word({ ...about, outcome: 'declined', by, because }),
      ])
      expect(rows.map(({ type, standing }) => [type, standing])).toEqual([
        ['session_created', null],
        ['session_approved', 'contradicted'],
        ['session_declined', BY],
        ['reviewed', null],
      ])
    })

    test('say no more of a word without a time, which states nothing', () => {
      const old = happened('reviewed', { by: ['p7'], reason: 'c', amount: 1 }, '03-08', 8)
      expect(oddOf(begun, old).at(-1)).toEqual(['stated by a person'])
    })
  })

  test('of a mandate call a list of its payments so', () => {
    const looked = { sourceId: 'src_1', askedAt: '2026-03-04T10:00:00Z', actions: [], unread: 0 }
    const listed = reported('actions_listed', looked, on('03-04', 'evt_2'))
    const { rows } = tell('mandate-src_1' as Stream, [listed])
    expect(rows.map(({ words }) => words)).toEqual(['payments listed'])
  })

  test('put what is in no chart at its time', () => {
    const { rows } = tell(...named('actionslist'))
    expect(rows.map(({ words }) => words).join(', ')).toBe(
      'other action seen, submitted, captured, refunded, actions listed',
    )
  })
})

describe('the days of a story', () => {
  const at = (event: typeof begun, time: string, recordedAt = time) => ({
    ...event,
    metadata: { ...event.metadata, occurredAt: time as never, recordedAt: recordedAt as never },
  })

  test.each([
    ['Brussels', begun, '2026-03-04T22:59:59Z', '4 March'],
    ['Brussels', begun, '2026-03-04T23:00:00Z', '5 March'],
    ['Buenos Aires', ticket, '2026-03-05T02:59:59Z', '4 March'],
    ['Buenos Aires', ticket, '2026-03-05T03:00:00Z', '5 March'],
  ])('are those of %s', (city, first, time, day) => {
    const told = of(first, at(captured, time))
    expect(texts(told)[0]).toBe(`10.00 ${told.sums?.currency} captured on ${day}`)
    const lines = storyLines(told)
    expect(lines).toContainEqual(expect.stringContaining(`${day}  10.00`))
    expect(lines.at(-1)).toContain(`as of ${day} 2026 · days in ${city}`)
  })

  test('are those of the policy, also where something came late', () => {
    const helsinki = payfold(machines, {
      policy: { ...root.policy, sepaZone: 'Europe/Helsinki' as never },
    })
    const back = chargeback(1, '03-06')
    const late = (recordedAt: string) => {
      const all = [begun, back, at(captured, '2026-03-04T21:00:00Z', recordedAt)]
      return storyLines(story(helsinki)('payment-pay_1' as Stream, all))[4] ?? ''
    }
    expect(late('2026-03-06T21:59:59Z')).toBe(
      '       4 March  10.00 EUR captured, came late, on 6 March',
    )
    expect(late('2026-03-06T22:00:00Z')).toBe(
      '       4 March  10.00 EUR captured, came late, on 7 March',
    )
  })

  test('of a machine without a zone are those of UTC', () => {
    const { zone } = tell(...named('challenged'))
    expect([zone, of(begun).zone]).toEqual([null, 'Europe/Brussels'])
  })
})

test('what is wrong with a mandate forbids nothing that is allowed again', () => {
  const src = { sourceId: 'src_1', paymentId: 'pay_1' }
  const { status, findings, allowed } = tell('mandate-src_1' as Stream, [
    reported(
      'mandate_created',
      { sourceId: 'src_1', mandateType: 'recurring', customerId: 'cus_1' },
      { at: '2023-01-31T12:00:00Z' },
    ),
    reported('collection_presented', src, on('03-30', 'evt_2')),
    reported('collection_captured', src, on('04-03', 'evt_3')),
  ])
  expect([status, findings.map(({ code }) => code)]).toEqual(['active', ['mandateUsable']])
  expect(allowed.find(({ command }) => command === 'createPayment')?.isAllowed).toBe(true)
  expect(findings[0]?.remedy).toMatch(/Only an active mandate accepts another one\.$/)
})

test('a story has what a desk shows: sums, what is allowed and why not, questions and who settles them', () => {
  const { sums, allowed, questions, windows, root: over } = tell(...named('refundedinsnapshot'))
  expect(sums).toMatchObject({ captured: 6400, refundable: 0 })
  expect(allowed).toMatchObject([
    { isAllowed: false, because: [expect.stringContaining('in doubt')] },
  ])
  expect(questions).toMatchObject([
    { settledBy: expect.stringMatching(/^getPaymentActions settles it/) },
  ])
  expect(windows.map(({ text }) => text)).toContain('refundable until 27 July 2026 (Brussels)')
  expect(over).toMatch(/^[0-9a-f]{64}$/)
  expect(of(begun).root).toBeNull()
})

test('a question that only a person settles says so in a sentence of its own', () => {
  const dispute = happened('payment_chargeback', { amount: 200, disputeId: 'dsp_1' }, '03-06', 4)
  const told = of(begun, captured, chargeback(200), dispute)
  const [because, settledBy] = ['these are: act_9, dsp_1.', 'A person settles it: no response']
  expect(storyLines(told).join('\n')).toContain(`${because} ${settledBy}`)
  const page = streamPage(root)(PAYMENT, [begun, captured, chargeback(200), dispute])
  expect(page).toContain(`${because}</span><br><span>${settledBy}`)
})

test('a story needs neither audits nor pictures', () => {
  const loaded = [...loadedWith('src/story/story.ts', 'src/story/story-text.ts')]
  expect(loaded.filter((path) => /^src\/(audit|inspect)\//.test(path))).toEqual([])
  expect(loaded).toContain('src/story/headline.ts')
})

describe.each([...week, [PAYMENT, readme] as const])('of %s', (stream, entries) => {
  const told = tell(stream, entries)

  test('terminal and picture tell the same story', () => {
    expect(saidInLines(storyLines(told))).toEqual(said(told))
    expect(saidInPicture(storyPicture(told))).toEqual(said(told))
  })
})

test('the week has 32 streams', () => {
  expect(week).toHaveLength(32)
})

describe('the picture', () => {
  const svg = storyPicture(tell(PAYMENT, readme))

  test('is 400 units wide, has no text under 13, and loads nothing', () => {
    expect(svg).toMatch(/ width="400"/)
    const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size))
    expect(Math.min(...sizes)).toBe(13)
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(
      /http|url\(|href|<script/,
    )
    expect(svg.length).toBeLessThan(5000)
  })

  test('shows text as text, whoever wrote it', () => {
    const hostile = `</text><script>x</script>"'&\u202e`
    const drawn = storyPicture(tell(`payment-${hostile}` as Stream, [begun]))
    expect(drawn).not.toMatch(/<script|\u202e/)
    expect(drawn).toContain('&lt;script&gt;')
  })
})
