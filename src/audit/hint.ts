/** What a line that does not stand would have been, as far as it still shows. */
import { hash } from '../words/hash.ts'
import { Stream } from '../words/stream.ts'

/** The entry it says it is, and the hashes that an entry after it may name. */
export interface Hint {
  readonly stream: Stream | null
  readonly revision: number | null
  readonly hashes: readonly string[]
}

/** The end of a line is as long as this at most: previous hash, revision, stream, hash. */
const END = 400

const SEPARATOR = ',"hash":"'

/** Reads off a line what it can: what is lost with it needs no second finding. */
export const hintOf = (text: string): Hint => {
  const end = text.slice(-END)
  const stream = /"stream":"([^"]*)"/.exec(end)?.[1]
  const revision = /"revision":(\d{1,15})[,}]/.exec(end)?.[1]
  const stated = /"hash":"([0-9a-f]{64})"\}$/.exec(end)?.[1]
  const covered = text.lastIndexOf(SEPARATOR)
  return {
    stream: Stream.is(stream) ? stream : null,
    revision: revision === undefined ? null : Number(revision),
    hashes: [
      ...(stated === undefined ? [] : [stated]),
      ...(covered < 0 ? [] : [hash(text.slice(0, covered))]),
    ],
  }
}
