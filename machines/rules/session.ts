/** What a step on a 3-D Secure session must meet. */
import { momentOf } from '../../src/event/moment.ts'
import type { SessionCompleted } from '../../src/event/session.ts'
import type { Book, Rule } from '../../src/fold/machine.ts'
import type { Occurred } from '../../src/fold/occurrence.ts'
import { isAfter } from '../../src/words/instant.ts'
import { type Heard, recipes, type Session } from '../memory/session.ts'
import { missingPredecessor } from './missing-predecessor.ts'

/** In the hosted mode the service collects channel data. @spec interface, What the service does */
const notHosted: Rule<Session, Heard> = ({ mode }) => {
  if (mode === null) return [{ rule: 'notKnown', what: 'completion type' }]
  return mode === 'hosted' ? [{ rule: 'notHosted' }] : []
}

/** A session that the merchant runs has no outcome before channel data. @spec interface, States */
const channelDataFirst: Rule<Session, Heard> = ({ mode }) =>
  mode === 'non_hosted' ? [{ rule: 'channelDataFirst' }] : []

/** A challenge is abandoned after it was made; hosted ones are not always reported. @spec design, 5 */
const challengedFirst: Rule<Session, Heard> = (known, event) =>
  known.mode === 'non_hosted' ? missingPredecessor(known, event) : []

/** Only a session with an outcome is completed. @spec interface, States and transitions */
const outcomeKnown: Rule<Session, Occurred<SessionCompleted>> = (
  { outcome },
  event,
  { toleranceSeconds },
) => {
  const { at, timed } = momentOf(event)
  if (outcome === null) return [{ rule: 'outcomeKnown', at, outcomeAt: null }]
  return timed && outcome.timed && isAfter(outcome.at, at, toleranceSeconds)
    ? [{ rule: 'outcomeKnown', at, outcomeAt: outcome.at }]
    : []
}

/** The rules that the chart names. */
export const rules = {
  challengedFirst,
  channelDataFirst,
  missingPredecessor,
  notHosted,
  outcomeKnown,
}

/** All that the chart refers to; no target hangs on a condition. */
export const book: Book<Session> = { recipes, rules, conditions: {} }
