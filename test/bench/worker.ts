/** Audits whole streams of a log: its part of the work. */
import { parentPort } from 'node:worker_threads'
import {
  auditStream,
  type Heard,
  type StoredLine,
  type Stream,
  type StreamAudit,
} from './payfold.ts'
import { machines } from './work.ts'

/** A stream with its lines, and what payments meant for it. */
export type Task = readonly [Stream, readonly StoredLine[], readonly Heard[]]

const by = auditStream(machines)

parentPort?.on('message', (tasks: readonly Task[]) =>
  parentPort?.postMessage(tasks.map((task): StreamAudit => by(...task))),
)
