/** The finding about snapshots that every machine can have, and its descriptor. */
import type { FindingBase, FindingDescriptor } from '../../src/fold/finding.ts'

/** What a snapshot shows, and what is known from other messages. */
export interface SnapshotContradicts extends FindingBase {
  readonly code: 'SnapshotContradicts'
  readonly shown: string
  readonly known: string
}

/** The descriptor of a snapshot that contradicts other messages. */
export const snapshotContradicts: FindingDescriptor<SnapshotContradicts> = {
  explain: ({ shown, known }) => `A snapshot shows ${shown}, which contradicts ${known}.`,
  severity: 'warning',
  source: 'decisions#4',
  remedy: 'Ask the provider for the actions of the payment.',
  lookUp: 'actions',
  formerly: ({ shown, known }) => `A snapshot shows ${shown}, but ${known} is known.`,
}
