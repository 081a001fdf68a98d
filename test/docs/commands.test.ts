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
    'If you request a refund twice, the provider may pay it twice; and a response can get lost after the provider has acted.',
    'So record each command, send it once, and look it up if no response comes: within about an hour you know the outcome. Do',
    'not send the request again, not even with the same key. If the provider failed after it had acted, it has not stored the',
    'key, and pays again. `test/docs` prints this page.',
    '',
    '## The life',
    '',
    ...picture(),
    '',
    ...table(),
    '',
    'The desk does all of this: `shop.run(command, data, key)` records the command in one save, sends it once before',
    '`sendBy`, and reads the response. `shop.due()` looks up what is unanswered, from `askFrom` on. A second call with the',
    'same key sends nothing, and returns what became of the command. [This program](examples/guides/commands.ts) gets no',
    'response, runs the command again, looks it up, and runs it once more. It prints',
    '',
    '```text',
    printed,
    '```',
    '',
    '| `is` | HTTP | when |',
    '| --- | --- | --- |',
    '| `accepted`, `done` | 202, 200 | the provider has accepted it; has carried it out. `id` is the id of the action or payment |',
    '| `failed` | 409 | it was accepted, then failed or was reversed |',
    '| `inDoubt` | 202; 503 if the store loads or saves wrongly | it was recorded (with 503, perhaps), and nobody knows whether it was carried out; `because` begins with what arrived |',
    '| `refused` | that of the rule, else 409 | by a rule (`refusals`), or by the provider (its codes in `because`) |',
    '| `ended` | 409 | it was not carried out: use a new key |',
    '| `keyUsed` | 422 | the key was used for other content, on another stream, or as the reference of a step that this command did not take |',
    '| `notFound`, `unassigned` | 404, 409 | nothing is known about the stream; its method is not known, even after a look-up |',
    '| `invalid` | 400 | a field, the key or the body is wrong |',
    '',
    '- `sendBy` is the time of recording plus `sendSeconds` of the policy (60). `askFrom` is the time of recording, plus',
    '  twice `sendSeconds`, plus `settleMinutes` (60): by then, the provider either shows the request or will never receive',
    '  it. An earlier look-up proves nothing, so no command is recorded before the last known one.',
    '- The key serves as the idempotency key and as the `reference`. If you choose a reference yourself, such as that of an',
    '  order, it does not say which refund a message is about: then a lost answer takes a list to be found.',
    '- While the command is recorded or unanswered, it reserves its own amount and nothing else. Once it is refused or ended,',
    '  it reserves nothing.',
    '- Creating a payment on a mandate is a command of the mandate, `createPayment`. payfold looks it up in the list of',
    '  payments with its reference (`getPayments`), which the interface does not document. If the provider has no such list,',
    '  a webhook of the payment with that reference ends the doubt, or a person does. Payments in the list that name another',
    '  source count for nothing.',
    '- A session expires with or without channel data. Once a look-up shows that, `submitChannelData` is `ended`, even if it',
    '  was carried out. If the first look-up at `askFrom` or later does not show whether a step was taken, a person has to',
    '  say so.',
    '- No look-up shows whether `cancelMandate` was carried out: only a message or a person says so.',
    '- The body of `submitChannelData` may name a person, so payfold does not keep it: pass it as `options.body`.',
    '- [`ask`](validating.md#a-request-that-is-no-command) sends requests that are not commands, such as a new ticket.',
    '',
    'Without a desk, `pf.decide` returns the event to append at the revision that was read, and the request to send once;',
    '`pf.commandStatus` returns the state of a command; `pf.questions` contains the look-up for each unanswered one. Pass',
    '`askedAt` when you read the response to a look-up.',
    '',
    '## Somebody else’s refund',
    '',
    'A colleague may refund the same amount in the provider’s dashboard. An action of the same kind and amount that names no',
    'command id may then be theirs or ours. Until `askFrom`, both count. Then the list of actions decides by number: of its',
    'rows with that amount, payfold takes those that no message assigns to a command, and matches them with commands: failed',
    'rows last, those with the reference of a command first, else in the order of recording. The provider may deduct a fee',
    'from a ticket’s refund, so a smaller row can match as well: equal amounts come first, then the nearest. Commands without',
    'a row have ended. A later row is somebody else’s.',
    '',
    '- `TakenAfterAll`, a warning: a message names the id of a command that was refused or had ended.',
    '- `PaidTwice`, an error: in the meantime, another command of the same kind and amount was carried out as well, or two',
    '  actions name one command id. Both are found whatever the order of the messages, and even if the command itself was',
    '  never recorded.',
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
