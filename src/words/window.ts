/** Windows of time: what each allows or leads one to expect, and where it comes from. */
import type { CivilDate, Zone } from './calendar.ts'
import type { Instant } from './instant.ts'

/** The name of a window. */
export type WindowName =
  | 'session'
  | 'debit'
  | 'settlement'
  | 'refund'
  | 'refundProcessing'
  | 'chargeback'
  | 'mandate'
  | 'ticket'
  | 'download'

/**
 * A stretch of time. `about` is the refund it is of, empty for what a stream has once; `closesAt` is the
 * first moment outside it. Where days are counted, `from` is the day they are counted from (itself not
 * counted), `lastDay` the last one inside, in `zone`; null where the length is one of time.
 */
export interface Window {
  readonly name: WindowName
  readonly about: string
  readonly opensAt: Instant
  readonly closesAt: Instant
  readonly from: CivilDate | null
  readonly lastDay: CivilDate | null
  readonly zone: Zone | null
}

/**
 * What goes with every window. An `expectation` that is over without what was expected is overdue; a
 * `right` that is over is gone.
 */
export interface WindowCard {
  readonly kind: 'right' | 'expectation'
  readonly allows: string
  readonly source: string
}

/** Every window's card. */
export const WINDOWS: Readonly<Record<WindowName, WindowCard>> = {
  session: {
    kind: 'expectation',
    allows: 'The session comes to its outcome.',
    source: 'design, 8 Time; domain, 3.2 (gateway lifetimes)',
  },
  debit: {
    kind: 'expectation',
    allows: "The funds are debited from the payer's account.",
    source: 'interface, Limits (funds debit delay)',
  },
  settlement: {
    kind: 'expectation',
    allows: 'The payment is captured, or ends.',
    source: 'design, 5 (overdue)',
  },
  refund: {
    kind: 'right',
    allows: 'A refund may be asked for.',
    source: 'interface, Limits (refund claim window); domain, 1.3 T1',
  },
  refundProcessing: {
    kind: 'expectation',
    allows: 'The refund is carried out.',
    source: 'interface, Limits (refund processing time)',
  },
  chargeback: {
    kind: 'right',
    allows: 'The money may be charged back.',
    source: 'interface, Limits (chargeback window); domain, 1.3 T3',
  },
  mandate: {
    kind: 'right',
    allows: 'Payments may be made on the mandate.',
    source: 'interface, Limits (mandate expiry); domain, 1.3 T5 and T6',
  },
  ticket: {
    kind: 'expectation',
    allows: 'The ticket may be paid.',
    source: 'interface, Payment (ticket.expiration_date); domain, 4.3',
  },
  download: {
    kind: 'right',
    allows: 'The file may be downloaded.',
    source: 'interface, Limits (download link lifetime)',
  },
}
