/** Audits from text: parses lines, reads entries, verifies the chain, folds and reports. */
import { createHash } from 'node:crypto'
import { audit, payfold } from './payfold.ts'
import { compete, ratio } from './rounds.ts'
import { HEAD, type Part, rowsOf } from './table.ts'
import { interpreted, logOf, machines, root } from './work.ts'

/** The same log for all. */
export const auditPart = (): Part => {
  const lines = logOf(4000, 7)
  const text = `${lines.join('\n')}\n`
  const run = audit(root)
  const slow = audit(payfold(machines.map(interpreted)))
  const outcomes = compete(lines.length, {
    'JSON.parse alone': () => lines.map((line) => JSON.parse(line)).length,
    'JSON.parse and SHA-256 of the line': () => {
      let size = 0
      for (const line of lines) {
        const digest = createHash('sha256').update(line).digest('hex')
        size += digest.length + Object.keys(JSON.parse(line)).length
      }
      return size
    },
    payfold: () => run([text]).findings.length,
    'the same on transition()': () => slow([text]).findings.length,
  })
  const times = (other: string): number => ratio(outcomes, 'payfold', other)
  return {
    title: 'Audit from text',
    head: HEAD,
    rows: rowsOf(outcomes),
    ratios: {
      'audit: speed by that of JSON.parse and SHA-256': times('JSON.parse and SHA-256 of the line'),
      'audit: times as fast as on transition()': times('the same on transition()'),
    },
  }
}
