/** The page on refusals, doubts and questions: each with its sentence, generated from the code. */
import * as E from 'fp-ts/lib/Either.js'
import {
  type Command,
  type DomainEvent,
  type Instant,
  payfold,
  type Question,
  type Refusal,
  type Stream,
} from 'payfold'
import { audit } from 'payfold/audit'
import { type AnyMachine, decide, fold, type State } from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { given, reported } from 'payfold/testing'
import { expect, test } from 'vitest'
import { EXAMPLES, OVERPAID } from '../audit/examples.ts'
import { pageWith } from '../printed.ts'

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])

const pay = { paymentId: 'pay_1' }
const sid = { sessionId: 'sid_1' }
const src = { sourceId: 'src_1' }
const NOW = '2026-03-04T10:00:00Z'

const command = (type: string, data: object, now = NOW): Command => ({
  type,
  data: { ...data },
  metadata: { commandId: 'command-1', now },
})

const refusals = (
  machine: AnyMachine,
  events: readonly DomainEvent[],
  wanted: Command,
): readonly Refusal[] => {
  const decided = decide(machine)(fold(machine)(events), wanted)
  return E.isLeft(decided) && decided.left.error === 'Refused' ? decided.left.refusals : []
}

const findings = (machine: AnyMachine, ...events: readonly DomainEvent[]): readonly Refusal[] =>
  given(machine, ...events).state.findings.flatMap((finding) =>
    finding.refusal === undefined ? [] : finding.refusal,
  )

const pending = reported('payment_pending', { ...pay, amount: 6000, currency: 'EUR', ...src })
const captured = reported('payment_captured', { ...pay, amount: 6000 })
const paid = [pending, captured]
const captured2 = reported('payment_captured', { paymentId: 'pay_2', amount: 6000 })
const refund = (amount: number, now = NOW, more: object = {}) =>
  command('requestRefund', { ...pay, amount, ...more }, now)
const single = reported('mandate_created', { ...src, mandateType: 'single', customerId: 'cus_1' })
const created = (mode: string) => reported('session_created', { ...sid, mode })
const later = (type: string, data: object, at: string) => reported(type, data, { at })

/** Every refusal, as an example causes it: by a command, or by a report as a finding. */
const examples: readonly Refusal[] = [
  ...refusals(sepaPayment, paid, command('requestRefund', { paymentId: 'pay_2', amount: 100 })),
  ...refusals(sepaPayment, [...paid, captured2], refund(100)),
  ...refusals(
    session,
    [created('hosted'), reported('session_approved', sid)],
    command('submitChannelData', sid),
  ),
  ...refusals(
    sepaPayment,
    [reported('payment_pending', pay), reported('payment_captured', pay)],
    refund(100),
  ),
  ...findings(sepaPayment, captured),
  ...refusals(session, [created('hosted')], command('submitChannelData', sid)),
  ...findings(session, created('non_hosted'), reported('session_approved', sid)),
  ...refusals(session, [created('hosted')], command('completeSession', sid)),
  ...refusals(
    sepaMandate,
    [single, reported('collection_presented', { ...src, ...pay })],
    command('createPayment', { ...src, amount: 100 }),
  ),
  ...refusals(
    sepaMandate,
    [single],
    command('createPayment', { ...src, amount: 100, customerId: 'cus_2' }),
  ),
  ...refusals(
    sepaPayment,
    [
      ...paid,
      reported('payment_refunded', { ...pay, actionId: 'act_1', amount: 5, currency: 'USD' }),
    ],
    refund(100),
  ),
  ...findings(ticketPayment, reported('payment_chargeback', { ...pay, amount: 1 })),
  ...refusals(sepaPayment, paid, refund(100, NOW, { currency: 'USD' })),
  ...refusals(sepaPayment, paid, refund(100, '2026-04-28T10:00:00Z')),
  ...findings(
    sepaPayment,
    ...paid,
    later(
      'payment_chargeback',
      { ...pay, actionId: 'act_1', amount: 6000 },
      '2027-05-06T10:00:00Z',
    ),
  ),
  ...findings(
    sepaPayment,
    ...paid,
    later('payment_refunded', { ...pay, actionId: 'act_1', amount: 6001 }, '2026-03-03T10:00:00Z'),
  ),
  ...refusals(sepaPayment, paid, refund(6001)),
  ...refusals(sepaPayment, paid, refund(0)),
  ...findings(
    sepaPayment,
    pending,
    reported('payment_canceled', pay),
    later('payment_captured', pay, NOW),
  ),
  ...findings(
    ticketPayment,
    pending,
    reported('payment_expired', pay),
    later('payment_captured', pay, NOW),
  ),
]

const rules = Object.entries(pf.rules)

const refusalRows = (): readonly string[] =>
  rules.map(([rule, { errorCode, title, source, remedy }]) => {
    const sentences = examples.filter((each) => each.rule === rule).map(pf.explain)
    const all = [...new Set(sentences)].join('<br>')
    return `| **${rule}** | ${title} | ${errorCode} | ${all} | ${remedy.asked ?? '·'} | ${remedy.reported} | ${source} |`
  })

const START = '2026-03-02T10:00:00.0000000Z' as Instant

/** The questions that a state leaves open at a time. */
const asked = (state: State<object>, now: Instant = START): readonly Question[] =>
  E.getOrElseW((problem: unknown) => {
    throw new Error(JSON.stringify(problem))
  })(pf.questions(state as unknown as ReturnType<typeof pf.fold>, now))

/** Every kind of question, with a state that raises it. */
const kinds: readonly (readonly [string, readonly Question[]])[] = [
  [
    'parked: anyone may have sent it',
    asked(
      given(
        session,
        created('hosted'),
        reported('session_approved', sid, { at: null, source: 'unsigned' }),
      ).state,
    ),
  ],
  [
    'parked: no transition accepts it',
    asked(
      given(
        session,
        created('hosted'),
        reported('session_approved', sid),
        reported('session_declined', sid),
      ).state,
    ),
  ],
  ['unassigned', asked(pf.fold('payment-pay_1' as Stream, [reported('payment_captured', pay)]))],
  [
    'in doubt',
    asked(
      given(
        sepaPayment,
        ...paid,
        reported(
          'refund_requested',
          { ...pay, amount: 100, commandId: 'command-1' },
          { source: 'request' },
        ),
      ).state,
      '2026-03-02T11:00:00.0000000Z' as Instant,
    ),
  ],
  [
    'overdue',
    asked(given(sepaPayment, pending).state, '2026-03-09T10:00:00.0000000Z' as Instant).slice(-1),
  ],
  [
    'predecessor not reported',
    asked(given(sepaPayment, reported('payment_captured', { ...pay, ...src, amount: 6000 })).state),
  ],
  [
    'a message that contradicts itself',
    asked(
      given(
        session,
        created('hosted'),
        reported('session_approved', { ...sid, approved: false }, { at: NOW }),
      ).state,
    ),
  ],
  [
    'of another price',
    asked(
      given(
        session,
        reported('session_created', { ...sid, mode: 'hosted', amount: 5000 }),
        reported('session_approved', { ...sid, amount: 500 }, { at: NOW }),
      ).state,
    ),
  ],
  [
    'a failure without a kind',
    asked(
      given(
        session,
        created('hosted'),
        reported('unrecognised', { name: 'authentication_failed' }, { at: NOW }),
      ).state,
    ),
  ],
  [
    'of another source or customer',
    asked(
      given(
        sepaPayment,
        pending,
        reported('payment_captured', { ...pay, amount: 6000, sourceId: 'src_2' }),
      ).state,
    ),
  ],
  [
    'a mandate that nothing names',
    asked(given(sepaPayment, reported('payment_pending', { ...pay, amount: 6000 })).state).slice(
      0,
      1,
    ),
  ],
]

const written = ({ request }: Question): string => {
  if (request === null) return 'none: a person looks at it'
  const { endpoint, params, from } = request
  const named = Object.entries(params).map(([name, value]) => `${name} ${value}`)
  return [`\`${endpoint}\``, ...named, ...(from === undefined ? [] : [`from ${from} on`])].join(
    ', ',
  )
}

const questionRows = (): readonly string[] =>
  kinds.flatMap(([kind, all]) =>
    all.map((question) => {
      const { reason, because } = question
      return `| **${reason}** | ${kind} | ${because} | ${written(question)} |`
    }),
  )

/** The doubts about the money of a payment: the findings that hold its refunds. */
const doubts = Object.entries(sepaPayment.findings).flatMap(([code, { holds, title, remedy }]) =>
  holds?.includes('refund_requested') === true ? [{ code, title, remedy }] : [],
)

/** A log with each doubt. */
const doubtful: Readonly<Record<string, readonly string[]>> = {
  ...EXAMPLES,
  MoreThanCaptured: OVERPAID,
}

const doubtRows = (): readonly string[] =>
  doubts.map(({ code, title, remedy }) => {
    const log = doubtful[code] ?? []
    const { findings: all } = audit(pf)(log.map((line) => `${line}\n`))
    const { because = '' } = all.find((each) => each.code === code) ?? {}
    return `| **${code}** | ${title} | ${because.replace(/evt_[\w]{20,}/g, 'evt_…')} | ${remedy.reported} |`
  })

const page = (): string =>
  pageWith(
    'docs/refusals.md',
    [
      '| rule | what is wrong | code | sentence | before the step | once it was reported | source |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...refusalRows(),
    ],
    ['| doubt | what is wrong | sentence | remedy |', '| --- | --- | --- | --- |', ...doubtRows()],
    ['| reason | open item | sentence | request |', '| --- | --- | --- | --- |', ...questionRows()],
  )

test('the page on refusals shows every rule by an example, and every kind of question', async () => {
  const shown = new Set(examples.map(({ rule }) => rule))
  expect(rules.filter(([rule]) => !shown.has(rule))).toEqual([])
  expect(kinds.filter(([, all]) => all.length === 0)).toEqual([])
  expect(doubts.length).toBeLessThanOrEqual(12)
  expect(doubtRows().filter((row) => row.includes('|  |'))).toEqual([])
  await expect(page()).toMatchFileSnapshot('../../docs/refusals.md')
})
