/** The informational events that the engine itself interprets. No chart has a transition for them. */
import {
  earlier,
  type Instant,
  later,
  shift,
  type TimeText,
  toInstant,
} from '../words/time/instant.ts'
import { type DomainEvent, dataIn, receivedAt, recordedAt } from './envelope.ts'

/** The types of these events. The codecs of their data are defined with the machines. */
export const INFORMATIONAL = {
  /** What a look-up showed of an entity. */
  snapshot: 'state_observed',
  /** The provider refused one of our requests. */
  refusal: 'request_refused',
  /** A complete message whose meaning is unknown. */
  unrecognised: 'unrecognised',
  /** A question was answered. */
  answer: 'question_answered',
  /** A person decided what a doubt means. */
  review: 'reviewed',
  /** One of our requests is about to be sent: nothing writes it, but form 1 has it. */
  sent: 'request_sent',
  /** The provider listed all actions on an entity. */
  actions: 'actions_listed',
  /** A person decided that a command is over. */
  givenUp: 'command_given_up',
} as const

/** The time that a person's word is as of, at most that of its receipt; null if it is no such word. */
export const spokenFor = (event: DomainEvent): Instant | null => {
  const { asOf, by } = dataIn(event)
  const isBy = Array.isArray(by) && (by.length === 1 || by.length === 2)
  if (event.type !== INFORMATIONAL.review || !isBy || typeof asOf !== 'string') return null
  return earlier(toInstant(asOf as TimeText), receivedAt(event))
}

/** When a look-up was asked for; null without it, and after the response: such a clock proves nothing. */
export const askedAtIn = (event: DomainEvent): Instant | null => {
  const { askedAt } = dataIn(event)
  const asked = typeof askedAt === 'string' ? toInstant(askedAt as TimeText) : null
  return asked !== null && asked <= recordedAt(event) ? asked : null
}

/**
 * An event as a stream with these events takes it. If the clock of its receipt is behind them, it gets their
 * last time: otherwise look-ups and words that cannot know of it would settle it.
 */
export const recordedAfter = (event: DomainEvent, events: readonly DomainEvent[]): DomainEvent => {
  const received = receivedAt(event)
  const last = events.reduce((last, each) => {
    const spoken = spokenFor(each)
    const known = later(last, receivedAt(each))
    return spoken === null ? known : later(known, shift(spoken, 1))
  }, received)
  if (last === received) return event
  // an instant is a time in its canonical form
  const after = last as string as TimeText
  return { ...event, metadata: { ...event.metadata, after } }
}
