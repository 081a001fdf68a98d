/**
 * Answers that logs contain already: each names its question by an id that an earlier release made.
 * The ids are in answered.ndjson as they were stored, and are never made here: no matter how ids
 * are made now, these must settle their questions.
 */
import { expect, test } from 'vitest'
import { rowsIn } from './cases.ts'
import { difference, inTodaysWords, type Json, normal, type Row } from './normal.ts'
import { mostRefundable, questionsOf, stateOf } from './today.ts'

interface Answered {
  readonly what: string
  readonly reason: string
  /** Whether no refund may be requested until the question is answered. */
  readonly isHeld: boolean
  readonly stream: string
  readonly now: string
  readonly events: readonly Json[]
  readonly answers: readonly Json[]
  /** The open questions before the answer, and after it. */
  readonly before: readonly Row[]
  readonly after: readonly Row[]
}

const rows = rowsIn<Answered>('answered')

const compared = (golden: readonly Row[], today: readonly Row[]): string | null =>
  difference(inTodaysWords({ questions: golden }), normal({ questions: today }))

test('each reason that a response settles has a stored answer', () => {
  expect(new Set(rows.map(({ reason }) => reason))).toEqual(
    new Set([
      'Unbound',
      'NoArrow',
      'Superseded',
      'SnapshotContradicts',
      'BalanceMismatch',
      'NotTold',
    ]),
  )
  for (const { answers } of rows) {
    expect(JSON.stringify(answers)).toMatch(/"question":"made_[g-v]{32}"/)
  }
})

test.each(rows)('a stored answer about $what settles its question, and no other', (row) => {
  const { stream, now, events, answers } = row
  expect(compared(row.before, questionsOf(stateOf(stream, events), now))).toBe(null)
  const open = questionsOf(stateOf(stream, [...events, ...answers]), now)
  // a doubt that no response settled is left to a person, as a question of its own
  const isForAPerson = ({ id, request }: Row): boolean =>
    request === null && !row.after.some((other) => other['id'] === id)
  const left = open.filter((each) => !isForAPerson(each))
  expect(compared(row.after, left)).toBe(null)
  expect(row.before.length - row.after.length).toBe(answers.length)
  expect(open.length - left.length).toBeLessThanOrEqual(answers.length)
})

test.each(rows.filter(({ isHeld }) => isHeld))(
  'a stored answer about $what frees no money: what it shows does',
  ({ stream, now, events, answers }) => {
    const before = mostRefundable(stateOf(stream, events), now)
    expect(mostRefundable(stateOf(stream, [...events, ...answers]), now)).toBe(before)
  },
)
