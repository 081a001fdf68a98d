/** The page on refusals and questions: every one with its sentence, printed from the code. */
import * as E from 'fp-ts/lib/Either.js'
import {
  type Command,
  decide,
  type Event,
  explain,
  fold,
  foldStream,
  type Instant,
  type Machine,
  type Question,
  questions,
  type Refusal,
  RULES,
  type RuleName,
  type State,
  type Stream,
  windows,
} from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { given, told } from 'payfold/testing'
import { expect, test } from 'vitest'

const pay = { paymentId: 'pay_1' }
const sid = { sessionId: 'sid_1' }
const src = { sourceId: 'src_1' }
const NOW = '2026-03-04T10:00:00Z'

const command = (type: string, data: object, now = NOW): Command<string> => ({
  type,
  data: { ...data },
  metadata: { commandId: 'command-1', now },
})

const refusals = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  events: readonly Event[],
  wished: Command<string>,
): readonly Refusal[] => {
  const decided = decide(machine)(fold(machine)(events), wished)
  return E.isLeft(decided) && decided.left.error === 'Refused' ? decided.left.refusals : []
}

const findings = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  ...events: readonly Event[]
): readonly Refusal[] =>
  given(machine, ...events).state.findings.flatMap((finding) =>
    'refusal' in finding ? finding.refusal : [],
  )

const pending = told('payment_pending', { ...pay, amount: 6000, currency: 'EUR', ...src })
const captured = told('payment_captured', { ...pay, amount: 6000 })
const paid = [pending, captured]
const refund = (amount: number, now = NOW, more: object = {}) =>
  command('requestRefund', { ...pay, amount, ...more }, now)
const single = told('mandate_created', { ...src, mandateType: 'single', customerId: 'cus_1' })
const created = (mode: string) => told('session_created', { ...sid, mode })
const later = (type: string, data: object, at: string) => told(type, data, { at })

/** Every refusal there is, as it comes about: from a command, or from a report as a finding. */
const examples: readonly Refusal[] = [
  ...refusals(
    session,
    [created('hosted'), told('session_approved', sid)],
    command('submitChannelData', sid),
  ),
  ...refusals(
    sepaPayment,
    [told('payment_pending', pay), told('payment_captured', pay)],
    refund(100),
  ),
  ...findings(sepaPayment, captured),
  ...refusals(session, [created('hosted')], command('submitChannelData', sid)),
  ...findings(session, created('non_hosted'), told('session_approved', sid)),
  ...refusals(session, [created('hosted')], command('completeSession', sid)),
  ...refusals(
    sepaMandate,
    [single, told('collection_presented', { ...src, ...pay })],
    command('createPayment', src),
  ),
  ...refusals(sepaMandate, [single], command('createPayment', { ...src, customerId: 'cus_2' })),
  ...refusals(sepaPayment, paid, refund(100, NOW, { currency: 'USD' })),
  ...refusals(sepaPayment, paid, refund(100, '2026-04-28T10:00:00Z')),
  ...findings(
    sepaPayment,
    ...paid,
    later(
      'payment_chargeback',
      { ...pay, actionId: 'act_1', amount: 6000 },
      '2027-04-03T10:00:00Z',
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
    told('payment_canceled', pay),
    later('payment_captured', pay, NOW),
  ),
  ...findings(
    ticketPayment,
    pending,
    told('payment_expired', pay),
    later('payment_captured', pay, NOW),
  ),
]

const rules = Object.keys(RULES) as RuleName[]

const refusalRows = (): readonly string[] =>
  rules.map((rule) => {
    const { errorCode, source, remedy } = RULES[rule]
    const sentences = examples.filter((each) => each.rule === rule).map(explain)
    return `| **${rule}** | ${errorCode} | ${[...new Set(sentences)].join('<br>')} | ${remedy} | ${source} |`
  })

const asked = (
  state: State,
  now: readonly ReturnType<ReturnType<typeof windows>>[number][] = [],
): readonly Question[] => questions(state, now)

const at = (text: string) => text as Instant
const waiting = given(sepaPayment, pending).state

/** Every kind of question, from a state that asks it. */
const kinds: readonly (readonly [string, readonly Question[]])[] = [
  [
    'parked: of another lifecycle',
    asked(given(ticketPayment, told('payment_chargeback', { ...pay, amount: 1 })).state),
  ],
  [
    'parked: bound to nothing',
    asked(given(sepaPayment, ...paid, told('payment_refunded', { ...pay, amount: 1 })).state),
  ],
  [
    'parked: no arrow takes it',
    asked(
      given(
        session,
        created('hosted'),
        told('session_approved', sid),
        told('session_declined', sid),
      ).state,
    ),
  ],
  [
    'unassigned',
    asked(
      foldStream([sepaPayment, ticketPayment])('payment-pay_1' as Stream, [
        told('payment_captured', pay),
      ]),
    ),
  ],
  [
    'in doubt',
    asked(
      given(
        sepaPayment,
        ...paid,
        told(
          'refund_requested',
          { ...pay, amount: 100, commandId: 'command-1' },
          { source: 'request' },
        ),
      ).state,
    ),
  ],
  [
    'overdue',
    asked(waiting, windows(sepaPayment)(waiting, at('2026-03-09T10:00:00.0000000Z'))).slice(-1),
  ],
  ['not told', asked(given(sepaPayment, told('payment_captured', { ...pay, ...src })).state)],
  [
    'superseded',
    asked(
      given(sepaPayment, ...paid, later('payment_declined', pay, '2026-03-05T10:00:00Z')).state,
    ),
  ],
  [
    'contradicted by a snapshot',
    asked(
      given(
        sepaPayment,
        ...paid,
        told('state_observed', { ...pay, status: 'declined' }, { at: NOW, source: 'response' }),
      ).state,
    ),
  ],
  [
    'other balances',
    asked(
      given(
        sepaPayment,
        ...paid,
        later(
          'payment_refunded',
          { ...pay, actionId: 'act_1', amount: 400, balances: { refunded: 500 } },
          '2026-03-09T10:00:00Z',
        ),
      ).state,
    ),
  ],
  [
    'open by itself',
    asked(given(sepaPayment, told('payment_pending', pay), told('payment_captured', pay)).state),
  ],
]

const written = ({ request }: Question): string => {
  if (request === null) return 'nothing: somebody has to look'
  const { endpoint, params, commandId } = request
  const named = Object.entries(params).map(([name, value]) => `${name} ${value}`)
  return [
    `\`${endpoint}\``,
    ...named,
    ...(commandId === undefined ? [] : [`again as ${commandId}`]),
  ].join(', ')
}

const questionRows = (): readonly string[] =>
  kinds.flatMap(([kind, all]) =>
    all.map((question) => {
      const { reason, because } = question
      return `| **${reason}** | ${kind} | ${because} | ${written(question)} |`
    }),
  )

const page = (): string =>
  [
    '# Refusals and questions',
    '',
    'Why not, and what now: every rule that can be broken and every question that a state can leave open, each',
    'with its sentence as it comes about in an example. Printed by `test/docs`.',
    '',
    '## Refusals',
    '',
    '`decide(machine)(state, command)` gives every broken rule at once, in this order. A report that breaks one is',
    'taken in all the same: the rule is then a finding, with the same sentence. The code is for web frameworks.',
    '',
    '| rule | code | sentence | what to do | source |',
    '| --- | --- | --- | --- | --- |',
    ...refusalRows(),
    '',
    'Beside refusals there is `InDoubt`: the step was asked for and nobody has answered. Send the same request',
    'again under the same `commandId`; the provider takes it once. And `Unreadable`: an amount that is no whole',
    'number of minor units from 0 to 2^53 − 1, an id that is none, a time that cannot be read.',
    '',
    '## Questions',
    '',
    '`questions(state, windows(machine)(state, now))` lists what is open, each with the one request whose answer',
    'settles it. Hand its `id` to `readResponse` as `question`, with the answer: the answer may have no news, and',
    'what was Unbound, NoArrow, Superseded, SnapshotContradicts or BalanceMismatch is settled all the same. All',
    'else is open until the facts are known.',
    '',
    '| reason | what is open | sentence | ask |',
    '| --- | --- | --- | --- |',
    ...questionRows(),
    '',
  ].join('\n')

test('the page on refusals shows every rule by an example, and every kind of question', async () => {
  const shown = new Set(examples.map(({ rule }) => rule))
  expect(rules.filter((rule) => !shown.has(rule))).toEqual([])
  expect(kinds.filter(([, all]) => all.length === 0)).toEqual([])
  await expect(page()).toMatchFileSnapshot('../../docs/refusals.md')
})
