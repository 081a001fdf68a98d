/** The mistakes that `npm run mistakes` plants: none can be planted into code that has changed. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mistakesIn } from './planted.ts'

test.each([
  ['mistakes', 'machines/payment'],
  ['desk-mistakes', 'src/desk'],
])('the %s name code of %s', (name, folder) => {
  const source = readFileSync(`test/mutation/${name}.ts`, 'utf8')
  const text = source.slice(source.indexOf('mistakesIn(`') + 12, source.indexOf('`)'))
  const mistakes = mistakesIn(text)
  expect(mistakes.length).toBeGreaterThan(15)
  const codeOf = (file = ''): string => readFileSync(`${folder}/${file}.ts`, 'utf8')
  expect(mistakes.filter(({ names, from }) => !codeOf(names.at(-1)).includes(from))).toEqual([])
})
