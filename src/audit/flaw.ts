/** What can be wrong with a log as a log: one union, and the sentence for each. */

import type { Instant } from '../words/instant.ts'
import { spoken } from '../words/instant.ts'
import type { Stream } from '../words/stream.ts'
import { explainUnreadable, type Unreadable } from '../words/unreadable.ts'

/** Where in a log something stands: the line, counted from 1, and the entry where it is one. */
export interface Place {
  readonly line: number
  readonly stream: Stream | null
  readonly revision: number | null
}

/** What is wrong with a line, or with how it follows those before it. */
export type Flaw = Place &
  (
    | { readonly code: 'Unreadable'; readonly problem: Unreadable }
    | { readonly code: 'NotCanonical' }
    | { readonly code: 'Altered'; readonly stated: string; readonly actual: string }
    | { readonly code: 'Missing'; readonly from: number; readonly to: number }
    | { readonly code: 'Moved' }
    | { readonly code: 'NotFollowing' }
    | { readonly code: 'NotGrouped' }
    | {
        readonly code: 'Misplaced'
        readonly entry: { readonly stream: Stream; readonly revision: number }
      }
    | { readonly code: 'Repeated' }
    | { readonly code: 'Conflicting' }
    | { readonly code: 'ClockStepsBack'; readonly recordedAt: Instant; readonly before: Instant }
    | { readonly code: 'HeadDiffers'; readonly stated: string; readonly actual: string | null }
  )

/** The name of a flaw. */
export type FlawCode = Flaw['code']

const span = (from: number, to: number): string =>
  from === to ? `the entry of revision ${from} is` : `the entries of revisions ${from} to ${to} are`

/** The sentence for a person. */
export const explainFlaw = (flaw: Flaw): string => {
  switch (flaw.code) {
    case 'Unreadable':
      return `The line cannot be read: ${explainUnreadable(flaw.problem)}`
    case 'NotCanonical':
      return 'The line is not in the canonical form, or holds more than an entry.'
    case 'Altered':
      return 'The line does not say what its hash was made of.'
    case 'Missing':
      return `Before it ${span(flaw.from, flaw.to)} missing.`
    case 'Moved':
      return 'It stands before entries that belong before it.'
    case 'NotFollowing':
      return 'It follows on another entry than the one before it: that one was changed, or replaced.'
    case 'NotGrouped':
      return 'Its stream was over: another one came between, in a log that was said to be grouped.'
    case 'Misplaced':
      return `The line kept here is that of revision ${flaw.entry.revision} of ${flaw.entry.stream}.`
    case 'Repeated':
      return 'The same entry stands in the log already.'
    case 'Conflicting':
      return 'Another entry of this revision stands in the log already.'
    case 'ClockStepsBack':
      return `It was recorded at ${spoken(flaw.recordedAt)}, the entry before it at ${spoken(flaw.before)}.`
    case 'HeadDiffers':
      return flaw.actual === null
        ? 'The log is shorter than it was when its head was published.'
        : 'The log is not the one whose head was published: its tail was cut, or its history rewritten.'
  }
}
