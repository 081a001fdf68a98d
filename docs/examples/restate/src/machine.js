/** One of payfold's charts on Restate's own integration of XState, as it is: what that gives, and what it does not. */
import { xstate } from '@restatedev/xstate'
import { leniently } from 'payfold/machine'
import { ticketPayment } from 'payfold/machines'

const rules = leniently(ticketPayment.definition)

/** The chart of tickets as an object; its guard takes reports in, as the README at the root shows it. */
export const ticket = xstate('ticket', ticketPayment.chart.provide({ guards: { rules } }))
