/** The finding that a snapshot contradicts other messages, which every machine can have. */
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
  remedy: 'Ask the provider for the actions of the payment.',
  lookUp: 'actions',
  formerly: ({ shown, known }) => `A snapshot shows ${shown}, but ${known} is known.`,
}
