/** Random histories of 3-D Secure sessions that are consistent with the interface's tables. */
import fc from 'fast-check'
import { type Instant, shift } from '../../words/time/instant.ts'
import type { Fact, SessionHistory } from './history.ts'
import { defaultSetting, type Setting } from './setting.ts'

/** How far a session gets before it is decided, if it is ever decided. */
const SESSION_COURSES = [
  'pending',
  'processing',
  'challenged',
  'frictionless',
  'afterChallenge',
] as const
type SessionCourse = (typeof SESSION_COURSES)[number]

const DECIDED = [
  'session_approved',
  'session_attempted',
  'session_unavailable',
  'session_declined',
  'session_rejected',
] as const

/**
 * The possible outcomes: the issuer's decision, expiry, an abandoned challenge, or '' for none yet.
 */
const outcomeAfter = (course: SessionCourse): readonly string[] => {
  if (course === 'pending') return ['', 'session_expired']
  if (course === 'afterChallenge') return [...DECIDED, 'challenge_abandoned']
  return course === 'frictionless' ? DECIDED : ['']
}

/** Minutes between two steps: more than the clock tolerance. */
const gap = fc.constantFrom(2, 5, 14)

const isDecided = (course: SessionCourse): boolean => outcomeAfter(course)[0] !== ''

/** Generates histories of sessions, hosted and not hosted, in a browser and in an app. */
export const sessionHistories = (choices: Partial<Setting> = {}): fc.Arbitrary<SessionHistory> =>
  fc
    .record({
      mode: fc.constantFrom('hosted', 'non_hosted'),
      channel: fc.constantFrom('browser', 'app'),
      course: fc.constantFrom(...SESSION_COURSES),
      end: fc.nat(),
      isCompleted: fc.boolean(),
      gaps: fc.tuple(gap, gap, gap, gap),
    })
    .map(({ mode, channel, course, end, isCompleted, gaps }) => {
      const setting = { ...defaultSetting, ...choices }
      const outcomes = outcomeAfter(course)
      const outcome = outcomes[end % outcomes.length] ?? ''
      const isOurs = mode === 'non_hosted'
      const types = [
        'session_created',
        ...(isOurs && course !== 'pending' ? ['channel_data_submitted'] : []),
        ...(course === 'challenged' || course === 'afterChallenge' ? ['session_challenged'] : []),
        ...(outcome === '' ? [] : [outcome]),
        ...(isDecided(course) && isCompleted ? ['session_completed'] : []),
      ]
      return {
        kind: 'session',
        setting,
        mode,
        channel,
        facts: inTurn(setting.startsAt, types, gaps),
      }
    })

const inTurn = (
  start: Instant,
  types: readonly string[],
  gaps: readonly number[],
): readonly Fact[] =>
  types.map((type, index) => {
    const minutes = gaps.slice(0, index).reduce((sum, each) => sum + each, 0)
    return { type, at: shift(start, minutes * 60), entityId: '' }
  })
