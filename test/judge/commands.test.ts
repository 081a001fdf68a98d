/** The life of a command, row by row: what leads from one state to the next, to the tick. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { tipOf } from '../../src/log/append.ts'
import { emptyTip } from '../../src/log/tip.ts'
import { payfold } from '../../src/payfold.ts'
import { readDelivery } from '../../src/provider/index.ts'
import { type Instant, shift } from '../../src/words/instant.ts'
import type { Stream } from '../../src/words/stream.ts'
import { instantOf, machines, reported } from '../given.ts'

const pf = payfold(machines)
const stream = 'payment-pay_1' as Stream
const AT = instantOf('2026-03-10T10:00:00Z')
const SEND_BY = instantOf('2026-03-11T09:00:00Z')
const ASK_FROM = instantOf('2026-03-11T10:00:00Z')
const TICK = '2026-03-11T08:59:59.9999999Z' as Instant
const pay = { paymentId: 'pay_1' }
const paid = [
  reported('payment_pending', { ...pay, amount: 1000, currency: 'EUR', method: 'sepa' }),
  reported('payment_captured', { ...pay, amount: 1000 }, { at: '2026-03-05T10:00:00Z' }),
]

const wish = (commandId: string, amount = 300, at = AT): DomainEvent =>
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
const sent = (attempt: number): DomainEvent => beside('request_sent', { attempt })
const refused = (more: object = {}): DomainEvent =>
  beside('request_refused', { httpStatus: 422, ...more })
const failed = (httpStatus = 503): DomainEvent => beside('request_failed', { httpStatus })
const givenUp = beside(
  'command_given_up',
  { by: ['person-1'], because: 'not-found' },
  '2026-03-11T11:00:00Z',
)
const action = (
  actionId: string,
  more: object = {},
  type = 'payment_refunded',
  at: string = '2026-03-10T12:00:00Z',
): DomainEvent =>
  reported(type, { ...pay, amount: 300, actionId, ...more }, { at, id: `evt_${type}_${actionId}` })
const listed = (askedAt: string, ids: readonly string[] = [], unread = 0): DomainEvent =>
  reported(
    'actions_listed',
    { ...pay, askedAt, actions: ids.map((id) => ({ id, kind: 'refund', amount: 300 })), unread },
    { at: null, recordedAt: askedAt, id: `evt_listed_${askedAt}` },
  )

const fold = (...events: readonly DomainEvent[]) => pf.fold(stream, [...paid, ...events])
type Folded = ReturnType<typeof fold>

const statusOf = (state: Folded, commandId = 'c-1', now: Instant = AT) => {
  const status = pf.commandStatus(state, commandId, now)
  if (E.isLeft(status) || status.right === null) throw new Error('no such command')
  return status.right
}
const stateOf = (...events: readonly DomainEvent[]): string =>
  statusOf(fold(wish('c-1'), ...events)).state

/** The most that may be refunded. */
const leftIn = (state: Folded, now: Instant = AT): number => {
  const allowed = pf.allowed(state, now)
  const refund = E.isRight(allowed)
    ? allowed.right.find(({ command }) => command === 'requestRefund')
    : undefined
  return refund?.amount?.most ?? 0
}
const codesIn = ({ findings }: Folded): readonly string[] => findings.map(({ code }) => code)

const refund = (state: Folded, data: object, commandId = 'c-1', now: Instant = AT) =>
  pf.decide(state, {
    type: 'requestRefund',
    data: { ...pay, ...data },
    metadata: { commandId, now },
  } as never)

describe('a refund that nobody answered', () => {
  const state = fold(wish('c-1'))

  test('is open until the last tick before its key may be forgotten, then doubtful', () => {
    expect(statusOf(state, 'c-1', TICK)).toMatchObject({ state: 'open', sendBy: SEND_BY })
    expect(statusOf(state, 'c-1', SEND_BY)).toMatchObject({ state: 'doubtful', since: SEND_BY })
    expect(leftIn(state, SEND_BY)).toBe(700)
  })

  test('is handed out to be sent again before that time only, with its whole request', () => {
    const again = refund(state, { amount: 300 }, 'c-1', TICK)
    expect(again).toMatchObject(
      E.left({
        error: 'InDoubt',
        sendBy: SEND_BY,
        request: {
          endpoint: 'requestRefund',
          params: { payment_id: 'pay_1' },
          headers: { 'Cko-Idempotency-Key': 'c-1' },
          body: { amount: 300, reference: 'c-1' },
          sendBy: SEND_BY,
        },
      }),
    )
    for (const days of [1, 10, 150, 730]) {
      const late = shift(SEND_BY, (days - 1) * 86_400)
      expect(refund(state, { amount: 300 }, 'c-1', late)).toMatchObject(
        E.left({ error: 'InDoubt', request: null }),
      )
      const asked = pf.questions(state, late)
      const open = E.isRight(asked) ? asked.right.filter(({ reason }) => reason === 'InDoubt') : []
      expect(open.map(({ request }) => request)).toEqual([
        { endpoint: 'getPaymentActions', params: { id: 'pay_1' }, from: ASK_FROM },
      ])
    }
  })

  test.each([401, 408, 409, 425, 429])('stays open after a %s', (httpStatus) => {
    expect(stateOf(sent(1), refused({ httpStatus, attempt: 1 }))).toBe('open')
  })

  test('is doubtful at once after the provider failed, and never sent again', () => {
    const state = fold(wish('c-1'), sent(1), failed())
    expect(statusOf(state).state).toBe('doubtful')
    expect(pf.attempt(state, 'c-1', AT)).toMatchObject(E.left({ error: 'InDoubt', request: null }))
    expect(leftIn(state)).toBe(700)
    // nor does a refusal afterwards prove anything
    expect(stateOf(sent(1), failed(), refused({ attempt: 1 }))).toBe('doubtful')
  })
})

describe('a refusal', () => {
  test('of the first and only attempt ends the command, and frees its amount', () => {
    for (const more of [[refused({ attempt: 1 })], [sent(1), refused()]]) {
      const state = fold(wish('c-1'), ...more)
      expect([statusOf(state).state, leftIn(state)]).toEqual(['refused', 1000])
    }
  })

  test('of a later attempt, or of nobody knows which, proves nothing', () => {
    for (const more of [
      [sent(1), sent(2), refused({ attempt: 2 })],
      [sent(1), sent(2), refused({ attempt: 1 })],
      [sent(1), sent(2), refused()],
      [refused()],
    ]) {
      const state = fold(wish('c-1'), ...more)
      expect([statusOf(state).state, leftIn(state)]).toEqual(['doubtful', 700])
    }
  })

  test('ends nothing if the provider names the command elsewhere', () => {
    const state = fold(wish('c-1'), refused({ attempt: 1 }), action('act_1', { reference: 'c-1' }))
    expect(statusOf(state)).toMatchObject({ state: 'done', id: 'act_1' })
    expect([codesIn(state), leftIn(state)]).toEqual([['TakenAfterAll'], 700])
  })
})

describe('a look-up', () => {
  test('proves that nothing was done only if it is asked late enough, to the tick', () => {
    const early = '2026-03-11T09:59:59.9999999Z'
    expect(stateOf(listed(early))).toBe('open')
    expect(stateOf(listed(ASK_FROM))).toBe('notTaken')
    expect(leftIn(fold(wish('c-1'), listed(early)), ASK_FROM)).toBe(700)
    expect(leftIn(fold(wish('c-1'), listed(ASK_FROM)), ASK_FROM)).toBe(1000)
  })

  test('that was asked after it was answered proves nothing', () => {
    const { metadata, ...rest } = listed(ASK_FROM)
    const recorded = (recordedAt: string) =>
      stateOf({ ...rest, metadata: { ...metadata, recordedAt } } as DomainEvent)
    expect(recorded('2026-03-11T09:59:59.9999999Z')).toBe('open')
    expect(recorded(ASK_FROM)).toBe('notTaken')
  })

  test('with an element that nobody can read proves nothing', () => {
    expect(stateOf(listed(ASK_FROM, [], 1))).toBe('open')
  })

  test('proves nothing while another command alike may still be on its way', () => {
    const later = wish('c-2', 300, shift(AT, 3600))
    const state = fold(wish('c-1'), later, listed(ASK_FROM))
    expect([statusOf(state).state, statusOf(state, 'c-2').state]).toEqual(['open', 'open'])
    const after = fold(wish('c-1'), later, listed(shift(ASK_FROM, 3600)))
    expect([statusOf(after).state, statusOf(after, 'c-2').state]).toEqual(['notTaken', 'notTaken'])
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
    const of = (state: ReturnType<typeof session>) => {
      const status = pf.commandStatus(state, 'c-1', AT)
      return E.isRight(status) ? status.right?.state : null
    }
    expect(of(session(shown('2026-03-11T09:59:59.9999999Z', false)))).toBe('open')
    expect(of(session(shown(ASK_FROM, false)))).toBe('notTaken')
    expect(of(session(shown(ASK_FROM, true)))).toBe('done')
    // a report of the step outranks what a look-up shows
    const completed = reported('session_completed', sid, { at: shift(AT, 1), id: 'evt_done' })
    expect(of(session(completed, shown(ASK_FROM, false)))).toBe('done')
  })
})

describe('actions that no message claims', () => {
  test('are counted: a webhook without the command ends its doubt', () => {
    const state = fold(wish('c-1'), action('act_1'))
    expect(statusOf(state)).toMatchObject({ state: 'done', id: 'act_1', isOneOf: false })
    expect(leftIn(state)).toBe(700)
  })

  test('are of no command that was recorded after they were reported', () => {
    const late = wish('c-1', 300, instantOf('2026-03-10T13:00:00Z'))
    const state = fold(action('act_1'), late)
    expect([statusOf(state).state, leftIn(state)]).toEqual(['open', 400])
    // not even within the tolerance of clocks
    const wished = wish('c-1', 300, instantOf('2026-03-10T12:00:30Z'))
    const stateAt = (at: string) => statusOf(fold(wished, action('act_1', {}, undefined, at))).state
    expect(stateAt('2026-03-10T12:00:29.9999999Z')).toBe('open')
    expect(stateAt('2026-03-10T12:00:30Z')).toBe('done')
  })

  test('reported shortly before a command leave it in doubt: clocks differ', () => {
    const late = listed(ASK_FROM, ['act_1'])
    const stateAt = (reportedAt: string, more: object = {}) => {
      const report = action('act_1', more, undefined, reportedAt)
      return statusOf(fold(wish('c-1'), report, late)).state
    }
    expect(stateAt('2026-03-10T09:58:59.9999999Z')).toBe('notTaken')
    expect(stateAt('2026-03-10T09:59:00Z')).toBe('open')
    expect(stateAt('2026-03-10T09:59:59.9999999Z')).toBe('open')
    expect(stateAt('2026-03-10T10:00:00Z')).toBe('done')
    // a reference says whose it is, and of another amount it is a question
    expect(stateAt('2026-03-10T09:59:59.9999999Z', { reference: 'c-1' })).toBe('done')
    expect(stateAt('2026-03-10T10:00:01Z', { reference: 'c-1', amount: 299 })).toBe('open')
  })

  test('of another amount are others', () => {
    const state = fold(wish('c-1', 200), action('act_1'))
    expect([statusOf(state).state, leftIn(state)]).toEqual(['open', 500])
  })

  test('of two commands alike: one is sure, and nobody knows which', () => {
    const both = [wish('c-1'), wish('c-2')]
    const state = fold(...both, action('act_1'))
    const statuses = ['c-1', 'c-2'].map((id) => statusOf(state, id))
    expect(statuses.map(({ isOneOf }) => isOneOf)).toEqual([true, true])
    expect(leftIn(state)).toBe(400)
    const looked = fold(...both, action('act_1'), listed(ASK_FROM, ['act_1']))
    expect(['c-1', 'c-2'].map((id) => statusOf(looked, id).state).toSorted()).toEqual([
      'done',
      'notTaken',
    ])
    expect(leftIn(looked)).toBe(700)
  })

  test('that failed end a doubt only in a look-up that proves something', () => {
    const declined = action('act_1', {}, 'payment_refund_declined')
    expect(stateOf(declined)).toBe('open')
    expect(leftIn(fold(wish('c-1'), declined))).toBe(700)
    const looked = fold(wish('c-1'), declined, listed(ASK_FROM, ['act_1']))
    expect([statusOf(looked).state, leftIn(looked)]).toEqual(['failed', 1000])
  })

  test('belong to the command that their reference names, if its amount is theirs', () => {
    const both = [wish('c-1'), wish('c-2')]
    const state = fold(...both, action('act_1', { reference: 'c-2' }))
    expect([statusOf(state).state, statusOf(state, 'c-2').state]).toEqual(['open', 'done'])
    const other = fold(wish('c-1', 200), action('act_1', { reference: 'c-1' }))
    expect([statusOf(other).state, leftIn(other)]).toEqual(['open', 500])
  })

  test('in another currency, or without an amount, are of no command', () => {
    const dollars = fold(wish('c-1'), action('act_1', { currency: 'USD' }))
    expect(statusOf(dollars).state).toBe('open')
    const named = fold(wish('c-1'), action('act_1', { currency: 'USD', reference: 'c-1' }))
    expect(statusOf(named).state).toBe('open')
    expect(statusOf(fold(wish('c-1'), action('act_1', { currency: 'EUR' }))).state).toBe('done')
    const unsaid = action('act_1', { amount: undefined })
    expect(statusOf(fold(wish('c-1'), unsaid)).state).toBe('open')
    expect(leftIn(fold(wish('c-1'), unsaid))).toBe(0)
    expect(statusOf(fold(wish('c-1'), unsaid, listed(ASK_FROM, ['act_1']))).state).toBe('open')
  })

  test('are of no command for all that was left, which an older release recorded without an amount', () => {
    const all = reported(
      'refund_requested',
      { ...pay, commandId: 'c-1' },
      { at: AT, id: 'evt_all', source: 'request' },
    )
    const state = fold(all, action('act_1', { amount: 100 }))
    expect([statusOf(state).state, leftIn(state)]).toEqual(['open', 0])
    const looked = fold(all, action('act_1', { amount: 100 }), listed(ASK_FROM, ['act_1']))
    expect([statusOf(looked).state, leftIn(looked)]).toEqual(['open', 0])
    const none = fold(all, listed(ASK_FROM))
    expect([statusOf(none).state, leftIn(none)]).toEqual(['notTaken', 1000])
  })

  test('twice for one command are two refunds, and an error', () => {
    const twice = ['act_1', 'act_2'].map((id) => action(id, { reference: 'c-1' }))
    const state = fold(wish('c-1'), ...twice)
    expect(codesIn(state)).toContain('PaidTwice')
    expect(leftIn(state)).toBe(400)
    const [once = []] = [twice.slice(0, 1)]
    expect(codesIn(fold(wish('c-1'), ...once))).not.toContain('PaidTwice')
  })

  test('of a command that was denied count after all; again taken, it is an error', () => {
    for (const denial of [refused({ attempt: 1 }), givenUp, listed(ASK_FROM)]) {
      const on = '2026-03-12T12:00:00Z'
      const late = fold(wish('c-1'), denial, action('act_1', {}, 'payment_refunded', on))
      expect(codesIn(late)).toEqual(['TakenAfterAll'])
      expect([statusOf(late).state, leftIn(late)]).toEqual(['done', 700])
      const again = wish('c-2', 300, instantOf('2026-03-12T10:00:00Z'))
      const both = ['act_1', 'act_2'].map((id) => action(id, {}, 'payment_refunded', on))
      const twice = fold(wish('c-1'), denial, again, ...both)
      expect(codesIn(twice)).toEqual(expect.arrayContaining(['PaidTwice', 'TakenAfterAll']))
      expect(leftIn(twice)).toBe(400)
    }
  })
})

describe('a person', () => {
  test('gives a command up, and its amount is free', () => {
    const state = fold(wish('c-1'), failed(), givenUp)
    expect([statusOf(state).state, leftIn(state)]).toEqual(['givenUp', 1000])
    expect(refund(state, { amount: 300 })).toMatchObject(E.left({ error: 'Ended', how: 'givenUp' }))
  })

  const upAt = (at: string, by: readonly string[] = ['person-1']) =>
    beside('command_given_up', { by, because: 'none' }, at)

  test('who is not named gives nothing up', () => {
    expect(stateOf(upAt(SEND_BY, []))).toBe('open')
  })

  test('gives up only what is doubtful, and not while an attempt is under way, to the tick', () => {
    expect(stateOf(upAt(TICK))).toBe('open')
    expect(stateOf(upAt(SEND_BY))).toBe('givenUp')
    const failure = beside('request_failed', { httpStatus: 503 }, shift(AT, 60))
    expect(stateOf(sent(1), failure, upAt('2026-03-10T10:01:59.9999999Z'))).toBe('doubtful')
    expect(stateOf(sent(1), failure, upAt('2026-03-10T10:02:00Z'))).toBe('givenUp')
  })

  test('cannot give up what was taken', () => {
    const state = fold(wish('c-1'), givenUp, action('act_1', { commandId: 'c-1' }))
    expect([statusOf(state).state, codesIn(state)]).toEqual(['done', ['TakenAfterAll']])
  })
})

describe('a reference', () => {
  test('claims no action that a message names with another command', () => {
    const referring = reported(
      'refund_requested',
      { ...pay, amount: 300, commandId: 'c-2', reference: 'c-1' },
      { at: AT, id: 'evt_c-2', source: 'request' },
    )
    const response = reported(
      'refund_requested',
      { ...pay, amount: 300, commandId: 'c-2', actionId: 'act_2' },
      { at: null, recordedAt: AT, source: 'response', id: 'evt_answer' },
    )
    const named = action('act_2', { reference: 'c-1' })
    const state = fold(wish('c-1'), referring, response, named)
    expect([statusOf(state).state, leftIn(state)]).toEqual(['open', 400])
    // nor one whose reference two commands were sent with
    const failed = action('act_2', { reference: 'c-1' }, 'payment_refund_declined')
    const declined = fold(wish('c-1'), referring, failed)
    expect([statusOf(declined).state, leftIn(declined)]).toEqual(['open', 400])
  })

  test('claims no action that was reported before the command was recorded', () => {
    const early = action('act_1', { reference: 'c-1' }, undefined, '2026-03-08T10:00:00Z')
    const state = fold(early, wish('c-1'))
    expect([statusOf(state).state, leftIn(state)]).toEqual(['open', 400])
  })

  test('claims no action of another amount, whichever message names it', () => {
    const begun = action('act_1', { reference: 'c-1', amount: undefined }, 'payment_refund_pending')
    const state = fold(wish('c-1'), begun, action('act_1', { amount: 100 }))
    expect([statusOf(state).state, leftIn(state)]).toEqual(['open', 600])
  })
})

describe('a list', () => {
  const element = (more: object) =>
    reported(
      'actions_listed',
      { ...pay, askedAt: ASK_FROM, actions: [{ id: 'act_9', ...more }], unread: 0 },
      { at: null, recordedAt: ASK_FROM, id: 'evt_list' },
    )

  test('with something that may be of the command, and is not understood, proves nothing', () => {
    for (const more of [
      { kind: 'refund', amount: 300 },
      { kind: 'other', amount: 300 },
      { kind: 'other' },
      { kind: 'other', amount: 5, reference: 'c-1' },
    ]) {
      const state = fold(wish('c-1'), element(more))
      expect([statusOf(state).state, leftIn(state)]).toEqual(['open', 700])
    }
    for (const more of [
      { kind: 'other', amount: 5 },
      { kind: 'capture', amount: 300 },
    ]) {
      expect(stateOf(element(more))).toBe('notTaken')
    }
  })
})

describe('two workers without a revision', () => {
  test('record two attempts of one number, and a refusal of one proves nothing', () => {
    const twice = [sent(1), beside('request_sent', { attempt: 1 }, shift(AT, 1))]
    const denied = beside('request_refused', { httpStatus: 422, attempt: 1 }, shift(AT, 2))
    const state = fold(wish('c-1'), ...twice, denied)
    expect(statusOf(state)).toMatchObject({ state: 'doubtful', attempts: 2 })
    expect(leftIn(state)).toBe(700)
    expect(stateOf(sent(2), denied)).toBe('doubtful')
    expect(stateOf(refused(), beside('request_sent', { attempt: 1 }, shift(AT, 60)))).toBe(
      'doubtful',
    )
  })
})

describe('a state as of an earlier time', () => {
  test('holds what was in doubt then', () => {
    const when = { occurred: shift(AT, 60) }
    const early = pf.asOf(stream, [...paid, wish('c-1'), listed(ASK_FROM)], when)
    if (E.isLeft(early)) throw new Error(early.left.error)
    expect([statusOf(early.right).state, leftIn(early.right)]).toEqual(['open', 700])
  })
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
    const forced = pf.fold(stream, [created, ...rest, wish('c-1')])
    expect(statusOf(forced).state).toBe('open')
  })

  test('that was recorded twice has the time of the first recording', () => {
    const { metadata, ...again } = wish('c-1')
    const second = {
      ...again,
      metadata: { ...metadata, occurredAt: shift(AT, -60), recordedAt: shift(AT, 36_000) },
    } as unknown as DomainEvent
    expect(statusOf(fold(wish('c-1'), second)).sendBy).toBe(SEND_BY)
  })
})

describe('a step that happened', () => {
  test('is done, though its message names the id of another command that was given up', () => {
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
})

describe('a response without an action', () => {
  test('does not count its refund twice', () => {
    const accepted = reported(
      'refund_requested',
      { ...pay, amount: 300, commandId: 'c-1' },
      { at: null, recordedAt: AT, source: 'response', id: 'evt_answer' },
    )
    for (const more of [{ reference: 'c-1' }, {}]) {
      const state = fold(wish('c-1'), accepted, action('act_1', more))
      expect(statusOf(state)).toMatchObject({ state: 'done', id: 'act_1' })
      expect(leftIn(state)).toBe(700)
    }
  })
})

describe('what a refund became', () => {
  test('is reversed if its action failed later, though no message names the command', () => {
    const later = action('act_1', {}, 'payment_refund_declined', '2026-03-15T10:00:00Z')
    const state = fold(wish('c-1'), sent(1), action('act_1'), later)
    expect(statusOf(state)).toMatchObject({ state: 'reversed', id: 'act_1' })
    expect(pf.attempt(state, 'c-1', shift(AT, 600))).toMatchObject(E.left({ error: 'Ended' }))
  })

  test('is known of two alike once both were taken', () => {
    const both = [action('act_1'), action('act_2')]
    const state = fold(wish('c-1'), wish('c-2'), ...both)
    expect(['c-1', 'c-2'].map((id) => statusOf(state, id).isOneOf)).toEqual([false, false])
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
      ],
    ],
  ] as const)('is %s', (state, events) => {
    const folded = fold(wish('c-1'), ...events)
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
    expect(pathOf({ amount: 500, reference: 'r-1', currency: 'EUR' })).toBeNull()
  })

  test('of all is of what is left at worst, in its event and in its request', () => {
    const open = fold(wish('c-9', 250))
    expect(refund(open, { amount: 'all' })).toMatchObject(
      E.right({
        events: [{ data: { amount: 750, all: true } }],
        request: { body: { amount: 750, reference: 'c-1' } },
      }),
    )
    const nothing = fold(wish('c-9', 1000))
    expect(refund(nothing, { amount: 'all' })).toMatchObject(
      E.left({ refusals: [{ rule: 'withinNet', available: 0 }] }),
    )
  })

  test('under a known id is the same only with the same content', () => {
    const done = fold(wish('c-1'), action('act_1', { commandId: 'c-1' }))
    expect(refund(done, { amount: 700 })).toMatchObject(
      E.left({ error: 'KeyReused', commandId: 'c-1', differs: ['amount'] }),
    )
    expect(refund(done, { amount: 300, reference: 'other' })).toMatchObject(
      E.left({ error: 'KeyReused', differs: ['reference'] }),
    )
    expect(refund(done, { amount: 'all' })).toMatchObject(E.left({ differs: ['amount'] }))
    const decided = refund(fold(), { amount: 'all' })
    const events = E.isRight(decided) ? decided.right.events : []
    const asked = fold(...events)
    expect(refund(asked, { amount: 'all' })).toMatchObject(E.left({ error: 'InDoubt' }))
    expect(refund(asked, { amount: 1000 })).toMatchObject(E.left({ error: 'KeyReused' }))
  })
})

describe('an event that cannot be looked into', () => {
  test('is left out, and nothing throws', () => {
    const trap = {
      get: () => {
        throw new Error('a trap')
      },
    }
    const data = Object.defineProperty({}, 'commandId', trap)
    for (const each of [data, new Proxy({}, trap)]) {
      const event = { ...wish('c-1'), type: 'request_refused', data: each }
      expect(pf.fold(stream, [...paid, event]).status).toBe('captured')
      expect(pf.evolve(fold(), event).status).toBe('captured')
    }
  })
})

describe('an attempt', () => {
  const entriesOf = (...events: readonly DomainEvent[]) => {
    const appended = pf.append(emptyTip(stream), [...paid, ...events])
    if (E.isLeft(appended)) throw new Error(appended.left.error)
    return appended.right.entries
  }

  test('is a lease: of two workers one appends it', () => {
    const entries = entriesOf(wish('c-1'))
    const state = pf.fold(stream, entries)
    const [one, other] = [AT, shift(AT, 1)].map((now) => pf.attempt(state, 'c-1', now))
    if (one === undefined || other === undefined || E.isLeft(one) || E.isLeft(other)) {
      throw new Error('no attempt')
    }
    expect(one.right.events).toMatchObject([
      { type: 'request_sent', data: { ...pay, commandId: 'c-1', attempt: 1 } },
    ])
    const tip = tipOf(stream, entries)
    const first = pf.append(tip, one.right.events, one.right.expected ?? undefined)
    if (E.isLeft(first)) throw new Error('no append')
    expect(
      pf.append(first.right.tip, other.right.events, other.right.expected ?? undefined),
    ).toMatchObject(E.left({ error: 'RevisionConflict' }))
    const then = pf.fold(stream, [...entries, ...first.right.entries])
    expect(statusOf(then).attempts).toBe(1)
    // the first may leave for a minute, and be on its way for another
    expect(one.right.sendBy).toBe(shift(AT, 60))
    const from = shift(AT, 120)
    expect(pf.attempt(then, 'c-1', shift(AT, 119))).toMatchObject(
      E.left({ error: 'InDoubt', request: { from, sendBy: SEND_BY } }),
    )
    expect(pf.attempt(then, 'c-1', from)).toMatchObject(
      E.right({ attempt: 2, events: [{ data: { attempt: 2 } }], expected: 3 }),
    )
    const last = pf.attempt(then, 'c-1', TICK)
    expect(E.isRight(last) && last.right.sendBy).toBe(SEND_BY)
  })

  test('is refused for a command that nobody recorded, and once it has ended', () => {
    expect(pf.attempt(fold(), 'c-1', AT)).toMatchObject(
      E.left({ error: 'Unreadable', path: 'commandId' }),
    )
    const done = fold(wish('c-1'), action('act_1', { commandId: 'c-1' }))
    expect(pf.attempt(done, 'c-1', AT)).toMatchObject(E.left({ error: 'Ended', how: 'done' }))
    expect(pf.attempt(fold(wish('c-1')), 'c-1', SEND_BY)).toMatchObject(
      E.left({ error: 'InDoubt', request: null }),
    )
  })
})

describe('two backends on one log', () => {
  test('do not both refund what is left: one of them has to decide again', () => {
    const appended = pf.append(emptyTip(stream), paid)
    if (E.isLeft(appended)) throw new Error(appended.left.error)
    const { entries, tip } = appended.right
    const state = pf.fold(stream, entries)
    expect(state.revision).toBe(1)
    const [one, other] = ['c-1', 'c-2'].map((id) => refund(state, { amount: 'all' }, id))
    if (one === undefined || other === undefined || E.isLeft(one) || E.isLeft(other)) {
      throw new Error('not decided')
    }
    const sent = ({ events }: { readonly events: readonly DomainEvent[] }) =>
      events.map((event) => ({ stream, event }))
    const expected = (decided: { readonly expected: number | null }) =>
      new Map([[stream, decided.expected]])
    const first = pf.appendAll(new Map([[stream, tip]]), sent(one.right), expected(one.right))
    if (E.isLeft(first)) throw new Error(first.left.error)
    const tips = first.right.tips
    expect(pf.appendAll(tips, sent(other.right), expected(other.right))).toMatchObject(
      E.left({ error: 'RevisionConflict', stream, expected: 1, actual: 2 }),
    )
    const again = pf.fold(stream, [...entries, ...first.right.entries])
    expect(refund(again, { amount: 'all' }, 'c-2')).toMatchObject(
      E.left({ refusals: [{ rule: 'withinNet', available: 0 }] }),
    )
  })

  test('know the revision of a state that grows by entries, and of no other', () => {
    const appended = pf.append(emptyTip(stream), paid)
    if (E.isLeft(appended)) throw new Error(appended.left.error)
    const [first, second] = appended.right.entries
    if (first === undefined || second === undefined) throw new Error('no entries')
    const one = pf.fold(stream, [first])
    expect([one.revision, pf.evolve(one, second).revision]).toEqual([0, 1])
    expect(pf.evolve(one, second.event).revision).toBeNull()
    expect(pf.evolve(pf.fold(stream, []), second).revision).toBeNull()
    expect(pf.fold(stream, [first, second.event]).revision).toBeNull()
  })
})

describe('a payment in doubt on a recurring mandate', () => {
  const mandate = 'mandate-src_1' as Stream
  const src = { sourceId: 'src_1' }
  const created = reported('mandate_created', { ...src, mandateType: 'recurring' })
  const presented = reported(
    'collection_presented',
    { ...src, amount: 100, commandId: 'c-1' },
    { at: AT, id: 'evt_c', source: 'request' },
  )
  const createOn = (...more: readonly DomainEvent[]) => {
    const state = pf.fold(mandate, [created, presented, ...more])
    const command = {
      type: 'createPayment',
      data: { ...src, amount: 100 },
      metadata: { commandId: 'c-2', now: AT },
    } as const
    return pf.decide(state, command)
  }

  test('holds a second one, until it is answered, refused or given up', () => {
    expect(createOn()).toMatchObject(
      E.left({ refusals: [{ rule: 'notHeld', because: 'InDoubt' }] }),
    )
    const answered = reported(
      'collection_presented',
      { ...src, paymentId: 'pay_1', amount: 100, commandId: 'c-1' },
      { at: null, recordedAt: AT, source: 'response' },
    )
    const over = { ...src, commandId: 'c-1' }
    for (const end of [
      answered,
      reported('request_refused', { ...over, attempt: 1 }, { at: AT }),
      reported('command_given_up', { ...over, by: ['person-1'], because: 'none' }, { at: SEND_BY }),
    ]) {
      expect(E.isRight(createOn(end))).toBe(true)
    }
  })
})

describe('a request whose key the provider does not keep', () => {
  const sid = { sessionId: 'sid_1' }
  const session = 'session-sid_1' as Stream
  const before = [
    reported('session_created', { ...sid, mode: 'hosted' }, { at: shift(AT, -60) }),
    reported('session_approved', sid, { at: shift(AT, -30) }),
    reported('session_completed', { ...sid, commandId: 'c-1' }, { at: AT, source: 'request' }),
  ]
  const first = pf.attempt(pf.fold(session, before), 'c-1', AT)
  const events = E.isRight(first) ? [...before, ...first.right.events] : before
  const state = pf.fold(session, events)
  const statusAt = (now: string) => pf.commandStatus(state, 'c-1', now as Instant)

  test('may leave once, and is doubtful after that', () => {
    expect(first).toMatchObject(E.right({ attempt: 1, sendBy: shift(AT, 60) }))
    expect(statusAt('2026-03-10T10:00:59.9999999Z')).toMatchObject(E.right({ state: 'open' }))
    expect(statusAt(shift(AT, 60))).toMatchObject(
      E.right({ state: 'doubtful', sendBy: shift(AT, 60) }),
    )
    for (const seconds of [1, 60, 119, 120, 121, 86_400]) {
      expect(pf.attempt(state, 'c-1', shift(AT, seconds))).toMatchObject(
        E.left({ error: 'InDoubt' }),
      )
    }
    expect(statusAt(AT)).toMatchObject(E.right({ askFrom: shift(AT, 120 + 3600) }))
  })

  test('is asked about, and never sent again', () => {
    const asked = (now: Instant) => pf.questions(state, now)
    expect(asked(shift(AT, 60))).toMatchObject(
      E.right([{ reason: 'InDoubt', request: { endpoint: 'getSession', from: shift(AT, 3720) } }]),
    )
    const shown = (askedAt: Instant) =>
      reported(
        'state_observed',
        { ...sid, status: 'approved', completed: false, askedAt },
        { at: null, recordedAt: askedAt },
      )
    const stateOf = (askedAt: Instant) => {
      const status = pf.commandStatus(pf.fold(session, [...events, shown(askedAt)]), 'c-1', askedAt)
      return E.isRight(status) ? status.right?.state : status.left
    }
    expect(stateOf(shift(AT, 3719))).toBe('doubtful')
    expect(stateOf(shift(AT, 3720))).toBe('notTaken')
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
  const commanded = (commandId: string, reference?: string): readonly DomainEvent[] => {
    const decided = pf.decide(pf.fold(mandate, [mandated]), create(commandId, reference))
    if (E.isLeft(decided)) throw new Error(JSON.stringify(decided.left))
    return decided.right.events
  }
  /** What a webhook about the payment means for the mandate. */
  const webhook = (reference: string, at: string = NEXT, paymentId = 'pay_9') => {
    const data = { paymentId, amount: 100, method: 'sepa', currency: 'EUR', ...src, reference }
    const pending = reported('payment_pending', data, { at, id: `evt_${paymentId}` })
    const implied = pf.consequences(pf.fold(`payment-${paymentId}` as Stream, [pending]))
    return E.isRight(implied) ? implied.right.map(({ event }) => event) : []
  }
  const statusOf = (events: readonly DomainEvent[], commandId = 'c-1') => {
    const status = pf.commandStatus(pf.fold(mandate, [mandated, ...events]), commandId, NEXT)
    return E.isRight(status) ? status.right : status.left
  }

  test('is taken once a webhook of the payment has its id as the reference', () => {
    const events = [...commanded('c-1'), ...webhook('c-1')]
    expect(statusOf(events)).toMatchObject({ state: 'taken', id: 'pay_9' })
    const state = pf.fold(mandate, [mandated, ...events])
    expect(state.findings).toEqual([])
    expect(pf.decide(state, create('c-1'))).toMatchObject(E.right({ done: { id: 'pay_9' } }))
    expect(pf.questions(state, NEXT)).toEqual(E.right([]))
  })

  test('keeps the reference that was commanded, which says nothing of the command', () => {
    const events = commanded('c-1', 'ORD-7')
    const state = pf.fold(mandate, [mandated, ...events])
    const attempt = pf.attempt(state, 'c-1', AT)
    expect(attempt).toMatchObject(E.right({ request: { body: { reference: 'ORD-7' } } }))
    expect(pf.decide(state, create('c-1', 'ORD-8'))).toMatchObject(E.left({ error: 'KeyReused' }))
    // several payments may have the reference of one order
    for (const reference of ['ORD-7', 'c-1']) {
      expect(statusOf([...events, ...webhook(reference)])).toMatchObject({ state: 'open' })
    }
  })

  test('is not taken by another reference, or by a payment that was reported before', () => {
    expect(statusOf([...commanded('c-1'), ...webhook('c-2')])).toMatchObject({ state: 'open' })
    const before = webhook('c-1', '2026-03-10T09:58:59.9999999Z')
    expect(statusOf([...commanded('c-1'), ...before])).toMatchObject({ state: 'open' })
    // the clocks of two workers may differ by a minute
    const early = webhook('c-1', shift(AT, -60))
    expect(statusOf([...commanded('c-1'), ...early])).toMatchObject({ state: 'taken' })
  })

  test('is not taken by its id if another command sent it as its reference', () => {
    const twice = [...commanded('c-1'), ...commanded('c-2', 'c-1'), ...webhook('c-1')]
    expect(statusOf(twice)).toMatchObject({ state: 'open' })
    expect(statusOf(twice, 'c-2')).toMatchObject({ state: 'open' })
  })

  test('that was made twice is PaidTwice', () => {
    const events = [...commanded('c-1'), ...webhook('c-1'), ...webhook('c-1', NEXT, 'pay_8')]
    const { findings } = pf.fold(mandate, [mandated, ...events])
    expect(findings.map(({ code }) => code)).toContain('PaidTwice')
  })

  test('that was declined at once holds no other', () => {
    for (const type of ['payment_declined', 'payment_captured']) {
      const data = { paymentId: 'pay_9', amount: 100, method: 'sepa', ...src, reference: 'c-1' }
      const over = reported(type, data, { at: NEXT, id: 'evt_over' })
      const implied = pf.consequences(pf.fold('payment-pay_9' as Stream, [over]))
      const events = E.isRight(implied) ? implied.right.map(({ event }) => event) : []
      const recurring = reported('mandate_created', { ...src, mandateType: 'recurring' })
      const state = pf.fold(mandate, [recurring, ...commanded('c-1'), ...events])
      expect(E.isRight(pf.decide(state, create('c-2')))).toBe(true)
    }
  })

  test('of which one was declined and one collected is the collected one, once', () => {
    const of = (paymentId: string, type: string) => {
      const data = { paymentId, amount: 100, method: 'sepa', ...src, reference: 'c-1' }
      const event = reported(type, data, { at: NEXT, id: `evt_${paymentId}` })
      const implied = pf.consequences(pf.fold(`payment-${paymentId}` as Stream, [event]))
      return E.isRight(implied) ? implied.right.map((each) => each.event) : []
    }
    const both = [...of('pay_1', 'payment_declined'), ...of('pay_2', 'payment_captured')]
    const state = pf.fold(mandate, [mandated, ...commanded('c-1'), ...both])
    expect(statusOf([...commanded('c-1'), ...both])).toMatchObject({ id: 'pay_2', state: 'done' })
    expect(state.findings.map(({ code }) => code)).not.toContain('PaidTwice')
  })

  describe('in doubt, is looked up by its reference', () => {
    const list = (askedAt: string, more: object = {}, body: object = {}) => {
      const read = readDelivery({
        kind: 'response',
        endpoint: 'getPayments',
        params: { reference: 'c-1', source_id: 'src_1', ...more },
        askedAt,
        receivedAt: shift(instantOf(askedAt), 1),
        status: 200,
        body: { limit: 10, skip: 0, total_count: 0, data: [], ...body },
      })
      if (E.isLeft(read)) throw new Error(JSON.stringify(read.left))
      return read.right
    }
    const onMandate = (read: ReturnType<typeof list>): readonly DomainEvent[] =>
      read.flatMap(({ stream: of, event }) => {
        if (of === mandate) return [event]
        const implied = pf.consequences(pf.fold(of, [event]))
        return E.isRight(implied) ? implied.right.map((each) => each.event) : []
      })
    const late = (...events: readonly DomainEvent[]) => {
      const state = pf.fold(mandate, [mandated, ...commanded('c-1'), ...events])
      const status = pf.commandStatus(state, 'c-1', shift(ASK_FROM, 60))
      return E.isRight(status) ? status.right : status.left
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
      expect(late(...onMandate(list(early)))).toMatchObject({ state: 'doubtful' })
      expect(late(...onMandate(list(ASK_FROM)))).toMatchObject({ state: 'notTaken' })
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
        expect(late(...onMandate(list(ASK_FROM, more, body)))).toMatchObject({ state: 'doubtful' })
      }
    })

    test('and is taken if the list has it, under its id', () => {
      const source = { id: 'src_1', type: 'sepa' }
      for (const status of ['Pending', 'Captured', 'Declined']) {
        const one = { id: 'pay_9', amount: 100, currency: 'EUR', status, reference: 'c-1', source }
        const events = onMandate(list(ASK_FROM, {}, { total_count: 1, data: [one] }))
        expect(late(...events)).toMatchObject({ id: 'pay_9' })
        expect(late(...events)).not.toMatchObject({ state: 'doubtful' })
      }
    })
  })
})
