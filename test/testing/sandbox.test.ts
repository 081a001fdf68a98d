/** The sandbox scenarios, played through reading, the fold and the consequences to their ends. */

import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { instant, payfold, type StateOf, type Stream, type UnassignedState } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import {
  type Delivery,
  defaultSetting,
  play,
  type Scenario,
  type Setting,
  sepaSandbox,
  ticketSandbox,
} from 'payfold/testing'
import { describe, expect, test } from 'vitest'
import { ownLoop } from '../../src/judge/own-loop.ts'
import { forAll } from '../for-all.ts'
import { readDelivery } from '../read-delivery.ts'

const machines = [session, sepaPayment, sepaMandate, ticketPayment] as const
const pf = payfold(machines)
type State = StateOf<(typeof machines)[number]> | UnassignedState

/** The result; a scenario without one fails the test. */
const right = E.getOrElseW((problem: { readonly error: string }) => {
  throw new Error(problem.error)
})

const all: readonly (readonly [string, Scenario])[] = [
  ...Object.entries(sepaSandbox),
  ...Object.entries(ticketSandbox),
]

const reported = (deliveries: readonly Delivery[]) =>
  deliveries.flatMap((delivery) => {
    const reading = readDelivery(delivery)
    if (E.isLeft(reading)) throw new Error(JSON.stringify(reading.left))
    return reading.right
  })

const onStream = (deliveries: readonly Delivery[], stream: string) =>
  reported(deliveries).flatMap((each) => (each.stream === stream ? [each.event] : []))

const sumsOf = (state: State) => {
  const sums = right(pf.sums(state))
  if (sums === null) throw new Error(`${state.machine} has no sums`)
  const { captured, refunded, chargedBack } = sums
  return { captured, refunded, chargedBack }
}

/**
 * The state after the messages, in any order: the payment, and the mandate with the consequences
 * for it.
 */
const outcome = (deliveries: readonly Delivery[], { name }: Setting) => {
  const payment = pf.fold(
    `payment-pay_${name}` as Stream,
    onStream(deliveries, `payment-pay_${name}`),
  )
  const ofMandate = onStream(deliveries, `mandate-src_${name}`)
  const implied = right(ownLoop(pf).consequences(payment)).map(({ event }) => event)
  const mandate =
    ofMandate.length === 0
      ? null
      : pf.fold(`mandate-src_${name}` as Stream, [...ofMandate, ...implied])
  return {
    end: {
      payment: payment.status,
      mandate: mandate?.status ?? null,
      ...sumsOf(payment),
    },
    findings: [...payment.findings, ...(mandate?.findings ?? [])],
    parked: [...payment.parked, ...(mandate?.parked ?? [])],
  }
}

const settings = fc.record<Setting>({
  name: fc.constantFrom('sandbox', 'a', 'A1b2C3d4E5'),
  amount: fc.constantFrom(1, 6000, 999_999_999),
  mandateType: fc.constantFrom('single', 'recurring'),
  dialect: fc.constantFrom('older', 'newer'),
  startsAt: fc.constantFrom(
    defaultSetting.startsAt,
    instant('2026-03-28T23:30:00Z') ?? defaultSetting.startsAt,
    instant('2028-02-29T12:00:00Z') ?? defaultSetting.startsAt,
  ),
})

describe('the sandbox', () => {
  test('has the nine accounts and the four simulators of the interface', () => {
    expect(Object.values(sepaSandbox).map(({ title, sandbox }) => [title, sandbox])).toEqual([
      ['invalid bank details, the payment is not accepted', { codes: [], token: null }],
      ['accepted, but never collected', { codes: [1], token: null }],
      ['accepted, then cancelled before collection', { codes: [1, 2], token: null }],
      ['collected and paid out', { codes: [1, 3], token: null }],
      ["paid, then charged back at the merchant's request", { codes: [1, 3, 4], token: 'RFND' }],
      ['paid, then charged back by a dispute of the customer', { codes: [1, 3, 4], token: 'ACT' }],
      ['paid, then charged back for insufficient funds', { codes: [1, 3, 4], token: 'NSF' }],
      ['paid, then charged back for other reasons', { codes: [1, 3, 4], token: 'OTHR' }],
      ['paid, then charged back for format errors', { codes: [1, 3, 4], token: 'FRM' }],
    ])
    expect(Object.values(ticketSandbox).map(({ title, sandbox }) => [title, sandbox])).toEqual([
      ['the ticket is paid', { simulators: ['simulator:payment-succeed'] }],
      ['the ticket expires', { simulators: ['simulator:payment-expire'] }],
      [
        'the ticket is paid, then refunded in full',
        { simulators: ['simulator:payment-succeed', 'simulator:refund-succeed'] },
      ],
      [
        'the ticket is paid, its refund is declined',
        { simulators: ['simulator:payment-succeed', 'simulator:refund-fail'] },
      ],
    ])
  })

  test.each(all)('reaches its end with %s, without a finding', (_, scenario) => {
    const { deliveries, end } = play(scenario)
    expect(outcome(deliveries, defaultSetting)).toEqual({ end, findings: [], parked: [] })
  })

  test.each(all)(
    'reaches the same end with %s in any order and setting, delivered twice',
    (_, flow) => {
      const run = settings.chain((setting) => {
        const { deliveries, end } = play(flow, setting)
        const twice = [...deliveries, ...deliveries]
        return fc.record({
          setting: fc.constant(setting),
          end: fc.constant(end),
          deliveries: fc.shuffledSubarray(twice, { minLength: twice.length }),
        })
      })
      forAll(8, [run], ({ setting, end, deliveries }) => {
        expect(outcome(deliveries, setting)).toEqual({ end, findings: [], parked: [] })
      })
    },
  )

  test.each(all)(
    'lists its messages for %s in the order of time, with no id twice',
    (_, scenario) => {
      const { deliveries } = play(scenario)
      const times = deliveries.map(({ receivedAt }) => receivedAt)
      expect(times).toEqual([...times].sort())
      const ids = reported(deliveries).map(({ event }) => event.metadata.eventId)
      expect(new Set(ids).size).toBe(ids.length)
    },
  )

  test('ends a single mandate as its payment ends', () => {
    const ends = Object.values(sepaSandbox).map(
      (flow) => play(flow, { mandateType: 'single' }).end.mandate,
    )
    expect(ends.slice(0, 4)).toEqual(['active', 'reserved', 'active', 'consumed'])
    expect(new Set(ends.slice(4))).toEqual(new Set(['consumed']))
  })

  test('collects one or two days after the payment was requested', () => {
    const heardOf = (flow: Scenario, test: (delivery: Delivery) => boolean): number =>
      Date.parse(play(flow).deliveries.find(test)?.receivedAt ?? '')
    const flows = Object.values(sepaSandbox).filter(({ end }) => end.captured > 0)
    const days = flows.map((flow) => {
      const asked = heardOf(flow, (each) => each.kind === 'response' && 'status' in each.body)
      const captured = heardOf(flow, (each) => JSON.stringify(each).includes('payment_captured'))
      return (captured - asked) / 86_400_000
    })
    expect(days).toHaveLength(6)
    expect(days.every((each) => each >= 1 && each <= 2)).toBe(true)
  })

  test('has the amount that was chosen', () => {
    expect(play(ticketSandbox.refundSucceeds, { amount: 500 }).end).toEqual({
      payment: 'refunded',
      mandate: null,
      captured: 500,
      refunded: 500,
      chargedBack: 0,
    })
  })

  test('contains no account number', () => {
    expect(JSON.stringify(all.map(([, flow]) => play(flow)))).not.toMatch(/iban|[A-Z]{2}\d{14}/i)
  })
})
