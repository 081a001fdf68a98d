/** When the money of a payment came in, as far as the reports of its capture say. */
import { timestampOf } from '../../src/event/timestamp.ts'
import { type Occurred, reportsOf } from '../../src/fold/occurrence.ts'
import type { PaymentCaptured } from './events.ts'
import type { Capture, CaptureReport } from './memory.ts'

/** What each report of a capture says of its time: each once, in an order of their own. */
export const capturedAt = (
  event: Occurred<PaymentCaptured>,
): Pick<Capture, 'reports' | 'isOnlyShown'> => {
  const all = reportsOf(event).map((report): readonly [string, CaptureReport] => {
    const { at, timed } = timestampOf(report)
    const { debitDate } = report.data
    const own = { at, timed, ...(debitDate === undefined ? {} : { debitDate }) }
    return [`${at} ${timed} ${debitDate}`, own]
  })
  const once = new Map(all)
  const reports = [...once.keys()].sort().flatMap((name) => once.get(name) ?? [])
  const isShown = event.metadata.source === 'inferred' || !reports.some(({ timed }) => timed)
  return { reports, ...(isShown ? { isOnlyShown: true } : {}) }
}
