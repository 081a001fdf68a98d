/** Machines and a policy, combined: results, errors, and what is prepared only once. */
import * as E from 'fp-ts/lib/Either.js'
import { type DomainEvent, type Entry, payfold, readPolicy, type Stream } from 'payfold'
import { audit } from 'payfold/audit'
import {
  type AnyMachine,
  emptyTip,
  fingerprint,
  fold,
  integer,
  ownLoop,
  policyField,
  tipOf,
} from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { reported } from 'payfold/testing'
import { describe, expect, test } from 'vitest'
import { assign } from 'xstate'
import { apply } from '../src/contract/guards.ts'
import { checkRequest, endpoints, fromWebhook } from '../src/provider/index.ts'
import { policyHash } from '../src/words/policy.ts'
import { instantOf, pay, right } from './given.ts'

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])

const PAYMENT = 'payment-pay_1' as Stream
const SESSION = 'session-sid_1' as Stream
const MANDATE = 'mandate-src_1' as Stream
const created = reported('session_created', { sessionId: 'sid_1', mode: 'non_hosted' })
const pending = reported('payment_pending', {
  ...pay,
  method: 'sepa',
  amount: 1000,
  currency: 'EUR',
  sourceId: 'src_1',
})
const captured = reported(
  'payment_captured',
  { ...pay, amount: 1000 },
  { at: '2026-03-03T10:00:00Z', id: 'evt_c' },
)
const refunded = reported(
  'payment_refunded',
  { ...pay, actionId: 'act_1', amount: 400 },
  { at: '2026-03-05T10:00:00Z', id: 'evt_r' },
)
const paid = [pending, captured]

const now = instantOf('2026-03-06T10:00:00Z')
const refund = {
  type: 'requestRefund',
  data: { ...pay, amount: 300 },
  metadata: { commandId: 'c-1', now: '2026-03-06T10:00:00Z' },
} as const
const asked = reported('refund_requested', { ...pay, amount: 300, commandId: 'c-1' }, { at: now })

/** The entries of a stream. */
const entriesOf = (stream: Stream, events: readonly DomainEvent[]): readonly Entry[] =>
  right(ownLoop(pf).append(emptyTip(stream), events)).entries

/** Every method that judges a state with its machine. */
const judgements = (root: typeof pf, state: ReturnType<typeof pf.fold>) => ({
  at: root.at(state, now),
  validate: ownLoop(root).validate(state, asked),
  decide: root.decide(state, refund),
  allowed: root.allowed(state, now),
  windows: root.windows(state, now),
  sums: root.sums(state),
  consequences: ownLoop(root).consequences(state),
})

const saved = <A>(state: A): A => JSON.parse(JSON.stringify(state))

describe('a root', () => {
  test('folds a stream with its machine, and judges the state', () => {
    const state = pf.fold(PAYMENT, paid)
    expect(state).toEqual(fold(sepaPayment, { policy: pf.policy })(paid, PAYMENT))
    const answers = judgements(pf, state)
    expect(Object.entries(answers).filter(([, answer]) => E.isLeft(answer))).toEqual([])
    expect(right(answers.at)).toMatchObject({ status: 'captured', now })
    expect(right(answers.validate)).toBe(asked)
    expect(right(answers.decide).events.map(({ type }) => type)).toEqual(['refund_requested'])
    expect(right(answers.allowed)).toMatchObject([{ isAllowed: true, amount: { most: 1000 } }])
    expect(right(answers.windows).map(({ name }) => name)).toEqual([
      'bankReturn',
      'refund',
      'payerRefund',
      'chargeback',
    ])
    expect(right(answers.sums)).toMatchObject({ captured: 1000, net: 1000 })
    expect(right(answers.consequences).map(({ stream }) => stream)).toEqual([MANDATE, MANDATE])
  })

  test('has no sums and no consequences if the machine has none', () => {
    const state = pf.fold(SESSION, [created])
    expect(pf.sums(state)).toEqual(E.right(null))
    expect(ownLoop(pf).consequences(state)).toEqual(E.right([]))
  })

  test('folds entries as well as events', () => {
    const entries = entriesOf(PAYMENT, paid)
    const revision = entries.length - 1
    const hash = entries.at(-1)?.hash
    expect(pf.fold(PAYMENT, entries)).toEqual({ ...pf.fold(PAYMENT, paid), revision, hash })
    const [first] = entries
    expect(pf.fold(PAYMENT, [...(first ? [first] : []), captured])).toEqual(pf.fold(PAYMENT, paid))
    const early = pf.asOf(PAYMENT, entries, { known: 1 })
    expect(early).toEqual(
      E.right({ ...pf.fold(PAYMENT, [pending]), revision: 0, hash: first?.hash }),
    )
  })

  test('shows which machine folded a state', () => {
    const state = pf.fold(PAYMENT, paid)
    expect([session, sepaPayment, ticketPayment].map((each) => pf.is(state, each))).toEqual([
      false,
      true,
      false,
    ])
    expect(pf.is(pf.fold(PAYMENT, []), sepaPayment)).toBe(false)
  })

  test('needs no `this` for any method', () => {
    const { toLine, fromLine, decode, upcasts, resume, evolve, asOf, windows, sums } = pf
    const { explain, fold: folded, is, questions, at, decide, allowed } = pf
    const { append, appendAll, validate, consequences, lineReader } = ownLoop(pf)
    const { entries } = right(append(emptyTip(PAYMENT), paid))
    expect(right(appendAll(new Map(), [{ stream: PAYMENT, event: pending }])).entries).toEqual(
      entries.slice(0, 1),
    )
    expect(entries.map(toLine).map((line) => fromLine(line))).toEqual(entries.map(E.right))
    expect(entries.map(toLine).map(lineReader(right(upcasts([]))))).toEqual(entries.map(E.right))
    expect(decode(pending)).toEqual(E.right(pending))
    const state = evolve(folded(PAYMENT, [pending]), captured)
    expect(state).toEqual(pf.fold(PAYMENT, paid))
    expect(resume(saved(state))).toEqual(E.right(state))
    expect(is(state, sepaPayment)).toBe(true)
    expect(right(asOf(PAYMENT, paid, { known: 1 })).status).toBe('pending')
    const answers = [
      ...[questions(state, now), at(state, now), validate(state, asked), decide(state, refund)],
      ...[allowed(state, now), windows(state, now), sums(state), consequences(state)],
    ]
    expect(answers.filter(E.isLeft)).toEqual([])
    expect(explain({ error: 'Unassigned' })).toBe('No machine is known for the stream yet.')
  })
})

describe('a state that was folded differently', () => {
  /** Why a state is stale: each method returns the same reason, questions too. */
  const staleness = (state: ReturnType<typeof pf.fold>) => {
    const answers = Object.values({ ...judgements(pf, state), questions: pf.questions(state, now) })
    const [first] = answers
    for (const answer of answers) expect(answer).toEqual(first)
    return first !== undefined && E.isLeft(first) ? first.left : null
  }
  const state = pf.fold(PAYMENT, paid)

  test.each([
    ['a misspelt name', { refundWindowWeek: 9 }],
    ['a value that is missing', { ...pf.policy, refundWindow: { weeks: undefined } }],
    ['a value of another kind', { ...pf.policy, refundWindow: { weeks: '8' } }],
    ['a value below the minimum', { ...pf.policy, refundWindow: { weeks: -1 } }],
    ['a value that JSON cannot hold', { ...pf.policy, refundWindow: { weeks: 8n } }],
  ])('is never judged under an unread policy with %s', (_, wrong) => {
    const unread = payfold(pf.machines, { policy: wrong as unknown as typeof pf.policy })
    const held = { differs: 'policy', expected: 'unreadable', error: 'Stale' }
    const late = instantOf('2099-01-01T00:00:00Z')
    const judged = unread.allowed(unread.fold(PAYMENT, paid), late)
    expect(judged).toMatchObject({ left: held })
    expect(E.isLeft(judged) && unread.explain(judged.left)).toBe(
      'The policy lacks a value or has an invalid value, or what was given as a machine is none, so nothing is judged: read the policy with readPolicy.',
    )
    const least = payfold(pf.machines, { policy: { ...pf.policy, refundWindow: { weeks: 0 } } })
    expect(right(least.allowed(least.fold(PAYMENT, paid), late))).toHaveLength(1)
  })

  test.each([
    ['an import that is undefined', [sepaPayment, undefined], 'machines.1'],
    ['null', [null], 'machines.0'],
    ['a chart', [sepaPayment.chart], 'machines.0'],
    ['no list', undefined, 'machines'],
  ])('is never judged by what is no machine: %s', (_, wrong, path) => {
    const none = payfold(wrong as never)
    const judged = none.allowed(none.fold(PAYMENT, paid), now)
    expect(judged).toMatchObject({ left: { error: 'Stale', expected: 'unreadable' } })
    expect(readPolicy(wrong as never)({})).toMatchObject({
      left: { error: 'Unreadable', path, expected: 'a machine' },
    })
  })

  test('under another policy is stale, with the expected one', () => {
    const policy = right(readPolicy(pf.machines)({ refundWindow: { weeks: 9 } }))
    const other = payfold(pf.machines, { policy }).fold(PAYMENT, paid)
    expect(staleness(other)).toEqual({
      error: 'Stale',
      differs: 'policy',
      expected: state.policy,
      actual: other.policy,
    })
    expect(other.policy).not.toBe(state.policy)
  })

  test('under another chart with the same name is stale', () => {
    const rules = { ...sepaPayment.definition.rules, another: { breaks: () => [] } }
    const machine = { ...sepaPayment, definition: { ...sepaPayment.definition, rules } }
    const other = payfold([machine as unknown as typeof sepaPayment]).fold(PAYMENT, paid)
    expect(staleness(other)).toEqual({
      error: 'Stale',
      differs: 'fingerprint',
      expected: fingerprint(sepaPayment),
      actual: fingerprint(machine),
    })
  })

  test('of a machine that is not in the list is stale', () => {
    const machine = { ...sepaPayment, id: 'sepa-payment@2' }
    const other = payfold([machine as unknown as typeof sepaPayment]).fold(PAYMENT, paid)
    expect(staleness(other)).toEqual({
      error: 'Stale',
      differs: 'machine',
      expected: '',
      actual: 'sepa-payment@2',
    })
  })

  test('is explained, as is whatever the library returns', () => {
    const refused = checkRequest(endpoints.requestRefund)({ amount: 'x' })
    expect(E.isLeft(refused) && pf.explain(refused.left)).toBe(
      'amount should be an amount in minor units, from 1 to 999999999, but is a text.',
    )
    const unsigned = fromWebhook(new Uint8Array(), null, ['a key of the tests'], now)
    expect(E.isLeft(unsigned) && pf.explain(unsigned.left)).toBe(
      'The message carries no signature.',
    )
    const [question] = right(pf.questions(pf.fold(PAYMENT, [captured]), now))
    expect(question && pf.explain(question)).toBe(question?.because)
  })

  test('is explained by what differs', () => {
    const stale = { error: 'Stale', differs: 'policy', expected: 'a', actual: 'b' } as const
    expect(pf.explain(stale)).toBe(
      'The state was folded with a different policy: fold its stream again.',
    )
  })

  test('evolves to what all its events fold to today', () => {
    const policy = right(readPolicy(pf.machines)({ refundWindow: { weeks: 1 } }))
    const late = reported(
      'payment_refunded',
      { ...pay, actionId: 'act_2', amount: 1 },
      { at: '2026-03-20T10:00:00Z' },
    )
    const other = payfold(pf.machines, { policy }).fold(PAYMENT, [...paid, late])
    expect(other.findings.map(({ code }) => code)).toEqual(['withinRefundWindow'])
    expect(pf.evolve(other, refunded)).toEqual(pf.fold(PAYMENT, [...paid, late, refunded]))
    expect(pf.evolve(other, refunded).findings).toEqual([])
  })

  test('keeps the sessions of others current: a state depends on the values of its own machine only', () => {
    const policy = right(readPolicy(pf.machines)({ sessionWindow: { minutes: 30 } }))
    const changed = payfold(pf.machines, { policy })
    const unlike = {
      session: changed.fold(SESSION, [created]),
      payment: changed.fold(PAYMENT, paid),
    }
    expect(unlike.payment).toEqual(state)
    expect(E.isRight(pf.decide(unlike.payment, refund))).toBe(true)
    expect(staleness(unlike.session)).toMatchObject({ differs: 'policy' })
  })

  test('depends on the engine’s values, too', () => {
    const policy = right(readPolicy(pf.machines)({ clockToleranceSeconds: 5 }))
    const changed = payfold(pf.machines, { policy })
    for (const [stream, events] of [
      [PAYMENT, paid],
      [SESSION, [created]],
    ] as const) {
      expect(staleness(changed.fold(stream, events))).toMatchObject({ differs: 'policy' })
    }
    expect(state.policy).toBe(policyHash(sepaPayment.definition.policy, pf.policy))
    expect(state.policy).toBe(payfold([sepaPayment]).fold(PAYMENT, paid).policy)
  })
})

describe('a state without a machine yet', () => {
  const waiting = pf.fold(PAYMENT, [captured])

  test('is read again as it was stored, and is stale once it has a machine', () => {
    for (const state of [waiting, pf.fold(PAYMENT, []), pf.evolve(waiting, refunded)]) {
      expect(pf.resume(saved(state))).toEqual(E.right(state))
    }
    const tip = emptyTip(PAYMENT)
    expect(pf.resume(saved(pf.fold(PAYMENT, [])), tip)).toEqual(E.right(pf.fold(PAYMENT, [])))
    expect(pf.resume(saved(waiting), tip)).toMatchObject(E.left({ error: 'Stale', differs: 'tip' }))
    const ofNone = payfold([]).fold(SESSION, [created])
    expect(pf.resume(saved(ofNone))).toMatchObject(E.left({ error: 'Stale', differs: 'content' }))
    expect(pf.resume({ ...waiting, status: 'captured' })).toMatchObject(
      E.left({ error: 'Stale', differs: 'content' }),
    )
    expect(pf.resume({ machine: 'unassigned' })).toMatchObject(E.left({ error: 'Unreadable' }))
  })

  test('cannot be judged, with the name of the stream', () => {
    const unassigned = E.left({ error: 'Unassigned', stream: PAYMENT })
    for (const answer of Object.values(judgements(pf, waiting))) expect(answer).toEqual(unassigned)
  })

  test('has questions: the payment would show its method', () => {
    const [question, ...others] = right(pf.questions(waiting, now))
    expect(question).toMatchObject({
      reason: 'Unassigned',
      request: { endpoint: 'getPayment', params: { payment_id: 'pay_1' } },
    })
    expect(others).toEqual([])
  })

  test('evolves to a state of its machine, once an event names the method', () => {
    const assigned = pf.evolve(waiting, pending)
    expect(waiting.status).toBe('unassigned')
    expect(assigned).toEqual(pf.fold(PAYMENT, paid))
    expect(pf.is(assigned, sepaPayment)).toBe(true)
    const ticket = reported('payment_pending', { ...pay, method: 'ticket', amount: 1000 })
    expect(pf.is(pf.evolve(waiting, ticket), ticketPayment)).toBe(true)
    expect(pf.evolve(waiting, refunded)).toEqual(pf.fold(PAYMENT, [captured, refunded]))
  })

  test('returns to no machine, or to another, if a stronger event says so', () => {
    const asked = reported('payment_pending', { ...pay, method: 'ticket' }, { source: 'request' })
    const ticket = pf.fold(PAYMENT, [asked])
    expect(pf.is(ticket, ticketPayment)).toBe(true)
    const sepa = pf.evolve(ticket, pending)
    expect(sepa).toEqual(pf.fold(PAYMENT, [asked, pending]))
    expect(pf.is(sepa, sepaPayment)).toBe(true)
  })
})

test('a state without a stream name continues without a name', () => {
  const state = fold(sepaPayment, { policy: pf.policy })([pending])
  expect(state.stream).toBe(null)
  const next = pf.evolve(state, captured)
  expect(next).toEqual(fold(sepaPayment, { policy: pf.policy })(paid))
  expect(E.isRight(pf.decide(next, refund))).toBe(true)
})

test('an instant can show what had happened by then, according to what was known', () => {
  const all = [...paid, refunded]
  const statusAt = (day: string, known?: number) =>
    right(
      pf.asOf(PAYMENT, all, {
        occurred: instantOf(`2026-03-${day}T10:00:00Z`),
        ...(known === undefined ? {} : { known }),
      }),
    ).status
  expect(['01', '02', '03', '05'].map((day) => statusAt(day))).toEqual([
    'none',
    'pending',
    'captured',
    'partially_refunded',
  ])
  expect([0, 1, 2, 3].map((known) => statusAt('05', known))).toEqual([
    'unassigned',
    'pending',
    'captured',
    'partially_refunded',
  ])
  expect(right(pf.asOf(PAYMENT, all, {}))).toEqual(pf.fold(PAYMENT, all))
  expect(right(pf.asOf(PAYMENT, all, { known: -1 }))).toEqual(pf.fold(PAYMENT, []))
})

test('an earlier view with a misspelt limit is not that of today', () => {
  for (const name of ['occured', 'recorded']) {
    const view = pf.asOf(PAYMENT, paid, { [name]: '2026-03-02T10:00:00Z' })
    expect(view).toMatchObject(
      E.left({ path: `when.${name}`, expected: 'one of occurred, known', found: 'a text' }),
    )
  }
})

test('an instant can show what time alone has closed', () => {
  const stream = 'mandate-src_1' as Stream
  const at = { at: '2024-02-01T10:00:00Z' }
  const created = reported('mandate_created', { sourceId: 'src_1' }, at)
  const statusAt = (day: string) =>
    right(pf.asOf(stream, [created], { occurred: instantOf(`${day}T10:00:00Z`) })).status
  expect(['2024-02-01', '2027-01-31', '2027-02-02'].map(statusAt)).toEqual([
    'active',
    'active',
    'expired',
  ])
})

describe('a stored state', () => {
  const state = pf.fold(PAYMENT, paid)

  test('is read with its machine, and continues', () => {
    const taken = right(pf.resume(saved(state)))
    expect(taken).toEqual(state)
    expect(pf.evolve(taken, refunded)).toEqual(pf.fold(PAYMENT, [...paid, refunded]))
    const ofSession = pf.fold(SESSION, [created])
    expect(pf.resume(saved(ofSession))).toEqual(E.right(ofSession))
  })

  test('is read with its parked events of other or unlisted machines', () => {
    const aside = [created, reported('payment_expired', pay)]
    const mixed = pf.fold(PAYMENT, [...paid, ...aside])
    expect(pf.resume(saved(mixed))).toEqual(E.right(mixed))
    const alone = payfold([sepaPayment])
    const unlisted = alone.fold(PAYMENT, [...paid, ...aside])
    expect(alone.resume(saved(unlisted))).toEqual(E.right(unlisted))
  })

  /** Why a state is not continued. */
  const refusal = (kept: unknown, tip?: Parameters<typeof pf.resume>[1]) => {
    const taken = pf.resume(kept, tip)
    return E.isLeft(taken) ? taken.left : 'taken'
  }
  const entries = entriesOf(PAYMENT, paid)
  const atEnd = pf.fold(PAYMENT, entries)

  test('is read at the tip that it was folded up to, and stale at any other', () => {
    const tip = tipOf(PAYMENT, entries)
    const { hash } = tip
    expect(refusal(saved(atEnd), tip)).toBe('taken')
    expect(pf.resume(saved(atEnd), tip)).toEqual(E.right(atEnd))
    const before = tipOf(PAYMENT, entries.slice(0, 1))
    expect(refusal(saved(atEnd), before)).toEqual({
      error: 'Stale',
      differs: 'tip',
      expected: `revision 0, hash ${before.hash}`,
      actual: `revision 1, hash ${hash}`,
    })
    const rewritten = tipOf(PAYMENT, entriesOf(PAYMENT, [pending, refunded]))
    expect(refusal(saved(atEnd), rewritten)).toMatchObject({ differs: 'tip' })
    expect(refusal(saved(atEnd), { ...tip, stream: SESSION })).toMatchObject({ differs: 'tip' })
    expect(refusal(saved(atEnd), emptyTip(PAYMENT))).toMatchObject({ expected: 'no entry' })
    expect(refusal(saved(state), tip)).toMatchObject({ actual: 'events without entries' })
    const none = pf.fold(SESSION, [])
    expect(refusal(saved(none), emptyTip(SESSION))).toBe('taken')
    expect(refusal(saved(none), { ...tip, stream: SESSION })).toMatchObject({ actual: 'no entry' })
    const said = refusal(saved(atEnd), before)
    expect(said !== 'taken' && pf.explain(said)).toBe(
      `The state was folded up to revision 1, hash ${hash}, but its stream is at revision 0, hash ${before.hash}: fold its stream again.`,
    )
    for (const wrong of [null, 1, 'tip', {}, []]) {
      expect(refusal(saved(atEnd), wrong as never)).not.toBe('taken')
    }
  })

  test('names the hash of its revision, and no hash without one', () => {
    const { hash: _, ...without } = saved(atEnd) as typeof atEnd
    expect(refusal(without)).toMatchObject({ error: 'Unreadable', path: 'hash' })
    for (const wrong of ['x', 'f'.repeat(64), 'F'.repeat(64), 1]) {
      expect(refusal({ ...(saved(state) as object), hash: wrong })).toMatchObject({ path: 'hash' })
    }
    expect(refusal({ ...(saved(atEnd) as object), revision: -1 })).toMatchObject({
      path: 'revision',
    })
  })

  test('knows its revision only while each entry follows the one before it', () => {
    const more = entriesOf(PAYMENT, [...paid, refunded])
    const last = more[2]
    if (last === undefined) throw new Error('no entry')
    const tip = tipOf(PAYMENT, more)
    expect(pf.evolve(atEnd, last)).toEqual(pf.fold(PAYMENT, more))
    expect(pf.resume(saved(pf.evolve(atEnd, last)), tip)).toEqual(E.right(pf.fold(PAYMENT, more)))
    const other = { ...last, previous: 'f'.repeat(64) }
    expect(pf.evolve(atEnd, other)).toEqual(pf.fold(PAYMENT, [...paid, refunded]))
    const two = [...more, { ...last, hash: 'f'.repeat(64) }]
    expect(pf.fold(PAYMENT, two).revision).toBeNull()
    expect(pf.fold(PAYMENT, [...more, last])).toEqual(pf.fold(PAYMENT, more))
    expect(pf.fold(PAYMENT, more.toReversed())).toEqual(pf.fold(PAYMENT, more))
    // a damaged line is left out: what is folded without it stands at no revision
    for (const [index] of more.slice(1).entries()) {
      const damaged = pf.fold(PAYMENT, more.toSpliced(index, 1))
      expect(damaged.revision).toBeNull()
      expect(refusal(saved(damaged), tip)).toMatchObject({ error: 'Stale', differs: 'tip' })
    }
    expect(pf.fold(PAYMENT, [...more.slice(0, 2), other]).revision).toBeNull()
    expect(pf.fold(PAYMENT, entriesOf(SESSION, [...paid, refunded])).revision).toBeNull()
  })

  test.each<[string, object]>([
    ['a sum of the context', { context: { ...state.context, captured: 1 } }],
    ['a status', { status: 'refunded' }],
    ['a value', { value: 'declined' }],
    ['no findings', { findings: [{ code: 'x', key: 'x', at: null }] }],
    ['a parked event', { parked: [{ key: 'x', reason: 'NoEntity' }] }],
    ['an open item', { openItems: [{}] }],
    ['another field', { more: 1 }],
    ['one occurrence less', { occurrences: state.occurrences.slice(1) }],
    ['another order', { occurrences: state.occurrences.toReversed() }],
    ['another stream', { stream: SESSION }],
  ])('is stale if somebody forged it: %s', (_, forged) => {
    expect(refusal({ ...(saved(state) as object), ...forged })).toMatchObject({
      ...{ error: 'Stale', differs: 'content' },
    })
  })

  test('is stale under another policy, chart or machine, and unreadable if it is not a state', () => {
    const differs = (kept: unknown) => {
      const taken = pf.resume(kept)
      return E.isLeft(taken) && taken.left.error === 'Stale' ? taken.left.differs : null
    }
    expect(differs({ ...saved(state), policy: 'x' })).toBe('policy')
    expect(differs({ ...saved(state), fingerprint: 'x' })).toBe('fingerprint')
    expect(differs({ ...saved(state), machine: 'sepa-payment@2' })).toBe('machine')
    for (const strange of [null, undefined, 1, 'state', [], {}, { machine: 'sepa-payment@1' }]) {
      expect(pf.resume(strange)).toMatchObject(E.left({ error: 'Unreadable' }))
    }
  })
})

test('a state, a policy, a command and its id that are none are named in the sentence', () => {
  const said = (read: E.Either<Parameters<typeof pf.explain>[0], unknown>) =>
    pf.explain(E.isLeft(read) ? read.left : right(E.left('read')))
  const state = pf.fold('payment-pay_1' as Stream, [
    reported('payment_pending', { ...pay, method: 'sepa' }),
  ])
  const now = '2026-03-02T10:00:00Z'
  expect(said(pf.resume(1))).toBe('The input should be a state, but is a number.')
  expect(said(readPolicy(pf.machines)(1 as never))).toBe(
    'The input should be a policy, but is a number.',
  )
  expect(said(pf.decide(state, {} as never))).toBe(
    'type should be the name of a command, but is nothing.',
  )
  // null would say that the command was never recorded
  for (const id of [undefined, '', 'Max Mustermann']) {
    expect(said(pf.commandStatus(state, id as never, now))).toMatch(
      /^commandId should be a command id/,
    )
  }
  expect(pf.commandStatus(state, 'c-1', now)).toEqual(E.right(null))
})

describe('fewer machines than those that wrote a log', () => {
  const few = payfold([session])
  const expired = reported(
    'session_expired',
    { sessionId: 'sid_1' },
    { at: '2026-03-02T11:00:00Z' },
  )
  const log = [
    ...entriesOf(SESSION, [created, expired]),
    ...entriesOf(PAYMENT, [...paid, refunded]),
  ]
  const lines = log.map(pf.toLine)

  test('park what none of them knows, as a notice', () => {
    const state = few.fold(PAYMENT, paid)
    expect(state.status).toBe('unassigned')
    expect(state.parked.map(({ reason }) => reason)).toEqual([
      'NotOfTheseMachines',
      'NotOfTheseMachines',
    ])
    const { findings, worst } = audit(few)(lines.map((line) => `${line}\n`))
    expect(findings.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'NotOfTheseMachines notice',
      'NotOfTheseMachines notice',
      'NotOfTheseMachines notice',
    ])
    expect(worst).toBe('notice')
    const inSession = few.fold(SESSION, [created, captured])
    expect(inSession.status).toBe(few.fold(SESSION, [created]).status)
    expect(inSession.parked.map(({ reason }) => reason)).toEqual(['NotOfTheseMachines'])
    // an event of another listed machine belongs to no lifecycle that the stream can have
    expect(pf.fold(SESSION, [created, captured]).parked.map(({ reason }) => reason)).toEqual([
      'NotOfThisLifecycle',
    ])
  })

  test('read its lines one by one, unknown events without their data', () => {
    const read = lines.map((line) => right(few.fromLine(line)))
    for (const [index, entry] of log.entries()) {
      const isOurs = entry.stream === SESSION
      const event = isOurs ? entry.event : { ...entry.event, data: {} }
      expect(read[index]).toEqual({ ...entry, event })
    }
    expect(tipOf(PAYMENT, read.slice(2)).hash).toBe(log.at(-1)?.hash)
  })

  test('find a line that was changed, no matter which machine wrote it', () => {
    const [line = ''] = lines.slice(3)
    expect(few.fromLine(line.replace('1000', '1001'))).toMatchObject(E.left({ error: 'Altered' }))
    expect(few.fromLine(line.slice(0, -3))).toMatchObject(E.left({ error: 'Unreadable' }))
  })

  test('audit the chain entry by entry as all machines do', () => {
    const flawsOf = (root: { readonly machines: readonly AnyMachine[] }, log: readonly string[]) =>
      audit(root as typeof pf)(log.map((line) => `${line}\n`))
        .findings.filter(({ key }) => key === null)
        .map(({ code, line, revision }) => [code, line, revision])
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = lines
    const tampered: readonly (readonly [string, readonly string[]])[] = [
      ['nothing', lines],
      ['altered', [first, second, third, fourth.replace('1000', '1001'), fifth]],
      ['removed', [first, second, third, fifth]],
      ['moved', [first, second, fourth, third, fifth]],
      ['repeated', [first, second, third, third, fourth, fifth]],
      ['removed at its beginning', [first, second, fourth, fifth]],
    ]
    for (const [what, log] of tampered) {
      const found = flawsOf(few, log)
      expect([what, found]).toEqual([what, flawsOf(pf, log)])
      expect([what, found.length > 0]).toEqual([what, what !== 'nothing'])
    }
  })
})

describe('two machines in one list', () => {
  test('with one name: the first counts', () => {
    const windowless = { ...sepaPayment, windows: {} } as unknown as typeof sepaPayment
    const namesBy = (...machines: readonly (typeof sepaPayment)[]) => {
      const root = payfold(machines)
      return right(root.windows(root.fold(PAYMENT, paid), now)).map(({ name }) => name)
    }
    expect(namesBy(sepaPayment, windowless)).toEqual([
      'bankReturn',
      'refund',
      'payerRefund',
      'chargeback',
    ])
    expect(namesBy(windowless, sepaPayment)).toEqual([])
  })

  test('that use a name of a value, a rule or an event alike: the first counts', () => {
    const codec = integer('days', 0, 9)
    const { payment_pending: pendingKind, payment_captured: capturedKind } = sepaPayment.events
    const noting = (days: number, id: string): AnyMachine =>
      ({
        ...sepaPayment,
        id,
        subject: { ...sepaPayment.subject, prefix: id.slice(0, -2) },
        events: {
          ...sepaPayment.events,
          payment_pending: days === 1 ? pendingKind : { ...pendingKind, codec: capturedKind.codec },
        },
        definition: {
          ...sepaPayment.definition,
          policy: { ...sepaPayment.definition.policy, days: policyField(codec, days) },
          rules: {
            ...sepaPayment.definition.rules,
            withinNet: { ...sepaPayment.definition.rules.withinNet, remedy: `${days}` },
          },
        },
      }) as unknown as AnyMachine
    const [one, other] = [noting(1, 'one@1'), noting(2, 'other@1')]
    const forwards = payfold([one, other])
    const backwards = payfold([other, one])
    expect([forwards, backwards].map(({ policy }) => policy)).toMatchObject([
      { days: 1 },
      { days: 2 },
    ])
    expect([forwards, backwards].map(({ rules }) => rules['withinNet']?.remedy)).toEqual(['1', '2'])
    const isRead = [forwards, backwards].map(({ decode }) => E.isRight(decode(pending)))
    expect(isRead).toEqual([true, false])
    expect(Object.keys(forwards.rules).slice(0, 4)).toEqual([
      'otherSubject',
      'noSuchStep',
      'notKnown',
      'missingPredecessor',
    ])
  })
})

describe('what a root prepares', () => {
  /** A machine that notes when its chart is read, or the list of its events. */
  const watched = () => {
    const looked: PropertyKey[] = []
    const watch = <A extends object>(value: A, traps: readonly ('get' | 'ownKeys')[]): A =>
      new Proxy(value, {
        ...(traps.includes('get') && {
          get: (target, name) => {
            looked.push(name)
            const found = Reflect.get(target, name)
            return typeof found === 'function' ? found.bind(target) : found
          },
        }),
        ownKeys: (target) => {
          looked.push('names')
          return Reflect.ownKeys(target)
        },
      })
    const chart = watch(sepaPayment.chart, ['get', 'ownKeys'])
    const events = watch(sepaPayment.events, ['ownKeys'])
    const machine = {
      ...sepaPayment,
      events,
      get chart() {
        looked.push('chart')
        return chart
      },
    } as typeof sepaPayment
    return { machine, looked }
  }

  test('is prepared once: no call compiles a chart, computes a fingerprint or gathers codecs again', () => {
    const { machine, looked } = watched()
    const root = payfold([machine])
    const state = root.fold(PAYMENT, [pending])
    const all = (from: typeof state) => {
      const next = root.evolve(from, captured)
      const answers = [
        ...[root.at(next, now), ownLoop(root).validate(next, asked), root.decide(next, refund)],
        ...[root.allowed(next, now), root.windows(next, now), root.questions(next, now)],
        ...[root.sums(next), ownLoop(root).consequences(next)],
      ]
      expect(answers.filter(E.isLeft)).toEqual([])
      root.asOf(PAYMENT, paid, { occurred: now })
      root.fold(PAYMENT, paid)
    }
    all(state)
    expect(looked).toEqual(expect.arrayContaining(['chart', 'provide', 'names']))
    looked.length = 0
    all(state)
    all(state)
    expect(looked).toEqual([])
  })

  test('is shared by roots of the same machines', () => {
    const { machine, looked } = watched()
    const machines = [machine]
    payfold(machines).fold(PAYMENT, paid)
    // XState runs the chart to compile it, and the fingerprint reads it
    const costly = ['provide', 'root']
    expect(looked).toEqual(expect.arrayContaining(costly))
    looked.length = 0
    payfold(machines).fold(PAYMENT, paid)
    expect(looked.filter((name) => costly.includes(String(name)))).toEqual([])
  })

  test('runs only an event that comes last', () => {
    const followed: string[] = []
    const { recipes: own } = sepaPayment.definition
    const recipes = Object.fromEntries(
      Object.entries(own).map(([type, recipe]) => [
        type,
        (known: never, event: never) => {
          followed.push(type)
          recipe(known, event)
        },
      ]),
    )
    const definition = { ...sepaPayment.definition, recipes }
    const record = assign(({ context, event }) => ({
      ...apply(definition as never, { context, event }),
    }))
    const chart = sepaPayment.chart.provide({ actions: { record } } as never)
    const root = payfold([{ ...sepaPayment, definition, chart } as unknown as typeof sepaPayment])
    const state = root.fold(PAYMENT, paid)
    followed.length = 0
    const next = root.evolve(state, refunded)
    expect(new Set(followed)).toEqual(new Set(['payment_refunded']))
    expect(next.status).toBe('partially_refunded')
    expect(next).toEqual(root.fold(PAYMENT, [...paid, refunded]))
  })
})
