/**
 * Histories and deliveries as others use them: what a machine needs, and what each option changes.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { type Delivery, deliveries, histories, planted, type TrueHistory } from 'payfold/testing'
import { describe, expect, test } from 'vitest'
import { readDelivery } from '../../read-delivery.ts'
import { voucher } from '../voucher.ts'

const kindsOf = (all: readonly TrueHistory[]): readonly string[] => [
  ...new Set(all.map((each) => (each.kind === 'payment' ? each.method : each.kind))),
]

const sample = <A>(arbitrary: fc.Arbitrary<A>, numRuns = 50): readonly A[] =>
  fc.sample(arbitrary, { numRuns, seed: 7 })

const idsIn = (delivered: readonly Delivery[]): readonly string[] =>
  delivered.flatMap(({ kind, body }) => (kind === 'webhook' && 'id' in body ? String(body.id) : []))

describe('histories', () => {
  test('belong to the machine’s subject', () => {
    expect(kindsOf(sample(histories(session)))).toEqual(['session'])
    expect(kindsOf(sample(histories(sepaPayment)))).toEqual(['sepa'])
    expect(kindsOf(sample(histories(ticketPayment)))).toEqual(['ticket'])
    expect(kindsOf(sample(histories(sepaMandate)))).toEqual(['mandate'])
  })

  test('are of no other machine', () => {
    // @ts-expect-error a voucher has no history at the provider
    expect(() => histories(voucher)).toThrow('payfold has no histories of payment')
  })

  test('use the given settings', () => {
    const choices = { name: 'mine', amount: 1234, mandateType: 'single' } as const
    for (const machine of [session, sepaPayment, sepaMandate]) {
      for (const { setting } of sample(histories(machine, choices), 5)) {
        expect(setting).toMatchObject(choices)
      }
    }
  })

  test('begin with their first fact', () => {
    for (const { facts, setting } of sample(histories(sepaMandate))) {
      expect(facts.map(({ at }) => at).toSorted()[0]).toBe(setting.startsAt)
    }
  })
})

describe('deliveries', () => {
  const reported = histories(sepaPayment).chain((history) => deliveries(history))
  const wrong = reported.chain((messages) => planted(messages).map(({ delivered }) => delivered))

  test('can all be read, those with faults too', () => {
    for (const delivered of [...sample(reported), ...sample(wrong)]) {
      for (const delivery of delivered) expect(E.isRight(readDelivery(delivery))).toBe(true)
    }
  })

  test('contain webhooks twice, some under another id, in both dialects, late', () => {
    const all = sample(reported)
    const ids = all.map(idsIn)
    expect(ids.some((each) => new Set(each).size < each.length)).toBe(true)
    const dialects = all.flat().filter(({ kind }) => kind === 'webhook')
    expect(dialects.some(({ body }) => 'created_on' in body)).toBe(true)
    expect(dialects.some(({ body }) => 'timestamp' in body)).toBe(true)
    const late = all.some((each) =>
      each.some(({ receivedAt }, index) => receivedAt < (each[index - 1]?.receivedAt ?? '')),
    )
    expect(late).toBe(true)
  })

  test('omit the facts that are to stay unreported, and report the others', () => {
    const lossy = histories(sepaPayment).chain((history) => {
      const unreported = history.facts.filter(({ type }) => type === 'payment_captured')
      return fc.record({
        delivered: deliveries(history, { unreported }),
        history: fc.constant(history),
      })
    })
    for (const { delivered, history } of sample(lossy)) {
      const types = delivered.flatMap((delivery) => {
        const reading = readDelivery(delivery)
        return E.isRight(reading) ? reading.right.map(({ event }) => event.type) : []
      })
      expect(types).not.toContain('payment_captured')
      expect(types.length > 0).toBe(history.facts.some(({ type }) => type !== 'payment_captured'))
    }
  })
})

describe('a handler', () => {
  /** A typical handler: the last message counts, and refunds are added up. */
  const naive = (delivered: readonly Delivery[]) => {
    let status = 'none'
    let refunded = 0
    for (const delivery of delivered) {
      const reading = readDelivery(delivery)
      for (const { event } of E.isRight(reading) ? reading.right : []) {
        status = event.type
        if (event.type === 'payment_refunded') refunded += Number(Object(event.data).amount ?? 0)
      }
    }
    return { status, refunded }
  }

  const isSame = (handle: (delivered: readonly Delivery[]) => object): boolean => {
    const twice = histories(ticketPayment).chain((history) =>
      fc.tuple(deliveries(history), deliveries(history)),
    )
    const property = fc.property(
      twice,
      ([one, other]) => JSON.stringify(handle(one)) === JSON.stringify(handle(other)),
    )
    return !fc.check(property, { seed: 7 }).failed
  }

  test('that relies on the last message fails', () => {
    expect(isSame(naive)).toBe(false)
    expect(isSame((delivered) => ({ refunded: naive(delivered).refunded }))).toBe(false)
  })
})
