/** The page on commands prints the table of a command's life, and its picture, from the code. */
import { expect, test } from 'vitest'
import { LIFE } from '../../src/machine.ts'
import { pageWith, printedBy } from '../printed.ts'

const states = Object.entries(LIFE)

const picture = (): readonly string[] => [
  '```mermaid',
  'stateDiagram-v2',
  '  [*] --> recorded',
  ...states.flatMap(([state, { from }]) => from.map((before) => `  ${before} --> ${state}`)),
  '```',
]

const table = (): readonly string[] => [
  '| state | when |',
  '| --- | --- |',
  ...states.map(([state, { when }]) => `| ${state} | ${when} |`),
]

const program = 'docs/examples/guides/commands.ts'

test('the page on commands prints the life of a command', async () => {
  const run = () => import(/* @vite-ignore */ `${process.cwd()}/${program}?commands`)
  const printed = ['```text', await printedBy(run), '```']
  await expect(pageWith('docs/commands.md', picture(), table(), printed)).toMatchFileSnapshot(
    '../../docs/commands.md',
  )
})

test('every state follows from another, but for the first', () => {
  const names = states.map(([state]) => state)
  const froms = states.map(([state, { from }]) => [state, from.length === 0] as const)
  expect(froms.filter(([, isFirst]) => isFirst)).toEqual([['recorded', true]])
  expect(states.flatMap(([, { from }]) => from.filter((each) => !names.includes(each)))).toEqual([])
})
