/** Guesses which entry an invalid line used to be. */
import { LIMITS } from '../../words/data/limits.ts'
import { hash } from '../../words/hash/hash.ts'
import { Stream } from '../../words/stream.ts'

/** What an invalid line shows: which entry it was, and the hashes that the next entry may name. */
interface Hint {
  readonly stream: Stream | null
  readonly revision: number | null
  readonly hashes: readonly string[]
}

/** The greatest length of a line's end, in characters: previous hash, revision, stream, hash. */
const END = 400

const HASH_FIELD = ',"hash":"'

const NO_HINT: Hint = { stream: null, revision: null, hashes: [] }

/**
 * Reads what it can from an invalid line, so that one damaged line does not cause two findings. A
 * line that is too long shows nothing, because nobody need have kept its end.
 */
export const hintOf = (
  text: string,
  isStream: (input: unknown) => input is Stream = Stream.is,
): Hint => {
  if (typeof text !== 'string' || text.length > LIMITS.line) return NO_HINT
  const end = text.slice(-END)
  const stream = /"stream":"([^"]*)"/.exec(end)?.[1]
  const revision = /"revision":(\d{1,15})[,}]/.exec(end)?.[1]
  const stated = /"hash":"([0-9a-f]{64})"\}$/.exec(end)?.[1]
  const covered = text.lastIndexOf(HASH_FIELD)
  return {
    stream: isStream(stream) ? stream : null,
    revision: revision === undefined ? null : Number(revision),
    hashes: [
      ...(stated === undefined ? [] : [stated]),
      ...(covered < 0 ? [] : [hash(text.slice(0, covered))]),
    ],
  }
}
