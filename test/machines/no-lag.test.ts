/** A policy by which a look-up shows everything at once: even then, one alone overrules no message. */
import { expect, test } from 'vitest'
import { sepaPayment, session } from '../../machines/index.ts'
import { paymentSums } from '../../machines/payment/sums.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { folder } from '../../src/fold/fold.ts'
import { readPolicy } from '../../src/payfold.ts'
import { pay, reported, right, sid } from '../given.ts'

const policy = right(readPolicy([sepaPayment, session])({ readLagSeconds: 0 }))
const at = (day: number): string => `2026-03-0${day}T10:00:00Z`
const lookUp = (day: number, type: string, data: object): DomainEvent =>
  reported(
    type,
    { askedAt: at(day), ...data },
    { id: `${type}${day}`, at: null, recordedAt: at(day) },
  )

const list = (day: number): DomainEvent => {
  const capture = { id: 'act_c', kind: 'capture', amount: 1000, approved: true }
  return lookUp(day, 'actions_listed', { ...pay, actions: [capture], unread: 0 })
}
const payment = (...events: readonly DomainEvent[]) =>
  folder(sepaPayment, { policy }).fold([
    reported('payment_pending', { ...pay, amount: 1000 }, { at: at(1) }),
    ...events,
  ])
const captured = (amount: number) =>
  reported('payment_captured', { ...pay, amount, actionId: 'act_c' }, { at: at(2) })
const codes = ({ findings }: { readonly findings: readonly { readonly code: string }[] }) =>
  findings.map(({ code }) => code).filter((code) => code !== 'MandateUnknown')

test('a refund that one list lacks is in doubt, and a second list overrules it', () => {
  const refund = { ...pay, amount: 300, actionId: 'act_1' }
  const told = [captured(1000), reported('payment_refunded', refund, { at: at(3) })]
  expect(codes(payment(...told, list(4)))).toEqual(['StatementDiffers'])
  expect(codes(payment(...told, list(4), list(5)))).toEqual(['Overruled'])
})

test('a later list without an amount leaves the greater of two amounts that were named', () => {
  const listed = (day: number, amount?: number) => {
    const refund = { id: 'act_1', kind: 'refund', approved: true, amount }
    const capture = { id: 'act_c', kind: 'capture', amount: 1000, approved: true }
    return lookUp(day, 'actions_listed', { ...pay, actions: [capture, refund], unread: 0 })
  }
  const refund = { ...pay, amount: 300, actionId: 'act_1' }
  const told = [captured(1000), reported('payment_refunded', refund, { at: at(3) })]
  const left = (...lists: readonly DomainEvent[]) => {
    const state = payment(...told, ...lists)
    return [paymentSums(state.context).refunded, ...codes(state)]
  }
  expect(left(listed(4, 30), listed(5))).toEqual([300, 'Disagreement'])
  expect(left(listed(4, 30), listed(5, 30))).toEqual([30, 'Overruled'])
  expect(left(listed(4, 30), listed(5, 30), listed(6))).toEqual([300, 'Disagreement'])
})

test('a capture that one list shows otherwise is in doubt', () => {
  expect(codes(payment(captured(9000), list(4)))).toContain('StatementDiffers')
})

test('an outcome that one look-up contradicts is in doubt, and a second one settles it', () => {
  const shown = (day: number) => lookUp(day, 'state_observed', { ...sid, status: 'approved' })
  const told = [
    reported('session_created', { ...sid, mode: 'hosted' }, { at: at(1) }),
    reported('session_declined', sid, { at: at(2) }),
  ]
  const { fold } = folder(session, { policy })
  expect(codes(fold([...told, shown(3)]))).toEqual(['Contradiction'])
  expect(codes(fold([...told, shown(3), shown(4)]))).toEqual(['Overruled'])
})
