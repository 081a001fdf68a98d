/**
 * Two builds in one process, in turns: audits of the same log by the `dist` at a path and by this one, cold
 * and then warm. Prints the nanoseconds of processor time an entry as JSON.
 */
import { hash } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Audit from '../../src/audit/index.ts'
import { median } from './rounds.ts'
import { logOf } from './work.ts'

const ROUNDS = 11
const WARM_UP = 25

/** What audits a text, from a folder of compiled files. */
const auditOf = async (dist: string): Promise<(text: string) => Audit.AuditReport> => {
  const load = (path: string) => import(pathToFileURL(resolve(dist, path)).href)
  const { session, sepaPayment, sepaMandate, ticketPayment } = await load('machines/index.js')
  const { payfold } = await load('src/index.js')
  const { audit }: typeof Audit = await load('src/audit/index.js')
  const run = audit(payfold([session, sepaPayment, sepaMandate, ticketPayment]))
  return (text) => run([text])
}

const [other = 'dist', first = 'other'] = process.argv.slice(2)
const lines = logOf(4000, 7)
const text = `${lines.join('\n')}\n`
const audits = [await auditOf(other), await auditOf('dist')]

const timeOf = (run: () => unknown): number => {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return ((user + system) * 1000) / lines.length
}

const reference = (): number => {
  let size = 0
  for (const line of lines) {
    size += hash('sha256', line, 'hex').length + Object.keys(JSON.parse(line)).length
  }
  return size
}

/** The builds in the order asked for: the first in a process finds everything cold. */
const turns = first === 'other' ? [0, 1] : [1, 0]
const cold = [0, 0]
for (const turn of turns) cold[turn] = timeOf(() => audits[turn]?.(text))
const warm: number[][] = [[], [], []]
for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  const spent = [...turns.map((turn) => [turn, timeOf(() => audits[turn]?.(text))] as const)]
  const kept = round < WARM_UP ? [] : [...spent, [2, timeOf(reference)] as const]
  for (const [turn, time] of kept) warm[turn]?.push(time)
}
console.log(JSON.stringify({ cold, warm: warm.map(median) }))
