/** The laws of money, for any messages and for lives with errors: what the fold answers holds the money. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forAll, runsOf } from '../../for-all.ts'
import { folded, type Method, policyOf } from './compare.ts'
import type { Ledger, Message } from './money-model.ts'
import {
  amounts,
  chaos,
  errors,
  type Life,
  listAt,
  lives,
  maybe,
  methods,
  spoil,
  tell,
  tidy,
  times,
  truth,
} from './sets.ts'

const HOUR = 3600
const runs = runsOf(25, 7)

const fold = (messages: readonly Message[], method: Method): Ledger =>
  folded(messages, policyOf(method))

const law = <Values extends [unknown, ...unknown[]]>(
  name: string,
  arbitraries: { [Key in keyof Values]: fc.Arbitrary<Values[Key]> },
  holds: (...values: Values) => void,
): void => test(name, () => forAll(runs, arbitraries, holds))

/** What a person states of all money, as of a time. */
const wordAt = (
  asOf: number,
  numbers: { readonly captured: number; readonly refunded: number; readonly chargedBack: number },
): Message => {
  const times = { receivedAt: asOf, happenedAt: null, asOf }
  return { id: 'word', type: 'reviewed', ...times, ...numbers }
}

/** Whether only a person can settle a doubt. */
const asksPerson = ({ asks }: Ledger['doubts'][number]): boolean => asks === null

describe('for any messages', () => {
  law(
    'the money is the same in any order, and however often a message comes',
    [chaos, methods, fc.array(fc.nat(20)), fc.infiniteStream(fc.nat(1000))],
    (messages, method, again, dice) => {
      const copies = again
        .flatMap((index) => messages.slice(index, index + 1))
        .map((each) => ({ ...each, receivedAt: each.receivedAt + 700 }))
      const mixed = [...messages, ...copies]
        .map((message) => ({ message, key: dice.next().value as number }))
        .sort((a, b) => a.key - b.key)
        .map(({ message }) => message)
      expect(fold(mixed, method)).toEqual(fold(messages, method))
    },
  )

  law(
    'nothing leaves in doubt, and no more than what is left',
    [chaos, methods],
    (messages, method) => {
      const { doubts, refundable, net, captured, refunded, refunding, chargedBack } = fold(
        messages,
        method,
      )
      expect(net).toBe(captured - refunded - refunding - chargedBack)
      expect(refundable).toBeGreaterThanOrEqual(0)
      expect(refundable).toBeLessThanOrEqual(doubts.length > 0 ? 0 : Math.max(0, net))
    },
  )

  law(
    "a person's word ends what asks for a person, and is what counts",
    [chaos, methods, amounts],
    (messages, method, captured) => {
      const numbers = { captured, refunded: 1000, chargedBack: 0 }
      const after = fold([...messages, wordAt(20000, numbers)], method)
      expect(after.doubts.filter(asksPerson)).toEqual([])
      expect(after).toMatchObject(numbers)
    },
  )
})

describe('news of money gone', () => {
  const news = fc
    .record({
      id: fc.constant('news'),
      type: fc.constantFrom(
        'payment_refunded',
        'payment_refund_pending',
        'payment_returned',
        'payment_chargeback',
      ),
      receivedAt: times,
      happenedAt: fc.option(times),
      actionId: maybe(fc.constantFrom('a1', 'a2', 'a3', 'a4')),
      amount: maybe(amounts, 6),
    })
    .map(tidy)

  /** Whether the page lets this news raise what is left. */
  const mayRaise = (messages: readonly Message[], { type, actionId }: Message): boolean => {
    const isRefund = type.startsWith('payment_refund')
    const kind = isRefund ? 'Refund' : 'Return'
    // a list may bear it out
    const isListed = messages.some(({ rows = [] }) =>
      rows.some((row) => row.kind === kind && (actionId === undefined || row.id === actionId)),
    )
    // of different steps the furthest counts, even if it is less than what was asked for
    const isFurther =
      type === 'payment_refunded' && messages.some((each) => each.type === 'payment_refund_pending')
    // the first to name the amount of a taking may name less than all
    const isFirstAmount = messages.some(
      (each) =>
        !isRefund &&
        each.actionId === actionId &&
        each.amount === undefined &&
        /^payment_(chargeback|returned)/.test(each.type),
    )
    return isListed || isFurther || isFirstAmount
  }

  law('never raises what is left', [chaos, news, methods], (all, message, method) => {
    const messages = all.filter(({ type }) => type !== 'reviewed')
    fc.pre(!mayRaise(messages, message))
    const before = fold(messages, method)
    const after = fold([...messages, message], method)
    // while a person is asked, news may change which takings are one; nothing leaves meanwhile
    fc.pre(!after.doubts.some(asksPerson))
    expect(after.net).toBeLessThanOrEqual(before.net)
  })
})

/** Long after the last message, if there is one. */
const settlesAt = (messages: readonly Message[]): number =>
  Math.max(0, ...messages.map(({ receivedAt }) => receivedAt)) + 100 * HOUR

/** What may leave a life in truth. */
const leftOf = (life: Life, method: Method, at: number): number => {
  const { captured, refunded, refunding, chargedBack } = truth(life, method, at)
  return Math.max(0, captured - refunded - refunding - chargedBack)
}

/** A life in which everything that happens is reported. */
const legal = lives.map((life) => ({
  ...life,
  refunds: life.refunds.map((each) => ({ ...each, told: each.end === 'open' ? 1 : 3 })),
}))

/** The same, with ids in all reports of refunds, so that a wrong message is contradicted. */
const named = legal.map((life) => ({
  ...life,
  looks: [],
  refunds: life.refunds.map((each) => ({ ...each, hasIds: true })),
}))

/** The messages by each moment at which nothing that has happened is on its way. */
const moments = (messages: readonly Message[]) =>
  [...new Set(messages.map(({ receivedAt }) => receivedAt))]
    .filter(
      (at) =>
        !messages.some(
          ({ type, receivedAt, happenedAt }) =>
            type !== 'actions_listed' && receivedAt > at && (happenedAt ?? receivedAt) <= at,
        ),
    )
    .map((at) => ({ at, received: messages.filter(({ receivedAt }) => receivedAt <= at) }))

/** The doubts that a legal life may have until the next list, or the second. */
const ALLOWED: ReadonlySet<string> = new Set(['Unbound', 'RefundReversed', 'Superseded'])

describe('lives', () => {
  law(
    'after any errors, two lists end every question about captures and refunds, with the true sums',
    [lives, methods, fc.array(errors, { maxLength: 3 })],
    (life, method, all) => {
      const messages = all.reduce<Message[]>(
        (before, each) => spoil(before, each),
        tell(life, method),
      )
      const at = settlesAt(messages)
      const lists = [listAt(life, method, at, 0, 'one'), listAt(life, method, at + 300, 0, 'two')]
      const after = fold([...messages, ...lists], method)
      expect(after.doubts.filter((each) => !asksPerson(each))).toEqual([])
      const { captured, refunded, refunding } = truth(life, method, at)
      expect(after).toMatchObject({ captured, refunded, refunding })
    },
  )

  law(
    'no more than what is left may leave a legal life, which is in doubt only as the page says',
    [legal, methods],
    (life, method) => {
      const messages = tell(life, method)
      for (const { at, received } of moments(messages)) {
        const { doubts, refundable } = fold(received, method)
        expect(refundable).toBeLessThanOrEqual(leftOf(life, method, at))
        const mayDiffer =
          life.refunds.some(({ end, hasIds }) => end === 'reversed' || !hasIds) ||
          received.some(({ type }) => type === 'state_observed')
        const others = doubts.filter(
          ({ code }) => !ALLOWED.has(code) && !(mayDiffer && code === 'StatementDiffers'),
        )
        expect(others).toEqual([])
      }
      const at = settlesAt(messages)
      const lists = [listAt(life, method, at, 0, 'one'), listAt(life, method, at + 300, 0, 'two')]
      expect(fold([...messages, ...lists], method).doubts).toEqual([])
    },
  )

  law(
    'no more than what is left may leave a legal life after a true word of a person',
    [legal, methods, fc.integer({ min: 11, max: 40 })],
    (life, method, hours) => {
      const asOf = hours * HOUR
      const { captured, refunded, refunding, chargedBack } = truth(life, method, asOf)
      const word = wordAt(asOf, { captured, refunded: refunded + refunding, chargedBack })
      for (const { at, received } of moments([...tell(life, method), word])) {
        expect(fold(received, method).refundable).toBeLessThanOrEqual(leftOf(life, method, at))
      }
    },
  )

  law(
    'one list that lacks a row does not free its money',
    [named, methods, fc.nat(10)],
    (life, method, pick) => {
      const messages = tell(life, method)
      const at = settlesAt(messages)
      const list = listAt(life, method, at, 0, 'lies')
      const rows = list.rows ?? []
      const lies = { ...list, rows: rows.filter((_, index) => index !== pick % rows.length) }
      const { refundable } = fold([...messages, lies], method)
      expect(refundable).toBeLessThanOrEqual(leftOf(life, method, at))
    },
  )

  law(
    'a false decline of a refund that was reported as done is a doubt',
    [named, methods, fc.boolean()],
    (life, method, isEarly) => {
      const [first] = life.refunds
      fc.pre(first !== undefined && first.end === 'done' && life.lists.length === 0)
      const at = isEarly ? 12 * HOUR : (first?.at ?? 0) + 2 * (first?.pays ?? 0) + 9
      const decline: Message = {
        id: 'decline',
        type: 'payment_refund_declined',
        receivedAt: at,
        happenedAt: at,
        actionId: 'act_0',
        amount: first?.amount ?? 0,
      }
      const messages = [...tell(life, method), decline]
      const { doubts, refundable } = fold(messages, method)
      expect(refundable).toBeLessThanOrEqual(leftOf(life, method, settlesAt(messages)))
      expect(doubts).not.toEqual([])
    },
  )
})
