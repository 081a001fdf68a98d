/** The descriptor of every code that an audit can report. */
import type { Descriptor } from '../../contract/descriptor.ts'
import { descriptorsOf } from '../../contract/descriptors.ts'
import type { AnyMachine } from '../../contract/machine-record.ts'
import type { ParkedReason } from '../../contract/parked-reasons.ts'
import { MESSAGE_FINDINGS, type MessageFindingCode } from '../messages/message-finding.ts'
import { LOG_FINDINGS, type LogFindingCode } from '../reading/log-finding.ts'

/**
 * The code of a finding in the log itself or in raw messages, of a parked event, or of a finding in a
 * stream's events.
 */
export type Code = LogFindingCode | MessageFindingCode | ParkedReason | (string & {})

/** Returns everything that an audit can find under these machines, by its code. */
export const codesOf = (machines: readonly AnyMachine[]): Readonly<Record<string, Descriptor>> => ({
  ...descriptorsOf(machines).all,
  ...LOG_FINDINGS,
  ...MESSAGE_FINDINGS,
})
