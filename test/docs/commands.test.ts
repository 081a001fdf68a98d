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
    'A refund that is requested twice is paid twice, and a response can be lost after the provider has acted. So a command',
    'is recorded, sent once, and looked for if nobody answers. It has an end within an hour. `test/docs` prints this page.',
    '',
    '## The life',
    '',
    ...picture(),
    '',
    ...table(),
    '',
    '- `sendBy` is the time at which the command was recorded, plus `sendSeconds` of the policy (60). Compare it with the',
    '  clock at the socket, right before the request is sent. Give the request a time-out of `sendSeconds` as well.',
    '- `askFrom` is the time of recording, plus twice `sendSeconds`, plus `settleMinutes` (60): by then the request has',
    '  arrived or never will, and the provider shows it. A look-up that was asked earlier proves nothing.',
    '- Its id goes with the request as the idempotency key and, unless you name another, as its `reference`. A reference of',
    '  your own has to be of this one command: a message with the reference of an order does not say whose it is.',
    '- While it is recorded or unanswered, its own amount is not free. Nothing else is held. Refused or ended, it holds',
    '  nothing.',
    '- It is never sent again: another try is another command, with another id. Two workers with one command append at the',
    '  revision that they read (`expected`), and one of them gets a `RevisionConflict`.',
    '',
    'The [whole program](examples/guides/commands.ts) requests a refund, gets no response, tries again, looks, and tries',
    'again. It prints',
    '',
    '```text',
    printed,
    '```',
    '',
    '- `pf.decide` of a known command returns what it became (`done`), `InDoubt`, or `Ended`. An empty list of events says',
    '  only that there is nothing to record. The same id with another content is `KeyReused`.',
    '- `pf.commandStatus` says the state, since when, by which message, `sendBy` and `askFrom`. `pf.questions` asks for the',
    '  look-up of each unanswered command.',
    '- Pass `askedAt` when you read the response to a look-up: without it, it proves nothing.',
    '- The look-up of `createPayment` is the list of payments with its reference (`getPayments`, without `source_id`). Where',
    '  the provider has none, a webhook of the payment with that reference ends the doubt (append the consequences of the',
    '  payment to its mandate), or a person. No look-up shows what became of `cancelMandate`.',
    '',
    '## Somebody else’s refund',
    '',
    'An action of the same kind and amount that bears no id of ours may be ours or not. Until `askFrom` both count. Then the',
    'list decides by number: as many commands are taken, in the order of recording, as it has rows of that amount that no',
    'message claims for a command. Rows that failed are counted last. For a ticket, a row of less may be a command’s as well,',
    'because a fee may be kept back: equal amounts come first, then the nearest, then the order of recording. The rest are',
    'ended. A row that comes later is somebody else’s.',
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
