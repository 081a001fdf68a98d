/** The page on windows: a table and a picture, generated from the policy. */
import { type DomainEvent, type Instant, payfold, type WindowAt } from 'payfold'
import { fold, type Machine, windows } from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { reported } from 'payfold/testing'
import { expect, test } from 'vitest'
import { type Bar, timeline } from './timeline.ts'

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])
const { policy } = pf

const pay = { paymentId: 'pay_1', amount: 1000 }
const START = '2024-01-02T10:00:00Z'
const on = (type: string, data: object, at = START): DomainEvent => reported(type, data, { at })

const of = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  ...events: readonly DomainEvent[]
): readonly WindowAt[] =>
  windows(machine)(fold(machine)(events), '2024-01-03T00:00:00.0000000Z' as Instant)

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
    allows: 'The file may be downloaded.',
    source: 'interface#download-link-lifetime',
  },
}

const LENGTHS: Readonly<Record<string, string>> = {
  session: `${policy.sessionWindow} minutes from its creation`,
  debit: `day ${policy.debitFrom} to day ${policy.debitWithin} after the submission`,
  settlement: `${policy.overdueAfter} days from the submission`,
  refund: `${policy.refundWindow} weeks from the debit date`,
  refundProcessing: `${policy.refundProcessing} days from the request`,
  chargeback: `${policy.chargebackWindow} months from the later of debit date and capture`,
  mandate: `${policy.mandateDormancy} months from the later of creation and last collection`,
  ticket: "the ticket's own expiry",
  download: "the link's own expiry",
}

const short = (at: string): string => at.replace('.0000000', '')

const rows = (named: readonly WindowAt[]): readonly string[] =>
  Object.entries(WINDOWS).map(([name, { kind, allows, source }]) => {
    const window = named.find((each) => each.name === name)
    const example =
      window === undefined
        ? ''
        : `${short(window.opensAt)} to ${short(window.closesAt)}${window.lastDay === null ? '' : `, last day ${window.lastDay} in ${window.zone}`}`
    return `| **${name}** | ${kind} | ${allows} | ${LENGTHS[name]} | ${example} | ${source} |`
  })

const page = (): string =>
  [
    '# Windows',
    '',
    'This page lists every window of time under the default policy. `test/docs` generates it. `pf.windows(state, now)`',
    'lists the windows of a state, open or closed, with the time left. A *right* is what you may do: it is lost when its',
    'window closes. An *exposure* is what others may still do to you: when its window closes, you may stop to reserve',
    'money for it. An *expectation* is overdue if its window closes before the expected event happens. The state then',
    'has a question.',
    '',
    '![How long each window is open, on a scale from minutes to years](windows.svg)',
    '',
    '| window | kind | what it is for | length | example | source |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows(all),
    '',
    `The examples begin on ${START}; the refund is requested on 10 January, and the ticket expires on 1`,
    'February at 23:59:59 local time. Days are civil days in the zone that the example names. The first day does not',
    'count, and the last day is open until it ends in that zone. If the last month has no such day, its last day',
    'counts. The last day of an exposure or an expectation of a SEPA payment is a day on which banks settle',
    'payments in euro: if TARGET is closed, it is the next one. The last day of a right never moves. At the',
    'instant of a deadline, the deadline has passed. A report that misses a window by no more than',
    '`policy.clockToleranceSeconds` yields no finding. For a command, there is no tolerance.',
    '',
    'For other lengths, use your own policy. `readPolicy(machines)({ refundWindow: { weeks: 4 } })` checks it, and',
    '`payfold(machines, { policy })` uses it for everything that it computes. The policy affects only windows, rules,',
    'and the policy hash in states.',
    '',
  ].join('\n')

const bars: readonly Bar[] = all.map((window) => ({
  window,
  from: window.name === 'debit' ? START : window.opensAt,
}))

test('the page on windows shows every window', async () => {
  const named = all.map(({ name }) => name)
  const missing = Object.keys(WINDOWS).filter((name) => !named.some((each) => each === name))
  expect(missing).toEqual(['download'])
  await expect(page()).toMatchFileSnapshot('../../docs/windows.md')
})

test('its picture is drawn from the windows', async () => {
  await expect(timeline(bars)).toMatchFileSnapshot('../../docs/windows.svg')
})
