/** Ordinary numbers are kept as references and as ids of commands. */
import { describe, expect, test } from 'vitest'
import { CommandId, Reference } from '../../src/words/text/plain-text.ts'
import { formsOf, TRIED } from './forms.ts'

test('of each form, no more is withheld than may be', () => {
  const forms = formsOf(Math.max(TRIED, Number(process.env['RUNS'] ?? 0) / 10))
  expect(forms.filter(({ withheld, most }) => withheld > most)).toEqual([])
})

describe('an id of a command is kept as a reference is', () => {
  test.each([
    ...['#1001', '(1001)', 'order=17', 'A&B-17', 'ORD,17', 'pk_123', '1764072000000'],
    ...['20240131-1234567890', 'DE20241231-000123-0001', '302-1234567-1234567'],
  ])('%s', (text) => {
    expect([text, Reference.is(text), CommandId.is(text)]).toEqual([text, true, true])
  })

  test.each([
    '=1+1',
    '+442079460958',
    '&a',
    ',a',
    ')a',
    '-a',
    '@a',
    'a@b',
    'a b',
    '3782-822463-10005-1',
  ])('%s is neither', (text) => {
    expect([text, Reference.is(text), CommandId.is(text)]).toEqual([text, false, false])
  })
})
