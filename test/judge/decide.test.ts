/**
 * Deciding: what a command causes, once; why it is refused; and what happens without a response.
 */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { rentalDeposit } from '../../docs/examples/deposit/index.ts'
import { sepaMandate, sepaPayment, session } from '../../machines/index.ts'
import type { AnyMachine } from '../../src/contract/machine-record.ts'
import { eventsOf, type State } from '../../src/contract/state.ts'
import { type DomainEvent, receivedAt } from '../../src/event/envelope.ts'
import { evolve, fold } from '../../src/fold/fold.ts'
import { allowed } from '../../src/judge/allowed.ts'
import { type Command, type Decided, decide } from '../../src/judge/decide.ts'
import { validate } from '../../src/judge/validate.ts'
import { unreadable } from '../../src/words/data/unreadable-input.ts'
import type { Stream } from '../../src/words/stream.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { given, pay, reported, sid, src } from '../given.ts'
import { defaultPolicy, root } from '../root.ts'

const NOW = '2026-03-04T10:00:00Z'

const command = (type: string, data: object, commandId = 'c-1', now = NOW): Command<string> => ({
  type,
  data: { ...data },
  metadata: { commandId, now },
})
const refund = (amount: unknown = 300, commandId = 'c-1', now = NOW) =>
  command('requestRefund', { ...pay, amount, currency: 'EUR' }, commandId, now)

const paid = given(
  sepaPayment,
  reported('payment_pending', { ...pay, amount: 1000, currency: 'EUR', ...src }),
  reported('payment_captured', { ...pay, amount: 1000 }),
)

/** The result of a command, in short. */
const on = (
  machine: AnyMachine,
  state: State,
  attempt: Command<string>,
): string | readonly string[] => {
  const decided = decide(machine)(state, attempt)
  if (E.isRight(decided)) return decided.right.events.map(({ type }) => type)
  const { left } = decided
  if (left.error === 'Refused') return left.refusals.map(({ rule }) => `no: ${rule}`)
  if (left.error === 'InDoubt') return `in doubt: ${left.commandId}`
  if (left.error === 'Ended') return `ended: ${left.how}`
  return left.error === 'KeyReused' ? `reused: ${left.differs.join()}` : `unreadable: ${left.path}`
}

/** The event that a command causes; without one, the test fails. */
const caused = (machine: AnyMachine, state: State, attempt: Command<string>): DomainEvent => {
  const decided = decide(machine)(state, attempt)
  const [event] = E.isRight(decided) ? decided.right.events : []
  if (event === undefined) throw new Error('nothing is caused')
  return event
}

describe('a command about another subject', () => {
  const stream = 'payment-pay_1' as Stream
  const other = { paymentId: 'pay_2' }
  const about = (subject: object) => command('requestRefund', { ...subject, amount: 300 })

  test('is refused, whether the stream or only its events name the subject', () => {
    const named = fold(sepaPayment)(eventsOf(paid), stream)
    for (const state of [paid, named]) {
      expect(on(sepaPayment, state, about(pay))).toEqual(['refund_requested'])
      expect(on(sepaPayment, state, about(other))).toEqual(['no: otherSubject'])
    }
    const nothing = fold(sepaPayment)([], stream)
    expect(on(sepaPayment, nothing, about(other))).toEqual(['no: otherSubject'])
    expect(on(sepaPayment, nothing, about(pay))).toEqual(['no: missingPredecessor'])
    expect(on(sepaPayment, fold(sepaPayment)([]), about(other))).toEqual(['no: missingPredecessor'])
  })

  test('is refused as an event, too', () => {
    const event = reported('payment_refund_pending', { ...other, actionId: 'act_1', amount: 1 })
    const own = { ...event, data: { ...event.data, ...pay } }
    expect(validate(sepaPayment)(paid, own)).toEqual(E.right(own))
    expect(validate(sepaPayment)(paid, event)).toMatchObject(
      E.left({ refusals: [{ rule: 'otherSubject' }] }),
    )
  })

  test('is refused with nothing else', () => {
    const decided = decide(sepaPayment)(paid, command('requestRefund', { ...other, amount: 9999 }))
    const refusal = { rule: 'otherSubject', subject: 'pay_1', named: 'pay_2' }
    expect(decided).toEqual(E.left({ error: 'Refused', refusals: [refusal] }))
  })

  test('is neither done nor in doubt, though this one is', () => {
    const mandate = [reported('mandate_created', src), reported('mandate_cancelled', src)]
    const cancel = (sourceId: string) => command('cancelMandate', { sourceId })
    expect(on(sepaMandate, given(sepaMandate, ...mandate), cancel('src_1'))).toEqual([])
    expect(on(sepaMandate, given(sepaMandate, ...mandate), cancel('src_2'))).toEqual([
      'no: otherSubject',
    ])
  })

  test('is all that there is if the subject is unknown', () => {
    const state = given(
      sepaMandate,
      ...[src, { sourceId: 'src_2' }].map((each) => reported('mandate_created', each)),
    )
    const refusal = { rule: 'otherSubject', subject: null, named: 'src_1' }
    const decided = decide(sepaMandate)(state, command('cancelMandate', src))
    expect(decided).toEqual(E.left({ error: 'Refused', refusals: [refusal] }))
    expect(allowed(sepaMandate)(state, NOW as Instant).map(({ isAllowed }) => isAllowed)).toEqual([
      false,
      false,
    ])
  })

  test('is not what is tried to list the allowed ones', () => {
    const named = fold(sepaPayment)(eventsOf(paid), stream)
    for (const state of [paid, named]) {
      const [refundable] = allowed(sepaPayment)(state, NOW as Instant)
      expect(refundable).toMatchObject({ isAllowed: true, amount: { most: 1000 } })
    }
  })
})

describe('a command', () => {
  test.each(['cancelMandate', 'constructor', 'requestRefnud', ''])(
    'that a machine does not have is named with those that it has: %j',
    (type) => {
      expect(decide(sepaPayment)(paid, command(type, src))).toEqual(
        E.left({
          error: 'Unreadable',
          path: 'type',
          expected: 'one of requestRefund',
          found: 'a text that names no command of sepa-payment@1',
        }),
      )
    },
  )

  test('that cannot be read reports where', () => {
    expect(on(sepaPayment, paid, refund(0.5))).toBe('unreadable: data.amount')
    expect(on(sepaPayment, paid, refund(-1))).toBe('unreadable: data.amount')
    expect(on(sepaPayment, paid, refund(2 ** 53))).toBe('unreadable: data.amount')
    expect(on(sepaPayment, paid, refund(300, ''))).toBe('unreadable: commandId')
    expect(decide(sepaPayment)(paid, refund(300, 'c-1', 'soon'))).toEqual(
      E.left(
        unreadable(
          'metadata.now',
          'a Date, or a time with its zone such as 2026-03-02T10:00:00Z',
          'soon',
        ),
      ),
    )
    const strange: readonly unknown[] = [
      null,
      'requestRefund',
      {},
      { type: 'requestRefund', data: 1 },
    ]
    for (const each of strange) {
      expect(on(sepaPayment, paid, each as Command)).toMatch(/^unreadable: /)
    }
    const timeless = { ...refund(), metadata: { commandId: 'c-1' } } as unknown as Command
    expect(on(sepaPayment, paid, timeless)).toBe('unreadable: metadata.now')
  })
})

test('the same command again that happens once is done after any message reports it', () => {
  const created = given(session, reported('session_created', { ...sid, mode: 'non_hosted' }))
  const submit = (commandId: string) => command('submitChannelData', sid, commandId)
  const asking = evolve(session)(created, caused(session, created, submit('c-1')))
  expect(on(session, asking, submit('c-1'))).toBe('in doubt: c-1')
  expect(on(session, asking, submit('c-2'))).toBe('in doubt: c-1')
  const shown = reported('channel_data_submitted', sid, { source: 'response', at: null })
  expect(on(session, evolve(session)(asking, shown), submit('c-2'))).toEqual([])
})

describe('another policy', () => {
  const policy = { ...defaultPolicy, refundWindow: { weeks: 1 }, clockToleranceSeconds: 0 }
  const judged = (now: string) => decide(sepaPayment, { policy })(paid, refund(300, 'c-1', now))

  test('has its own windows and its own clock tolerance', () => {
    expect(E.isRight(judged('2026-03-09T22:59:59.9999999Z'))).toBe(true)
    expect(E.isLeft(judged('2026-03-09T23:00:00Z'))).toBe(true)
    expect(judged('2026-03-02T09:59:59.9999999Z')).toMatchObject({
      left: { refusals: [{ rule: 'withinRefundWindow', opensAt: '2026-03-02T10:00:00.0000000Z' }] },
    })
    expect(E.isRight(judged('2026-03-02T10:00:00Z'))).toBe(true)
  })
})

describe('the clock of a command', () => {
  /** When a command is judged; null if it is refused. */
  const judgedAt = (now: string, state: State = paid) => {
    const decided = decide(sepaPayment)(state as typeof paid, refund(300, 'c-1', now))
    return E.isRight(decided) ? decided.right.now.slice(0, 19) : null
  }

  test('is used as given from the last event on', () => {
    expect(judgedAt('2026-03-02T10:00:00Z')).toBe('2026-03-02T10:00:00')
    expect(judgedAt('2026-03-02T10:00:01Z')).toBe('2026-03-02T10:00:01')
  })

  test('is compared with the chart only: other events do not raise it', () => {
    const later = reported('action_observed', pay, { at: '2026-03-09T10:00:00Z' })
    expect(judgedAt('2026-03-09T09:59:59Z', evolve(sepaPayment)(paid, later))).toBe(
      '2026-03-09T09:59:59',
    )
  })

  test('that is behind its stream records no command before what the stream has', () => {
    const decided = (now: string) => {
      const {
        right: {
          events: [event],
          request,
        } = { events: [] },
      } = decide(sepaPayment)(paid, refund(300, 'c-1', now)) as E.Right<Decided>
      if (event === undefined) return null
      return [receivedAt(event).slice(11, 27), request?.sendBy.slice(11, 27)]
    }
    expect(decided('2026-03-02T10:00:00.0000001Z')).toEqual([
      '10:00:00.0000001',
      '10:01:00.0000001',
    ])
    expect(decided('2026-03-02T10:00:00Z')).toEqual(['10:00:00.0000000', '10:01:00.0000000'])
    // it may be sent by the clock of who decided it
    expect(decided('2026-03-02T09:59:59.9999999Z')).toEqual([
      '10:00:00.0000000',
      '10:00:59.9999999',
    ])
  })

  test('that is behind a look-up records no command that the look-up could end', () => {
    const listed = (askedAt: string) =>
      reported(
        'actions_listed',
        {
          ...pay,
          askedAt,
          unread: 0,
          actions: [{ id: 'act_c', kind: 'Capture', amount: 1000, approved: true }],
        },
        { at: askedAt, id: `evt_list_${askedAt}` },
      )
    const captured = [
      reported('payment_pending', { ...pay, amount: 1000, currency: 'EUR', ...src }),
      reported('payment_captured', { ...pay, amount: 1000, actionId: 'act_c' }),
    ]
    const statusBehind = (askedAt: string, now: string) => {
      const seen = given(sepaPayment, ...captured, listed(askedAt))
      const event = caused(sepaPayment, seen, refund(300, 'c-1', now))
      const status = root.commandStatus(evolve(sepaPayment)(seen, event), 'c-1', now)
      return [receivedAt(event), E.isRight(status) && status.right?.state]
    }
    // a look-up at `askFrom` ends the command, and this one was asked before
    expect(statusBehind('2026-03-10T11:02:00Z', '2026-03-10T10:00:00Z')).toEqual([
      '2026-03-10T11:02:00.0000000Z',
      'recorded',
    ])
    expect(statusBehind('2026-03-10T09:59:00Z', '2026-03-10T10:00:00Z')).toEqual([
      '2026-03-10T10:00:00.0000000Z',
      'recorded',
    ])
  })

  test('is raised to the last event if it is behind by at most the tolerance', () => {
    expect(judgedAt('2026-03-02T09:59:59Z')).toBe('2026-03-02T10:00:00')
    expect(judgedAt('2026-03-02T09:59:00Z')).toBe('2026-03-02T10:00:00')
    expect(judgedAt('2026-03-02T09:58:59.9999999Z')).toBeNull()
  })

  test('that is further behind is refused before the capture, and used as given after it', () => {
    const early = decide(sepaPayment)(paid, refund(300, 'c-1', '2016-03-02T10:00:00Z'))
    expect(early).toMatchObject({
      left: { error: 'Refused', refusals: [{ rule: 'withinRefundWindow' }] },
    })
    const last = reported(
      'payment_refunded',
      { ...pay, amount: 1, actionId: 'act_l' },
      { at: '2026-03-02T11:00:00Z' },
    )
    const behind = evolve(sepaPayment)(paid, last)
    expect(judgedAt('2026-03-02T10:58:59Z', behind)).toBe('2026-03-02T10:58:59')
  })
})

test.each(['\ud800', 'x'.repeat(5000), '\u001b[2J', 'no name'])(
  'a step whose name is none is refused without repeating it: %j',
  (type) => {
    const command = { type, data: {}, metadata: { commandId: 'c-1', now: '2026-03-10T10:00:00Z' } }
    const decided = root.decide(root.fold('payment-pay_1' as never, []) as never, command as never)
    expect(JSON.stringify(decided)).not.toContain(JSON.stringify(type).slice(1, -1))
  },
)

describe('an amount that the provider would refuse', () => {
  /** A deposit in any currency, of which a part is to be returned. */
  const held = (amount: number, currency: string) =>
    given(
      rentalDeposit,
      reported('deposit_received', { depositId: 'dep_1', amount, currency }),
      reported('tenancy_ended', { depositId: 'dep_1' }, { at: '2026-03-03T10:00:00Z' }),
    )
  const giveBack = (amount: unknown) => command('returnDeposit', { depositId: 'dep_1', amount })

  test.each([
    ['KWD', 1010, 1001, 'an amount in minor units of KWD, at most 999999999 and ending in 0'],
    ['CLP', 1100, 1010, 'an amount in minor units of CLP, at most 999999999 and ending in 00'],
    ['JPY', 999_999_999, 1_000_000_000, 'an amount in minor units, at most 999999999'],
    ['EUR', 1001, 4_111_111_111_111_111, 'an amount in minor units, at most 999999999'],
  ])('in %s is not requested: %d is, %d is not', (currency, taken, refused, expected) => {
    const state = held(Number.MAX_SAFE_INTEGER, currency)
    expect(on(rentalDeposit, state, giveBack(taken))).toEqual(['deposit_returned'])
    expect(decide(rentalDeposit)(state, giveBack(refused))).toEqual(
      E.left(unreadable('data.amount', expected, refused)),
    )
  })

  test.each([
    [1, 0],
    [999_999_999, 1_000_000_000],
    [999_999_999, 2 ** 53],
  ])('of a payment on a mandate may be %d, but not %d', (taken, refused) => {
    const recurring = { sourceId: 'src_1', mandateType: 'recurring' }
    const state = given(sepaMandate, reported('mandate_created', recurring))
    const create = (amount: number) => command('createPayment', { sourceId: 'src_1', amount })
    expect(on(sepaMandate, state, create(taken))).toEqual(['collection_presented'])
    expect(decide(sepaMandate)(state, create(refused))).toEqual(
      E.left(unreadable('data.amount', 'an amount in minor units, from 1 to 999999999', refused)),
    )
  })

  test('is not requested either if it is all that is left', () => {
    const all = (amount: number) => {
      const state = given(sepaPayment, reported('payment_captured', { ...pay, amount }))
      return on(sepaPayment, state, command('requestRefund', { ...pay, amount: 'all' }))
    }
    expect(all(999_999_999)).toEqual(['refund_requested'])
    expect(all(1_000_000_000)).toBe('unreadable: data.amount')
  })

  test('is not listed as allowed: the bounds are the least and the largest that are accepted', () => {
    const boundsOf = (amount: number, currency: string) => {
      const all = allowed(rentalDeposit)(held(amount, currency), NOW as Instant)
      const bounds = all.find(({ command: name }) => name === 'returnDeposit')?.amount
      return bounds && [bounds.least, bounds.most]
    }
    expect(boundsOf(1019, 'KWD')).toEqual([10, 1010])
    expect(boundsOf(10, 'KWD')).toEqual([10, 10])
    expect(boundsOf(9, 'KWD')).toBe(null)
    expect(boundsOf(1199, 'CLP')).toEqual([100, 1100])
    expect(boundsOf(99, 'CLP')).toBe(null)
    expect(boundsOf(999_999_999, 'JPY')).toEqual([1, 999_999_999])
    expect(boundsOf(1_000_000_000, 'EUR')).toEqual([1, 999_999_999])
    expect(boundsOf(1_000_000_000, 'KWD')).toEqual([10, 999_999_990])
  })

  test('was requested by a command that is in the log already', () => {
    const large = 1_000_000_000
    const before = given(
      sepaPayment,
      reported('payment_captured', { ...pay, amount: 2 * large }),
      reported(
        'refund_requested',
        { ...pay, amount: large, commandId: 'c-1' },
        { at: NOW, source: 'request' },
      ),
    )
    const again = decide(sepaPayment)(before, command('requestRefund', { ...pay, amount: large }))
    expect(E.isLeft(again) && again.left.error).toBe('InDoubt')
  })
})
