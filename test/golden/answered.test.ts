/**
 * Answers that logs of an earlier release contain: `question_answered` events, as they were stored.
 * They can be read, and change nothing.
 */
import { expect, test } from 'vitest'
import { rowsIn } from './cases.ts'
import type { Json, Row } from './normal.ts'
import { mostRefundable, questionsOf, stateOf } from './today.ts'

interface Answered {
  readonly what: string
  readonly stream: string
  readonly now: string
  readonly events: readonly Json[]
  readonly answers: readonly Json[]
}

test.each(rowsIn<Answered>('answered'))('a stored answer about $what changes nothing', (row) => {
  const { stream, now, events, answers } = row
  expect(answers.length).toBeGreaterThan(0)
  const [before, after] = [stateOf(stream, events), stateOf(stream, [...events, ...answers])]
  const occurrencesIn = (state: Row) => state['occurrences'] as readonly Json[]
  expect(occurrencesIn(after).length).toBe(occurrencesIn(before).length + answers.length)
  expect(after['context']).toEqual(before['context'])
  expect(questionsOf(after, now)).toEqual(questionsOf(before, now))
  expect(mostRefundable(after, now)).toBe(mostRefundable(before, now))
})
