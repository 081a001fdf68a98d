/** When the money of a payment came in, as far as the reports of its capture say. */
import { timestampOf } from '../../src/event/timestamp.ts'
import type { Occurred } from '../../src/fold/occurrence.ts'
import type { PaymentCaptured } from './events.ts'
import type { Capture, CaptureReport, Stage } from './memory.ts'

/** What one report of a capture says of its time. */
const captureReport = (report: PaymentCaptured): CaptureReport => {
  const { at, timed } = timestampOf(report)
  const { debitDate } = report.data
  return debitDate === undefined ? { at, timed } : { at, timed, debitDate }
}

/** Each once, in an order of their own. */
const onceEach = (all: readonly CaptureReport[]): readonly CaptureReport[] => {
  const named = all.map((each) => [`${each.at} ${each.timed} ${each.debitDate}`, each] as const)
  const once = new Map(named)
  return [...once.keys()].sort().flatMap((name) => once.get(name) ?? [])
}

/** A capture: its stage, and what each report of it says of its time, once and in an order of their own. */
export const captureIn = (stage: Stage, event: Occurred<PaymentCaptured>): Capture => {
  const reports =
    event.reports === undefined
      ? [captureReport(event)]
      : onceEach(event.reports.map(captureReport))
  const isShown = !reports.some(({ timed }) => timed)
  if (isShown || event.reports !== undefined) {
    return { ...stage, reports, ...(isShown ? { isOnlyShown: true } : {}) }
  }
  // most captures have one report, and engines are fast to read what a literal makes
  const { at, timed, amount } = stage
  return { at, timed, amount, reports }
}
