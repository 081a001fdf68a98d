/** The page on commands prints the table of a command's life, and its picture, from the code. */
import { expect, test } from 'vitest'
import { LIFE } from '../../src/machine.ts'
import { printedBy } from '../printed.ts'

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

const page = (printed: string): string =>
  [
    '# Commands: one attempt, then look',
    '',
    'If you request a refund twice, the provider may pay it twice; and a response can get lost after the provider has',
    'acted. So record each command, send it once, and look it up if nobody answers: within about an hour you know its end.',
    'Do not repeat the request, not even under its key: if the provider failed after it had acted, it has kept no key, and',
    'pays again. `test/docs` prints this page.',
    '',
    '## The life',
    '',
    ...picture(),
    '',
    ...table(),
    '',
    '- `sendBy` is the time of recording plus `sendSeconds` of the policy (60). Compare it with the clock right before you',
    '  send the request, and give the request a time-out of `sendSeconds`, too.',
    '- `askFrom` is the time of recording, plus twice `sendSeconds`, plus `settleMinutes` (60). By then the request has',
    '  either arrived, and the provider shows it, or never will. An earlier look-up proves nothing.',
    '- Send the id of the command as the idempotency key and as the `reference`. If you choose a reference yourself, use it',
    '  for this command only: the reference of an order does not say which refund a message is about.',
    '- While the command is recorded or unanswered, it holds its own amount and nothing else. Once it is refused or ended,',
    '  it holds nothing.',
    '- Never send it again: another try is a new command with a new id. If two workers have one command, both append at the',
    '  revision that they read (`expected`), and one of them gets a `RevisionConflict`.',
    '',
    'The [whole program](examples/guides/commands.ts) requests a refund, gets no response, tries again, looks, and tries',
    'again. It prints',
    '',
    '```text',
    printed,
    '```',
    '',
    '- If the log already has the command, `pf.decide` returns its result (`done`), `InDoubt`, or `Ended`. An empty list of',
    '  events says only that there is nothing to record. The same id with different content is `KeyReused`.',
    '- `pf.commandStatus` returns the state with its time and its message, `sendBy` and `askFrom`. `pf.questions` has the',
    '  look-up for each unanswered command.',
    '- Pass `askedAt` when you read the response to a look-up: without it, the response proves nothing.',
    '- The look-up for `createPayment` is the list of payments with its reference (`getPayments`, without `source_id`), which',
    '  the interface does not document. If the provider has no such list, a webhook of the payment with that reference ends',
    '  the doubt (append the consequences of the payment to its mandate), or a person does.',
    '- No look-up shows whether `cancelMandate` was carried out: only a message or a person says so.',
    '',
    '## Somebody else’s refund',
    '',
    'A colleague may refund the same amount in the provider’s dashboard. An action of the same kind and amount without an id',
    'of ours may then be theirs or ours. Until `askFrom` both count. Then the list decides by number: it takes as many',
    'commands, in the order of recording, as it has rows of that amount that no message claims for a command. Failed rows',
    'count last. The provider may keep back a fee from a ticket’s refund, so a smaller row may be a command’s as well: equal',
    'amounts come first, then the nearest, then the order of recording. The remaining commands are ended. A later row is',
    'somebody else’s.',
    '',
    '- `TakenAfterAll`, a warning: a message bears the id of a command that was refused or had ended.',
    '- `PaidTwice`, an error: the same kind and amount was commanded again and taken meanwhile, or two actions bear one',
    '  command id. Both are found in whatever order messages come, and also where the command itself was never recorded.',
    '',
  ].join('\n')

test('the page on commands prints the life of a command', async () => {
  const run = () => import(/* @vite-ignore */ `${process.cwd()}/${program}?commands`)
  await expect(page(await printedBy(run))).toMatchFileSnapshot('../../docs/commands.md')
})

test('every state follows from another, but for the first', () => {
  const names = states.map(([state]) => state)
  const froms = states.map(([state, { from }]) => [state, from.length === 0] as const)
  expect(froms.filter(([, isFirst]) => isFirst)).toEqual([['recorded', true]])
  expect(states.flatMap(([, { from }]) => from.filter((each) => !names.includes(each)))).toEqual([])
})
