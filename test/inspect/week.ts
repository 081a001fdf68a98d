/** The streams of the sample week, with the entries of their logs. */

import { readFileSync } from 'node:fs'
import { rights } from 'fp-ts/lib/Array.js'
import { isLeft } from 'fp-ts/lib/Either.js'
import { ownLoop } from '../../src/judge/own-loop.ts'
import type { Entry } from '../../src/log/entry.ts'
import { readMessage, readStored } from '../../src/provider/index.ts'
import type { Stream } from '../../src/words/stream.ts'
import { root } from '../root.ts'

const lines = (path: string): readonly string[] => readFileSync(path, 'utf8').trim().split('\n')

const stored = lines('docs/examples/week/week.ndjson').map((line) => readStored(JSON.parse(line)))
const read = rights(rights(stored).map((message) => readMessage(message))).flat()
const appended = ownLoop(root).appendAll(new Map(), read)
if (isLeft(appended)) throw new Error('the week has no log')

const all = appended.right.entries

/** Every stream with its entries, in the order in which they were recorded. */
export const week: readonly (readonly [Stream, readonly Entry[]])[] = [
  ...new Set(all.map(({ stream }) => stream)),
].map((stream) => [stream, all.filter((entry) => entry.stream === stream)])

/** The entries of the log in the readme. */
export const readme: readonly Entry[] = rights(
  lines('docs/examples/readme/log.ndjson').map((line) => root.fromLine(line)),
)

/** The entries of the stream whose name has a text in it. */
export const named = (text: string): readonly [Stream, readonly Entry[]] => {
  const found = week.find(([stream]) => stream.includes(text))
  if (found === undefined) throw new Error(`no stream is named ${text}`)
  return found
}
