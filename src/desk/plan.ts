/** What a step of a desk comes to: what to save, what to send, and what to answer. */

import type { EndpointName } from '../provider/wire/endpoints.ts'
import type { Askable } from './look-up-times.ts'
import type { Outcome } from './outcome.ts'
import type { Save } from './ports.ts'
import { type Sending, sendingOf } from './sending.ts'
import type { Known, Root } from './stream-end.ts'

/** What only a person can settle: the stream, and a sentence. */
export interface Left {
  readonly stream: string
  readonly because: string
}

/** What is to be done: save first, then send. */
export interface Plan {
  readonly next: 'plan'
  readonly save: Save
  readonly sends: readonly Sending[]
  /** What a command came to so far; null if the step was none. */
  readonly outcome: Outcome | null
  readonly left: readonly Left[]
  /** The requests are look-ups without which a command cannot be decided: then plan it once more. */
  readonly isOnceMore: boolean
  /** The streams as they are once it is saved. */
  readonly ends: Known
}

const NOTHING: Plan = {
  next: 'plan',
  save: { rows: [], message: null, streams: [] },
  sends: [],
  outcome: null,
  left: [],
  isOnceMore: false,
  ends: new Map(),
}

/** A plan with some parts; it does nothing else. */
export const planned = (parts: Partial<Omit<Plan, 'next'>>): Plan => {
  const { save, sends, outcome, left, isOnceMore, ends } = { ...NOTHING, ...parts }
  return { next: 'plan', save, sends, outcome, left, isOnceMore, ends }
}

/** The request of a look-up. */
export const lookUpOf = (pf: Root, { request: { endpoint, params } }: Askable): Sending =>
  sendingOf(pf, { endpoint: endpoint as EndpointName, params, body: null })
