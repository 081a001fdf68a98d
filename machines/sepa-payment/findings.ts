/** The open items of a SEPA payment: those of every payment, and an unknown mandate. */
import type { Judge } from '../../src/fold/definition.ts'
import type { FoldedStream, OpenItem } from '../../src/fold/machine.ts'
import { eventIdsOf, paymentOpenItems } from '../payment/open-items.ts'
import type { SepaPayment } from './memory.ts'

/** Every payment's open items, and one more while no message names the mandate. */
export const openItems = (
  whole: FoldedStream<SepaPayment, string>,
  judge: Judge,
): readonly OpenItem[] => {
  const all = paymentOpenItems(whole, judge)
  if (whole.status === 'none' || whole.context.sourceId !== null) return all
  const because = 'No message names the mandate that the payment was made on.'
  const events = eventIdsOf(whole, (type) => type === 'payment_pending')
  return [...all, { because, lookUp: 'entity', events }]
}
