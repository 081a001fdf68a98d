import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaMandate } from '../../../machines/index.ts'
import { expiresAt } from '../../../machines/sepa-mandate/uses.ts'
import { at } from '../../../src/fold/fold.ts'
import { validate } from '../../../src/judge/validate.ts'
import { instantOf } from '../../given.ts'
import { defaultPolicy } from '../../root.ts'
import { after, eventIn, scenes } from '../scenes.ts'

const RECURRING = '01-01 mandate_created cus_1 recurring'
const SINGLE = '01-01 mandate_created cus_1 single'

describe('a SEPA mandate', () => {
  scenes(
    sepaMandate,
    `
is active once it is created
  => none
  01-01 mandate_created cus_1 => active

for single use is reserved by a payment, and consumed by its capture
  ${SINGLE}
  02-01 collection_presented pay_1 cus_1 => reserved
  02-03 collection_captured pay_1 => consumed

for single use is free again if its payment ends before money moves
  ${SINGLE}
  02-01 collection_presented pay_1 cus_1
  02-02 collection_ended pay_1 => active
  ! 02-03 collection_presented pay_2 cus_1 => allowed
  02-03 collection_presented pay_2 cus_1 => reserved

for single use accepts no second payment while one is open, nor after one was captured
  ${SINGLE}
  02-01 collection_presented pay_1 cus_1
  ! 02-02 collection_presented pay_2 cus_1 => mandateUsable
  ? 02-02 collection_presented pay_2 cus_1 => reserved mandateUsable
  02-01T12 collection_captured pay_1
  ! 02-02 collection_presented pay_2 cus_1 => mandateUsable

for recurring use accepts payment after payment
  ${RECURRING}
  02-01 collection_presented pay_1 cus_1
  02-02 collection_ended pay_1
  03-01 collection_presented pay_2 cus_1
  03-03 collection_captured pay_2 => active
  ! 04-01 collection_presented pay_3 cus_1 => allowed

of unknown type accepts reports as if recurring, but no command
  01-01 mandate_created cus_1
  02-01 collection_presented pay_1 cus_1 => active
  ! 02-02 collection_presented pay_2 cus_1 => notKnown

belongs to its customer only
  ${RECURRING}
  ! 02-01 collection_presented pay_1 cus_1 => allowed
  ! 02-01 collection_presented pay_1 cus_2 => sameCustomer
  02-01 collection_presented pay_1 cus_2 => active sameCustomer

for single use belongs to its customer only
  ${SINGLE}
  ? 02-02 collection_presented pay_2 cus_2 => reserved sameCustomer
  02-01 collection_presented pay_1 cus_1
  02-02 collection_presented pay_2 cus_2 => reserved mandateUsable sameCustomer

that was cancelled accepts no new payment, while open ones continue
  ${RECURRING}
  02-01 collection_presented pay_1 cus_1
  02-02 mandate_cancelled
  ! 02-03 collection_presented pay_2 cus_1 => mandateUsable
  ! 02-05 mandate_cancelled => allowed
  02-04 collection_captured pay_1 => cancelled

that was cancelled within the tolerance of a payment’s presentation still accepted it
  ${RECURRING}
  02-02 mandate_cancelled
  ? 02-02T10:01 collection_presented pay_1 cus_1 => cancelled
  ? 02-02T10:01:00.0000001 collection_presented pay_1 cus_1 => cancelled mandateUsable

counts an end one tolerance earlier, so that the next payment finds it free
  ${SINGLE}
  02-01 collection_presented pay_1 cus_1
  02-02 collection_ended pay_1
  ? 02-02T09:59:00.0000001 collection_presented pay_2 cus_1 => reserved
  ? 02-02T09:58:59.9999999 collection_presented pay_2 cus_1 => reserved mandateUsable

that had expired and is used anyway is active again: the provider knows better
  ${RECURRING}
  ? 2029-03-01 collection_presented pay_1 cus_1 => active mandateUsable
  ? 2029-03-01 collection_presented pay_1 cus_2 => active mandateUsable sameCustomer
  ? 2029-03-01 collection_captured pay_1 => expired
  ? 2029-03-01 collection_ended pay_1 => expired
  ? 2029-03-01 mandate_cancelled => cancelled

that had expired and is for single use is reserved or consumed if it is used anyway
  ${SINGLE}
  ? 2029-03-01 collection_presented pay_1 cus_1 => reserved mandateUsable
  ? 2029-03-01 collection_presented pay_1 cus_2 => reserved mandateUsable sameCustomer
  ? 2029-03-01 collection_captured pay_1 => consumed
  ? 2029-03-01 collection_ended pay_1 => expired

for which only a use is reported has lost a message
  ? 02-01 collection_presented pay_1 cus_1 => active missingPredecessor
  ? 02-01 collection_ended pay_1 => active missingPredecessor
  ? 02-01 collection_captured pay_1 => active missingPredecessor
  ? 02-01 mandate_cancelled => cancelled missingPredecessor

may be cancelled at any time, and is cancelled then
  ${SINGLE}
  ? 2030-03-01 mandate_cancelled => cancelled
  02-01 collection_presented pay_1 cus_1
  ? 03-01 mandate_cancelled => cancelled
  02-03 collection_captured pay_1
  ? 03-01 mandate_cancelled => cancelled

for recurring use that is cancelled stays cancelled, whatever becomes of its payments
  ${RECURRING}
  ? 03-01 mandate_cancelled => cancelled
  02-01 collection_presented pay_1 cus_1
  02-02 mandate_cancelled
  ? 02-04 collection_ended pay_1 => cancelled
  ? 02-04 collection_captured pay_1 => cancelled
  ? 02-04 collection_presented pay_2 cus_1 => cancelled mandateUsable

for single use that is cancelled stays cancelled, whatever becomes of its payments
  ${SINGLE}
  02-01 collection_presented pay_1 cus_1
  02-02 mandate_cancelled
  ? 02-04 collection_ended pay_1 => cancelled
  ? 02-04 collection_captured pay_1 => cancelled
  ? 02-04 collection_presented pay_2 cus_1 => cancelled mandateUsable

that is consumed stays consumed, whatever else is reported about payments
  ${SINGLE}
  02-01 collection_presented pay_1 cus_1
  02-03 collection_captured pay_1
  ? 02-05 collection_captured pay_2 => consumed
  ? 02-05 collection_ended pay_2 => consumed
  ? 02-05 collection_presented pay_2 cus_1 => consumed mandateUsable

without events accepts no command
  ! 02-01 collection_presented pay_1 cus_1 => missingPredecessor
  ! 02-01 collection_ended pay_1 => missingPredecessor
  ! 02-01 collection_captured pay_1 => missingPredecessor
  ! 02-01 mandate_cancelled => missingPredecessor
`,
  )

  test('whose cancellation is only requested accepts no payment, and does not say it is cancelled', () => {
    const asked = '02-02 mandate_cancelled id=evt_c (request)'
    const refused = (...more: readonly string[]) => {
      const state = after(sepaMandate, RECURRING, asked, ...more)
      return validate(sepaMandate)(state, eventIn(sepaMandate, '02-03 collection_presented pay_1'))
    }
    const because = (why: string, since: string | null) =>
      E.left({ error: 'Refused', refusals: [{ rule: 'mandateUsable', because: why, since }] })
    const perhaps = 'perhaps cancelled (requested at 2026-02-02T10:00:00Z, not confirmed)'
    expect(refused()).toEqual(because(perhaps, null))
    const known = because('cancelled', '2026-02-02T10:00:00.0000000Z')
    expect(refused('~03-02 mandate_cancelled (response)')).toEqual(known)
    expect(refused('~03-02 mandate_cancelled (report)')).toEqual(known)
  })

  test('expires after 36 months without a collection, on the day after the anniversary', () => {
    const unused = after(sepaMandate, '2024-02-29 mandate_created cus_1 recurring')
    expect(expiresAt(unused.context, defaultPolicy)).toBe('2027-02-28T23:00:00.0000000Z')
    const ask = at(sepaMandate)
    expect(ask(unused, instantOf('2027-02-28T22:59:59.9999999Z')).status).toBe('active')
    expect(ask(unused, instantOf('2027-02-28T23:00:00.0000000Z')).status).toBe('expired')
  })
})
