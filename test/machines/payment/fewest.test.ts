/** How few chargebacks many reports of one amount can be. */
import { expect, test } from 'vitest'
import { fewest, type Taken } from '../../../machines/payment/fewest.ts'
import { defaultPolicy } from '../../root.ts'

const at = '2026-03-02T10:00:00.0000000Z'

const taken = (disputeId: string | null, actionId: string | null): Taken =>
  ({
    reports: [{ voice: 'chargeback', actionId, at, timed: true }],
    disputeId,
    reason: null,
    chargedBack: { at, timed: true, amounts: [1] },
    reversed: null,
  }) as unknown as Taken

const many = (count: number, make: (index: number) => Taken): readonly Taken[] =>
  Array.from({ length: count }, (_, index) => make(index))

test.each([0, 1, 2, 17, 1024, 1025, 20_000])(
  'reports, %d of them, are as few as ids allow',
  (count) => {
    const of = (make: (index: number) => Taken) => fewest(many(count, make), defaultPolicy)
    expect(of((index) => taken(`dsp_${index}`, null))).toBe(count)
    expect(of((index) => taken(null, `act_${index}`))).toBe(count)
    expect(of(() => taken('dsp_1', 'act_1'))).toBe(Math.min(1, count))
    expect(of(() => taken(null, null))).toBe(Math.min(1, count))
  },
)
