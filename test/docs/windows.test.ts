/** The page on windows: a table and a picture, generated from the policy. */

import { readFileSync } from 'node:fs'
import { isRight } from 'fp-ts/lib/Either.js'
import { type DomainEvent, type Instant, payfold, readPolicy, type WindowAt } from 'payfold'
import { type AnyMachine, fold, shift } from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { reported } from 'payfold/testing'
import { expect, test } from 'vitest'
import { windows } from '../../src/judge/windows.ts'
import { type Exposed, lengthInWords } from '../../src/words/time/length.ts'
import { pageWith, printedBy } from '../printed.ts'
import { type Bar, timeline } from './timeline.ts'

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])
const { policy } = pf

const pay = { paymentId: 'pay_1', amount: 1000 }
const NOW = '2024-01-03T00:00:00.0000000Z' as Instant
const START = '2024-01-02T10:00:00Z'
const on = (type: string, data: object, at = START): DomainEvent => reported(type, data, { at })

const of = (machine: AnyMachine, ...events: readonly DomainEvent[]): readonly WindowAt[] =>
  windows(machine)(fold(machine)(events), NOW)

const pending = on('payment_pending', { ...pay, sourceId: 'src_1' })
const captured = on('payment_captured', pay)
const asked = on(
  'refund_requested',
  { ...pay, amount: 400, actionId: 'act_1' },
  '2024-01-10T10:00:00Z',
)
const ticket = on('payment_pending', { ...pay, ticketExpiresAt: '2024-02-01T23:59:59' })

const all: readonly WindowAt[] = [
  ...of(session, on('session_created', { sessionId: 'sid_1' })),
  ...of(sepaPayment, pending),
  ...of(sepaPayment, pending, captured, asked),
  ...of(sepaMandate, on('mandate_created', { sourceId: 'src_1' })),
  ...of(ticketPayment, ticket),
]

/** Every window by name: those of the machines, and that of a file, which no stream has. */
const WINDOWS = {
  ...session.windows,
  ...sepaPayment.windows,
  ...sepaMandate.windows,
  ...ticketPayment.windows,
  download: {
    kind: 'right',
    allows: 'You may download the file.',
    countedFrom: 'the response',
    lengths: [] as readonly string[],
    source: 'interface#download-link-lifetime',
  },
}

const LENGTHS: Readonly<Record<string, string>> = {
  ticket:
    "the ticket's own expiry, and 0 minutes of grace; if nobody knows it, 7 days from its creation",
  download: "the link's own expiry",
}

const values = policy as unknown as Readonly<Record<string, unknown>>

/** How long a window is, and from when. */
const lengthOf = (name: string, { lengths, countedFrom }: (typeof WINDOWS)[keyof typeof WINDOWS]) =>
  LENGTHS[name] ??
  `${lengths.map((each) => lengthInWords(values[each] as Exposed)).join(' to ')} from ${countedFrom} (\`${lengths.join('`, `')}\`)`

const short = (at: string): string => at.replace('.0000000', '')

const rows = (named: readonly WindowAt[]): readonly string[] =>
  Object.entries(WINDOWS).map(([name, own]) => {
    const { kind, allows, source } = own
    const window = named.find((each) => each.name === name)
    const example =
      window === undefined
        ? ''
        : `${short(window.opensAt)} to ${short(window.closesAt)}${window.lastDay === null ? '' : `, last day ${window.lastDay} in ${window.zone}`}`
    return `| **${name}** | ${kind} | ${allows} | ${lengthOf(name, own)} | ${example} | ${source} |`
  })

// every window in every state --------------------------------------------------
const fresh = (machine: AnyMachine, title: string, ...events: readonly DomainEvent[]) => {
  const state = fold(machine)(events)
  return { title, at: (now: Instant) => windows(machine)(state, now) }
}

const lost = (more: object) =>
  on('payment_chargeback', { ...pay, disputeId: 'dsp_1', ...more }, '2024-01-20T10:00:00Z')
const begun = on(
  'payment_refund_pending',
  { ...pay, amount: 400, actionId: 'act_1' },
  '2024-01-10T10:00:00Z',
)
const back = on(
  'payment_refunded',
  { ...pay, amount: 400, actionId: 'act_1' },
  '2024-01-12T10:00:00Z',
)
const mandated = { sourceId: 'src_1', mandateType: 'recurring' }
const single = { sourceId: 'src_1', mandateType: 'single' }
const presented = on('collection_presented', { ...single, paymentId: 'pay_1' })

/** Every state in which a stream has windows, by the events that lead to it. */
const STATES = [
  fresh(session, 'A session was created', on('session_created', { sessionId: 'sid_1' })),
  fresh(sepaPayment, 'A SEPA payment is pending', pending),
  fresh(sepaPayment, 'A SEPA payment is captured', pending, captured),
  fresh(
    sepaPayment,
    'A SEPA payment is captured, with value date 4 January',
    pending,
    on('payment_captured', { ...pay, debitDate: '2024-01-04' }),
  ),
  fresh(sepaPayment, 'A refund was requested on 10 January', pending, captured, asked),
  fresh(sepaPayment, 'A refund has begun', pending, captured, begun),
  fresh(sepaPayment, 'A SEPA payment is partially refunded', pending, captured, back),
  fresh(
    sepaPayment,
    'All was charged back for no known reason: by any of these',
    pending,
    captured,
    lost({}),
  ),
  fresh(
    sepaPayment,
    'All was charged back for MD06: by this',
    pending,
    captured,
    lost({ reason: 'MD06' }),
  ),
  fresh(
    sepaPayment,
    'All was charged back for AM04: by this',
    pending,
    captured,
    lost({ reason: 'AM04' }),
  ),
  fresh(
    sepaPayment,
    'All was charged back for MD01: by one of these',
    pending,
    captured,
    lost({ reason: 'MD01' }),
  ),
  fresh(sepaMandate, 'A recurring mandate is active', on('mandate_created', mandated)),
  fresh(
    sepaMandate,
    'A single mandate is free again',
    on('mandate_created', single),
    presented,
    on('collection_ended', { ...single, paymentId: 'pay_1' }, '2024-01-04T10:00:00Z'),
  ),
  fresh(ticketPayment, 'A ticket is pending', ticket),
  fresh(
    ticketPayment,
    'The capture of a ticket has begun',
    ticket,
    on('payment_capture_pending', pay, '2024-01-20T10:00:00Z'),
  ),
  fresh(ticketPayment, 'A ticket is pending, and nobody knows its expiry', pending),
  fresh(ticketPayment, 'A refund of a ticket has begun', captured, begun),
] as const

/** Times before, within and after a window. */
const timesAround = ({ opensAt, closesAt }: WindowAt): readonly Instant[] => [
  shift(opensAt, -1),
  shift(opensAt, 60),
  closesAt,
]

/** What `explain` says of each window of each state, at each of these times. */
const explained = STATES.flatMap(({ title, at }) =>
  at(NOW).flatMap((window) =>
    timesAround(window).map((now) => {
      const own = at(now).find(({ name }) => name === window.name)
      return { title, name: window.name, now, text: own === undefined ? '' : pf.explain(own) }
    }),
  ),
)

/** Each window in the first state that has it. */
const sentences = (): readonly string[] =>
  explained
    .filter(({ title, name }) => title === explained.find((each) => each.name === name)?.title)
    .map(({ name, now, text }) => `| ${name} | ${short(now)} | ${text} |`)

/** The windows of each state, with their ends. */
const ends = (): readonly string[] =>
  STATES.map(({ title, at }) => {
    const own = at(NOW).map(
      ({ name, lastDay, closesAt }) => `${name} ${lastDay ?? short(closesAt)}`,
    )
    return `| ${title} | ${own.join(', ')} |`
  })

const program = readFileSync('docs/examples/guides/treasury.ts', 'utf8')

const page = (printed: readonly string[]): string =>
  pageWith(
    'docs/windows.md',
    [
      '| window | kind | what it is for | length | example | source |',
      '| --- | --- | --- | --- | --- | --- |',
      ...rows(all),
    ],
    ['```ts', program.trimEnd(), '```'],
    ['```text', ...printed, '```'],
    ['| state | its windows, each with its last day |', '| --- | --- |', ...ends()],
    ['| window | at | sentence |', '| --- | --- | --- |', ...sentences()],
  )

const bars: readonly Bar[] = all.map((window) => ({
  window,
  from: window.name === 'debit' ? START : window.opensAt,
}))

test('every window of every state is explained before, within and after it', () => {
  expect(explained.length).toBeGreaterThan(80)
  expect(explained.filter(({ text }) => text === '')).toEqual([])
})

test('every contract is a policy', () => {
  const [, contracts = ''] = readFileSync('docs/windows.md', 'utf8').split('| contract | policy |')
  const policies = [...contracts.matchAll(/^\| .* \| `([[{].*)` \|$/gm)].map(
    ([, json = '']) => json,
  )
  expect(policies).toHaveLength(5)
  for (const each of policies) {
    const read = readPolicy([session, sepaPayment, sepaMandate, ticketPayment])(JSON.parse(each))
    expect(isRight(read)).toBe(true)
  }
})

test('the page on windows shows every window', async () => {
  const named = all.map(({ name }) => name)
  const missing = Object.keys(WINDOWS).filter((name) => !named.some((each) => each === name))
  expect(missing).toEqual(['download'])
  const run = () => import('../../docs/examples/guides/treasury.ts')
  const printed = (await printedBy(run)).split('\n')
  await expect(page(printed)).toMatchFileSnapshot('../../docs/windows.md')
})

test('its picture is drawn from the windows', async () => {
  await expect(timeline(bars)).toMatchFileSnapshot('../../docs/windows.svg')
})
