/** Plans what a person says of a stream: amounts as of a time, or that a command is over. */
import * as E from '#fp-ts/Either'
import { madeId } from '../event/content-hash.ts'
import type { DomainEvent } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational-events.ts'
import { entityIdOf, hasPrefix, Stream } from '../words/stream.ts'
import type { Instant } from '../words/time/instant.ts'
import type { AnyPayfold, KnownStreams } from './loaded-stream.ts'
import { type LoadFirst, type NoLog, notLoaded, outcome, type Plan, planned } from './plan.ts'
import { settle } from './settle.ts'

/** What a person says of a stream: `word` is the type of the event. */
export interface WordStep {
  readonly word: string
  readonly stream: string
  readonly data: object
}

const WORDS: readonly string[] = [INFORMATIONAL.review, INFORMATIONAL.givenUp]

/** The event of a person's word, about the subject of its stream. */
const eventOf = (
  pf: AnyPayfold,
  stream: Stream,
  { word, data }: WordStep,
  now: Instant,
): E.Either<string, DomainEvent> => {
  if (!WORDS.includes(word)) return E.left(`A person says ${WORDS.join(' or ')}.`)
  const { subject } = pf.machines.find(({ subject: { prefix } }) => hasPrefix(stream, prefix)) ?? {}
  const { field = '' } = subject ?? {}
  const content: Readonly<Record<string, unknown>> = { [field]: entityIdOf(stream), ...data }
  if (content[field] !== entityIdOf(stream)) return E.left(`data.${field} names another stream.`)
  const eventId = madeId(word, stream, { content, now })
  const times = { occurredAt: now, recordedAt: now }
  const metadata = { eventId, ...times, source: 'request', schema: 1 }
  return E.mapLeft(pf.explain)(pf.decode({ type: word, data: content, metadata }))
}

/** Plans a person's word on what is known of its stream. */
export const recordWord = (
  pf: AnyPayfold,
  step: WordStep,
  known: KnownStreams,
  now: Instant,
): LoadFirst | NoLog | Plan => {
  const { stream } = step
  if (!Stream.is(stream)) {
    return planned({ outcome: outcome('invalid', [`stream should be ${Stream.name}.`]) })
  }
  const load = notLoaded([stream], known)
  if (load !== null) return load
  if ((known.get(stream)?.tip.revision ?? -1) < 0) {
    return planned({ outcome: outcome('notFound', [`Nothing is known of ${stream}.`]) })
  }
  const event = eventOf(pf, stream, step, now)
  if (E.isLeft(event)) return planned({ outcome: outcome('invalid', [event.left]) })
  const settled = settle(pf, known, [{ stream, event: event.right }], { now })
  return settled.next === 'plan' ? { ...settled, outcome: outcome('done') } : settled
}
