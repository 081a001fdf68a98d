/** The random sets of messages use every field that a message, or a row of a list, can have. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message, Row } from './money-model.ts'
import { chaos } from './sets.ts'

const FIELDS: Record<keyof Message, true> = {
  id: true,
  type: true,
  receivedAt: true,
  happenedAt: true,
  actionId: true,
  amount: true,
  currency: true,
  partial: true,
  commandId: true,
  reference: true,
  disputeId: true,
  askedAt: true,
  rows: true,
  unread: true,
  name: true,
  status: true,
  capturedBalance: true,
  refundedBalance: true,
  asOf: true,
  captured: true,
  refunded: true,
  chargedBack: true,
}

const ROW: Record<keyof Row, true> = {
  id: true,
  kind: true,
  amount: true,
  state: true,
  reference: true,
}

const fieldsIn = (all: readonly object[]): ReadonlySet<string> =>
  new Set(all.flatMap((each) => Object.keys(each)))

test('any messages have each field of a message sometimes, and their rows each field of a row', () => {
  const messages = fc.sample(chaos, { numRuns: 300, seed: 41 }).flat()
  expect(fieldsIn(messages)).toEqual(new Set(Object.keys(FIELDS)))
  expect(fieldsIn(messages.flatMap(({ rows }) => rows ?? []))).toEqual(new Set(Object.keys(ROW)))
})
