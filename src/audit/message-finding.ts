/** A finding of an audit of raw messages, and where it is. */
import type { Severity } from '../words/severity.ts'
import type { LogLocation } from './log-finding.ts'
import { MESSAGE_FINDINGS, type MessageFindingCode } from './message-codes.ts'

/**
 * A finding. `line`, `stream` and `revision` are those of the entry, null if there is none.
 * `message` is the digest that the entry names or, without an entry, that of the stored message.
 * `number` is the position of a stored message in the order given, counted from 1: that of its first
 * copy.
 */
export interface MessageFinding {
  readonly code: MessageFindingCode
  readonly severity: Severity
  readonly line: LogLocation['line'] | null
  readonly stream: LogLocation['stream']
  readonly revision: LogLocation['revision']
  readonly message: string | null
  readonly number: number | null
  readonly because: string
  readonly source: string
  readonly remedy: string
}

const SOURCE = 'decisions#63'

/** Where a finding is. */
type MessageLocation = Pick<MessageFinding, 'line' | 'stream' | 'revision' | 'message' | 'number'>

/** Makes a finding. */
export const messageFinding = (
  code: MessageFindingCode,
  { line, stream, revision, message, number }: MessageLocation,
): MessageFinding => {
  const { severity, because, remedy } = MESSAGE_FINDINGS[code]
  const at = { line, stream, revision, message, number }
  return { code, severity, ...at, because, source: SOURCE, remedy }
}
