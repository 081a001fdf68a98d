/** Whether a payment may be authorized after a session, with the last value that may and the first that may not. */
import { isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { mayAuthorize, sepaPayment, session } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { fold } from '../../../src/fold/fold.ts'
import { given, instantOf, reported, right, sid } from '../../given.ts'
import { readDelivery } from '../../read-delivery.ts'
import { defaultPolicy } from '../../root.ts'

const AT = '2026-03-02T10:05:00Z'
const NOW = '2026-03-02T10:06:00Z'
const created = reported(
  'session_created',
  { ...sid, amount: 5000, currency: 'EUR' },
  { at: '2026-03-02T10:00:00Z', id: 'evt_created' },
)
const outcome = (name: string, more: object = {}, at = AT) =>
  reported(name, { ...sid, ...more }, { at, id: `evt_${name}` })
const approved = outcome('session_approved')

const asked = (
  events: readonly DomainEvent[],
  more: Partial<Parameters<typeof mayAuthorize>[1]> = {},
) =>
  mayAuthorize(
    given(session, ...events),
    { amount: 5000, currency: 'EUR', now: NOW, ...more },
    defaultPolicy,
  )
/** The same under a policy by which an authentication may be so many days old. */
const underDays = (
  authenticationDays: number,
  events: readonly DomainEvent[],
  request: Parameters<typeof mayAuthorize>[1],
) => {
  const policy = { ...defaultPolicy, authenticationDays }
  return mayAuthorize(fold(session, { policy })(events), request, policy)
}
const answer = (...args: Parameters<typeof asked>) => asked(...args).answer

/** A snapshot that was asked for at a time. */
const shown = (askedAt: string, data: object, id = `evt_${askedAt}`) =>
  reported(
    'state_observed',
    { ...sid, askedAt, ...data },
    { at: null, recordedAt: askedAt, source: 'response', id },
  )

describe('a payment', () => {
  test.each([
    ['session_approved', 'yes', 'issuer'],
    ['session_attempted', 'choice', 'usuallyIssuer'],
    ['session_unavailable', 'choice', 'merchant'],
    ['session_declined', 'no', 'merchant'],
    ['session_rejected', 'no', 'merchant'],
    ['challenge_abandoned', 'no', 'merchant'],
    ['session_expired', 'no', 'merchant'],
  ])('after %s: %s, and the loss is with: %s', (name, expected, liability) => {
    const authorization = asked([created, outcome(name)])
    expect(authorization).toMatchObject({ answer: expected, liability, question: null })
  })

  test('is a question while no confirmed message reports an outcome', () => {
    const question = { endpoint: 'getSession', params: { session_id: 'sid_1' } }
    const challenged = reported('session_challenged', sid)
    for (const events of [[created], [created, challenged]]) {
      expect(asked(events)).toMatchObject({ answer: 'ask', liability: 'unknown', question })
    }
    expect(asked([])).toMatchObject({ answer: 'ask', question: null })
  })

  test('says why', () => {
    expect(asked([created, approved]).because).toBe(
      'The session was approved for 50.00 EUR at 2026-03-02T10:05:00Z.',
    )
    expect(asked([created, approved], { amount: 5001 }).because).toBe(
      'The cardholder was asked about 50.00 EUR, and this is 50.01 EUR.',
    )
  })

  test('may be of what was authenticated, and of no more', () => {
    const all = [created, approved]
    expect([0, 1, 5000].map((amount) => answer(all, { amount }))).toEqual(['yes', 'yes', 'yes'])
    expect(asked(all, { amount: 5001 })).toMatchObject({ answer: 'no', liability: 'merchant' })
    expect(answer(all, { currency: 'USD' })).toBe('no')
  })

  test.each([
    [{ amount: 500, currency: 'USD' }],
    [{ amount: 500 }],
    [{ amount: 0 }],
    [{ currency: 'USD' }],
    [{ amount: 50_000 }],
  ])('is a question if messages name another amount or currency, %j', (data) => {
    for (const amount of [1, 500, 5000]) {
      expect(answer([created, outcome('session_approved', data)], { amount })).toBe('ask')
      expect(answer([created, approved, shown(NOW, { ...data })], { amount })).toBe('ask')
    }
    // a look-up that covers both shows which it was
    const right = { status: 'approved', amount: 5000, currency: 'EUR' }
    const all = (askedAt: string, shows: object) =>
      answer([created, outcome('session_approved', data), shown(askedAt, shows)])
    expect(all('2026-03-02T10:10:00Z', right)).toBe('yes')
    expect(all('2026-03-02T10:09:59.9999999Z', right)).toBe('ask')
    // one that names no amount and no currency, as a public key is shown it, settles neither
    expect(all('2026-03-02T10:10:00Z', { status: 'approved' })).toBe('ask')
    expect(answer([created, outcome('session_approved', { amount: 5000 })])).toBe('yes')
  })

  test('is a question while the price in a message cannot be read, or whether it was approved', () => {
    const read = (message: object): readonly DomainEvent[] => {
      const reading = readDelivery({ receivedAt: AT, ...message })
      return isRight(reading) ? reading.right.map(({ event }) => event) : []
    }
    const webhook = (price: object) => {
      const data = { session_id: 'sid_1', ...price }
      const body = { id: 'evt_a', type: 'authentication_approved', created_on: AT, data }
      return read({ kind: 'webhook', isVerified: true, body })
    }
    const lookUp = (price: object, askedAt = AT) => {
      const body = { id: 'sid_1', status: 'approved', ...price }
      const asked = { endpoint: 'getSession', askedAt, receivedAt: askedAt }
      return read({ kind: 'response', status: 200, body, ...asked })
    }
    const right = { amount: 5000, currency: 'EUR' }
    const settled = (askedAt: string) => lookUp(right, askedAt)
    const word = reported(
      'reviewed',
      { ...sid, asOf: AT, outcome: 'approved', by: ['ops-1'] },
      { id: 'evt_word', at: NOW },
    )
    for (const wrong of [{ amount: '60.00' }, { amount: [6000] }, { currency: '978' }]) {
      for (const unread of [webhook({ ...right, ...wrong }), lookUp({ ...right, ...wrong })]) {
        const all = [created, approved, ...unread]
        expect(answer(all)).toBe('ask')
        expect(answer([...all, ...settled('2026-03-02T10:09:59.9999999Z')])).toBe('ask')
        expect(answer([...all, ...settled('2026-03-02T10:10:00Z')])).toBe('yes')
        expect(answer([...all, word])).toBe('yes')
      }
    }
    expect(answer([created, ...webhook({ amount: '5000', currency: 'eur' })])).toBe('yes')
    expect(answer([created, approved, ...lookUp({ approved: 'perhaps' })])).toBe('ask')
    expect(answer([created, approved, ...lookUp({ status: ['declined'] })])).toBe('ask')
    expect(answer([created, approved, ...lookUp({ approved: 'True' })])).toBe('yes')
  })

  test('is also about the price and the payment of a failure whose kind nobody names', () => {
    const failed = (more: object) =>
      right(
        readDelivery({
          kind: 'webhook',
          isVerified: true,
          receivedAt: AT,
          body: {
            id: 'evt_failed',
            type: 'authentication_failed',
            created_on: AT,
            data: { session_id: 'sid_1', reason: 'Timeout', ...more },
          },
        } as never),
      ).map(({ event }) => event)
    const looks = ['2026-03-02T10:20:00Z', '2026-03-02T10:30:00Z'].map((askedAt) =>
      shown(askedAt, { status: 'approved' }),
    )
    const now = '2026-03-02T10:40:00Z'
    const own = outcome('session_approved', { paymentId: 'pay_1' })
    const all = (more: object) => asked([created, own, ...failed(more), ...looks], { now })
    expect(all({})).toMatchObject({ answer: 'yes' })
    expect(all({ amount: 4000, currency: 'EUR' })).toMatchObject({ answer: 'ask' })
    expect(all({ payment_id: 'pay_2' })).toMatchObject({ answer: 'no' })
  })

  test('is refused with what is known of its price', () => {
    const because = (more: object) =>
      asked([reported('session_created', { ...sid, ...more }), approved]).because
    expect(because({})).toBe('No message names both an amount and a currency to pay.')
    expect(because({ amount: 5000 })).toBe('No message names both an amount and a currency to pay.')
    expect(because({ amount: 0, currency: 'EUR' })).toBe(
      'The cardholder was asked about 0.00 EUR: the session verified the card.',
    )
  })

  test('is no younger because of the word of a person', () => {
    const asOf = '2026-06-01T10:00:00Z'
    const word = reported(
      'reviewed',
      { ...sid, asOf, outcome: 'approved', by: ['ops-1'] },
      { id: 'evt_word', at: asOf },
    )
    const looked = shown('2026-05-30T10:00:00Z', { status: 'approved' })
    for (const more of [[], [looked], [outcome('session_declined')]]) {
      const asking = (now: string) => answer([created, ...more, word], { now })
      expect(asking('2026-05-31T10:00:00Z')).toBe('yes')
      expect(asking('2026-06-01T10:00:00Z')).toBe('no')
    }
  })

  test('names a time that nobody reported as the earliest', () => {
    const looked = shown('2026-03-02T10:20:00Z', { status: 'approved' })
    const because = (...events: Parameters<typeof asked>[0]) => asked(events).because
    expect(because(created, looked)).toMatch(/50\.00 EUR at the earliest at 2026-03-02T10:00:00Z/)
    expect(because(created, approved)).toMatch(/50\.00 EUR at 2026-03-02T/)
  })

  test('is as old as the first look-up that shows the outcome', () => {
    const seen = shown('2026-01-01T10:00:00Z', { status: 'approved' })
    const all = [
      seen,
      { ...created, metadata: { ...created.metadata, occurredAt: null } },
      approved,
    ]
    expect(answer(all, { now: '2026-04-01T10:00:00Z' })).toBe('yes')
    expect(answer(all, { now: '2026-04-01T10:00:00.0000001Z' })).toBe('no')
  })

  test('is a question under a policy without a length', () => {
    const request = { amount: 5000, currency: 'EUR', now: NOW }
    for (const authenticationDays of [undefined, Number.NaN, 1.5, '90', Infinity]) {
      const policy = { ...defaultPolicy, authenticationDays } as never
      const state = fold(session, { policy })([created, approved])
      expect(mayAuthorize(state, request, policy).answer).toBe('ask')
    }
  })

  test('may not be authorized after a verification of the card, or if no message names an amount', () => {
    const verified = { ...created, data: { ...created.data, amount: 0 } }
    expect(answer([verified, approved], { amount: 0 })).toBe('no')
    expect(answer([reported('session_created', sid), approved])).toBe('no')
    expect(answer([reported('session_created', { ...sid, amount: 5000 }), approved])).toBe('no')
  })

  test('may be authorized for ninety days, and not a tick longer', () => {
    const all = [created, approved]
    expect(answer(all, { now: '2026-05-31T10:05:00Z' })).toBe('yes')
    expect(answer(all, { now: '2026-05-31T10:05:00.0000001Z' })).toBe('no')
    const under = (now: string) => underDays(1, all, { amount: 1, currency: 'EUR', now })
    expect(under('2026-03-03T10:05:00Z').answer).toBe('yes')
    expect(under('2026-03-03T10:05:00.0000001Z').answer).toBe('no')
  })

  test('is a question before its session was decided, but for the tolerance of clocks', () => {
    expect(answer([created, approved], { now: '2026-03-02T10:04:00Z' })).toBe('yes')
    expect(answer([created, approved], { now: '2026-03-02T10:03:59.9999999Z' })).toBe('ask')
  })

  test('is counted from the beginning of the session if only snapshots show its outcome', () => {
    const late = shown('2026-05-20T10:00:00Z', { status: 'approved' })
    expect(answer([created, late], { now: '2026-05-31T10:00:00Z' })).toBe('yes')
    expect(answer([created, late], { now: '2026-05-31T10:00:00.0000001Z' })).toBe('no')
    const whole = shown('2026-05-20T10:00:00Z', {
      status: 'approved',
      amount: 5000,
      currency: 'EUR',
    })
    expect(asked([whole], { now: '2026-05-20T10:00:01Z' })).toMatchObject({
      answer: 'no',
      because: 'No message says when the cardholder was authenticated.',
    })
  })

  const declined = outcome('session_declined', {}, '2026-03-02T10:05:30Z')

  test('is a question while messages contradict each other, until a look-up covers them', () => {
    const both = [created, approved, declined]
    expect(asked(both)).toMatchObject({ answer: 'ask', question: { endpoint: 'getSession' } })
    const after = (askedAt: string, data: object) => answer([...both, shown(askedAt, data)])
    expect(after('2026-03-02T10:10:29.9999999Z', { status: 'approved' })).toBe('ask')
    expect(after('2026-03-02T10:10:30Z', { status: 'approved' })).toBe('yes')
    expect(after('2026-03-02T10:10:30Z', { status: 'declined' })).toBe('no')
    expect(after('2026-03-02T10:10:30Z', { status: 'approved', amount: 4999 })).toBe('ask')
    expect(after('2026-03-02T10:10:30Z', { status: 'approved', askedAt: undefined })).toBe('ask')
    // what is received later than it covers is added
    const covered = [
      created,
      approved,
      shown('2026-03-02T10:10:29.9999999Z', { status: 'approved' }),
    ]
    expect(answer([...covered, declined])).toBe('ask')
  })

  test.each([
    ['session_approved', 'declined', 'no'],
    ['session_declined', 'approved', 'yes'],
    ['session_declined', 'attempted', 'choice'],
    ['session_rejected', 'approved', 'yes'],
    ['challenge_abandoned', 'approved', 'yes'],
    ['session_approved', 'expired', 'no'],
    ['session_approved', 'challenged', 'ask'],
  ])('after a wrong %s is what two look-ups show, the lag apart: %s', (name, status, expected) => {
    const wrong = [created, outcome(name)]
    const state = (...askedAt: readonly string[]) =>
      given(session, ...wrong, ...askedAt.map((at) => shown(at, { status })))
    const answered = (...askedAt: readonly string[]) =>
      mayAuthorize(
        state(...askedAt),
        {
          amount: 5000,
          currency: 'EUR',
          now: '2026-03-02T12:00:00Z',
        },
        defaultPolicy,
      )
    const once = '2026-03-02T10:10:00Z'
    expect(answered(once).answer).toBe('ask')
    expect(answered(once, '2026-03-02T10:14:59.9999999Z').answer).toBe('ask')
    expect(answered(once, '2026-03-02T10:15:00Z').answer).toBe(expected)
    // the report is kept and shown, but counts for nothing
    expect(state(once, '2026-03-02T10:15:00Z')).toMatchObject({
      status,
      findings: [{ code: 'Overruled', key: `${name}:evt_${name}` }],
    })
    // a first one that does not cover it yet, or says otherwise, is none of the two
    const other = shown(once, { status: 'pending' }, 'evt_other')
    const second = shown('2026-03-02T10:15:00Z', { status })
    expect(answer([...wrong, other, second], { now: '2026-03-02T12:00:00Z' })).toBe('ask')
    expect(answered('2026-03-02T10:09:59.9999999Z', '2026-03-02T10:15:00Z').answer).toBe('ask')
  })

  test('is a question if an approval has a failure of an unknown kind after it', () => {
    const failed = reported(
      'unrecognised',
      { ...sid, name: 'authentication_failed' },
      { at: '2026-03-02T10:05:30Z', id: 'evt_f' },
    )
    expect(answer([created, approved, failed])).toBe('ask')
    expect(answer([created, declined, failed])).toBe('no')
    const shows = (status: string, ...askedAt: readonly string[]) =>
      answer([created, approved, failed, ...askedAt.map((at) => shown(at, { status }))])
    expect(shows('approved', '2026-03-02T10:10:30Z')).toBe('yes')
    // a failure of an unknown kind agrees with it, but does not say the same
    for (const status of ['declined', 'expired']) {
      expect(shows(status, '2026-03-02T10:10:30Z')).toBe('ask')
      expect(shows(status, '2026-03-02T10:10:30Z', '2026-03-02T10:15:30Z')).toBe('no')
    }
    const rejected = outcome('session_rejected')
    const unavailable = (...askedAt: readonly string[]) =>
      askedAt.map((at) => shown(at, { status: 'unavailable' }))
    expect(answer([created, failed, ...unavailable('2026-03-02T10:10:30Z')])).toBe('choice')
    expect(answer([created, failed, rejected, ...unavailable('2026-03-02T10:10:30Z')])).toBe('ask')
    const first = shown('2026-03-02T10:10:30Z', { status: 'declined' })
    expect(answer([created, failed, first, ...unavailable('2026-03-02T10:15:30Z')])).toBe('ask')
  })

  test('is not authorized for more, or in another currency, than what a person has replaced named', () => {
    const word = (outcome: string) =>
      reported('reviewed', { ...sid, asOf: NOW, outcome, by: ['ops-1'] }, { id: 'evt_w', at: NOW })
    const dollars = outcome('session_declined', { amount: 5000, currency: 'USD' })
    expect(answer([created, dollars, word('approved')])).toBe('no')
    const less = outcome('challenge_abandoned', { amount: 4000, currency: 'EUR' })
    expect(answer([created, less, word('approved')])).toBe('no')
    expect(answer([created, less, word('approved')], { amount: 4000 })).toBe('yes')
  })

  test('is as old as the first word that says so, also a person’s', () => {
    const word = reported(
      'reviewed',
      { ...sid, asOf: AT, outcome: 'approved', by: ['ops-1'] },
      { id: 'evt_w', at: AT },
    )
    const late = outcome('session_approved', {}, '2026-05-01T10:00:00Z')
    expect(answer([created, word, late], { now: '2026-05-31T10:05:00Z' })).toBe('yes')
    expect(answer([created, word, late], { now: '2026-05-31T10:05:00.0000001Z' })).toBe('no')
  })

  test('is authorized by no session for two payments', () => {
    const one = outcome('session_approved', { paymentId: 'pay_1' })
    const other = reported(
      'session_approved',
      { ...sid, paymentId: 'pay_2' },
      { at: AT, id: 'evt_other' },
    )
    expect(answer([created, one])).toBe('yes')
    expect(answer([created, one, other])).toBe('no')
  })

  test('is judged by the policy that folded the state, and by another is a question', () => {
    const state = given(session, created, approved)
    const request = { amount: 5000, currency: 'EUR', now: '2026-03-12T10:05:00.0000001Z' }
    expect(underDays(11, [created, approved], request).answer).toBe('yes')
    expect(underDays(10, [created, approved], request).answer).toBe('no')
    for (const policy of [undefined, { ...defaultPolicy, authenticationDays: 11 }]) {
      expect(mayAuthorize(state, request, policy as never)).toMatchObject({
        answer: 'ask',
        because: 'The state was folded under another policy: fold its stream again.',
      })
    }
  })

  test('is asked about at a Date, or a text with its zone', () => {
    const under = (now: unknown) => asked([created, approved], { now: now as string })
    expect(under(new Date(NOW)).answer).toBe('yes')
    expect(under('2026-03-02T11:06:00+01:00').answer).toBe('yes')
    expect(under('2026-03-02T10:06:00').because).toMatch(/^The time is not a Date, or a time with/)
  })

  test('is a question again once a message contradicts a person, who is asked', () => {
    const word = reported(
      'reviewed',
      { ...sid, asOf: NOW, outcome: 'approved', by: ['ops-1'] },
      { id: 'evt_word', at: NOW },
    )
    const late = {
      ...declined,
      metadata: { ...declined.metadata, recordedAt: '2026-03-02T10:07:00Z' },
    }
    const now = '2026-03-02T12:00:00Z'
    expect(answer([created, approved, word], { now })).toBe('yes')
    const all = [created, approved, word, late as DomainEvent]
    expect(asked(all, { now })).toMatchObject({ answer: 'ask', question: null })
    const again = outcome('session_approved', {}, '2026-03-02T10:07:00Z')
    expect(answer([created, approved, word, again], { now })).toBe('yes')
  })

  test('is what a person states, for what was received by then', () => {
    const failed = reported(
      'unrecognised',
      { name: 'authentication_failed' },
      { at: '2026-03-02T10:05:30Z', id: 'evt_f' },
    )
    const stated = (outcome: string, asOf = '2026-03-02T10:05:30Z') =>
      reported('reviewed', { ...sid, asOf, outcome, by: ['ops-1'] }, { id: 'evt_word', at: NOW })
    const early = '2026-03-02T10:05:29.9999999Z'
    for (const doubted of [
      [created, approved, declined],
      [created, approved, failed],
      [created, failed],
    ]) {
      expect(answer(doubted)).toBe('ask')
      expect(answer([...doubted, stated('declined')])).toBe('no')
      expect(answer([...doubted, stated('approved')])).toBe('yes')
      expect(answer([...doubted, stated('approved', early)])).toBe('ask')
    }
  })

  test('does not depend on what anyone may have sent', () => {
    const forged = (name: string, data: object = {}) => {
      const event = outcome(name, { amount: 1_000_000, ...data }, '2026-03-02T10:05:59Z')
      return { ...event, metadata: { ...event.metadata, source: 'unsigned' } } as DomainEvent
    }
    for (const name of ['session_approved', 'session_declined', 'state_observed', 'reviewed']) {
      const one = forged(name, { status: 'declined' })
      expect(asked([created, one])).toEqual(asked([created]))
      expect(asked([created, approved, one])).toEqual(asked([created, approved]))
    }
  })
})

test('whatever is asked, the answer is a value', () => {
  const state = given(session, created, approved)
  const request = { amount: 1, currency: 'EUR', now: NOW }
  const wrong: readonly (readonly [unknown, unknown])[] = [
    [null, request],
    ['state', request],
    [given(sepaPayment), request],
    [state, null],
    [state, { ...request, amount: 1.5 }],
    [state, { ...request, amount: -1 }],
    [state, { ...request, currency: 'eur' }],
    [state, { ...request, now: 'today' }],
    [{ ...state, occurrences: null }, request],
  ]
  for (const [one, asking] of wrong) {
    expect(mayAuthorize(one as never, asking as never, defaultPolicy)).toMatchObject({
      answer: 'ask',
    })
  }
  expect(mayAuthorize(state, { ...request, now: instantOf(NOW) }, defaultPolicy).answer).toBe('yes')
})

test.each([null, undefined, 'pay'])(
  'nothing is said of the state where the request is %j',
  (request) => {
    const state = fold(session)([created, approved])
    const because = 'The request is no object.'
    const answer = mayAuthorize(state, request as never, defaultPolicy)
    expect(answer).toMatchObject({ answer: 'ask', because })
  },
)
