/** The findings about a session as a whole: outcomes, snapshots, actions, approval. */
import { describe, expect, test } from 'vitest'
import { session } from '../../../machines/index.ts'
import type { Finding } from '../../../src/contract/finding.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { given, reported, sid } from '../../given.ts'

const created = (more: object = {}) =>
  reported('session_created', { ...sid, ...more }, { id: 'evt_c', at: '2026-03-02T10:00:00Z' })
const event = (type: string, on: string | null = '2026-03-02T10:05:00Z', more: object = {}) =>
  reported(
    type,
    { ...sid, ...more },
    { id: `evt_${type}`, at: on, recordedAt: '2026-03-02T10:05:00Z' },
  )
const shown = (data: object, on = '2026-03-02T11:00:00Z') =>
  reported('state_observed', { ...sid, ...data }, { id: 'evt_s', at: on, source: 'response' })
const findings = (...events: readonly DomainEvent[]): readonly Finding[] =>
  given(session, ...events).findings
const codes = (...events: readonly DomainEvent[]) => findings(...events).map(({ code }) => code)

const OUTCOMES = [
  'session_approved',
  'session_attempted',
  'session_unavailable',
  'session_declined',
  'session_rejected',
  'challenge_abandoned',
  'session_expired',
]

/** Two names for the end of one challenge: together they are no contradiction. */
const LEFT = ['challenge_abandoned', 'session_expired']

describe('a second outcome', () => {
  test.each(OUTCOMES)(
    'contradicts %s if that is the outcome; the two ends of one challenge do not',
    (first) => {
      for (const second of OUTCOMES.filter((type) => type !== first)) {
        const reported = codes(created(), event(first), event(second, '2026-03-02T10:06:00Z'))
        const isOneEnd = LEFT.includes(first) && LEFT.includes(second)
        expect([second, reported]).toEqual([second, isOneEnd ? [] : ['Contradiction']])
      }
    },
  )

  test('names both outcomes, and the messages that report them', () => {
    const both = [event('session_approved'), event('session_declined', '2026-03-02T10:06:00Z')]
    expect(findings(created(), ...both)).toEqual([
      {
        code: 'Contradiction',
        key: 'session_declined',
        at: '2026-03-02T10:06:00.0000000Z',
        events: ['evt_session_approved', 'evt_session_declined'],
        asks: 'getSession',
        outcomes: ['approved', 'declined'],
      },
    ])
  })

  test.each([
    ['expired', event('session_expired', '2026-03-02T10:06:00Z')],
    ['challenge_abandoned', event('challenge_abandoned', '2026-03-02T10:06:00Z')],
    ['expired', shown({ status: 'expired' })],
    ['challenge_abandoned', shown({ status: 'challenge_abandoned' })],
  ])('is called %s if that was reported', (outcome, second) => {
    const found = findings(created(), event('session_approved'), second)
    expect(found).toMatchObject([{ code: 'Contradiction', outcomes: ['approved', outcome] }])
    const pending = shown({ status: 'pending', askedAt: '2026-03-02T10:59:00Z' })
    if (second.type === pending.type) return
    expect(findings(created(), second, pending)).toMatchObject([{ outcomes: [outcome] }])
  })

  test('has no finding if the parked event is not an outcome', () => {
    const strange = [
      reported('payment_captured', { paymentId: 'pay_1' }, { id: 'evt_x' }),
      event('session_completed', '2026-03-02T10:06:00Z'),
    ]
    expect(codes(created(), event('session_approved'), ...strange)).toEqual([])
  })
})

describe('a snapshot of a session', () => {
  const approved = [created(), event('session_approved')]

  test('that shows another outcome contradicts the one known', () => {
    expect(findings(...approved, shown({ status: 'declined' }))).toEqual([
      {
        code: 'Contradiction',
        key: 'state_observed:evt_s',
        at: '2026-03-02T11:00:00.0000000Z',
        events: ['evt_s', 'evt_session_approved'],
        asks: 'getSession',
        outcomes: ['approved', 'declined'],
      },
    ])
    for (const status of ['attempted', 'unavailable', 'rejected', 'expired']) {
      const found = codes(...approved, shown({ status }))
      expect([status, found]).toEqual([status, ['Contradiction']])
    }
  })

  test('that shows the same outcome, or none at all, is no finding; an unknown one is a notice', () => {
    expect(codes(...approved, shown({ status: 'approved' }))).toEqual([])
    expect(codes(...approved, shown({ status: 'something_new' }))).toEqual(['NotUnderstood'])
    expect(codes(...approved, shown({}))).toEqual([])
  })

  test.each(['pending', 'processing', 'challenged'])(
    'that shows %s contradicts an outcome that it covers, if it is known when it was asked for',
    (status) => {
      const on = (askedAt?: string) =>
        codes(...approved, shown({ status, ...(askedAt === undefined ? {} : { askedAt }) }))
      expect(on('2026-03-02T10:09:59.9999999Z')).toEqual([])
      expect(on('2026-03-02T10:10:00Z')).toEqual(['Contradiction'])
      // nobody asks after the response
      expect(on('2026-03-02T11:00:00.0000001Z')).toEqual([])
      expect(on()).toEqual([])
    },
  )

  test('contradicts nothing while no outcome is known', () => {
    expect(codes(created(), shown({ status: 'pending' }))).toEqual([])
    expect(codes(created(), shown({ status: 'processing' }))).toEqual([])
    expect(codes(created(), shown({ status: 'declined' }))).toEqual([])
  })
})

describe('the next actions in a message', () => {
  const listing = (event: DomainEvent) => codes(created({ mode: 'non_hosted' }), event)
  const of = (type: string, ...nextActions: string[]) =>
    type === 'state_observed' ? shown({ nextActions }) : event(type, undefined, { nextActions })

  test('may include a challenge while the session is being decided', () => {
    expect(listing(of('channel_data_submitted', 'challenge_cardholder'))).toEqual([])
    expect(codes(created({ nextActions: ['challenge_cardholder'] }))).toEqual([])
    expect(
      codes(
        created(),
        event('session_challenged', undefined, {
          nextActions: ['challenge_cardholder'],
        }),
      ),
    ).toEqual([])
  })

  test('may not include a challenge once the session is decided', () => {
    const decided = event('session_approved', undefined, { nextActions: ['challenge_cardholder'] })
    expect(findings(created(), decided)).toEqual([
      {
        code: 'ContradictsItself',
        key: 'session_approved',
        at: '2026-03-02T10:05:00.0000000Z',
        events: ['evt_session_approved'],
        shown: 'challenge_cardholder',
        known: 'approved',
      },
    ])
    const abandoned = event('challenge_abandoned', undefined, { nextActions: ['complete'] })
    expect(codes(created(), abandoned)).toEqual([])
  })

  test('may include completion, but no other action, while the session is being decided', () => {
    expect(listing(of('channel_data_submitted', 'complete'))).toEqual([])
    const submitted = event('channel_data_submitted', undefined, {
      nextActions: ['collect_channel_data'],
    })
    expect(codes(created(), submitted)).toEqual(['ContradictsItself'])
  })

  test('are judged by the status in the same message, if it has one', () => {
    const late = (status: string, ...nextActions: string[]) =>
      codes(
        created(),
        event('session_approved'),
        shown({ status, nextActions }, '2026-03-02T10:04:00Z'),
      )
    expect(late('pending', 'collect_channel_data')).toEqual([])
    expect(late('approved', 'collect_channel_data')).toEqual(['ContradictsItself'])
    expect(late('approved', 'complete')).toEqual([])
  })

  test('that are unknown are ignored', () => {
    expect(codes(created({ nextActions: ['dance'] }))).toEqual([])
    expect(codes(created({ nextActions: 'complete' }))).toEqual([])
  })

  test('are judged message by message', () => {
    const twice = [
      created({ nextActions: ['complete'] }),
      reported(
        'session_created',
        { ...sid, nextActions: ['redirect_cardholder'] },
        { id: 'evt_d' },
      ),
    ]
    expect(codes(...twice)).toEqual(['ContradictsItself'])
  })
})

describe('the provider’s own approval', () => {
  test.each([
    ['session_approved', false, 'not approved', 'approved'],
    ['session_declined', true, 'approved', 'declined'],
    ['session_expired', true, 'approved', 'expired'],
    ['challenge_abandoned', true, 'approved', 'challenge_abandoned'],
  ])('on %s is not %s', (type, approved, said, known) => {
    expect(findings(created(), event(type, undefined, { approved }))).toEqual([
      {
        code: 'ContradictsItself',
        key: type,
        at: '2026-03-02T10:05:00.0000000Z',
        events: [`evt_${type}`],
        shown: said,
        known,
      },
    ])
    expect(codes(created(), event(type, undefined, { approved: !approved }))).toEqual([])
  })

  test('is not judged before the outcome', () => {
    expect(codes(created({ approved: false }))).toEqual([])
  })
})

describe('what nobody can understand', () => {
  const strange = [
    reported(
      'unrecognised',
      { name: 'authentication_paused' },
      { id: 'evt_o', at: '2026-03-02T10:05:00Z' },
    ),
    reported(
      'unrecognised',
      { name: 'authentication_approved', path: 'data.amount' },
      { id: 'evt_u', at: '2026-03-02T10:05:00Z' },
    ),
    event('channel_data_submitted', undefined, { nextActions: ['collect_channel_data'] }),
    event('session_approved', undefined, { approved: false }),
    shown({ status: 'paused' }, '2026-03-02T10:05:00Z'),
    shown({ status: 'approved', approved: false }, '2026-03-02T10:05:00Z'),
  ]

  test.each(strange)('is over once a look-up covers it, or a person has spoken, %#', (message) => {
    const all = [created(), event('session_approved'), message]
    const looked = (askedAt: string, status = 'approved') =>
      codes(...all, reported('state_observed', { ...sid, askedAt, status }, { at: askedAt }))
    const word = (asOf: string) =>
      codes(
        ...all,
        reported(
          'reviewed',
          { ...sid, asOf, outcome: 'approved', by: ['a'] },
          { at: null, recordedAt: '2026-03-02T12:00:00Z' },
        ),
      )
    expect(codes(...all)).not.toEqual([])
    expect(looked('2026-03-02T10:09:59.9999999Z')).toEqual(codes(...all))
    expect(looked('2026-03-02T10:10:00Z')).toEqual([])
    expect(looked('2026-03-02T10:10:00Z', 'paused')).toContain('NotUnderstood')
    expect(word('2026-03-02T10:04:59.9999999Z')).toEqual(codes(...all))
    expect(word('2026-03-02T10:05:00Z')).toEqual([])
  })
})

describe('a failure of an unknown kind', () => {
  const failed = reported('unrecognised', { name: 'authentication_failed' }, { id: 'evt_f' })

  test('is a finding, alone and beside every outcome but a failure', () => {
    expect(findings(created(), failed)).toEqual([
      {
        code: 'FailureUnknown',
        key: 'unrecognised:evt_f',
        at: '2026-03-02T10:00:00.0000000Z',
        events: ['evt_f'],
        asks: 'getSession',
      },
    ])
    for (const outcome of ['approved', 'attempted', 'expired']) {
      expect(codes(created(), failed, event(`session_${outcome}`))).toEqual(['FailureUnknown'])
    }
    expect(codes(created(), failed, event('challenge_abandoned'))).toEqual(['FailureUnknown'])
    for (const outcome of ['declined', 'rejected', 'unavailable']) {
      expect(codes(created(), failed, event(`session_${outcome}`))).toEqual([])
    }
  })

  test('is no other message that was not understood', () => {
    const other = reported('unrecognised', { name: 'payment_approved' }, { id: 'evt_o' })
    expect(codes(created(), other)).not.toContain('FailureUnknown')
    const action = reported('action_observed', { name: 'authentication_failed' }, { id: 'evt_a' })
    expect(codes(created(), action)).not.toContain('FailureUnknown')
  })
})
