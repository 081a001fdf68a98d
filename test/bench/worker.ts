/** Audits whole streams of a log, as its part of the work. */
import { parentPort } from 'node:worker_threads'
import {
  auditStream,
  type ReceivedConsequence,
  type StoredLine,
  type Stream,
  type StreamAudit,
} from './payfold.ts'
import { root } from './work.ts'

/** A stream with its lines, and the consequences of payments for it. */
export type Task = readonly [Stream, readonly StoredLine[], readonly ReceivedConsequence[]]

const by = auditStream(root)

parentPort?.on('message', (tasks: readonly Task[]) =>
  parentPort?.postMessage(tasks.map((task): StreamAudit => by(...task))),
)
