/** Which commands are allowed: their bounds, until when, or why not. */
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import type { AnyMachine } from '../../src/contract/machine-record.ts'
import { evolve, fold } from '../../src/fold/fold.ts'
import { allowed } from '../../src/judge/allowed.ts'
import { given, instantOf, pay, reported, sid, src } from '../given.ts'
import { explain, machines } from '../root.ts'

const now = instantOf('2026-03-04T10:00:00Z')
const none = { refusals: [], inDoubt: null }

const paid = given(
  sepaPayment,
  reported('payment_pending', { ...pay, amount: 1000, currency: 'EUR', ...src }),
  reported('payment_captured', { ...pay, amount: 1000 }),
)

/** No day on which it is allowed for the last time. */
const always = { lastDay: null, zone: null }

describe('of a SEPA payment', () => {
  test('a refund is allowed from one unit to what is left, until its window closes', () => {
    const lost = reported('payment_chargeback', { ...pay, amount: 400, actionId: 'act_9' })
    expect(allowed(sepaPayment)(evolve(sepaPayment)(paid, lost), now)).toEqual([
      {
        command: 'requestRefund',
        isAllowed: true,
        amount: { least: 1, most: 600, currency: 'EUR' },
        until: '2026-04-27T22:00:00.0000000Z',
        lastDay: '2026-04-27',
        zone: 'Europe/Brussels',
        ...none,
      },
    ])
  })

  test('a refund has a bound however much is left', () => {
    for (const amount of [Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER]) {
      const state = given(
        sepaPayment,
        reported('payment_pending', { ...pay, amount, currency: 'EUR', ...src }),
        reported('payment_captured', { ...pay, amount }),
      )
      expect(allowed(sepaPayment)(state, now)).toMatchObject([
        { isAllowed: true, amount: { least: 1, most: 999_999_999, currency: 'EUR' } },
      ])
      const late = instantOf('2026-04-27T22:00:00Z')
      expect(allowed(sepaPayment)(state, late)).toMatchObject([{ isAllowed: false, amount: null }])
    }
  })

  test('no refund is allowed once nothing is left, or after its window, with the reason', () => {
    const gone = reported('payment_chargeback', { ...pay, amount: 1000, actionId: 'act_9' })
    expect(allowed(sepaPayment)(evolve(sepaPayment)(paid, gone), now)).toMatchObject([
      {
        isAllowed: false,
        amount: null,
        until: null,
        lastDay: null,
        zone: null,
        refusals: [{ rule: 'withinNet', available: 0 }],
      },
    ])
    const late = instantOf('2026-04-27T22:00:00Z')
    expect(allowed(sepaPayment)(paid, late)).toMatchObject([
      { isAllowed: false, amount: null, until: null, refusals: [{ rule: 'withinRefundWindow' }] },
    ])
    const last = instantOf('2026-04-27T21:59:59.9999999Z')
    expect(allowed(sepaPayment)(paid, last)).toMatchObject([{ isAllowed: true }])
  })
})

test('of a ticket, a refund is allowed without a time limit', () => {
  const state = given(
    ticketPayment,
    reported('payment_pending', { ...pay, amount: 1000, currency: 'ARS' }),
    reported('payment_captured', { ...pay, amount: 1000 }),
  )
  expect(allowed(ticketPayment)(state, now)).toEqual([
    {
      command: 'requestRefund',
      isAllowed: true,
      amount: { least: 1, most: 1000, currency: 'ARS' },
      until: null,
      ...always,
      ...none,
    },
  ])
})

describe('of a mandate', () => {
  const mandate = given(sepaMandate, reported('mandate_created', { ...src, mandateType: 'single' }))

  test('a payment is allowed until the mandate expires, and cancelling at any time', () => {
    expect(allowed(sepaMandate)(mandate, now)).toEqual([
      {
        command: 'createPayment',
        isAllowed: true,
        amount: null,
        until: '2029-03-02T23:00:00.0000000Z',
        lastDay: '2029-03-02',
        zone: 'Europe/Brussels',
        ...none,
      },
      { command: 'cancelMandate', isAllowed: true, amount: null, until: null, ...always, ...none },
    ])
  })

  test('a step that is done is not allowed again; one in doubt says so', () => {
    const cancelled = evolve(sepaMandate)(mandate, reported('mandate_cancelled', src))
    expect(allowed(sepaMandate)(cancelled, now)[1]).toEqual({
      command: 'cancelMandate',
      isAllowed: false,
      amount: null,
      until: null,
      ...always,
      ...none,
    })
    const asked = reported('mandate_cancelled', { ...src, commandId: 'c-1' }, { source: 'request' })
    expect(allowed(sepaMandate)(evolve(sepaMandate)(mandate, asked), now)[1]).toMatchObject({
      isAllowed: false,
      inDoubt: { commandId: 'c-1', event: 'mandate_cancelled' },
    })
  })
})

test('of a session, channel data are allowed in the non-hosted mode, and completing once it is decided', () => {
  const created = given(session, reported('session_created', { ...sid, mode: 'non_hosted' }))
  const permitted = (state: typeof created) =>
    allowed(session)(state, now).map(({ command, isAllowed }) => [command, isAllowed])
  expect(permitted(created)).toEqual([
    ['submitChannelData', true],
    ['completeSession', false],
  ])
  const decided = evolve(session)(
    evolve(session)(created, reported('channel_data_submitted', sid)),
    reported('session_approved', sid),
  )
  expect(permitted(decided)).toEqual([
    ['submitChannelData', false],
    ['completeSession', true],
  ])
})

describe.each(machines.map((each): [string, AnyMachine] => [each.id, each]))('%s', (_, machine) => {
  const about = { ...pay, ...src, ...sid, actionId: 'act_1', mode: 'hosted', mandateType: 'single' }
  const types = Object.keys(machine.events)
  const [first = ''] = types
  const states = types.map((type) => {
    const known = [...new Set([first, type])].map((each) => reported(each, about))
    return fold(machine)(known)
  })

  test('refuses no step with a sentence that says it was taken, or that a report is missing', () => {
    const sentences = states.flatMap((state) =>
      allowed(machine)(state, now).flatMap(({ command, refusals }) => {
        const taken = machine.words?.events[machine.commands[command]?.event ?? '']
        return refusals.map((each) => ({ taken, said: explain(each) }))
      }),
    )
    expect(sentences.length).toBeGreaterThan(0)
    for (const { taken, said } of sentences) {
      expect(said).not.toMatch(new RegExp(`(was|were|been) ${taken}|nobody has reported`))
    }
  })
})
