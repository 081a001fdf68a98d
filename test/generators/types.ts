/** The types that generators speak of. */
export type { Event, Metadata } from '../../src/event/envelope.ts'
export type { Lifecycle } from '../../src/event/lifecycle.ts'
