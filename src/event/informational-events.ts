/** The informational events that the engine itself interprets. No chart has a transition for them. */
import { earlier, type Instant, type TimeText, toInstant } from '../words/time/instant.ts'
import { type DomainEvent, dataIn, receivedAt } from './envelope.ts'

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

/**
 * The time that a person's word is as of, at most that of its receipt: nobody has seen more by then. Null
 * if the event is no word of one person, or two.
 */
export const spokenFor = (event: DomainEvent): Instant | null => {
  const { asOf, by } = dataIn(event)
  const isBy = Array.isArray(by) && (by.length === 1 || by.length === 2)
  if (event.type !== INFORMATIONAL.review || !isBy || typeof asOf !== 'string') return null
  return earlier(toInstant(asOf as TimeText), receivedAt(event))
}

/**
 * When the look-up that an event shows was asked for; null if it does not say. Nobody asks after the
 * response: a clock that says so proves nothing.
 */
export const askedAtIn = (event: DomainEvent): Instant | null => {
  const { askedAt } = dataIn(event)
  const asked = typeof askedAt === 'string' ? toInstant(askedAt as TimeText) : null
  return asked !== null && asked <= receivedAt(event) ? asked : null
}
