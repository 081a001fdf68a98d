/** The findings about a mandate. */
import { notUnderstood } from '../observed/not-understood.ts'
import { otherCustomer } from './other-customer.ts'
import { refusedByBank } from './refused-by-bank.ts'
import { REFUSED } from './snapshot.ts'
import { sourceInDoubt } from './source-in-doubt.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** Every finding. */
export const findings = {
  NotUnderstood: notUnderstood({
    messages: NOTHING,
    statuses: new Set([REFUSED]),
    actions: NOTHING,
  }),
  OtherSource: otherCustomer,
  RefusedByBank: refusedByBank,
  SourceInDoubt: sourceInDoubt,
}
