/** The page on raw messages: a program, what it prints, and every finding. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MESSAGE_FINDINGS } from '../../src/audit/messages/message-finding.ts'
import { printedBy } from '../printed.ts'

const PROGRAM = 'docs/examples/guides/messages.ts'

const rows = (): readonly string[] =>
  Object.entries(MESSAGE_FINDINGS).map(
    ([code, { title, explain, remedy }]) =>
      `| **${code}** | ${title} | ${explain()} | ${remedy.reported} |`,
  )

const page = (printed: string): string =>
  [
    '# Raw messages',
    '',
    'Your backend stores every message as it arrived, before it reads it. A message keeps the bytes exactly, so',
    'each event names its message by a digest, `metadata.message`, which the hash of the entry covers. Later,',
    '`auditMessages` compares the store with the log, both ways.',
    '',
    '```ts',
    readFileSync(PROGRAM, 'utf8').trimEnd(),
    '```',
    '',
    'prints',
    '',
    '```text',
    printed,
    '```',
    '',
    '- **A made-up entry is visible at once**, before you publish the next head: no stored message reports it. Heads show',
    '  changes and cuts; the messages show additions.',
    '- **Keep the key apart from both stores.** Without the key, an attacker who can write to the log and to the store cannot',
    '  make up a message with its digest. [Privacy](privacy.md#the-digest-of-a-message) says how to erase messages.',
    '- **Store the signature, too, and verify it again when you audit**, as `read` does here. A made-up body then reports',
    '  nothing. Responses have no signature: their digests depend on the key alone.',
    '- **A message that is stored 500 times is one message.** The report counts all copies (`stored`), the different',
    '  messages (`messages`), and the copies of the one that is stored most often (`mostCopies`).',
    '- **Our own steps come from no message.** Commands and reviews have the source `request`, and an audit of messages says',
    '  nothing about them. A capture with the source `request` is reported as `NoMessage`.',
    '- **Consequences come from no message either.** If your backend appends what `ownLoop(pf).consequences` returns, pass those',
    '  events to `derived` of a `messageAuditor`; otherwise they are reported as `NoMessage`.',
    '- **Memory** grows with the log and the store ([costs](security.md#costs)). `messageAuditor` takes lines and messages',
    '  one by one, in any order.',
    '- **If you erase messages after some time**, say so with `storedSince`. Earlier entries without their message count as',
    '  `unchecked`. If this count grows, somebody has appended an entry with an earlier time.',
    '',
    '## What it finds',
    '',
    'All findings are errors. `test/docs` generates this page.',
    '',
    '| code | what is wrong | sentence | what to do |',
    '| --- | --- | --- | --- |',
    ...rows(),
    '',
  ].join('\n')

test('the page on raw messages shows a program that finds what was made up', async () => {
  const printed = await printedBy(
    () => import(/* @vite-ignore */ `${join(process.cwd(), PROGRAM)}?raw-messages`),
  )
  expect(printed).toContain('MessageMissing')
  await expect(page(printed)).toMatchFileSnapshot('../../docs/raw-messages.md')
})
