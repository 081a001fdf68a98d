/** Many commands that hand each other their rows: however many, nothing throws. */
import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import { payfold } from '../../src/payfold.ts'
import type { Stream } from '../../src/words/stream.ts'
import { shift } from '../../src/words/time/instant.ts'
import { instantOf, machines, pay, reported } from '../given.ts'

const pf = payfold(machines)
const MANY = 600

/** Eight kilobytes of arguments, so that a call takes as much of the stack. */
const FILLER = Array.from({ length: 1000 }, () => 0)

/** How many such calls the stack still holds. */
const left = (...filler: readonly number[]): number => {
  try {
    return 1 + left(...filler)
  } catch {
    return 0
  }
}

/** Runs something near the end of the stack: a chain that needs all of it takes many seconds. */
const nearTheEnd = <A>(run: () => A, ..._: readonly number[]): A =>
  left(...FILLER) > 24 ? nearTheEnd(run, ...FILLER) : run()

test('each of many commands gets a row, though only the last one has a row to itself', () => {
  const at = (seconds: number) => shift(instantOf('2026-03-10T10:00:00Z'), seconds)
  const ids = Array.from({ length: MANY }, (_, index) => index)
  const paid = { ...pay, amount: 1_000_000_000, currency: 'ARS', method: 'ticket' }
  // a row is less than its command by a fee, and no earlier than its command
  const requested = ids.map((index) =>
    reported(
      'refund_requested',
      { ...pay, amount: 1002 + 2 * index, commandId: `c-${index}` },
      { at: at(1000 * index), id: `evt_c${index}`, source: 'request' },
    ),
  )
  const amountOf = (index: number) => 999 + 2 * index
  const pending = ids.map((index) =>
    reported(
      'payment_refund_pending',
      { ...pay, actionId: `act_${index}`, amount: amountOf(index) },
      { at: at(1000 * index), id: `evt_p${index}` },
    ),
  )
  const askedAt = at(1000 * MANY + 4000)
  const actions = ids.map((index) => ({
    ...{ id: `act_${index}`, kind: 'refund', amount: amountOf(index) },
  }))
  const list = reported(
    'actions_listed',
    { ...pay, askedAt, actions, unread: 0 },
    { at: null, recordedAt: askedAt, id: 'evt_list' },
  )
  const events = [
    reported('payment_pending', paid),
    reported('payment_captured', { ...pay, amount: paid.amount }),
    ...[...requested, ...pending, list],
  ]
  const state = nearTheEnd(() => pf.fold('payment-pay_1' as Stream, events))
  for (const id of ['c-0', `c-${MANY - 1}`]) {
    expect(pf.commandStatus(state, id, askedAt)).toMatchObject(E.right({ state: 'taken' }))
  }
})
