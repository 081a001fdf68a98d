/**
 * Each command is carried out at most once, whatever goes wrong in its life, and nothing is held once
 * a look-up was answered, or once every webhook has come and a person has said what never happened.
 */

import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { ownLoop } from '../../src/judge/own-loop.ts'
import type { Stream } from '../../src/words/stream.ts'
import { shift } from '../../src/words/time/instant.ts'
import { forAll, runsOf } from '../for-all.ts'
import { reported, sid } from '../given.ts'
import {
  type Action,
  doubtsOf,
  HOUR,
  type Kind,
  keysOf,
  pf,
  START,
  scenes,
  world,
} from './lives.ts'

const runs = runsOf(12, 5)
const CAPTURED = 1000

/** How the refunds of one method are reported, and the fee that each costs. */
const METHODS = {
  sepa: { currency: 'EUR', own: { sourceId: 'src_1' }, fee: 0 },
  ticket: { currency: 'ARS', own: {}, fee: 50 },
} as const
type Method = keyof typeof METHODS

const ENDED = { open: 'refund_pending', done: 'refunded', declined: 'refund_declined' } as const
const APPROVED = { open: undefined, done: true, declined: false } as const

/** What a refund costs: less than was asked for, once it was carried out at a fee. */
const paidBy =
  (method: Method) =>
  ({ amount, end }: Action): number =>
    end === 'done' ? amount - METHODS[method].fee : amount

const refundsOf = (method: Method): Kind => {
  const { currency, own } = METHODS[method]
  const paid = paidBy(method)
  return {
    stream: 'payment-pay_1' as Stream,
    before: [
      reported(
        'payment_pending',
        { paymentId: 'pay_1', amount: CAPTURED, currency, method, ...own },
        { at: shift(START, -48 * HOUR), id: 'evt_pending' },
      ),
      reported(
        'payment_captured',
        { paymentId: 'pay_1', actionId: 'act_captured', amount: CAPTURED },
        { at: shift(START, -24 * HOUR), id: 'evt_captured' },
      ),
    ],
    endpoint: 'requestRefund',
    command: (commandId, amount, now) => ({
      type: 'requestRefund',
      data: { paymentId: 'pay_1', amount },
      metadata: { commandId, now },
    }),
    accepted: ({ id }) => ({ status: 202, body: { action_id: id } }),
    id: (count) => `act_${count}`,
    webhook: (action, reference) => ({
      id: `evt_${action.id}`,
      type: `payment_${ENDED[action.end]}`,
      created_on: action.at,
      data: {
        id: 'pay_1',
        action_id: action.id,
        amount: paid(action),
        currency,
        processed_on: action.at,
        ...reference,
      },
    }),
    lookUps: (actions) => [
      {
        endpoint: 'getPaymentActions',
        params: { id: 'pay_1' },
        body: [
          { id: 'act_captured', type: 'Capture', amount: CAPTURED, approved: true },
          ...actions.map((action) => ({
            id: action.id,
            type: 'Refund',
            amount: paid(action),
            approved: APPROVED[action.end],
            processed_on: action.at,
          })),
        ],
      },
    ],
    own: (read) => read.map(({ event }) => event),
  }
}

/** The ids of the commands of a life. */
const COMMANDED = ['c-0', 'c-1', 'c-2']

const payment = ({ id, key, amount, at }: Action) => ({
  id,
  status: 'Pending',
  amount,
  currency: 'EUR',
  reference: key,
  processed_on: at,
  source: { id: 'src_1', type: 'sepa' },
})

/** Payments on a recurring mandate: a look-up lists those with one reference. */
const collections: Kind = {
  stream: 'mandate-src_1' as Stream,
  before: [
    reported(
      'mandate_created',
      { sourceId: 'src_1', mandateType: 'recurring' },
      { at: shift(START, -48 * HOUR), id: 'evt_created' },
    ),
  ],
  endpoint: 'createPayment',
  command: (commandId, amount, now) => ({
    type: 'createPayment',
    data: { sourceId: 'src_1', amount },
    metadata: { commandId, now },
  }),
  accepted: (action) => ({ status: 201, body: payment(action) }),
  id: (count) => `pay_${count}`,
  webhook: ({ id, amount, at }, reference) => ({
    id: `evt_${id}${Object.keys(reference).length}`,
    type: 'payment_pending',
    created_on: at,
    data: {
      id,
      amount,
      currency: 'EUR',
      payment_type: 'Regular',
      source: { id: 'src_1', type: 'sepa' },
      ...reference,
    },
  }),
  lookUps: (actions) =>
    COMMANDED.map((reference) => {
      const data = actions.filter(({ key }) => key === reference).map(payment)
      const params = { reference, source_id: 'src_1' }
      return { endpoint: 'getPayments', params, body: { total_count: data.length, data } }
    }),
  own: (read) =>
    read.flatMap(({ stream, event }) => {
      if (!stream.startsWith('payment-')) return [event]
      const implied = ownLoop(pf).consequences(pf.fold(stream as Stream, [event]))
      if (E.isLeft(implied)) throw new Error(JSON.stringify(implied.left))
      return implied.right.map((each) => each.event)
    }),
}

/** The commands on a session. No webhook names them. */
const onSession = (
  type: 'submitChannelData' | 'completeSession',
  before: readonly DomainEvent[],
  shown: (isDone: boolean) => object,
): Kind => ({
  stream: 'session-sid_1' as Stream,
  before: [
    reported(
      'session_created',
      { ...sid, mode: 'non_hosted' },
      { at: shift(START, -2 * HOUR), id: 'evt_created' },
    ),
    ...before,
  ],
  endpoint: type,
  command: (commandId, _, now) => ({ type, data: sid, metadata: { commandId, now } }),
  accepted: () => ({ status: 200, body: { id: 'sid_1', ...shown(true) } }),
  id: (count) => `${type}_${count}`,
  webhook: () => null,
  lookUps: (actions) => {
    const body = { id: 'sid_1', ...shown(actions.length > 0) }
    return [{ endpoint: 'getSession', params: { session_id: 'sid_1' }, body }]
  },
  own: (read) => read.map(({ event }) => event),
})

const submissions = onSession('submitChannelData', [], (isDone) => ({
  status: isDone ? 'challenged' : 'pending',
  next_actions: [isDone ? 'challenge_cardholder' : 'collect_channel_data'],
}))

const completions = onSession(
  'completeSession',
  [
    reported('channel_data_submitted', sid, { at: shift(START, -HOUR), id: 'evt_submitted' }),
    reported('session_approved', sid, { at: shift(START, -HOUR), id: 'evt_approved' }),
  ],
  (completed) => ({ status: 'approved', completed }),
)

/** The cancellation of a mandate. No look-up shows it. */
const cancellations: Kind = {
  ...collections,
  endpoint: 'cancelMandate',
  command: (commandId, _, now) => ({
    type: 'cancelMandate',
    data: { sourceId: 'src_1' },
    metadata: { commandId, now },
  }),
  accepted: () => ({ status: 202, body: {} }),
  webhook: () => null,
  lookUps: () => [],
}

/** What the actions of a life have taken from a payment: a declined one nothing. */
const gone = (method: Method, all: readonly Action[]): number =>
  all.reduce((sum, each) => sum + (each.end === 'declined' ? 0 : paidBy(method)(each)), 0)

const stateOf = (life: Life, commandId: string): string | null => {
  const status = pf.commandStatus(life.state(), commandId, life.now())
  return E.isRight(status) ? (status.right?.state ?? null) : JSON.stringify(status.left)
}

type Life = ReturnType<typeof world>

/** Runs random lives, in which everything arrives and what is then asked is answered. */
const lookedUpLate = (
  kind: Parameters<typeof world>[0],
  holds: (life: Life, amounts: readonly number[]) => void,
): void =>
  forAll(runs, [scenes], ({ amounts, steps }) => {
    const life = world(kind, amounts)
    for (const each of steps) {
      life.run(each)
      expect(life.unanswered()).toEqual([])
    }
    life.pass(32 * HOUR)
    life.look(0)
    life.pass(1)
    holds(life, amounts)
  })

/** A person says of a command that it is over. */
const giveUp = (life: Life, commandId: string): void => {
  const over = { sourceId: 'src_1', commandId, because: 'not-found', by: ['person-1'] }
  life.append([reported('command_given_up', over, { at: life.now(), id: `evt_over_${commandId}` })])
}

describe.each(['sepa', 'ticket'] as const)('refunds of a %s payment', (method) => {
  const refunds = refundsOf(method)

  test('are carried out at most once each, and none is in doubt after a late look-up', () => {
    lookedUpLate(refunds, (life, amounts) => {
      expect(new Set(keysOf(life)).size).toBe(keysOf(life).length)
      expect(doubtsOf(life)).toEqual([])
      for (const amount of new Set(amounts)) {
        const isOf = (id: string) => amounts[COMMANDED.indexOf(id)] === amount
        const carriedOut = keysOf(life).filter(isOf)
        const states = COMMANDED.filter(isOf).map((id) => stateOf(life, id))
        const taken = states.filter((state) => /^(done|taken|failed|reversed)$/.test(state ?? ''))
        // none was carried out that could be commanded again
        expect(taken.length).toBeGreaterThanOrEqual(carriedOut.length)
      }
      const sums = pf.sums(life.state())
      expect(E.isRight(sums) && sums.right).toMatchObject({
        net: CAPTURED - gone(method, life.actions),
      })
    })
  })

  test('never leave more to be refunded than there is, unless a stranger refunds unseen', () => {
    forAll(runs, [scenes], ({ amounts, steps }) => {
      const life = world(refunds, amounts)
      for (const each of steps) {
        if (each.what === 'stranger') continue
        life.run(each)
        expect(life.mostOf()).toBeLessThanOrEqual(CAPTURED - gone(method, life.actions))
      }
    })
  })
})

describe('payments on a mandate', () => {
  const end = (life: Life): void => {
    expect(new Set(keysOf(life)).size).toBe(keysOf(life).length)
    for (const commandId of COMMANDED) {
      const status = pf.commandStatus(life.state(), commandId, life.now())
      const { state, id } = (E.isRight(status) ? status.right : null) ?? {}
      const own = life.actions.find(({ key }) => key === commandId)
      if (own !== undefined) expect([state, id]).toEqual(['taken', own.id])
      else expect(state ?? 'ended').toMatch(/^(refused|ended)$/)
    }
    expect(doubtsOf(life)).toEqual([])
    const another = collections.command('c-9', 100, life.now())
    expect(E.isRight(pf.decide(life.state(), another))).toBe(true)
  }

  test('are made at most once each, and none is in doubt after a late look-up', () => {
    lookedUpLate(collections, end)
  })

  test('need no look-up if they were made: their webhooks name the command, and a person the others', () => {
    forAll(runs, [scenes], ({ amounts, steps }) => {
      const life = world(collections, amounts)
      for (const each of steps) if (each.what !== 'look') life.run(each)
      life.pass(32 * HOUR)
      life.hooks({ isReferred: true, late: 0 })
      life.pass(1)
      for (const id of COMMANDED.filter((each) => !keysOf(life).includes(each))) {
        giveUp(life, id)
      }
      end(life)
    })
  })
})

describe.each([
  ['channel data', submissions],
  ['a completion', completions],
] as const)('%s of a session', (_, kind) => {
  test('is carried out at most once, and is not in doubt after a late look-up', () => {
    lookedUpLate(kind, (life) => {
      expect(life.actions.length).toBeLessThanOrEqual(1)
      expect(doubtsOf(life)).toEqual([])
    })
  })
})

test('a cancellation of a mandate is carried out at most once, and only its response or a person ends its doubt', () => {
  forAll(runs, [scenes], ({ amounts, steps }) => {
    const life = world(cancellations, amounts)
    for (const each of steps) life.run(each)
    life.pass(32 * HOUR)
    expect(life.actions.length).toBeLessThanOrEqual(1)
    for (const commandId of COMMANDED) giveUp(life, commandId)
    expect(doubtsOf(life)).toEqual([])
  })
})
