/** Reads the lines of a log as an audit does: each stream by itself. */

import {
  type LogLine,
  linePlaces,
  lostBeforeIn,
  noteLostHashes,
  type StoredKey,
} from '../../../src/audit/reading/log-lines.ts'
import { streamReader } from '../../../src/audit/reading/stream-reading.ts'
import { asStored } from '../../../src/event/upcast.ts'
import { addTo } from '../../../src/words/data/lists.ts'
import { Stream } from '../../../src/words/stream.ts'
import { lineReader, root } from '../../root.ts'

/** A line, perhaps with the key under which a store has it. */
type Given = string | readonly [StoredKey['stream'], StoredKey['revision'], string]

const readLine = lineReader(asStored)
const { streamOf, lostIn } = linePlaces(root)

/** The findings about the lines of a log, in their order, and whether its streams are valid. */
export const readLog = (...all: readonly Given[]) => {
  const lost = new Map<string, number>()
  const grouped = new Map<Stream, LogLine[]>()
  for (const [index, given] of all.entries()) {
    const line = index + 1
    if (typeof given === 'string') {
      noteLostHashes(lost, lostIn({ text: given }), line)
      addTo(grouped, streamOf({ text: given }), { line, text: given })
    } else {
      const [stream, revision, text] = given
      addTo(grouped, stream, { line, text, storedAs: { stream, revision } })
    }
  }
  const read = streamReader({
    readLine,
    isStream: Stream.is,
    toleranceSeconds: 60,
    lostBefore: lostBeforeIn(() => lost),
  })
  const streams = new Map<Stream, ReturnType<typeof read>>()
  for (const [stream, lines] of grouped) streams.set(stream, read(stream, lines))
  return {
    findings: () =>
      [...streams.values()].flatMap(({ findings }) => findings).sort((a, b) => a.line - b.line),
    isValid: (stream: Stream): boolean => streams.get(stream)?.isValid ?? true,
    streams,
  }
}
