/**
 * Runs one of payfold's charts, unchanged, on Restate's own integration of XState, to show what the
 * integration offers and what it lacks.
 */
import { xstate } from '@restatedev/xstate'
import { leniently } from 'payfold/machine'
import { ticketPayment } from 'payfold/machines'

const rules = leniently(ticketPayment.definition)

/** The ticket chart as an object. Its guard judges reports, as the main README shows. */
export const ticket = xstate('ticket', ticketPayment.chart.provide({ guards: { rules } }))
