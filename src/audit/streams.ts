/** The streams of a log: what their entries tell, folded; what payments mean for mandates is followed. */
import type { Event } from '../event/envelope.ts'
import type { State } from '../fold/state.ts'
import { kindOfStream, type Stream } from '../words/stream.ts'
import type { Standing } from './chain.ts'
import {
  type Folded,
  foldedOf,
  type Growing,
  hold,
  type Meant,
  meantBy,
  nothing,
  unitedWith,
} from './folded.ts'

/** What is kept of a stream, and the streams that it was told of by: a mandate hears of its payments. */
export interface Summary<A> {
  readonly stream: Stream
  readonly summary: A
  readonly heardFrom: readonly Stream[]
}

/** Streams as far as a log was read. */
export interface Streams<A> {
  /** Takes an entry; false where its stream is over. */
  add(standing: Standing): boolean
  /** All of them, by name. */
  summaries(): readonly Summary<A>[]
}

/** How streams are read: by what they are folded, what is kept of them, and whether each comes in one piece. */
export interface Keeping<A> {
  readonly fold: (stream: Stream, events: readonly Event[]) => State
  readonly summarise: (folded: Folded) => A
  readonly isGrouped: boolean
}

/**
 * Starts without any. Where each stream comes in one piece only its summary is kept once it is over; mandates
 * are kept to the end, for their payments may come after them.
 */
export const streams = <A>({ fold, summarise, isGrouped }: Keeping<A>): Streams<A> => {
  const held = new Map<Stream, Growing>()
  const over = new Map<Stream, { readonly summary: A; readonly meant: readonly Meant[] }>()
  let current: Stream | null = null

  const closed = (stream: Stream, growing: Growing) => {
    const folded = foldedOf(stream, growing, growing.events.length, fold)
    return { summary: summarise(folded), meant: meantBy(folded) }
  }

  /** The stream before is over when another begins. */
  const turnTo = (stream: Stream): void => {
    const before = current
    current = stream
    if (!isGrouped || before === null || before === stream) return
    const growing = held.get(before)
    if (growing === undefined || kindOfStream(before) === 'mandate') return
    over.set(before, closed(before, growing))
    held.delete(before)
  }

  /** Mandates that payments tell of, and no entry. */
  const unheardOf = (meant: ReadonlyMap<Stream, unknown>): readonly [Stream, Growing][] =>
    [...meant.keys()].flatMap((stream) => (held.has(stream) ? [] : [[stream, nothing()]]))

  return {
    add: (standing) => {
      const { stream } = standing.entry
      turnTo(stream)
      if (over.has(stream)) return false
      const known = held.get(stream) ?? nothing()
      held.set(stream, known)
      hold(known, standing)
      return true
    },
    summaries: () => {
      const all = new Map(over)
      const mandates: [Stream, Growing][] = []
      for (const [stream, growing] of held) {
        if (kindOfStream(stream) === 'mandate') mandates.push([stream, growing])
        else all.set(stream, closed(stream, growing))
      }
      const told = [...all.values()].flatMap((each) => each.meant)
      const meant = byStream(told, ({ stream }) => stream)
      const summaries = new Map([...all].map(([stream, { summary }]) => [stream, summary]))
      for (const [stream, growing] of [...mandates, ...unheardOf(meant)]) {
        const united = unitedWith(growing, meant.get(stream) ?? [])
        const own = growing.events.length
        summaries.set(stream, summarise(foldedOf(stream, united, own, fold)))
      }
      return [...summaries]
        .map(([stream, summary]) => {
          const heardFrom = meant.get(stream)?.map(({ from }) => from) ?? []
          return { stream, summary, heardFrom }
        })
        .sort((a, b) => (a.stream < b.stream ? -1 : 1))
    },
  }
}

/** All, by the stream that each is of. */
export const byStream = <A>(
  all: readonly A[],
  streamOf: (each: A) => Stream,
): ReadonlyMap<Stream, readonly A[]> => {
  const found = new Map<Stream, A[]>()
  for (const each of all) {
    const stream = streamOf(each)
    const known = found.get(stream)
    if (known === undefined) found.set(stream, [each])
    else known.push(each)
  }
  return found
}
