/** The findings about a session as a whole: outcomes, snapshots, actions, approval. */
import { describe, expect, test } from 'vitest'
import { session } from '../../../machines/index.ts'
import { after, scenes } from '../scenes.ts'

const CREATED = '03-02 session_created'
const APPROVED = '03-02T10:05 session_approved id=evt_session_approved'

const codes = (...lines: readonly string[]) =>
  after(session, ...lines)
    .findings.map(({ code }) => code)
    .join(' ')
const findings = (...lines: readonly string[]) => after(session, CREATED, ...lines).findings

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
        const found = codes(CREATED, `03-02T10:05 ${first}`, `03-02T10:06 ${second}`)
        const isOneEnd = LEFT.includes(first) && LEFT.includes(second)
        expect([second, found]).toEqual([second, isOneEnd ? '' : 'Contradiction'])
      }
    },
  )

  test.each([
    ['03-02T10:06 session_declined', 'session_declined', '2026-03-02T10:06:00.0000000Z'],
    [
      '~03-02T11 state_observed status=declined',
      'state_observed:e',
      '2026-03-02T11:00:00.0000000Z',
    ],
  ])('names both outcomes, and the messages that report them: %s', (line, key, at) => {
    const found = findings(APPROVED, `${line} id=e`)
    const events = ['e', 'evt_session_approved']
    const outcomes = ['approved', 'declined']
    const named = { key, at, events, asks: 'getSession', outcomes }
    expect(found).toEqual([{ code: 'Contradiction', ...named }])
  })

  test.each([
    ['expired', 'session_expired'],
    ['challenge_abandoned', 'challenge_abandoned'],
    ['expired', 'state_observed status=expired'],
    ['challenge_abandoned', 'state_observed status=challenge_abandoned'],
  ])('is called %s if that was reported: %s', (name, second) => {
    const found = findings(APPROVED, `03-02T10:06 ${second}`)
    expect(found).toMatchObject([{ code: 'Contradiction', outcomes: ['approved', name] }])
    if (second.startsWith('state_observed')) return
    const pending = findings(`03-02T10:06 ${second}`, '03-02T10:59 look status=pending')
    expect(pending).toMatchObject([{ outcomes: [name] }])
  })

  scenes(
    session,
    `
has no finding if the parked event is not an outcome
  03-02 payment_captured pay_1 => approved / NotOfThisLifecycle
  03-02T10:06 session_completed => approved / NotOfThisLifecycle
`,
    [CREATED, APPROVED],
  )
})

describe('a snapshot of a session', () => {
  scenes(
    session,
    `
that shows another outcome contradicts the one known
  ? 03-02T11 state_observed status=attempted => Contradiction
  ? 03-02T11 state_observed status=unavailable => Contradiction
  ? 03-02T11 state_observed status=rejected => Contradiction
  ? 03-02T11 state_observed status=expired => Contradiction

that shows the same outcome, or none at all, is no finding; an unknown one is a notice
  ? 03-02T11 state_observed status=approved =>
  ? 03-02T11 state_observed =>
  ? 03-02T11 state_observed status=something_new => NotUnderstood
`,
    [CREATED, APPROVED],
    codes,
  )

  test.each(['pending', 'processing', 'challenged'])(
    'that shows %s contradicts an outcome that it covers, if it is known when it was asked for',
    (status) => {
      const on = (asked: string) =>
        codes(CREATED, APPROVED, `03-02T11 state_observed status=${status} ${asked}`)
      expect(on('askedAt=2026-03-02T10:09:59.9999999Z')).toBe('')
      expect(on('askedAt=2026-03-02T10:10:00Z')).toBe('Contradiction')
      // nobody asks after the response
      expect(on('askedAt=2026-03-02T11:00:00.0000001Z')).toBe('')
      expect(on('')).toBe('')
    },
  )

  scenes(
    session,
    `
contradicts nothing while no outcome is known
  ? 03-02T11 state_observed status=pending =>
  ? 03-02T11 state_observed status=processing =>
  ? 03-02T11 state_observed status=declined =>
`,
    [CREATED],
    codes,
  )
})

describe('the next actions in a message', () => {
  const list = (...actions: readonly string[]) => `nextActions=${JSON.stringify(actions)}`

  scenes(
    session,
    `
may include a challenge while the session is being decided
  ? 03-02 session_created ${list('challenge_cardholder')} =>
  03-02 session_created non_hosted
  ? 03-02T10:05 session_challenged ${list('challenge_cardholder')} => channelDataFirst
  03-02T10:05 channel_data_submitted ${list('challenge_cardholder')} =>

may include completion, but no other action, while the session is being decided
  03-02 session_created non_hosted
  ? 03-02T10:05 channel_data_submitted ${list('complete')} =>
  ? 03-02T10:05 channel_data_submitted ${list('collect_channel_data')} => ContradictsItself

may include completion once the session is decided
  ${CREATED}
  03-02T10:05 challenge_abandoned ${list('complete')} =>

are judged by the status in the same message, if it has one
  ${CREATED}
  ${APPROVED}
  ? 03-02T10:04 state_observed status=pending ${list('collect_channel_data')} =>
  ? 03-02T10:04 state_observed status=approved ${list('collect_channel_data')} => ContradictsItself
  ? 03-02T10:04 state_observed status=approved ${list('complete')} =>

that are unknown are ignored
  ? 03-02 session_created ${list('dance')} =>
  ? 03-02 session_created nextActions=complete =>

are judged message by message
  03-02 session_created ${list('complete')} => ContradictsItself
  03-02 session_created ${list('redirect_cardholder')} => ContradictsItself
`,
    [],
    codes,
  )

  test('may not include a challenge once the session is decided', () => {
    expect(findings(`${APPROVED} ${list('challenge_cardholder')}`)).toEqual([
      {
        code: 'ContradictsItself',
        key: 'session_approved',
        at: '2026-03-02T10:05:00.0000000Z',
        events: ['evt_session_approved'],
        shown: 'challenge_cardholder',
        known: 'approved',
      },
    ])
  })
})

describe('the provider’s own approval', () => {
  test.each([
    ['session_approved', false, 'not approved', 'approved'],
    ['session_declined', true, 'approved', 'declined'],
    ['session_expired', true, 'approved', 'expired'],
    ['challenge_abandoned', true, 'approved', 'challenge_abandoned'],
  ])('on %s is not %s', (type, approved, shown, known) => {
    const [found, ...others] = findings(`03-02T10:05 ${type} approved=${approved} id=evt_o`)
    const events = ['evt_o']
    expect(found).toMatchObject({ code: 'ContradictsItself', key: type, events, shown, known })
    expect(others).toEqual([])
    expect(findings(`03-02T10:05 ${type} approved=${!approved}`)).toEqual([])
  })

  test('is not judged before the outcome', () => {
    expect(codes('03-02 session_created approved=false')).toBe('')
  })
})

describe('what nobody can understand', () => {
  test.each([
    'unrecognised name=authentication_paused',
    'unrecognised name=authentication_approved path=data.amount',
    'channel_data_submitted nextActions=["collect_channel_data"]',
    'session_approved approved=false',
    'state_observed status=paused',
    'state_observed status=approved approved=false',
  ])('is over once a look-up covers it, or a person has spoken: %s', (message) => {
    const all = [CREATED, '03-02T10:05 session_approved', `03-02T10:05 ${message}`]
    const strange = codes(...all)
    const looked = (at: string, status = 'approved') => codes(...all, `${at} look status=${status}`)
    const word = (at: string) => codes(...all, `${at}>03-02T12 word outcome=approved`)
    expect(strange).not.toBe('')
    expect(looked('03-02T10:09:59.9999999')).toBe(strange)
    expect(looked('03-02T10:10')).toBe('')
    expect(looked('03-02T10:10', 'paused')).toContain('NotUnderstood')
    expect(word('03-02T10:04:59.9999999')).toBe(strange)
    expect(word('03-02T10:05')).toBe('')
  })
})

describe('a failure of an unknown kind', () => {
  const failed = '03-02 unrecognised name=authentication_failed id=evt_f'

  test('is a finding, alone and beside every outcome but a failure', () => {
    const at = '2026-03-02T10:00:00.0000000Z'
    const named = { key: 'unrecognised:evt_f', at, events: ['evt_f'], asks: 'getSession' }
    expect(findings(failed)).toEqual([{ code: 'FailureUnknown', ...named }])
    for (const type of OUTCOMES) {
      const isFailure = /declined|rejected|unavailable/.test(type)
      const found = codes(CREATED, failed, `03-02T10:05 ${type}`)
      expect([type, found]).toEqual([type, isFailure ? '' : 'FailureUnknown'])
    }
  })

  test('is no other message that was not understood', () => {
    for (const other of [
      'unrecognised name=payment_approved',
      'action_observed name=authentication_failed',
    ]) {
      expect(codes(CREATED, `03-02 ${other}`)).not.toContain('FailureUnknown')
    }
  })
})
