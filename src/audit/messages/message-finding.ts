/** A finding of an audit of raw messages, where it is, and the descriptor of each. */
import type { Descriptor } from '../../contract/descriptor.ts'
import type { Severity } from '../../words/severity.ts'
import type { LogLocation } from '../reading/log-finding.ts'

const finding = (title: string, sentence: string, remedy: string) => ({
  ...({ severity: 'error', source: 'decisions#63', title } as const),
  explain: (): string => sentence,
  remedy: { reported: remedy },
})

/** The descriptor of every finding about raw messages. */
export const MESSAGE_FINDINGS = {
  MessageMissing: finding(
    'Message not stored',
    'The entry names a message that the store does not have.',
    'Restore the message from a copy. If there is none, somebody made the entry up: ask the provider.',
  ),
  MessageAltered: finding(
    'Message altered',
    'The store does not have the message that the entry names, but one that reports the same event in other bytes.',
    'Restore the message from a copy, and find out who changed the store.',
  ),
  ReadOtherwise: finding(
    'Message reads otherwise',
    'The message that the entry names, read today, reports something else.',
    'If a newer release reads it otherwise, append its events again. If not, somebody made the entry up: ask the provider.',
  ),
  NotInMessage: finding(
    'Entry not in its message',
    'The message that the entry names does not report this event.',
    'Ask the provider: somebody may have made the entry up. Find out who appended it.',
  ),
  NoMessage: finding(
    'Entry without a message',
    'The entry names no message, and no stored message reports it.',
    'Pass a consequence of another entry to `derived`. Read messages from their bytes, so that entries name them. Ask the provider: somebody may have made the entry up.',
  ),
  NotLogged: finding(
    'Message not in the log',
    'The stored message reports an event that the log does not have.',
    'Read the message and append its events: what the log has already adds nothing.',
  ),
  NoDigest: finding(
    'Message without a digest',
    'The stored message has no digest: it has no bytes, or the key is none.',
    'Store the bytes as they arrived, and pass the key that the readers use.',
  ),
} as const satisfies Readonly<Record<string, Descriptor>>

/** The code of a finding about a raw message, or about an entry that should name one. */
export type MessageFindingCode = keyof typeof MESSAGE_FINDINGS

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

/** Makes a finding. */
export const messageFinding = (
  code: MessageFindingCode,
  at: Pick<MessageFinding, 'line' | 'stream' | 'revision' | 'message' | 'number'>,
): MessageFinding => {
  const { severity, explain, source, remedy } = MESSAGE_FINDINGS[code]
  return { code, severity, ...at, because: explain(), source, remedy: remedy.reported }
}
