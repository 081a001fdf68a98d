/** The life of a command, row by row: what leads from one state to the next, to the tick. */

import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { ownLoop } from '../../src/judge/own-loop.ts'
import { emptyTip, type Tip } from '../../src/log/tip.ts'
import { payfold } from '../../src/payfold.ts'
import type { Stream } from '../../src/words/stream.ts'
import { type Instant, shift } from '../../src/words/time/instant.ts'
import { instantOf, machines, pay, reported, right } from '../given.ts'
import { readDelivery } from '../read-delivery.ts'

const pf = payfold(machines)
const stream = 'payment-pay_1' as Stream
const AT = instantOf('2026-03-10T10:00:00Z')
const SEND_BY = instantOf('2026-03-10T10:01:00Z')
const ASK_FROM = instantOf('2026-03-10T11:02:00Z')
/** The last tick before `SEND_BY`, and before `ASK_FROM`. */
const TICK = '2026-03-10T10:00:59.9999999Z' as Instant
const EARLY = '2026-03-10T11:01:59.9999999Z'
const paid = [
  reported('payment_pending', {
    ...pay,
    amount: 1000,
    currency: 'EUR',
    method: 'sepa',
    sourceId: 'src_1',
  }),
  reported('payment_captured', { ...pay, amount: 1000 }, { at: '2026-03-05T10:00:00Z' }),
]

const asked = (commandId: string, amount = 300, at = AT): DomainEvent =>
  reported(
    'refund_requested',
    { ...pay, amount, commandId },
    { at, id: `evt_${commandId}`, source: 'request' },
  )
const beside = (type: string, data: object, at: string = AT): DomainEvent =>
  reported(
    type,
    { ...pay, commandId: 'c-1', ...data },
    { at, id: `evt_${type}${at}${JSON.stringify(data).length}` },
  )
const refused = (more: object = {}): DomainEvent =>
  beside('request_refused', { httpStatus: 422, ...more })
const failed = (httpStatus = 503): DomainEvent => beside('request_failed', { httpStatus })
const givenUp = beside(
  'command_given_up',
  { by: ['person-1'], because: 'not-found' },
  '2026-03-10T11:00:00Z',
)
const action = (
  actionId: string,
  more: object = {},
  type = 'payment_refunded',
  at: string = '2026-03-10T12:00:00Z',
): DomainEvent =>
  reported(type, { ...pay, amount: 300, actionId, ...more }, { at, id: `evt_${type}_${actionId}` })
const capture = { id: 'act_c', kind: 'capture', amount: 1000, approved: true }
/** A list of the capture and of refunds, which were done; with `unread` elements more. */
const listed = (askedAt: string, ids: readonly string[] = [], unread = 0): DomainEvent =>
  listOf(
    askedAt,
    ids.map((id) => ({ id, kind: 'refund', amount: 300, approved: true })),
    unread,
  )
const listOf = (askedAt: string, rows: readonly object[], unread = 0): DomainEvent =>
  reported(
    'actions_listed',
    { ...pay, askedAt, actions: [capture, ...rows], unread },
    { at: null, recordedAt: askedAt, id: `evt_listed_${askedAt}` },
  )
const isFailed = { kind: 'refund', amount: 300, approved: false }

const fold = (...events: readonly DomainEvent[]) => pf.fold(stream, [...paid, ...events])
type Folded = ReturnType<typeof fold>

const statusOf = (state: Folded, commandId = 'c-1', now: Instant = AT) => {
  const status = right(pf.commandStatus(state, commandId, now))
  if (status === null) throw new Error('no such command')
  return status
}
const stateOf = (...events: readonly DomainEvent[]): string =>
  statusOf(fold(asked('c-1'), ...events)).state

/** The most that may be refunded. */
const leftIn = (state: Folded, now: Instant = AT): number => {
  const [refund] = right(pf.allowed(state, now))
  return refund?.amount?.most ?? 0
}
const codesIn = ({ findings }: Folded): readonly string[] => findings.map(({ code }) => code)

const refund = (state: Folded, data: object, commandId = 'c-1', now: Instant = AT) =>
  pf.decide(state, {
    type: 'requestRefund',
    data: { ...pay, ...data },
    metadata: { commandId, now },
  } as never)

describe('of a command that nobody answered, sentence and question agree whether a look-up ends the doubt', () => {
  const at = '2026-03-05T10:00:00Z'
  const sid = { sessionId: 'sid_1' }
  const src = { sourceId: 'src_1' }
  const mandate = reported('mandate_created', { ...src, mandateType: 'recurring' }, { at })
  const created = reported('session_created', { ...sid, mode: 'non_hosted' }, { at })
  const approved = reported('session_approved', sid, { at })
  /** A look-up that does not show it. */
  const looked = (askedAt: Instant) =>
    reported(
      'state_observed',
      { ...sid, askedAt },
      { at: null, recordedAt: shift(askedAt, 1), source: 'response' },
    )
  const [early, late] = [looked(shift(ASK_FROM, -1)), looked(ASK_FROM)]
  const [refunded, collected] = [
    { ...pay, amount: 300 },
    { ...src, amount: 300 },
  ]

  test.each([
    ['requestRefund', 'refund_requested', stream, refunded, paid, true],
    ['createPayment', 'collection_presented', 'mandate-src_1', collected, [mandate], true],
    ['cancelMandate', 'mandate_cancelled', 'mandate-src_1', src, [mandate], false],
    ['submitChannelData', 'channel_data_submitted', 'session-sid_1', sid, [created], true],
    [
      'completeSession',
      'session_completed',
      'session-sid_1',
      sid,
      [created, approved, early],
      true,
    ],
    [
      'completeSession',
      'session_completed',
      'session-sid_1',
      sid,
      [created, approved, late],
      false,
    ],
  ] as const)('%s', (type, event, of, data, before, isLookedUp) => {
    const metadata = { at: AT, id: 'evt_c-1', source: 'request' } as const
    const commanded = reported(event, { ...data, commandId: 'c-1' }, metadata)
    const state = pf.fold(of as Stream, [...before, commanded])
    const command = { type, data, metadata: { commandId: 'c-1', now: ASK_FROM } }
    const known = pf.decide(state, command as never)
    const questions = right(pf.questions(state, ASK_FROM))
    const open = questions.filter(({ reason }) => reason === 'InDoubt')
    expect(open.map(({ request }) => request !== null)).toEqual([isLookedUp])
    expect(E.isLeft(known) && pf.explain(known.left)).toContain(
      isLookedUp ? 'a look-up or a person ends the doubt.' : 'a person has to find out.',
    )
  })
})

describe('a refund that nobody answered', () => {
  const state = fold(asked('c-1'))

  test('may be sent until the last tick before `sendBy`; then it is unanswered', () => {
    expect(statusOf(state, 'c-1', TICK)).toEqual({
      commandId: 'c-1',
      state: 'recorded',
      since: AT,
      by: 'evt_c-1',
      id: null,
      sendBy: SEND_BY,
      askFrom: ASK_FROM,
    })
    expect(statusOf(state, 'c-1', SEND_BY)).toMatchObject({ state: 'unanswered', since: SEND_BY })
  })

  test('holds its own amount, and nothing else', () => {
    for (const now of [AT, SEND_BY, ASK_FROM]) expect(leftIn(state, now)).toBe(700)
    expect(refund(state, { amount: 700 }, 'c-2')).toMatchObject(E.right({ done: null }))
  })

  test('is never sent again: its look-up is asked for, from `askFrom` on', () => {
    const doubt = { error: 'InDoubt', commandId: 'c-1', sendBy: SEND_BY, askFrom: ASK_FROM }
    for (const seconds of [0, 1, 59, 60, 3600, 86_400, 730 * 86_400]) {
      const known = refund(state, { amount: 300 }, 'c-1', shift(AT, seconds))
      expect(known).toMatchObject(E.left(doubt))
      expect(E.isLeft(known) && 'request' in known.left).toBe(false)
    }
    const open = (now: Instant) =>
      right(pf.questions(state, now)).filter(({ reason }) => reason === 'InDoubt')
    expect(open(TICK)).toEqual([])
    expect(open(SEND_BY)).toMatchObject([
      { request: { endpoint: 'getPaymentActions', params: { id: 'pay_1' }, from: ASK_FROM } },
    ])
  })

  test('is handed out once, with its whole request', () => {
    expect(refund(fold(), { amount: 300 })).toMatchObject(
      E.right({
        events: [{ type: 'refund_requested', data: { amount: 300, commandId: 'c-1' } }],
        request: {
          endpoint: 'requestRefund',
          params: { payment_id: 'pay_1' },
          headers: { 'Cko-Idempotency-Key': 'c-1' },
          body: { amount: 300, reference: 'c-1' },
          commandId: 'c-1',
          sendBy: SEND_BY,
        },
      }),
    )
  })

  test('stays unanswered after 408 and 5xx, whatever message documents them', () => {
    for (const message of [
      refused({ httpStatus: 408 }),
      refused({ httpStatus: 500 }),
      failed(500),
      failed(503),
      beside('request_sent', { attempt: 1 }),
    ]) {
      const after = fold(asked('c-1'), message)
      expect([statusOf(after).state, leftIn(after)]).toEqual(['recorded', 700])
      expect(statusOf(after, 'c-1', SEND_BY).state).toBe('unanswered')
    }
  })
})

describe('a refusal', () => {
  test.each([400, 401, 404, 409, 422, 425, 429, 499])(
    'with %s ends the command, and frees its amount',
    (httpStatus) => {
      const state = fold(asked('c-1'), refused({ httpStatus }))
      expect([statusOf(state).state, leftIn(state)]).toEqual(['refused', 1000])
      expect(refund(state, { amount: 300 })).toMatchObject(
        E.left({ error: 'Ended', how: 'refused' }),
      )
    },
  )

  test('ends nothing if a message bears the id of the command', () => {
    const state = fold(asked('c-1'), refused(), action('act_1', { reference: 'c-1' }))
    expect(statusOf(state)).toMatchObject({ state: 'done', id: 'act_1' })
    expect([codesIn(state), leftIn(state)]).toEqual([['TakenAfterAll'], 700])
  })
})

describe('a message that bears the id of a command', () => {
  test('shows that it was taken, whatever its amount or currency', () => {
    for (const more of [{}, { amount: 299 }, { amount: undefined }, { currency: 'USD' }]) {
      for (const id of [{ commandId: 'c-1' }, { reference: 'c-1' }]) {
        expect(statusOf(fold(asked('c-1'), action('act_1', { ...more, ...id })))).toMatchObject({
          state: 'done',
          id: 'act_1',
        })
      }
    }
  })

  test('is none with the reference of an order, whoever sent it; by number, a list decides', () => {
    const referring = (commandId: string): DomainEvent => {
      const event = asked(commandId)
      return { ...event, data: { ...event.data, reference: 'ORD-7' } }
    }
    const named = action('act_1', { reference: 'ORD-7' })
    for (const command of [asked('c-1'), referring('c-1')]) {
      expect(statusOf(fold(command, named)).state).toBe('recorded')
      const own = action('act_1', { reference: 'c-1' })
      expect(statusOf(fold(command, own))).toMatchObject({ state: 'done', id: 'act_1' })
    }
    const both = fold(referring('c-1'), referring('c-2'), named)
    expect(['c-1', 'c-2'].map((id) => statusOf(both, id).state)).toEqual(['recorded', 'recorded'])
    const looked = fold(referring('c-1'), referring('c-2'), named, listed(ASK_FROM, ['act_1']))
    expect(['c-1', 'c-2'].map((id) => statusOf(looked, id).state)).toEqual(['done', 'ended'])
  })

  test('is none with a reference that is the id of one command, and was sent with another', () => {
    const referring = asked('c-2')
    const second = { ...referring, data: { ...referring.data, reference: 'c-1' } }
    const named = action('act_2', { reference: 'c-1' })
    const statuses = (...events: readonly DomainEvent[]) =>
      ['c-1', 'c-2'].map((id) => {
        const { state, id: entity } = statusOf(fold(asked('c-1'), second, ...events), id)
        return `${state} ${entity}`
      })
    expect(statuses(named)).toEqual(['recorded null', 'recorded null'])
    // both hold their amounts, whatever the row is
    expect(
      leftIn(fold(asked('c-1'), second, action('act_2', { reference: 'c-1', amount: 5 }))),
    ).toBe(395)
    const row = (id: string) => ({
      id,
      kind: 'refund',
      amount: 300,
      reference: 'c-1',
      approved: true,
    })
    const list = listOf(ASK_FROM, [row('act_2')])
    // an answer that names the action of the one says whose the other is
    const answer = reported(
      'refund_requested',
      { ...pay, amount: 300, commandId: 'c-1', actionId: 'act_1' },
      { at: null, recordedAt: AT, source: 'response', id: 'evt_answer' },
    )
    const both = listOf(ASK_FROM, [row('act_1'), row('act_2')])
    expect(statuses(answer, both)).toEqual(['done act_1', 'done act_2'])
    expect(codesIn(fold(asked('c-1'), second, answer, both))).toEqual([])
    expect(statuses(list).filter((each) => each === 'done act_2')).toHaveLength(1)
  })

  test('names the command, or refers to it: one that two commands name holds all others', () => {
    const response = reported(
      'refund_requested',
      { ...pay, amount: 300, commandId: 'c-2', actionId: 'act_2' },
      { at: null, recordedAt: AT, source: 'response', id: 'evt_answer' },
    )
    const state = fold(asked('c-1'), asked('c-2'), response, action('act_2', { reference: 'c-1' }))
    expect(statusOf(state, 'c-2')).toMatchObject({ state: 'done', id: 'act_2' })
    expect(leftIn(state)).toBe(0)
  })

  test('may be a row of a list, however early it was asked', () => {
    const row = { id: 'act_9', kind: 'refund', amount: 5, reference: 'c-1' }
    expect(statusOf(fold(asked('c-1'), listOf(AT, [row])))).toMatchObject({
      state: 'taken',
      id: 'act_9',
    })
  })

  test('without an action takes it as well; its action is then counted', () => {
    const accepted = reported(
      'refund_requested',
      { ...pay, amount: 300, commandId: 'c-1' },
      { at: null, recordedAt: AT, source: 'response', id: 'evt_answer' },
    )
    const state = fold(asked('c-1'), accepted, action('act_1'))
    expect([statusOf(state).state, leftIn(state)]).toEqual(['taken', 400])
    const looked = fold(asked('c-1'), accepted, action('act_1'), listed(ASK_FROM, ['act_1']))
    expect(statusOf(looked)).toMatchObject({ state: 'done', id: 'act_1' })
    expect([leftIn(looked), codesIn(looked)]).toEqual([700, []])
  })
})

describe('a look-up', () => {
  test('shows that nothing was done only if it is asked late enough, to the tick', () => {
    expect(stateOf(listed(EARLY))).toBe('recorded')
    expect(stateOf(listed(ASK_FROM))).toBe('ended')
    expect(leftIn(fold(asked('c-1'), listed(EARLY)), ASK_FROM)).toBe(700)
    expect(leftIn(fold(asked('c-1'), listed(ASK_FROM)), ASK_FROM)).toBe(1000)
    expect(statusOf(fold(asked('c-1'), listed(ASK_FROM)))).toMatchObject({
      by: `evt_listed_${ASK_FROM}`,
      since: ASK_FROM,
    })
  })

  test('that was asked after it was answered proves nothing', () => {
    const { metadata, ...rest } = listed(ASK_FROM)
    const recorded = (recordedAt: string) =>
      stateOf({ ...rest, metadata: { ...metadata, recordedAt } } as DomainEvent)
    expect(recorded(EARLY)).toBe('recorded')
    expect(recorded(ASK_FROM)).toBe('ended')
  })

  test('with an element that nobody can read proves nothing', () => {
    expect(stateOf(listed(ASK_FROM, [], 1))).toBe('recorded')
  })

  test('decides only what was recorded early enough', () => {
    const later = asked('c-2', 300, shift(AT, 1))
    const state = fold(asked('c-1'), later, listed(ASK_FROM))
    expect([statusOf(state).state, statusOf(state, 'c-2').state]).toEqual(['ended', 'recorded'])
  })

  test('of a session shows whether it was completed', () => {
    const sid = { sessionId: 'sid_1' }
    const session = (...more: readonly DomainEvent[]) =>
      pf.fold('session-sid_1' as Stream, [
        reported('session_created', { ...sid, mode: 'hosted' }),
        reported('session_approved', sid, { at: AT }),
        reported(
          'session_completed',
          { ...sid, commandId: 'c-1' },
          { at: AT, id: 'evt_c', source: 'request' },
        ),
        ...more,
      ])
    const shown = (askedAt: string, completed: boolean) =>
      reported(
        'state_observed',
        { ...sid, askedAt, status: 'approved', completed },
        { at: null, recordedAt: askedAt, source: 'response', id: `evt_${askedAt}` },
      )
    const of = (state: ReturnType<typeof session>) => statusOf(state, 'c-1', ASK_FROM).state
    expect(of(session(shown(EARLY, false)))).toBe('unanswered')
    expect(of(session(shown(ASK_FROM, false)))).toBe('ended')
    expect(of(session(shown(EARLY, true)))).toBe('done')
    // a report of the step outranks what a look-up shows
    const completed = reported('session_completed', sid, { at: shift(AT, 1), id: 'evt_done' })
    expect(of(session(completed, shown(ASK_FROM, false)))).toBe('done')
    const asking = pf.questions(session(), SEND_BY)
    expect(asking).toMatchObject(
      E.right([{ reason: 'InDoubt', request: { endpoint: 'getSession', from: ASK_FROM } }]),
    )
  })
})

describe('somebody else’s action of the same amount', () => {
  test('never ends a command before its look-up: until then both count', () => {
    const state = fold(asked('c-1'), action('act_1'))
    expect(statusOf(state, 'c-1', SEND_BY)).toMatchObject({ state: 'unanswered', id: null })
    expect(leftIn(state)).toBe(400)
    const early = fold(asked('c-1'), action('act_1'), listed(EARLY, ['act_1']))
    expect([statusOf(early).state, leftIn(early)]).toEqual(['recorded', 400])
  })

  test('is counted by the list: as many commands were taken as it has rows that nobody claims', () => {
    const both = [asked('c-1'), asked('c-2', 300, shift(AT, -1))]
    const statesWith = (...rows: readonly string[]) => {
      const actions = rows.map((id) => action(id))
      const state = fold(...both, ...actions, listed(ASK_FROM, rows))
      return [statusOf(state).state, statusOf(state, 'c-2').state, leftIn(state)]
    }
    expect(statesWith()).toEqual(['ended', 'ended', 1000])
    // in the order of recording
    expect(statesWith('act_1')).toEqual(['ended', 'done', 700])
    expect(statesWith('act_1', 'act_2')).toEqual(['done', 'done', 400])
    expect(statesWith('act_1', 'act_2', 'act_3')).toEqual(['done', 'done', 100])
  })

  test('is not counted if a response, a reference or another command claims it', () => {
    const rows = ['act_1', 'act_2']
    const claims = [action('act_1', { reference: 'c-2' }), action('act_2', { commandId: 'c-3' })]
    const state = fold(asked('c-1'), asked('c-2'), ...claims, listed(ASK_FROM, rows))
    expect([statusOf(state).state, statusOf(state, 'c-2').state]).toEqual(['ended', 'done'])
    expect([leftIn(state), codesIn(state)]).toEqual([400, []])
    // what one list gave to a command is its own in the next
    const later = asked('c-4', 300, shift(AT, 60))
    const twice = fold(
      asked('c-1'),
      later,
      action('act_1'),
      listed(ASK_FROM, ['act_1']),
      listed(shift(ASK_FROM, 60), ['act_1']),
    )
    expect([statusOf(twice).state, statusOf(twice, 'c-4').state]).toEqual(['done', 'ended'])
  })

  test('is not counted if its amount is another; an unknown one may be any', () => {
    const of = (amount: number | undefined, kind = 'refund') => {
      const row = { id: 'act_1', kind, ...(amount === undefined ? {} : { amount }) }
      return stateOf(listOf(ASK_FROM, [row]))
    }
    expect([of(299), of(300), of(301), of(undefined)]).toEqual(['ended', 'taken', 'ended', 'taken'])
    expect([of(300, 'Payout'), of(299, 'Payout')]).toEqual(['taken', 'ended'])
    // nor if it is surely no refund; of a kind that nobody knows it may be one, as a payout may
    expect([of(300, 'Capture'), of(300, 'credit'), of(299, 'credit')]).toEqual([
      'ended',
      'taken',
      'ended',
    ])
  })

  test('is not counted if it was reported before the command was recorded, to the tick', () => {
    const stateAt = (at: string) => {
      const report = action('act_1', {}, undefined, at)
      return statusOf(fold(asked('c-1'), report, listed(ASK_FROM, ['act_1']))).state
    }
    // the clocks of two workers may differ by a minute
    expect(stateAt('2026-03-10T09:58:59.9999999Z')).toBe('ended')
    expect(stateAt('2026-03-10T09:59:00Z')).toBe('done')
  })

  test('later than the list is somebody else’s, and not TakenAfterAll', () => {
    const on = '2026-03-12T12:00:00Z'
    const late = fold(asked('c-1'), listed(ASK_FROM), action('act_1', {}, 'payment_refunded', on))
    expect([statusOf(late).state, leftIn(late), codesIn(late)]).toEqual(['ended', 700, []])
  })

  test('is of a command for all that was left, which an older release recorded without an amount', () => {
    const all = reported(
      'refund_requested',
      { ...pay, commandId: 'c-1' },
      { at: AT, id: 'evt_all', source: 'request' },
    )
    const looked = fold(all, action('act_1', { amount: 100 }), listed(ASK_FROM, ['act_1']))
    expect(statusOf(looked)).toMatchObject({ state: 'done', id: 'act_1' })
    expect([statusOf(fold(all)).state, leftIn(fold(all))]).toEqual(['recorded', 0])
    expect(statusOf(fold(all, listed(ASK_FROM))).state).toBe('ended')
  })
})

describe('a command that was denied, and that a message then names', () => {
  const on = '2026-03-12T12:00:00Z'
  const named = action('act_1', { reference: 'c-1' }, 'payment_refunded', on)
  const denials = [refused(), givenUp, listed(ASK_FROM)]

  test('was taken after all', () => {
    for (const denial of denials) {
      const state = fold(asked('c-1'), denial, named)
      expect([statusOf(state).state, codesIn(state)]).toEqual(['done', ['TakenAfterAll']])
      expect(leftIn(state)).toBe(700)
    }
  })

  test('is not denied by a list that has its action, or a row that may be it', () => {
    const row = action('act_1', { reference: 'c-1' })
    expect(codesIn(fold(asked('c-1'), row, listed(ASK_FROM, ['act_1'])))).toEqual([])
    const other = fold(asked('c-1'), named, action('act_9'), listed(ASK_FROM, ['act_9']))
    expect(codesIn(other)).toEqual([])
    expect(codesIn(fold(asked('c-1'), named, listed(EARLY)))).toEqual([])
  })
})

describe('two actions that bear one command id', () => {
  const twice = ['act_1', 'act_2'].map((id) => action(id, { reference: 'c-1' }))

  test('are two refunds, and an error', () => {
    const state = fold(asked('c-1'), ...twice)
    expect([codesIn(state), leftIn(state)]).toEqual([['PaidTwice'], 400])
    expect(codesIn(fold(asked('c-1'), ...twice.slice(1)))).toEqual([])
    const failed = action('act_1', { reference: 'c-1' }, 'payment_refund_declined')
    expect(codesIn(fold(asked('c-1'), failed, ...twice.slice(1)))).toEqual([])
  })

  test('are so also where its own event was never recorded', () => {
    const named = ['act_1', 'act_2'].map((id) => action(id, { commandId: 'c-1' }))
    expect(codesIn(fold(...named))).toEqual(['PaidTwice'])
    const [first] = named
    const other = action('act_2', { reference: 'c-1' })
    expect(first === undefined ? [] : codesIn(fold(first, other))).toEqual(['PaidTwice'])
  })

  test('are none if they bear the id of the command that made the payment', () => {
    const [pending, ...rest] = paid
    const made = { ...pending, data: { ...pending?.data, commandId: 'c-0' } } as DomainEvent
    const both = ['act_1', 'act_2'].map((id) => action(id, { reference: 'c-0' }))
    const { findings } = pf.fold(stream, [made, ...rest, ...both])
    expect(findings.map(({ code }) => code)).toEqual([])
  })

  test('are none if it is only a reference of the caller’s that they share', () => {
    const event = asked('c-1')
    const own = { ...event, data: { ...event.data, reference: 'ORD-7' } }
    const both = ['act_1', 'act_2'].map((id) => action(id, { reference: 'ORD-7' }))
    expect(codesIn(fold(own, ...both))).toEqual([])
  })
})

describe('a person', () => {
  const upAt = (at: string, by: readonly string[] = ['person-1']) =>
    beside('command_given_up', { by, because: 'none' }, at)

  test('gives a command up, and its amount is free', () => {
    const state = fold(asked('c-1'), givenUp)
    expect([statusOf(state).state, leftIn(state)]).toEqual(['ended', 1000])
    expect(refund(state, { amount: 300 })).toMatchObject(E.left({ error: 'Ended', how: 'ended' }))
  })

  test('who is not named gives nothing up', () => {
    expect(stateOf(upAt(SEND_BY, []))).toBe('recorded')
  })

  test('gives up only what is unanswered, to the tick', () => {
    expect(stateOf(upAt(TICK))).toBe('recorded')
    expect(stateOf(upAt(SEND_BY))).toBe('ended')
  })

  test('gives up a command whose clock was far ahead, if the word came after it', () => {
    const wordAt = (at: string, after: object = { after: AT }) => {
      const word = upAt(at)
      return { ...word, metadata: { ...word.metadata, ...after } }
    }
    expect(stateOf(wordAt('2026-01-10T10:00:00Z'))).toBe('ended')
    expect(stateOf(wordAt('2026-01-10T10:00:00Z', {}))).toBe('recorded')
    expect(stateOf(wordAt('2026-03-04T10:00:00Z'))).toBe('recorded')
  })

  test('who states the sum of the refunds changes nothing of what a command became', () => {
    const ended = (type: string) => [
      asked('c-1'),
      action('act_1', { reference: 'c-1' }, type, '2026-03-10T12:00:00Z'),
    ]
    const word = (asOf: string, refunded: number) =>
      beside('reviewed', { asOf, captured: 1000, refunded, chargedBack: 0, by: ['person-1'] }, asOf)
    const later = '2026-03-12T10:00:00Z'
    expect(statusOf(fold(...ended('payment_refunded'), word(later, 300))).state).toBe('done')
    const failed = ended('payment_refund_declined')
    expect(statusOf(fold(...failed)).state).toBe('failed')
    expect(statusOf(fold(...failed, word(later, 0))).state).toBe('failed')
  })

  test('cannot give up what was taken', () => {
    const state = fold(asked('c-1'), givenUp, action('act_1', { commandId: 'c-1' }))
    expect([statusOf(state).state, codesIn(state)]).toEqual(['done', ['TakenAfterAll']])
  })
})

test('a state as of an earlier time holds what was in doubt then', () => {
  const when = { occurred: shift(AT, 60) }
  const early = right(pf.asOf(stream, [...paid, asked('c-1'), listed(ASK_FROM)], when))
  expect([statusOf(early).state, leftIn(early)]).toEqual(['recorded', 700])
})

describe('an id', () => {
  test('of a step of another kind is used: it cannot name a refund', () => {
    const [pending, ...rest] = paid
    if (pending === undefined) throw new Error('no payment')
    const created = { ...pending, data: { ...pending.data, commandId: 'c-1' } } as DomainEvent
    const state = pf.fold(stream, [created, ...rest])
    expect(refund(state, { amount: 300 })).toMatchObject(
      E.left({ error: 'KeyReused', differs: ['type'] }),
    )
    const forced = pf.fold(stream, [created, ...rest, asked('c-1')])
    expect(statusOf(forced).state).toBe('recorded')
  })

  test.each([
    ['a message', action('act_9', { reference: 'c-1' })],
    ['a row of a list', listOf('2026-03-15T11:00:00Z', [{ id: 'act_9', reference: 'c-1' }])],
  ])('is new for the reference of a refund that somebody else made, in %s', (_, shown) => {
    const why = refund(fold(shown), { amount: 300 })
    expect(why).toMatchObject(E.left({ error: 'KeyReused', differs: [] }))
    expect(E.isLeft(why) && pf.explain(why.left)).toBe(
      'The id c-1 is the reference of a step that was taken without this command: use a new id.',
    )
    expect(refund(fold(asked('c-1'), shown), { amount: 300 })).toMatchObject(E.right({}))
    expect(refund(fold(shown), { amount: 300 }, 'c-2')).toMatchObject(E.right({}))
    // a response named the command, whoever recorded it
    const data = { ...pay, amount: 300, actionId: 'act_9', commandId: 'c-1' }
    const answered = reported('refund_requested', data, { at: AT, source: 'response' })
    expect(refund(fold(answered, shown), { amount: 300 })).toMatchObject(E.right({ events: [] }))
  })

  test('that was recorded twice has the time of the first recording', () => {
    const { metadata, ...again } = asked('c-1')
    const second = {
      ...again,
      metadata: { ...metadata, occurredAt: shift(AT, -60), recordedAt: shift(AT, 36_000) },
    } as unknown as DomainEvent
    expect(statusOf(fold(asked('c-1'), second)).sendBy).toBe(SEND_BY)
  })
})

describe('a person who states whether a mandate is usable says whether it was cancelled', () => {
  const src = { sourceId: 'src_1' }
  const mandate = reported('mandate_created', { ...src, mandateType: 'recurring' }, { at: AT })
  const cancelled = reported(
    'mandate_cancelled',
    { ...src, commandId: 'c-1' },
    { at: AT, id: 'evt_cancel', source: 'request' },
  )
  const says = (usable: boolean, asOf: string = SEND_BY, more: object = {}) =>
    reported(
      'reviewed',
      { ...src, asOf, usable, by: ['person-1'], because: 'case-1', ...more },
      { at: null, recordedAt: '2026-03-10T12:00:00Z', id: `evt_word_${usable}${asOf}` },
    )
  const mandateOf = (...events: readonly DomainEvent[]) =>
    pf.fold('mandate-src_1' as Stream, [mandate, cancelled, ...events])
  const stateIn = (...events: readonly DomainEvent[]) =>
    statusOf(mandateOf(...events), 'c-1', ASK_FROM).state
  const isAsked = (...events: readonly DomainEvent[]): boolean =>
    right(pf.questions(mandateOf(...events), ASK_FROM)).some(({ reason }) => reason === 'InDoubt')

  test('of the time from which it can no longer be sent', () => {
    expect([stateIn(says(false)), isAsked(says(false))]).toEqual(['done', false])
    expect([stateIn(says(false, TICK)), isAsked(says(false, TICK))]).toEqual(['unanswered', true])
    expect([stateIn(says(true)), isAsked(says(true))]).toEqual(['ended', false])
    expect([stateIn(says(true, TICK)), isAsked(says(true, TICK))]).toEqual(['unanswered', true])
  })

  test('but not without a name, or of anything else', () => {
    expect(stateIn(says(false, SEND_BY, { by: [] }))).toBe('unanswered')
    expect(stateIn(says(false, SEND_BY, { usable: undefined }))).toBe('unanswered')
  })

  test('and a mandate that is usable after all may be cancelled again', () => {
    const words = [says(false), says(true)]
    expect([stateIn(...words), stateIn(...words.toReversed())]).toEqual(['ended', 'ended'])
    const { status } = mandateOf(says(true))
    expect([mandateOf().status, status]).toEqual(['cancelled', 'active'])
  })

  test('and a refusal says so, and not that it is perhaps cancelled', () => {
    const data = { ...src, amount: 100 }
    const metadata = { commandId: 'c-2', now: ASK_FROM }
    const because = (...events: readonly DomainEvent[]) => {
      const decided = pf.decide(mandateOf(...events), { type: 'createPayment', data, metadata })
      return E.isLeft(decided) ? pf.explain(decided.left) : ''
    }
    expect(because()).toContain('perhaps cancelled')
    expect(because(says(false))).toContain('not usable, as the provider or a person says')
    expect(because(says(false))).not.toContain('perhaps')
    expect(because(says(true))).toBe('')
  })

  test('and a message that bears its id counts for more', () => {
    const answered = reported('mandate_cancelled', { ...src, commandId: 'c-1' }, { at: AT })
    expect(stateIn(says(true), answered)).toBe('done')
  })
})

test('a step that happened is done, though its message names the id of another command that was given up', () => {
  const src = { sourceId: 'src_1' }
  const up = { ...src, commandId: 'c-2', by: ['person-1'], because: 'none' }
  const state = pf.fold('mandate-src_1' as Stream, [
    reported('mandate_created', src),
    reported('collection_ended', { ...src, commandId: 'c-2' }, { at: AT, source: 'request' }),
    reported('command_given_up', up, { at: SEND_BY, id: 'evt_up' }),
    reported('mandate_cancelled', { ...src, commandId: 'c-2' }, { at: AT, id: 'evt_over' }),
  ])
  const metadata = { commandId: 'c-1', now: SEND_BY }
  expect(pf.decide(state, { type: 'cancelMandate', data: src, metadata })).toMatchObject(
    E.right({ events: [], done: null }),
  )
})

describe('what a refund became', () => {
  test('is paid once if a list shows that one of its two actions failed', () => {
    const begun = (actionId: string) =>
      action(actionId, { commandId: 'c-1' }, 'payment_refund_pending', '2026-03-10T10:00:30Z')
    const listing = (approved: boolean) =>
      listOf('2026-03-10T12:00:00Z', [
        { id: 'act_1', kind: 'refund', amount: 300, approved },
        { id: 'act_2', kind: 'refund', amount: 300, approved: true },
      ])
    const found = (approved: boolean) =>
      pf
        .fold(stream, [...paid, asked('c-1'), begun('act_1'), begun('act_2'), listing(approved)])
        .findings.map(({ code }) => code)
    expect(found(true)).toContain('PaidTwice')
    expect(found(false)).not.toContain('PaidTwice')
  })

  test('is reversed once a list shows that its action failed after all', () => {
    const done = action('act_1', { reference: 'c-1' })
    const later = action('act_1', {}, 'payment_refund_declined', '2026-03-15T10:00:00Z')
    const doubtful = fold(asked('c-1'), done, later)
    expect(statusOf(doubtful)).toMatchObject({ state: 'done', id: 'act_1' })
    expect(codesIn(doubtful)).toContain('RefundReversed')
    expect(leftIn(doubtful)).toBe(0)
    const list = listOf('2026-03-15T11:00:00Z', [{ id: 'act_1', ...isFailed }])
    const settled = fold(asked('c-1'), done, later, list)
    expect(statusOf(settled)).toMatchObject({ state: 'reversed', id: 'act_1' })
    expect([codesIn(settled), leftIn(settled)]).toEqual([['Overruled'], 1000])
  })

  test.each([
    ['taken', [action('act_1', { commandId: 'c-1' }, 'payment_refund_pending')]],
    ['done', [action('act_1', { commandId: 'c-1' })]],
    ['failed', [action('act_1', { commandId: 'c-1' }, 'payment_refund_declined')]],
    [
      'reversed',
      [
        action('act_1', { commandId: 'c-1' }),
        action('act_1', {}, 'payment_refund_declined', '2026-03-15T10:00:00Z'),
        listOf('2026-03-15T11:00:00Z', [{ id: 'act_1', ...isFailed }]),
      ],
    ],
  ] as const)('is %s', (state, events) => {
    const folded = fold(asked('c-1'), ...events)
    expect(statusOf(folded)).toMatchObject({ state, id: 'act_1' })
    expect(refund(folded, { amount: 300 })).toMatchObject(
      E.right({ events: [], request: null, done: { state, id: 'act_1' } }),
    )
  })
})

describe('a command', () => {
  const state = fold()

  test('has no unknown field, and all that it needs', () => {
    const pathOf = (data: object) => {
      const decided = refund(state, data)
      return E.isLeft(decided) && decided.left.error === 'Unreadable' ? decided.left.path : null
    }
    expect(pathOf({ amout: 500 })).toBe('data.amout')
    expect(pathOf({ amount: undefined })).toBe('data.amount')
    expect(pathOf({})).toBe('data.amount')
    expect(pathOf({ amount: 500, note: 'x' })).toBe('data.note')
    expect(pathOf({ amount: 'some' })).toBe('data.amount')
    expect(pathOf({ amount: 500, 'DE89 3704 0044': 1 })).toBe('data.another field')
    expect(refund(state, { amount: -1 })).toEqual(
      E.left({
        error: 'Unreadable',
        path: 'data.amount',
        expected: "an amount in minor units, from 1 to 999999999, or 'all'",
        found: 'a number',
      }),
    )
    expect(pathOf({ amount: 500, reference: 'r-1', currency: 'EUR' })).toBeNull()
  })

  test('of all is of what is left, in its event and in its request', () => {
    const open = fold(asked('c-9', 250))
    expect(refund(open, { amount: 'all' })).toMatchObject(
      E.right({
        events: [{ data: { amount: 750, all: true } }],
        request: { body: { amount: 750, reference: 'c-1' } },
      }),
    )
    const nothing = fold(asked('c-9', 1000))
    expect(refund(nothing, { amount: 'all' })).toMatchObject(
      E.left({ refusals: [{ rule: 'withinNet', available: 0 }] }),
    )
  })

  test('under a known id is the same only with the same content', () => {
    const done = fold(asked('c-1'), action('act_1', { commandId: 'c-1' }))
    expect(refund(done, { amount: 700 })).toMatchObject(
      E.left({ error: 'KeyReused', commandId: 'c-1', differs: ['amount'] }),
    )
    expect(refund(done, { amount: 300, reference: 'other' })).toMatchObject(
      E.left({ error: 'KeyReused', differs: ['reference'] }),
    )
    expect(refund(done, { amount: 'all' })).toMatchObject(E.left({ differs: ['amount'] }))
    const known = fold(...right(refund(fold(), { amount: 'all' })).events)
    expect(refund(known, { amount: 'all' })).toMatchObject(E.left({ error: 'InDoubt' }))
    expect(refund(known, { amount: 1000 })).toMatchObject(E.left({ error: 'KeyReused' }))
  })
})

test('an event that cannot be looked into is left out, and nothing throws', () => {
  const trap = {
    get: () => {
      throw new Error('a trap')
    },
  }
  const data = Object.defineProperty({}, 'commandId', trap)
  for (const each of [data, new Proxy({}, trap)]) {
    const event = { ...asked('c-1'), type: 'request_refused', data: each }
    expect(pf.fold(stream, [...paid, event]).status).toBe('captured')
    expect(pf.evolve(fold(), event).status).toBe('captured')
  }
})

test('two backends on one log do not both refund what is left: one of them has to decide again', () => {
  const { entries, tip } = right(ownLoop(pf).append(emptyTip(stream), paid))
  const state = pf.fold(stream, entries)
  expect(state.revision).toBe(1)
  const decided = (id: string) => right(refund(state, { amount: 'all' }, id))
  const appendAt = (tips: ReadonlyMap<Stream, Tip>, of: ReturnType<typeof decided>) => {
    const sent = of.events.map((event) => ({ stream, event }))
    return ownLoop(pf).appendAll(tips, sent, new Map([[stream, of.expected]]))
  }
  const first = right(appendAt(new Map([[stream, tip]]), decided('c-1')))
  expect(appendAt(first.tips, decided('c-2'))).toMatchObject(
    E.left({ error: 'RevisionConflict', stream, expected: 1, actual: 2 }),
  )
  const again = pf.fold(stream, [...entries, ...first.entries])
  expect(refund(again, { amount: 'all' }, 'c-2')).toMatchObject(
    E.left({ refusals: [{ rule: 'withinNet', available: 0 }] }),
  )
})

describe('a payment in doubt', () => {
  const mandate = 'mandate-src_1' as Stream
  const src = { sourceId: 'src_1' }
  const presented = reported(
    'collection_presented',
    { ...src, amount: 100, commandId: 'c-1' },
    { at: AT, id: 'evt_c', source: 'request' },
  )
  const createOn = (mandateType: string, ...more: readonly DomainEvent[]) => {
    const created = reported('mandate_created', { ...src, mandateType })
    const state = pf.fold(mandate, [created, presented, ...more])
    const command = {
      type: 'createPayment',
      data: { ...src, amount: 100 },
      metadata: { commandId: 'c-2', now: AT },
    } as const
    return pf.decide(state, command)
  }

  test('never holds a recurring mandate', () => {
    expect(createOn('recurring')).toMatchObject(E.right({ events: [{}], done: null }))
  })

  test('holds a single mandate, until it was refused or given up', () => {
    expect(createOn('single')).toMatchObject(
      E.left({
        refusals: [
          { rule: 'mandateUsable', because: 'reserved by a command that nobody has answered' },
        ],
      }),
    )
    const over = { ...src, commandId: 'c-1' }
    for (const end of [
      reported('request_refused', { ...over, httpStatus: 422 }, { at: AT }),
      reported('command_given_up', { ...over, by: ['person-1'], because: 'none' }, { at: SEND_BY }),
    ]) {
      expect(createOn('single', end)).toMatchObject(E.right({ done: null }))
    }
  })
})

describe('a payment on a mandate', () => {
  const mandate = 'mandate-src_1' as Stream
  const src = { sourceId: 'src_1' }
  const NEXT = shift(AT, 60)
  const mandated = reported('mandate_created', { ...src, mandateType: 'single' })
  const create = (commandId: string, reference?: string) => {
    const data = { ...src, amount: 100, ...(reference === undefined ? {} : { reference }) }
    return { type: 'createPayment', data, metadata: { commandId, now: AT } } as const
  }
  const commanded = (commandId: string, reference?: string): readonly DomainEvent[] =>
    right(pf.decide(pf.fold(mandate, [mandated]), create(commandId, reference))).events
  const impliedBy = (of: Stream, event: DomainEvent) =>
    E.getOrElseW(() => [])(ownLoop(pf).consequences(pf.fold(of, [event]))).map((each) => each.event)
  /** What a webhook about the payment means for the mandate. */
  const webhook = (reference: string, paymentId = 'pay_9', type = 'payment_pending') => {
    const data = { paymentId, amount: 100, method: 'sepa', currency: 'EUR', ...src, reference }
    const event = reported(type, data, { at: NEXT, id: `evt_${paymentId}` })
    return impliedBy(`payment-${paymentId}` as Stream, event)
  }
  const statusOf = (events: readonly DomainEvent[], commandId = 'c-1') =>
    right(pf.commandStatus(pf.fold(mandate, [mandated, ...events]), commandId, NEXT))

  test('is taken once a webhook of the payment has its id as the reference', () => {
    const events = [...commanded('c-1'), ...webhook('c-1')]
    expect(statusOf(events)).toMatchObject({ state: 'taken', id: 'pay_9' })
    const state = pf.fold(mandate, [mandated, ...events])
    expect(state.findings).toEqual([])
    expect(pf.decide(state, create('c-1'))).toMatchObject(E.right({ done: { id: 'pay_9' } }))
    expect(pf.questions(state, NEXT)).toEqual(E.right([]))
  })

  test('keeps the reference that was commanded, and is known by it', () => {
    const decided = pf.decide(pf.fold(mandate, [mandated]), create('c-1', 'ORD-7'))
    expect(decided).toMatchObject(E.right({ request: { body: { reference: 'ORD-7' } } }))
    const events = commanded('c-1', 'ORD-7')
    const state = pf.fold(mandate, [mandated, ...events])
    expect(pf.decide(state, create('c-1', 'ORD-8'))).toMatchObject(E.left({ error: 'KeyReused' }))
    expect(statusOf([...events, ...webhook('ORD-7')])).toMatchObject({ state: 'taken' })
    expect(statusOf([...events, ...webhook('c-1')])).toMatchObject({ state: 'unanswered' })
  })

  test('is not taken by another reference', () => {
    expect(statusOf([...commanded('c-1'), ...webhook('c-2')])).toMatchObject({
      state: 'unanswered',
    })
  })

  test('is not taken by its id if another command sent it as its reference', () => {
    const twice = [...commanded('c-1'), ...commanded('c-2', 'c-1'), ...webhook('c-1')]
    expect(statusOf(twice)).toMatchObject({ state: 'unanswered' })
    expect(statusOf(twice, 'c-2')).toMatchObject({ state: 'unanswered' })
  })

  describe('with the reference of an order', () => {
    const DAY = 86_400
    const order = commanded('c-1', 'ORD-7')
    /** What a payment with that reference means for the mandate. */
    const other = (at: string, more: object, type = 'payment_pending'): readonly DomainEvent[] => {
      const data = { paymentId: 'pay_8', amount: 100, method: 'sepa', currency: 'EUR', ...src }
      const event = reported(type, { ...data, reference: 'ORD-7', ...more }, { at, id: 'evt_8' })
      const recordedAt = NEXT as string as DomainEvent['metadata']['recordedAt']
      const late = { ...event, metadata: { ...event.metadata, recordedAt } }
      return impliedBy('payment-pay_8' as Stream, late)
    }

    test.each([
      ['of its amount', 'taken', NEXT, {}],
      ['of one cent less', 'unanswered', NEXT, { amount: 99 }],
      ['of one cent more', 'unanswered', NEXT, { amount: 101 }],
      ['from a day before', 'taken', shift(AT, -DAY), {}],
      ['from more than a day before', 'unanswered', shift(AT, -DAY - 1), {}],
    ] as const)('is that payment or not: one %s, %s', (_, state, at, more) => {
      expect(statusOf([...order, ...other(at, more)])).toMatchObject({ state })
    })

    test('is that payment, if no message names its amount', () => {
      const ended = other(NEXT, { amount: undefined }, 'payment_canceled')
      expect(statusOf([...order, ...ended])).toMatchObject({ state: 'failed', id: 'pay_8' })
    })

    test('is that payment, though one of its messages has a time from long before', () => {
      const wrong = other(instantOf('1970-01-01T00:00:00Z'), {})
      expect(statusOf([...order, ...wrong])).toMatchObject({ state: 'unanswered' })
      const both = [...wrong, ...other(NEXT, {}, 'payment_captured')]
      expect(statusOf([...order, ...both])).toMatchObject({ id: 'pay_8' })
    })

    test('is the payment that answered it, and no other, whatever came first', () => {
      const answer = { ...src, paymentId: 'pay_9', commandId: 'c-1', amount: 100 }
      const answered = [
        reported('collection_presented', answer, { at: NEXT, id: 'evt_9' }),
        reported('collection_ended', { ...src, paymentId: 'pay_9' }, { at: NEXT, id: 'evt_10' }),
      ]
      const collected = other(NEXT, {}, 'payment_captured')
      for (const events of [
        [...answered, ...collected],
        [...collected, ...answered],
      ]) {
        expect(statusOf([...order, ...events])).toMatchObject({ state: 'failed', id: 'pay_9' })
      }
    })
  })

  test('that was made twice is PaidTwice', () => {
    const events = [...commanded('c-1'), ...webhook('c-1'), ...webhook('c-1', 'pay_8')]
    const { findings } = pf.fold(mandate, [mandated, ...events])
    expect(findings.map(({ code }) => code)).toContain('PaidTwice')
  })

  test('that was declined at once holds no other', () => {
    for (const type of ['payment_declined', 'payment_captured']) {
      const events = webhook('c-1', 'pay_9', type)
      const recurring = reported('mandate_created', { ...src, mandateType: 'recurring' })
      const state = pf.fold(mandate, [recurring, ...commanded('c-1'), ...events])
      expect(E.isRight(pf.decide(state, create('c-2')))).toBe(true)
    }
  })

  test('of which one was declined and one collected is the collected one, once', () => {
    const both = [
      ...webhook('c-1', 'pay_1', 'payment_declined'),
      ...webhook('c-1', 'pay_2', 'payment_captured'),
    ]
    const state = pf.fold(mandate, [mandated, ...commanded('c-1'), ...both])
    expect(statusOf([...commanded('c-1'), ...both])).toMatchObject({ id: 'pay_2', state: 'done' })
    expect(state.findings.map(({ code }) => code)).not.toContain('PaidTwice')
  })

  describe('in doubt, is looked up by its reference', () => {
    /** What a list of payments means for the mandate. */
    const list = (askedAt: string, more: object = {}, body: object = {}): readonly DomainEvent[] =>
      right(
        readDelivery({
          kind: 'response',
          endpoint: 'getPayments',
          params: { reference: 'c-1', source_id: 'src_1', ...more },
          askedAt,
          receivedAt: shift(instantOf(askedAt), 1),
          status: 200,
          body: { limit: 10, skip: 0, total_count: 0, data: [], ...body },
        }),
      ).flatMap(({ stream: of, event }) => (of === mandate ? [event] : impliedBy(of, event)))
    const late = (...events: readonly DomainEvent[]) => {
      const state = pf.fold(mandate, [mandated, ...commanded('c-1'), ...events])
      return right(pf.commandStatus(state, 'c-1', shift(ASK_FROM, 60)))
    }

    test('from `askFrom` on', () => {
      const asked = pf.questions(pf.fold(mandate, [mandated, ...commanded('c-1')]), ASK_FROM)
      expect(asked).toMatchObject(
        E.right([
          {
            reason: 'InDoubt',
            request: {
              endpoint: 'getPayments',
              params: { reference: 'c-1', source_id: 'src_1' },
              from: ASK_FROM,
            },
          },
        ]),
      )
      const early = shift(ASK_FROM, -1)
      expect(late(...list(early))).toMatchObject({ state: 'unanswered' })
      expect(late(...list(ASK_FROM))).toMatchObject({ state: 'ended' })
    })

    test('and not by a list of others, or a part of one', () => {
      for (const [more, body] of [
        [{ reference: 'c-2' }, {}],
        [{}, { total_count: 1 }],
        [{}, { data: [{ status: 'Pending' }] }],
        [{}, { data: ['garbage'] }],
        [{ source_id: 'src_2' }, {}],
        [{ source_id: undefined }, {}],
        [{ reference: undefined }, {}],
      ]) {
        expect(late(...list(ASK_FROM, more, body))).toMatchObject({
          state: 'unanswered',
        })
      }
    })

    test('and is taken if the list has it, under its id', () => {
      const source = { id: 'src_1', type: 'sepa' }
      for (const status of ['Pending', 'Captured', 'Declined']) {
        const one = { id: 'pay_9', amount: 100, currency: 'EUR', status, reference: 'c-1', source }
        const events = list(ASK_FROM, {}, { total_count: 1, data: [one] })
        expect(late(...events)).toMatchObject({ id: 'pay_9' })
        expect(late(...events)).not.toMatchObject({ state: 'unanswered' })
      }
    })

    test.each([
      ['of its amount', 'taken', {}],
      ['of another amount', 'ended', { amount: 101 }],
      ['from a day before', 'taken', { requested_on: shift(AT, -86_400) }],
      ['from more than a day before', 'ended', { requested_on: shift(AT, -86_401) }],
    ])('and is taken or not if the list has one %s: %s', (_, state, more) => {
      const source = { id: 'src_1', type: 'sepa' }
      const shown = { id: 'pay_9', amount: 100, currency: 'EUR', status: 'Pending' }
      const body = { total_count: 1, data: [{ ...shown, reference: 'ORD-7', source, ...more }] }
      const events = list(ASK_FROM, { reference: 'ORD-7' }, body)
      const all = [mandated, ...commanded('c-1', 'ORD-7'), ...events]
      const status = pf.commandStatus(pf.fold(mandate, all), 'c-1', shift(ASK_FROM, 60))
      expect(right(status)).toMatchObject({ state })
    })

    test('and is not taken if what the list has is of another source', () => {
      const one = { id: 'pay_9', amount: 100, currency: 'EUR', status: 'Pending', reference: 'c-1' }
      const listed = (source: object, more: object = {}) =>
        late(...list(ASK_FROM, {}, { total_count: 1, data: [{ ...one, ...more, source }] }))
      for (const source of [{}, { type: 'sepa' }, { type: 'sepa', id: 'src_1' }]) {
        expect(listed(source)).toMatchObject({ id: 'pay_9' })
      }
      const types = ['card', 'sepa_direct_debit', 'SEPA Direct Debit', 'bank_account', 'other']
      for (const type of types) expect(listed({ type, id: 'src_1' })).toMatchObject({ id: 'pay_9' })
      for (const type of types.slice(1)) expect(listed({ type })).toMatchObject({ id: 'pay_9' })
      const ticket = { type: 'pagofacil', integration_type: 'direct' }
      for (const source of [{ type: 'sepa', id: 'src_2' }, { type: 'card' }, ticket]) {
        expect(listed(source)).toMatchObject({ id: null, state: 'ended' })
        // of what cannot be seen, nobody knows whose it is
        expect(listed(source, { amount: 'odd' })).toMatchObject({ state: 'unanswered' })
      }
    })

    test('and is not taken if what the list has was sent with another reference', () => {
      const source = { id: 'src_1', type: 'sepa' }
      const one = { id: 'pay_9', amount: 100, currency: 'EUR', status: 'Pending', source }
      const listed = (reference: string | undefined, total?: number) =>
        late(...list(ASK_FROM, {}, { total_count: total, data: [{ ...one, reference }] }))
      expect(listed('other', 1)).toMatchObject({ id: null, state: 'ended' })
      // a list that was not filtered may lack what it has on its other pages
      for (const total of [undefined, 2]) {
        expect(listed('other', total)).toMatchObject({ state: 'unanswered' })
      }
      for (const reference of [undefined, 'c-1']) {
        expect(listed(reference)).toMatchObject({ id: 'pay_9' })
      }
    })
  })
})
