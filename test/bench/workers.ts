/** Two workers: a log split by stream, payments with their mandates, audited side by side, put together again. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { counted } from '../../src/audit/report.ts'
import type { Stream } from '../../src/words/stream.ts'
import { audit, headOf, type Instant, type Report, reportJson } from './payfold.ts'
import { digits, type Part } from './table.ts'
import { logOf, machines } from './work.ts'
import type { Answer, Share } from './worker.ts'

/** Every line to one of the workers, by the id that payments and mandates of one business share. */
const split = (lines: readonly string[], count: number): readonly Share[] => {
  let now = ''
  for (const line of lines) {
    const recordedAt = /"recordedAt":"([^"]+)"/.exec(line)?.[1] ?? ''
    if (recordedAt > now) now = recordedAt
  }
  const shares = Array.from({ length: count }, () => ({
    lines: [] as string[],
    numbers: [] as number[],
    now: now as Instant,
  }))
  for (const [index, line] of lines.entries()) {
    const id = /"stream":"[a-z]+-[a-z]+_n(\d+)"/.exec(line)?.[1] ?? '0'
    const share = shares[Number(id) % count]
    share?.lines.push(line)
    share?.numbers.push(index + 1)
  }
  return shares
}

const merged = (answers: readonly Answer[]): Report => {
  const [first] = answers
  if (first === undefined) throw new Error('no answer')
  const reports = answers.map(({ report }) => report)
  const findings = reports.flatMap((report) => report.findings).sort((a, b) => a.line - b.line)
  const ends = answers.flatMap((each) => each.ends) as {
    stream: Stream
    revision: number
    hash: string
  }[]
  return {
    ...first.report,
    now:
      reports
        .map(({ now }) => now ?? ('' as never))
        .sort()
        .at(-1) ?? null,
    lines: reports.reduce((sum, { lines }) => sum + lines, 0),
    head: headOf(ends),
    findings,
    streams: reports
      .flatMap(({ streams }) => streams)
      .sort((a, b) => (a.stream < b.stream ? -1 : 1)),
    ...counted(findings),
  }
}

/** The same log by one thread and by two, in turns. */
export const workersPart = async (): Promise<Part> => {
  const lines = logOf(40_000, 7)
  const run = audit(machines)
  const workers = [1, 2].map(() => new Worker(new URL('worker.js', import.meta.url)))
  const byTwo = async (): Promise<Report> => {
    const answers = split(lines, 2).map(async (share, index) => {
      const worker = workers[index]
      if (worker === undefined) throw new Error('no worker')
      worker.postMessage(share)
      const [answer] = await once(worker, 'message')
      return answer as Answer
    })
    return merged(await Promise.all(answers))
  }
  const byOne = (): Report => run([`${lines.join('\n')}\n`])
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
