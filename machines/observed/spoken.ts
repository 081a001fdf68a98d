/** For which time a person has spoken about a stream. */
import { INFORMATIONAL } from '../../src/event/informational.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { type Instant, later, type TimeText, toInstant } from '../../src/words/instant.ts'

/** What a person's word states, with the time as of which it is true. */
interface Spoken {
  readonly asOf: Instant
  readonly data: Readonly<Record<string, unknown>>
}

/** The words of one or two persons each. */
const spokenIn = (occurrences: readonly Occurrence[]): readonly Spoken[] =>
  occurrences.flatMap(({ type, data }) => {
    const { asOf, by } = data
    const isWord = Array.isArray(by) && (by.length === 1 || by.length === 2)
    if (type !== INFORMATIONAL.review || typeof asOf !== 'string' || !isWord) return []
    return [{ asOf: toInstant(asOf as TimeText), data }]
  })

/** The word that counts: of those that state a field, the one as of the latest time. */
export const lastSpoken = (occurrences: readonly Occurrence[], field: string): Spoken | undefined =>
  spokenIn(occurrences)
    .filter(({ data }) => data[field] !== undefined)
    .reduce<Spoken | undefined>(
      (last, each) => (last === undefined || each.asOf >= last.asOf ? each : last),
      undefined,
    )

/** Whether all reports of an occurrence were received by a time. */
export const isReceivedBy = ({ events }: Occurrence, time: Instant): boolean =>
  events
    .map(({ metadata }) => toInstant(metadata.recordedAt))
    .reduce(later, '0000-01-01T00:00:00.0000000Z' as Instant) <= time
