/** The codes of an audit of raw messages, each with its severity, its sentence and its remedy. */
import type { Severity } from '../words/severity.ts'

/** The code of a finding about a raw message, or about an entry that should name one. */
export type MessageFindingCode =
  | 'MessageMissing'
  | 'MessageAltered'
  | 'ReadOtherwise'
  | 'NotInMessage'
  | 'NoMessage'
  | 'NotLogged'
  | 'NoDigest'

/** What all findings of one code have in common. */
interface Descriptor {
  readonly severity: Severity
  readonly because: string
  readonly remedy: string
}

/** The descriptor of every finding about raw messages. */
export const MESSAGE_FINDINGS: Readonly<Record<MessageFindingCode, Descriptor>> = {
  MessageMissing: {
    severity: 'error',
    because: 'The entry names a message that the store does not have.',
    remedy:
      'Restore the message from a copy. If there is none, somebody made the entry up: ask the provider.',
  },
  MessageAltered: {
    severity: 'error',
    because:
      'The store does not have the message that the entry names, but one that reports the same event in other bytes.',
    remedy: 'Restore the message from a copy, and find out who changed the store.',
  },
  ReadOtherwise: {
    severity: 'error',
    because: 'The message that the entry names, read today, reports something else.',
    remedy:
      'If a newer release reads it otherwise, append its events again. If not, somebody made the entry up: ask the provider.',
  },
  NotInMessage: {
    severity: 'error',
    because: 'The message that the entry names does not report this event.',
    remedy: 'Ask the provider: somebody may have made the entry up. Find out who appended it.',
  },
  NoMessage: {
    severity: 'error',
    because: 'The entry names no message, and no stored message reports it.',
    remedy:
      'Read messages from their bytes, so that entries name them. Ask the provider: somebody may have made the entry up.',
  },
  NotLogged: {
    severity: 'error',
    because: 'The stored message reports an event that the log does not have.',
    remedy: 'Read the message and append its events: what the log has already adds nothing.',
  },
  NoDigest: {
    severity: 'error',
    because: 'The stored message has no digest: it has no bytes, or the key is none.',
    remedy: 'Store the bytes as they arrived, and pass the key that the readers use.',
  },
}
