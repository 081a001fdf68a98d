/** What is open in a stream, what would settle it, and what persons have decided in it. */

import { eventsOf, type State } from '../../contract/state.ts'
import { dataIn } from '../../event/envelope.ts'
import { INFORMATIONAL } from '../../event/informational-events.ts'
import type { Question } from '../../judge/questions.ts'
import type { WindowAt } from '../../judge/windows.ts'
import { greatest } from '../../words/data/lists.ts'
import { formatted } from '../../words/time/instant.ts'
import type { AuditedStream } from './audited-stream.ts'

/**
 * An open question, and the look-up that would settle it, or a person. `amount` is the most money that
 * hangs on it, in minor units of the stream's currency; null if no message names an amount.
 */
export interface OpenPoint {
  readonly reason: string
  readonly because: string
  readonly settledBy: string
  readonly amount: number | null
}

/** What a person has decided: how a doubt ends, or that a command is over. `at` is its receipt. */
export interface PersonsWord {
  readonly what: 'reviewed' | 'given up'
  readonly by: readonly string[]
  readonly because: string
  readonly at: string
}

/** The greatest amount that some events name, else that of the whole stream. */
export const amountIn = (
  { entriesOf }: Pick<AuditedStream, 'entriesOf'>,
  events: readonly string[],
  whole: number | null,
): number | null => {
  const named = entriesOf(events).flatMap(({ amount }) => amount ?? [])
  return greatest(named) ?? whole
}

/** A question as an open point. */
export const pointOf = (
  { reason, because, request }: Question,
  amount: number | null,
): OpenPoint => ({ reason, because, settledBy: request?.endpoint ?? 'a person', amount })

/** A window that closed before what was expected happened. */
export const overduePoint = (
  { closesAt, allows }: Pick<WindowAt, 'closesAt' | 'allows'>,
  amount: number | null,
): OpenPoint => ({
  reason: 'Overdue',
  because: `This was expected by ${formatted(closesAt)}: ${allows}`,
  settledBy: 'a look-up',
  amount,
})

const WORDS: Readonly<Record<string, PersonsWord['what']>> = {
  [INFORMATIONAL.review]: 'reviewed',
  [INFORMATIONAL.givenUp]: 'given up',
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** What persons have decided, in the order of the fold. */
export const wordsIn = (state: Pick<State, 'occurrences'>): readonly PersonsWord[] =>
  eventsOf(state).flatMap((event): readonly PersonsWord[] => {
    const what = WORDS[event.type]
    const { by, because } = dataIn(event)
    if (what === undefined || !Array.isArray(by)) return []
    const reason = isText(because) ? because : ''
    return [{ what, by: by.filter(isText), because: reason, at: event.metadata.recordedAt }]
  })
