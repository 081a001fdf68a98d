/** Appends events to their streams, with everything that follows for other streams. */
import * as E from '#fp-ts/Either'
import type { Consequence } from '../contract/machine-record.ts'
import type { DomainEvent } from '../event/envelope.ts'
import { datedBy } from '../fold/consequences.ts'
import { ownLoop } from '../judge/own-loop.ts'
import type { Entry } from '../log/entry.ts'
import { growing } from '../log/tip.ts'
import { streamFor } from '../merge/stream-subject.ts'
import type { StreamEvent } from '../provider/read/stream-event.ts'
import { addTo } from '../words/data/lists.ts'
import type { Stream } from '../words/stream.ts'
import { earlier, shift } from '../words/time/instant.ts'
import { grown, impliedOn, type LoadedStream } from './loaded-stream.ts'
import { dueAt, LEAST_WAIT_SECONDS, openAt, SHOWN } from './look-ups.ts'
import { type LoadFirst, noLog, notLoaded, type Planned, type Planning, planned } from './plan.ts'
import type { Save } from './ports.ts'

/** What is stored of a stream beside its log. */
export const streamRow = (
  { pf, now }: Planning,
  [before, after]: readonly [LoadedStream, LoadedStream],
  fresh: readonly Entry[],
): Save['streams'][number] => {
  const open = openAt(pf, after, now)
  const due = dueAt(pf, after, open, now)
  const soon = shift(now, LEAST_WAIT_SECONDS)
  // however old a message is, nobody has looked since it was taken
  const isNew = open.askable.length > 0 && fresh.some(({ event }) => !SHOWN.includes(event.type))
  return {
    stream: after.tip.stream,
    revision: after.tip.revision,
    status: after.state.status,
    was: before.state.status,
    state: after.state,
    news: fresh.map(({ event }) => event),
    due: isNew ? earlier(due ?? soon, soon) : due,
    left: open.left,
  }
}

/** What a stream implies on others and they lack; or which of them to load first. */
const lacking = (
  { pf, known }: Pick<Planning, 'pf' | 'known'>,
  { state }: LoadedStream,
): LoadFirst | readonly Consequence[] => {
  const all = impliedOn(pf, state)
  const streams = all.map(({ stream }) => stream)
  const isLacking = ({ stream, event }: Consequence): boolean => {
    const tip = known.get(stream)?.tip
    return tip === undefined || !growing(tip).has(event)
  }
  return notLoaded({ known }, streams) ?? all.filter(isLacking).map(datedBy(pf, state))
}

/**
 * Plans the append of events, then of those that they imply on other streams, and so on. `command` is
 * the key of the command that caused the first one.
 */
export const planAppend = (
  at: Planning,
  events: readonly StreamEvent[],
  command: string | null = null,
): Planned => {
  const { pf } = at
  const ownStream = streamFor(pf.machines)
  const byStream = new Map<Stream, DomainEvent[]>()
  for (const { stream, event } of events) addTo(byStream, ownStream(stream, event), event)
  const own = [...byStream.keys()]
  if (notLoaded(at, own) !== null) {
    // one load brings what these events imply, too
    const implied = [...byStream].flatMap(([stream, all]) => impliedOn(pf, pf.fold(stream, all)))
    const others = implied.map(({ stream }) => stream)
    return notLoaded(at, [...own, ...others]) as LoadFirst
  }
  const entries: Entry[] = []
  const known = new Map(at.known)
  const ofStream = (stream: string, all: readonly Entry[]): readonly Entry[] =>
    all.filter((entry) => entry.stream === stream)
  let more = events
  while (more.length > 0) {
    const tips = new Map([...known.values()].map(({ tip }) => [tip.stream, tip] as const))
    const added = ownLoop(pf).appendAll(tips, more)
    if (E.isLeft(added)) return noLog(pf.explain(added.left))
    entries.push(...added.right.entries)
    const next: Consequence[] = []
    for (const [stream, tip] of added.right.tips) {
      const before = known.get(stream)
      const fresh = ofStream(stream, added.right.entries)
      if (before === undefined) continue
      // what is known already may imply events of a machine that was added since
      const end = fresh.length === 0 ? before : grown(pf, before, fresh, tip)
      known.set(stream, end)
      const implied = lacking({ pf, known }, end)
      if ('next' in implied) return implied
      next.push(...implied)
    }
    more = next
  }
  const caused = command === null ? undefined : events[0]?.event.metadata.eventId
  const rows = entries.map((entry) => ({
    stream: entry.stream,
    revision: entry.revision,
    line: pf.toLine(entry),
    command: entry.event.metadata.eventId === caused ? command : null,
  }))
  const streams = [...known].flatMap(([stream, after]) => {
    const before = at.known.get(stream)
    return before === undefined || before === after
      ? []
      : [streamRow(at, [before, after], ofStream(stream, entries))]
  })
  return planned({ save: { rows, message: null, streams }, known })
}
