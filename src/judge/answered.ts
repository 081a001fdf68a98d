/** Answered questions: a look-up settles its question even if it shows nothing new. */
import { madeId } from '../event/content.ts'
import type { DomainEvent } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational.ts'
import { snapshotIdIn } from '../fold/infer.ts'
import { dataIn } from '../fold/life.ts'
import type { LookUp } from '../fold/look-up.ts'
import type { State } from '../fold/state.ts'
import { type Instant, type TimeText, toInstant } from '../words/instant.ts'
import type { QuestionId } from '../words/plain-text.ts'

/**
 * Makes the id of a question from its code and its events. If the events differ, it is a new
 * question.
 */
export const questionId = (code: string, events: readonly string[]): QuestionId =>
  madeId('question', code, { events: [...new Set(events)].sort() }) as QuestionId

/** Makes a question's id in its older form, from a key and a sentence. Logs still have such ids. */
export const formerId = (reason: string, key: string, because: string): QuestionId =>
  madeId('question', reason, { key, because }) as QuestionId

/** What decides whether a question was answered. */
interface Asked {
  readonly id: QuestionId
  /** The id that an older release gave it; null if it had none. */
  readonly former: QuestionId | null
  readonly key: string
  /** The keys of all questions for the same reason. */
  readonly alike: ReadonlySet<string>
  readonly events: readonly string[]
  readonly lookUp: LookUp | null
}

/** A look-up, with the time when it was asked for. */
interface Shown extends Pick<Asked, 'key' | 'lookUp'> {
  readonly id: string
  readonly askedAt: Instant
  readonly recordedAt: Instant
}

/** What an event shows as a look-up; nothing if it is none, or does not say when it was asked for. */
const shownBy = (key: string, event: DomainEvent): readonly Shown[] => {
  const { askedAt, reference } = dataIn(event)
  if (typeof askedAt !== 'string') return []
  const [asked, recordedAt] = [toInstant(askedAt as TimeText), toInstant(event.metadata.recordedAt)]
  // nobody asks after the answer: such a clock proves nothing
  if (asked > recordedAt) return []
  const about = { key, id: event.metadata.eventId, askedAt: asked, recordedAt }
  if (event.type === INFORMATIONAL.snapshot) return [{ ...about, lookUp: 'entity' }]
  // a list by a reference shows its own payments only
  const isWhole = event.type === INFORMATIONAL.actions && reference === undefined
  return isWhole ? [{ ...about, lookUp: 'actions' }] : []
}

/**
 * Whether the provider has answered a question: its look-up was asked after all its events had been
 * recorded. Older logs may contain the answer as an event that names the question.
 */
export const answersIn = ({ occurrences }: State): ((asked: Asked) => boolean) => {
  const stored = new Set<unknown>()
  const recorded = new Map<string, Instant>()
  const shown: Shown[] = []
  for (const { key, events } of occurrences) {
    for (const event of events) {
      const { eventId, recordedAt } = event.metadata
      if (event.type === INFORMATIONAL.answer) stored.add(dataIn(event)['question'])
      const [known, at] = [recorded.get(eventId), toInstant(recordedAt)]
      if (known === undefined || known < at) recorded.set(eventId, at)
      for (const each of shownBy(key, event)) shown.push(each)
    }
  }
  return ({ id, former, key, alike, events, lookUp }) => {
    /** A look-up answers the question about itself only if it repeats what an earlier one raised. */
    const isOther = (each: Shown): boolean =>
      each.key !== key ||
      shown.some(
        (first) => first.key !== key && alike.has(first.key) && first.recordedAt <= each.askedAt,
      )
    const isLater = ({ id: own, askedAt }: Shown): boolean =>
      events.every(
        (event) =>
          (snapshotIdIn(event) ?? event) === own || (recorded.get(event) ?? askedAt) <= askedAt,
      )
    const isShown = (each: Shown): boolean =>
      each.lookUp === lookUp && isOther(each) && isLater(each)
    return stored.has(id) || stored.has(former) || shown.some(isShown)
  }
}
