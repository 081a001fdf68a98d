/** The descriptor of every code that an audit can report. */
import type { Descriptor } from '../fold/descriptor.ts'
import { descriptorsOf } from '../fold/descriptors.ts'
import type { AnyMachine } from '../fold/machine.ts'
import type { ParkedReason } from '../fold/parked.ts'
import { LOG_FINDINGS, type LogFindingCode } from './log-finding.ts'
import { MESSAGE_FINDINGS, type MessageFindingCode } from './message-finding.ts'

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
