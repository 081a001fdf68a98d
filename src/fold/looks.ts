/** Look-ups that say when they were asked: what they do not show was not done before. */
import type { DomainEvent } from '../event/envelope.ts'
import { type Instant, type TimeText, toInstant } from '../words/instant.ts'
import { amountOf, dataIn, type Life, sentAs } from './life.ts'
import { compare } from './occurrence.ts'

/** A look-up that was asked so late that it proves what was not taken. */
export interface Look {
  readonly event: DomainEvent
  readonly askedAt: Instant
}

/** The look-ups that say when they were asked and left nothing unread, in the order of asking. */
export const looksIn = (events: readonly DomainEvent[], type: string): readonly Look[] =>
  events
    .flatMap((event): readonly Look[] => {
      const { askedAt, unread = 0 } = dataIn(event)
      if (event.type !== type || typeof askedAt !== 'string' || unread !== 0) return []
      const asked = toInstant(askedAt as TimeText)
      // nobody asks after the answer: such a clock proves nothing
      return asked <= toInstant(event.metadata.recordedAt) ? [{ event, askedAt: asked }] : []
    })
    .toSorted((a, b) => compare(a.askedAt, b.askedAt))

/** Whether a look-up would list what a command became: a list by a reference lists only its own. */
export const isAbout = (life: Life, { event }: Look): boolean => {
  const { reference } = dataIn(event)
  return reference === undefined || reference === sentAs(life)
}

/** The ids of the actions that a look-up lists. */
export const listedIn = ({ event }: Look): ReadonlySet<unknown> => {
  const { actions } = dataIn(event)
  return new Set(Array.isArray(actions) ? actions.map((each) => Object(each).id) : [])
}

/** The kinds of actions that are no step of ours that could be in doubt. */
const OTHERS = /^(capture|authori[sz]ation|void|return|payout|card ?verification)$/i

/**
 * Whether a look-up lists something that may be of a command, but that no event reports as an action
 * of its kind: it is of another kind, perhaps of one that is not understood.
 */
export const isListedAs = (
  life: Life,
  { event }: Look,
  actions: ReadonlyMap<string, unknown>,
): boolean => {
  const { actions: listed } = dataIn(event)
  const all: readonly unknown[] = Array.isArray(listed) ? listed : []
  return all.some((each) => {
    const { id, kind, amount, reference } = Object(each)
    if (OTHERS.test(String(kind))) return false
    if (reference === life.commandId) return true
    return !actions.has(id) && [undefined, amountOf(life)].includes(amount)
  })
}
