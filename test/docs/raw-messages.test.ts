/** The page on raw messages: a program, what it prints, and every finding. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MESSAGE_FINDINGS } from '../../src/audit/messages/message-finding.ts'
import { pageWith, printedBy } from '../printed.ts'

const PROGRAM = 'docs/examples/guides/messages.ts'

const rows = (): readonly string[] =>
  Object.entries(MESSAGE_FINDINGS).map(
    ([code, { title, explain, remedy }]) =>
      `| **${code}** | ${title} | ${explain()} | ${remedy.reported} |`,
  )

const page = (printed: string): string =>
  pageWith(
    'docs/raw-messages.md',
    ['```ts', readFileSync(PROGRAM, 'utf8').trimEnd(), '```'],
    ['```text', printed, '```'],
    ['| code | what is wrong | sentence | what to do |', '| --- | --- | --- | --- |', ...rows()],
  )

test('the page on raw messages shows a program that finds what was made up', async () => {
  const printed = await printedBy(
    () => import(/* @vite-ignore */ `${join(process.cwd(), PROGRAM)}?raw-messages`),
  )
  expect(printed).toContain('MessageMissing')
  await expect(page(printed)).toMatchFileSnapshot('../../docs/raw-messages.md')
})
