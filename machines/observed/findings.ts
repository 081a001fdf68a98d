/** The finding that a snapshot contradicts other messages, for lifecycles without money. */
import type { FindingBase, FindingDescriptor } from '../../src/fold/finding.ts'

/** A snapshot shows something that contradicts what other messages have reported. */
export interface SnapshotContradicts extends FindingBase {
  readonly code: 'SnapshotContradicts'
  readonly shown: string
  readonly known: string
}

/** The descriptor of the finding that a snapshot contradicts other messages. */
export const snapshotContradicts: FindingDescriptor<SnapshotContradicts> = {
  explain: ({ shown, known }) => `A snapshot shows ${shown}, which contradicts ${known}.`,
  severity: 'warning',
  source: 'decisions#4',
  remedy: 'Get the session again: its status shows which is right.',
  lookUp: 'entity',
}
