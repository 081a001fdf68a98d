/** One of payfold's charts on Restate's own integration of XState, as it is: what that gives, and what it does not. */
import { xstate } from '@restatedev/xstate'
import { leniently } from 'payfold'
import { ticketPayment } from 'payfold/machines'

const rules = /** @type {any} */ (leniently(ticketPayment.book))

/** The chart of tickets as an object; its guard takes reports in, as the README at the root shows it. */
export const ticket = xstate('ticket', ticketPayment.chart.provide({ guards: { rules } }))
