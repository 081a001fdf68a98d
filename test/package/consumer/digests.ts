/**
 * What the package makes of a week of messages, as one digest for each kind of thing: equal wherever it
 * runs.
 */

import { type DomainEvent, type Entry, instant, isRight, payfold, type Stream } from 'payfold'
import { audit, reportFiles, reportJson } from 'payfold/audit'
import {
  diagram,
  picture,
  playback,
  reportPage,
  story,
  storyLines,
  storyPicture,
  streamPage,
} from 'payfold/inspect'
import { ownLoop } from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { messageDigest, readMessage, readStored } from 'payfold/provider'
import { WEEK } from './week.js'

const root = payfold([session, sepaPayment, sepaMandate, ticketPayment])
const now = instant('2026-03-12T08:00:00Z')

interface Recorded {
  readonly stream: Stream
  readonly event: DomainEvent
}

const readLine = (line: string): readonly Recorded[] => {
  const message = readStored(JSON.parse(line))
  const reading = isRight(message) ? readMessage(message.right) : message
  return isRight(reading) ? reading.right : []
}

/** The entries of one stream. */
interface Kept {
  readonly stream: Stream
  readonly entries: readonly Entry[]
}

const byStream = (entries: readonly Entry[]): readonly Kept[] =>
  [...new Set(entries.map(({ stream }) => stream))].map((stream) => ({
    stream,
    entries: entries.filter((each) => each.stream === stream),
  }))

/** Everything that a backend asks of a state. */
const judged = ({ stream, entries }: Kept): readonly unknown[] => {
  const state = root.fold(stream, entries)
  if (now === null) return []
  const [allowed, windows] = [root.allowed(state, now), root.windows(state, now)]
  return [
    allowed,
    windows,
    root.questions(state, now),
    root.sums(state),
    ownLoop(root).consequences(state),
  ]
}

const plays = [
  playback(session),
  playback(sepaPayment),
  playback(sepaMandate),
  playback(ticketPayment),
]

/** The values to compare, by what made them. */
const made = (): Readonly<Record<string, readonly unknown[]>> => {
  const read = WEEK.split('\n')
    .filter((line) => line !== '')
    .map(readLine)
  const appended = ownLoop(root).appendAll(new Map(), read.flat())
  const entries = isRight(appended) ? appended.right.entries : []
  const lines = entries.map(root.toLine)
  const report = audit(root)(lines.map((line) => `${line}\n`))
  const files = reportFiles(root)(report)
  const page = reportPage(root)(files.report)
  const kept = byStream(entries)
  const stories = kept.map(({ stream, entries }) => story(root)(stream, entries, now))
  return {
    reading: read,
    log: lines,
    fold: kept.map(({ stream, entries }) => root.fold(stream, entries)),
    judging: kept.map(judged),
    audit: [reportJson(report), ...Object.values(files.texts)],
    picture: [
      ...[diagram(session), diagram(sepaPayment), diagram(sepaMandate), diagram(ticketPayment)],
      ...[picture(session), picture(sepaPayment), picture(sepaMandate), picture(ticketPayment)],
      ...stories.map(storyPicture),
    ],
    page: [
      ...stories.map(storyLines),
      ...kept.map(({ stream, entries }) => streamPage(root)(stream, entries)),
      isRight(page) ? page.right : page.left,
    ],
    playback: kept.flatMap(({ entries }) => plays.map((play) => [...play(entries)])),
  }
}

/** A line for each kind: its name, how many values there are, their digest. */
export const digests = (): readonly string[] =>
  Object.entries(made()).map(([name, values]) => {
    const digest = messageDigest(new TextEncoder().encode(JSON.stringify(values)))
    return `${name}: ${values.length}, ${isRight(digest) ? digest.right : 'no digest'}`
  })
