/** Two workers: a log split by stream, mandates after their payments, merged at the end. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import {
  type AuditReport,
  audit,
  mergeAudits,
  type ReceivedConsequence,
  reportJson,
  type StoredLine,
  type Stream,
  type StreamAudit,
} from './payfold.ts'
import { digits, type Part } from './table.ts'
import { logOf, root } from './work.ts'
import type { Task } from './worker.ts'

const END = /"revision":(\d+),"stream":"([^"]+)","hash":"[0-9a-f]{64}"\}$/

/** The lines of each stream, as a store keeps them. */
const stored = (lines: readonly string[]): ReadonlyMap<Stream, readonly StoredLine[]> => {
  const streams = new Map<Stream, StoredLine[]>()
  for (const line of lines) {
    const [, revision, stream = ''] = END.exec(line) ?? []
    const row = { revision: Number(revision), line }
    const known = streams.get(stream as Stream)
    if (known === undefined) streams.set(stream as Stream, [row])
    else known.push(row)
  }
  return streams
}

const isMandate = (stream: Stream): boolean => stream.startsWith('mandate-')

/** Sends each worker its share, and returns their results. */
const shared = async (
  workers: readonly Worker[],
  tasks: readonly Task[],
): Promise<readonly StreamAudit[]> => {
  const answers = workers.map(async (worker, index) => {
    worker.postMessage(tasks.filter((_, at) => at % workers.length === index))
    const [audits] = await once(worker, 'message')
    return audits as readonly StreamAudit[]
  })
  return (await Promise.all(answers)).flat()
}

/** The same log by one thread and by two, in turns. */
export const workersPart = async (): Promise<Part> => {
  const lines = logOf(40_000, 7)
  const streams = stored(lines)
  const inOrder = [...streams].sort(([a], [b]) => (a < b ? -1 : 1))
  const grouped = `${inOrder.flatMap(([, rows]) => rows.map(({ line }) => line)).join('\n')}\n`
  const run = audit(root)
  const workers = [1, 2].map(() => new Worker(new URL('worker.js', import.meta.url)))
  const byTwo = async (): Promise<AuditReport> => {
    const others = inOrder.filter(([stream]) => !isMandate(stream))
    const first = await shared(
      workers,
      others.map(([stream, rows]) => [stream, rows, []]),
    )
    const consequences = new Map<Stream, ReceivedConsequence[]>()
    for (const each of first.flatMap((one) => one.consequences)) {
      const known = consequences.get(each.stream)
      if (known === undefined) consequences.set(each.stream, [each])
      else known.push(each)
    }
    const mandates = new Set([...[...streams.keys()].filter(isMandate), ...consequences.keys()])
    const second = await shared(
      workers,
      [...mandates].map((stream) => [
        stream,
        streams.get(stream) ?? [],
        consequences.get(stream) ?? [],
      ]),
    )
    return mergeAudits(root)([...second, ...first])
  }
  const byOne = (): AuditReport => run([grouped])
  const isSame = reportJson(await byTwo()) === reportJson(byOne())
  const [one, two]: readonly [number[], number[]] = [[], []]
  for (let round = 0; round < 5; round += 1) {
    const begun = performance.now()
    byOne()
    const between = performance.now()
    await byTwo()
    one.push(between - begun)
    two.push(performance.now() - between)
  }
  for (const worker of workers) await worker.terminate()
  const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[2] ?? Number.NaN
  const factor = median(one) / median(two)
  return {
    title: 'Two workers',
    head: ['', `${digits(lines.length)} entries`],
    rows: [
      ['one thread', `${digits(median(one))} ms`],
      ['two workers, split and put together', `${digits(median(two))} ms`],
      ['factor', digits(factor)],
      ['the same bytes', isSame ? 'yes' : 'no'],
    ],
    ratios: { 'workers: times as fast by two': factor, 'workers: the same bytes': isSame ? 1 : 0 },
  }
}
