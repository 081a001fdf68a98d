/** Whether a payment may be authorized after a session, with the last value that may and the first that may not. */
import { isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { mayAuthorize, sepaPayment, session } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { fold } from '../../../src/fold/fold.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { given, instantOf } from '../../given.ts'
import { readDelivery } from '../../read-delivery.ts'
import { defaultPolicy } from '../../root.ts'
import { after, eventIn, scenes, time } from '../scenes.ts'

const AT = '2026-03-02T10:05:00Z'
const NOW = '2026-03-02T10:06:00Z'
const REQUEST = { amount: 5000, currency: 'EUR', now: NOW }
const CREATED = '03-02 session_created 5000 EUR id=evt_created'
const APPROVED = '03-02T10:05 session_approved'
const DECLINED = '03-02T10:05:30 session_declined'
const FAILED = '03-02T10:05:30 unrecognised name=authentication_failed id=evt_f'
const UNDECIDED = [CREATED, APPROVED]

const asked = (lines: readonly string[], more: Partial<typeof REQUEST> = {}) =>
  mayAuthorize(after(session, ...lines), { ...REQUEST, ...more }, defaultPolicy)

/**
 * The answer for a payment, and whom it asks. A line such as `03-02T11 pay 5000 EUR` is the payment, and when it
 * is authorized; else it is of what was authenticated, a minute later.
 */
const answer = (...lines: readonly string[]): string => {
  const payment = lines.find((line) => line.includes(' pay '))
  const [now = '', , amount = '', currency = 'EUR'] = payment?.split(' ') ?? []
  const more = payment === undefined ? {} : { now: time(now), amount: Number(amount), currency }
  const found = asked(
    lines.filter((line) => line !== payment),
    more,
  )
  if (found.answer !== 'ask') return found.answer
  return found.question === null ? 'ask a person' : `ask ${found.question.endpoint}`
}

/** Whether a payment may be authorized under a policy by which an authentication may be so many days old. */
const underDays = (days: number, lines: readonly string[], request: typeof REQUEST): string => {
  const policy = { ...defaultPolicy, authenticationDays: days }
  const events = lines.map((line) => eventIn(session, line))
  return mayAuthorize(fold(session, { policy })(events), request, policy).answer
}

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
    const authorization = asked([CREATED, `03-02T10:05 ${name}`])
    expect(authorization).toMatchObject({ answer: expected, liability, question: null })
  })

  test('is a question while no confirmed message reports an outcome', () => {
    const question = { endpoint: 'getSession', params: { session_id: 'sid_1' } }
    for (const lines of [[CREATED], [CREATED, '03-02 session_challenged']]) {
      expect(asked(lines)).toMatchObject({ answer: 'ask', liability: 'unknown', question })
    }
    expect(asked([])).toMatchObject({ answer: 'ask', question: null })
  })

  test('is a question for the session that its stream names, if no message on the chart does', () => {
    const question = { endpoint: 'getSession', params: { session_id: 'sid_1' } }
    for (const line of [FAILED, `${APPROVED} (unsigned)`]) {
      const state = fold(session)([eventIn(session, line)], 'session-sid_1' as Stream)
      const found = mayAuthorize(state, REQUEST, defaultPolicy)
      expect(found).toMatchObject({ answer: 'ask', question })
    }
  })

  test('says why, with what is known of the price', () => {
    const because = (...lines: readonly string[]) => asked(lines).because
    expect(because(...UNDECIDED)).toBe(
      'The session was approved for 50.00 EUR at 2026-03-02T10:05:00Z.',
    )
    const { answer: no, liability, because: why } = asked(UNDECIDED, { amount: 5001 })
    expect([no, liability]).toEqual(['no', 'merchant'])
    expect(why).toBe('The cardholder was asked about 50.00 EUR, and this is 50.01 EUR.')
    const unknown = 'No message names both an amount and a currency to pay.'
    expect(because('03-02 session_created', APPROVED)).toBe(unknown)
    expect(because('03-02 session_created 5000', APPROVED)).toBe(unknown)
    expect(because('03-02 session_created 0 EUR', APPROVED)).toBe(
      'The cardholder was asked about 0.00 EUR: the session verified the card.',
    )
    // a time that nobody reported is the earliest
    expect(because(CREATED, '03-02T10:20 look status=approved')).toMatch(
      /50\.00 EUR at the earliest at 2026-03-02T10:00:00Z/,
    )
  })

  scenes(
    session,
    `
may be of what was authenticated, and of no more
  ${CREATED}
  ${APPROVED}
  ? 03-02T10:06 pay 0 EUR => yes
  ? 03-02T10:06 pay 1 EUR => yes
  ? 03-02T10:06 pay 5000 EUR => yes
  ? 03-02T10:06 pay 5001 EUR => no
  ? 03-02T10:06 pay 5000 USD => no

is no younger because of the word of a person
  ${CREATED}
  06-01 word outcome=approved
  ? 05-31 pay 5000 EUR => yes
  ? 06-01 pay 5000 EUR => no

is no younger because of the word of a person, also where a look-up shows the same
  ${CREATED}
  05-30 look status=approved
  06-01 word outcome=approved
  ? 05-31 pay 5000 EUR => yes
  ? 06-01 pay 5000 EUR => no

is no younger because of the word of a person, also where a message says otherwise
  ${CREATED}
  03-02T10:05 session_declined
  06-01 word outcome=approved
  ? 05-31 pay 5000 EUR => yes
  ? 06-01 pay 5000 EUR => no

is as old as the first look-up that shows the outcome
  01-01 look status=approved
  ~03-02 session_created 5000 EUR
  ${APPROVED}
  ? 04-01 pay 5000 EUR => yes
  ? 04-01T10:00:00.0000001 pay 5000 EUR => no

is as old as the first word that says so, also a person’s
  ${CREATED}
  03-02T10:05 word outcome=approved
  05-01 session_approved
  ? 05-31T10:05 pay 5000 EUR => yes
  ? 05-31T10:05:00.0000001 pay 5000 EUR => no

may not be authorized after a verification of the card
  03-02 session_created 0 EUR
  ${APPROVED}
  03-02T10:06 pay 0 EUR => no

may not be authorized if no message names an amount
  03-02 session_created
  ${APPROVED} => no

may not be authorized if no message names a currency
  03-02 session_created 5000
  ${APPROVED} => no

may be authorized for ninety days, and not a tick longer
  ${CREATED}
  ${APPROVED}
  ? 05-31T10:05 pay 5000 EUR => yes
  ? 05-31T10:05:00.0000001 pay 5000 EUR => no

is a question before its session was decided, but for the tolerance of clocks
  ${CREATED}
  ${APPROVED}
  ? 03-02T10:04 pay 5000 EUR => yes
  ? 03-02T10:03:59.9999999 pay 5000 EUR => ask getSession

is counted from the beginning of the session if only snapshots show its outcome
  ${CREATED}
  05-20 look status=approved
  ? 05-31 pay 5000 EUR => yes
  ? 05-31T10:00:00.0000001 pay 5000 EUR => no

is a question while messages contradict each other, until a look-up covers them
  ${CREATED}
  ${APPROVED}
  ${DECLINED} => ask getSession
  ? 03-02T10:10:29.9999999 look status=approved => ask getSession
  ? 03-02T10:10:30 look status=approved => yes
  ? 03-02T10:10:30 look status=declined => no
  ? 03-02T10:10:30 look status=approved 4999 => ask getSession
  ? ~03-02T10:10:30 state_observed status=approved (response) => ask getSession

is a question if a look-up without a status says that it was not approved
  ${CREATED}
  ${APPROVED}
  ? 03-02T10:05:30 look => yes
  ? 03-02T10:05:30 look approved=true => yes
  03-02T10:10:30 look approved=false => ask getSession
  ? 03-02T10:15:30 look status=approved => yes
  03-02T10:15:30 look approved=false => ask getSession

is no question if a look-up without a status says that what failed was not approved
  ${CREATED}
  ${DECLINED}
  03-02T10:10:30 look approved=false
  03-02T10:15:30 look approved=false => no

is a question if a message contradicts it that a look-up does not cover
  ${CREATED}
  ${APPROVED}
  03-02T10:10:29.9999999 look status=approved
  ${DECLINED} => ask getSession

is a question if an approval has a failure of an unknown kind after it
  ${CREATED}
  ${APPROVED}
  ${FAILED} => ask getSession
  ? 03-02T10:10:30 look status=approved => yes
  03-02T10:10:30 look status=declined => ask getSession
  03-02T10:15:30 look status=declined => no

is no question if a failure has a failure of an unknown kind after it
  ${CREATED}
  ${DECLINED}
  ${FAILED} => no

is a question after a failure of an unknown kind: it agrees with an end, but does not say the same
  ${CREATED}
  ${APPROVED}
  ${FAILED}
  03-02T10:10:30 look status=expired => ask getSession
  03-02T10:15:30 look status=expired => no

is a choice if a look-up says of which kind a failure was, and no question of another kind is left
  ${CREATED}
  ${FAILED}
  ? 03-02T10:10:30 look status=unavailable => choice
  03-02T10:05 session_rejected
  03-02T10:10:30 look status=unavailable => ask getSession

is a question if two look-ups disagree of which kind a failure was
  ${CREATED}
  ${FAILED}
  03-02T10:10:30 look status=declined
  03-02T10:15:30 look status=unavailable => ask getSession

is not authorized in another currency than what a person has replaced named
  ${CREATED}
  03-02T10:05 session_declined 5000 USD
  03-02T10:06 word outcome=approved => no

is not authorized for more than what a person has replaced named
  ${CREATED}
  03-02T10:05 challenge_abandoned 4000 EUR
  03-02T10:06 word outcome=approved => no
  03-02T10:06 pay 4000 EUR => yes

is authorized by no session for two payments
  ${CREATED}
  03-02T10:05 session_approved pay_1 => yes
  03-02T10:05 session_approved pay_2 => no

is a question again once a message contradicts a person, who is asked
  ${CREATED}
  ${APPROVED}
  03-02T10:06 word outcome=approved => yes
  ? 03-02T10:07 session_approved id=evt_again => yes
  03-02T10:05:30>03-02T10:07 session_declined
  03-02T12 pay 5000 EUR => ask a person
`,
    [],
    answer,
  )

  test.each(['500 USD', '500', '0', 'USD', '50000'])(
    'is a question if messages name another amount or currency: %s',
    (price) => {
      const other = `03-02T10:05 session_approved ${price}`
      for (const amount of [1, 500, 5000]) {
        const payment = `03-02T10:06 pay ${amount} EUR`
        expect(answer(CREATED, other, payment)).toBe('ask getSession')
        expect(answer(...UNDECIDED, `03-02T10:06 look ${price}`, payment)).toBe('ask getSession')
      }
      // a look-up that covers both shows which it was; one without a price, as a public key is shown it, does not
      const looked = (look: string) => answer(CREATED, other, look)
      expect(looked('03-02T10:10 look status=approved 5000 EUR')).toBe('yes')
      expect(looked('03-02T10:09:59.9999999 look status=approved 5000 EUR')).toBe('ask getSession')
      expect(looked('03-02T10:10 look status=approved')).toBe('ask getSession')
      expect(answer(CREATED, `${APPROVED} 5000`)).toBe('yes')
    },
  )

  const eventsOf = (message: object): readonly DomainEvent[] => {
    const reading = readDelivery({ receivedAt: AT, ...message })
    return isRight(reading) ? reading.right.map(({ event }) => event) : []
  }
  const webhook = (type: string, more: object) => {
    const body = { id: 'evt_a', type, created_on: AT, data: { session_id: 'sid_1', ...more } }
    return eventsOf({ kind: 'webhook', isVerified: true, body })
  }
  const lookUp = (price: object, askedAt = AT) => {
    const body = { id: 'sid_1', status: 'approved', ...price }
    const look = { endpoint: 'getSession', askedAt, receivedAt: askedAt }
    return eventsOf({ kind: 'response', status: 200, body, ...look })
  }
  const answerTo = (lines: readonly string[], events: readonly DomainEvent[], now = NOW) => {
    const state = given(session, ...lines.map((line) => eventIn(session, line)), ...events)
    return mayAuthorize(state, { ...REQUEST, now }, defaultPolicy).answer
  }

  test('is a question while the price in a message cannot be read, or whether it was approved', () => {
    const right = { amount: 5000, currency: 'EUR' }
    const of = (more: object) => webhook('authentication_approved', more)
    for (const wrong of [{ amount: '60.00' }, { amount: [6000] }, { currency: '978' }]) {
      for (const unread of [of({ ...right, ...wrong }), lookUp({ ...right, ...wrong })]) {
        const settled = (askedAt: string) => [...unread, ...lookUp(right, askedAt)]
        expect(answerTo(UNDECIDED, unread)).toBe('ask')
        expect(answerTo(UNDECIDED, settled('2026-03-02T10:09:59.9999999Z'))).toBe('ask')
        expect(answerTo(UNDECIDED, settled('2026-03-02T10:10:00Z'))).toBe('yes')
        const word = '03-02T10:05>03-02T10:06 word outcome=approved'
        expect(answerTo([...UNDECIDED, word], unread)).toBe('yes')
      }
    }
    expect(answerTo([CREATED], of({ amount: '5000', currency: 'eur' }))).toBe('yes')
    expect(answerTo(UNDECIDED, lookUp({ approved: 'perhaps' }))).toBe('ask')
    expect(answerTo(UNDECIDED, lookUp({ status: ['declined'] }))).toBe('ask')
    expect(answerTo(UNDECIDED, lookUp({ approved: 'True' }))).toBe('yes')
  })

  test('is also about the price and the payment of a failure whose kind nobody names', () => {
    const looks = ['03-02T10:20', '03-02T10:30'].map((at) => `${at} look status=approved`)
    const lines = [CREATED, `${APPROVED} pay_1`, ...looks]
    const all = (more: object) => {
      const failed = webhook('authentication_failed', { reason: 'Timeout', ...more })
      return answerTo(lines, failed, '2026-03-02T10:40:00Z')
    }
    expect(all({})).toBe('yes')
    expect(all({ amount: 4000, currency: 'EUR' })).toBe('ask')
    expect(all({ payment_id: 'pay_2' })).toBe('no')
  })

  test('is refused if no message says when the cardholder was authenticated', () => {
    const whole = '05-20 look status=approved 5000 EUR'
    expect(asked([whole], { now: '2026-05-20T10:00:01Z' })).toMatchObject({
      answer: 'no',
      because: 'No message says when the cardholder was authenticated.',
    })
  })

  test('is a choice after a failure that only its webhook dates, if a look-up says that nobody could ask', () => {
    const look = '05-20 look status=unavailable 5000 EUR'
    const found = (line: string, now = '2026-05-20T10:00:01Z') =>
      asked([line, look], { now }).answer
    expect([FAILED, `${FAILED} (unsigned)`].map((line) => found(line))).toEqual(['choice', 'no'])
    // 90 days after its receipt
    expect(found(FAILED, '2026-05-31T10:05:30Z')).toBe('choice')
    expect(found(FAILED, '2026-05-31T10:05:30.0000001Z')).toBe('no')
    // a failure that is reported late is as old as it says
    const late = (at: string) => FAILED.replace('03-02T10:05:30', `${at}>05-19`)
    expect([late('03-02'), late('02-10')].map((line) => found(line))).toEqual(['choice', 'no'])
    const seen = FAILED.replace('failed', 'paused')
    expect(found(seen)).not.toBe('choice')
    const approved = look.replace('unavailable', 'approved')
    expect(asked([seen, approved], { now: '2026-05-20T10:00:01Z' }).answer).not.toBe('yes')
  })

  test('is a question under a policy without a length', () => {
    for (const authenticationDays of [undefined, Number.NaN, 1.5, '90', Infinity]) {
      const policy = { ...defaultPolicy, authenticationDays } as never
      const state = fold(session, { policy })(UNDECIDED.map((line) => eventIn(session, line)))
      expect(mayAuthorize(state, REQUEST, policy).answer).toBe('ask')
    }
  })

  test.each([
    ['session_approved', 'declined', 'no'],
    ['session_declined', 'approved', 'yes'],
    ['session_declined', 'attempted', 'choice'],
    ['session_rejected', 'approved', 'yes'],
    ['challenge_abandoned', 'approved', 'yes'],
    ['session_approved', 'expired', 'no'],
    ['session_approved', 'challenged', 'ask getSession'],
  ])('after a wrong %s is what two look-ups show, the lag apart: %s', (name, status, expected) => {
    const wrong = [CREATED, `03-02T10:05 ${name} id=evt_wrong`]
    const shown = (at: string) => `03-02T${at} look status=${status}`
    const found = (...lines: readonly string[]) =>
      answer(...wrong, ...lines, '03-02T12 pay 5000 EUR')
    const first = shown('10:10')
    expect(found(first)).toBe('ask getSession')
    expect(found(first, shown('10:14:59.9999999'))).toBe('ask getSession')
    expect(found(first, shown('10:15'))).toBe(expected)
    // the report is kept and shown, but counts for nothing
    expect(after(session, ...wrong, first, shown('10:15'))).toMatchObject({
      status,
      findings: [{ code: 'Overruled', key: `${name}:evt_wrong` }],
    })
    // a first one that does not cover it yet, or says otherwise, is none of the two
    const other = '03-02T10:10 look status=pending'
    expect(found(other, shown('10:15'))).toBe('ask getSession')
    expect(found(shown('10:09:59.9999999'), shown('10:15'))).toBe('ask getSession')
  })

  test('is judged by the policy that folded the state, and by another is a question', () => {
    const at = (now: string) => ({ ...REQUEST, amount: 1, now })
    expect(underDays(1, UNDECIDED, at('2026-03-03T10:05:00Z'))).toBe('yes')
    expect(underDays(1, UNDECIDED, at('2026-03-03T10:05:00.0000001Z'))).toBe('no')
    for (const policy of [undefined, { ...defaultPolicy, authenticationDays: 11 }]) {
      expect(mayAuthorize(after(session, ...UNDECIDED), REQUEST, policy as never)).toMatchObject({
        answer: 'ask',
        because: 'The state was folded under another policy: fold its stream again.',
      })
    }
  })

  test('is asked about at a Date, or a text with its zone', () => {
    const under = (now: unknown) => asked(UNDECIDED, { now: now as string })
    expect(under(new Date(NOW)).answer).toBe('yes')
    expect(under('2026-03-02T11:06:00+01:00').answer).toBe('yes')
    expect(under('2026-03-02T10:06:00').because).toMatch(/^The time is not a Date, or a time with/)
  })

  test.each([[[CREATED, APPROVED, DECLINED]], [[CREATED, APPROVED, FAILED]], [[CREATED, FAILED]]])(
    'is what a person states, for what was received by then: %#',
    (doubted) => {
      const stated = (outcome: string, asOf = '03-02T10:05:30') =>
        answer(...doubted, `${asOf}>03-02T10:06 word outcome=${outcome}`)
      expect(answer(...doubted)).toBe('ask getSession')
      expect([stated('declined'), stated('approved')]).toEqual(['no', 'yes'])
      expect(stated('approved', '03-02T10:05:29.9999999')).toMatch(/^ask/)
    },
  )

  test.each(['session_approved', 'session_declined', 'state_observed', 'reviewed'])(
    'does not depend on what anyone may have sent as %s',
    (name) => {
      const forged = `03-02T10:05:59 ${name} 1000000 status=declined (unsigned)`
      expect(asked([CREATED, forged])).toEqual(asked([CREATED]))
      expect(asked([...UNDECIDED, forged])).toEqual(asked(UNDECIDED))
    },
  )
})

test('whatever is asked, the answer is a value', () => {
  const state = after(session, ...UNDECIDED)
  const wrong: readonly (readonly [unknown, unknown])[] = [
    [null, REQUEST],
    ['state', REQUEST],
    [given(sepaPayment), REQUEST],
    [state, null],
    [state, { ...REQUEST, amount: 1.5 }],
    [state, { ...REQUEST, amount: -1 }],
    [state, { ...REQUEST, currency: 'eur' }],
    [state, { ...REQUEST, now: 'today' }],
    [{ ...state, occurrences: null }, REQUEST],
  ]
  for (const [one, asking] of wrong) {
    const found = mayAuthorize(one as never, asking as never, defaultPolicy)
    expect(found).toMatchObject({ answer: 'ask' })
  }
  expect(mayAuthorize(state, { ...REQUEST, now: instantOf(NOW) }, defaultPolicy).answer).toBe('yes')
})

test.each([null, undefined, 'pay'])(
  'nothing is said of the state where the request is %j',
  (request) => {
    const found = mayAuthorize(after(session, ...UNDECIDED), request as never, defaultPolicy)
    expect(found).toMatchObject({ answer: 'ask', because: 'The request is no object.' })
  },
)
