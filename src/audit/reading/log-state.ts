/** The state of reading a log: a thread per stream, the findings, and hints from invalid lines. */
import type { Stream } from '../../words/stream.ts'
import type { LogFinding, LogLocation } from './log-finding.ts'
import { type Thread, unread } from './thread.ts'

/** What has been read of a log so far. */
export interface LogState {
  readonly threads: Map<Stream, Thread>
  /**
   * The findings by location: a later line may replace a finding with a finding of another code.
   */
  readonly findings: Map<LogLocation, LogFinding>
  /**
   * The hashes of lines without a valid entry, each with its stream if the store names the stream.
   */
  readonly lost: Set<string>
  /** The stream and revision that each line without a valid entry claims. */
  readonly hinted: Set<string>
  /** How many lines were read. */
  line: number
}

/** Creates the state before the first line. */
export const noLines = (): LogState => ({
  threads: new Map(),
  findings: new Map(),
  lost: new Set(),
  hinted: new Set(),
  line: 0,
})

/** Returns the thread of a stream, and creates it if nothing of the stream has been read. */
export const threadOf = ({ threads }: LogState, stream: Stream): Thread => {
  const thread = threads.get(stream) ?? unread(stream)
  threads.set(stream, thread)
  return thread
}

/** Adds a finding and returns its location. */
export const note = ({ findings }: LogState, finding: LogFinding): LogLocation => {
  const location = { line: finding.line, stream: finding.stream, revision: finding.revision }
  findings.set(location, finding)
  return location
}
