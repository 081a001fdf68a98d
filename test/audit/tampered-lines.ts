/** Lines of logs in the order of receipt, and ways to tamper with them. */
import fc from 'fast-check'
import { type Entry, sealed } from '../../src/log/entry.ts'
import { toLine } from '../../src/log/line.ts'
import type { PlainText } from '../../src/words/text/plain-text.ts'
import { sealedLine } from '../log/seal.ts'
import { numbered } from './given.ts'
import { linesOf, logs } from './logs.ts'

/** Another event with a matching hash. */
const forged = (entry: Entry): string => {
  const { hash: _, ...body } = entry
  const metadata = { ...entry.event.metadata, eventId: 'evt_forged' as PlainText }
  return toLine(sealed({ ...body, event: { ...entry.event, metadata } }))
}

const spaced = (line: string): string =>
  sealedLine(`${line.slice(0, -75)}}`.replace(',"form"', ', "form"'))

/** The lines with something done to one of them; `other` is the place of another one. */
type Fault = (lines: string[], entries: readonly Entry[], at: number, other: number) => void

const FAULTS: readonly Fault[] = [
  (lines, _, at) => lines.splice(at, 1),
  (lines, _, at, other) => lines.splice(other, 0, lines[at] ?? ''),
  (lines, entries, at) => lines.splice(at, 1, forged(entries[at] as Entry)),
  (lines, entries, at) => lines.splice(at, 0, forged(entries[at] as Entry)),
  (lines, _, at) => lines.splice(at, 1, spaced(lines[at] ?? '')),
  (lines, _, at) => lines.splice(at, 1, '{"nothing":"of ours"}'),
  (lines, _, at) => lines.splice(at, 1, (lines[at] ?? '').slice(0, -9)),
  (lines, _, at) => lines.splice(at, 1, (lines[at] ?? '').replace('"form":1', '"form":2')),
  (lines, _, at) => lines.splice(at, 1, (lines[at] ?? '').replace(/pay_1|sid_1/g, 'pay_2')),
  (lines, _, at, other) => {
    const moved = lines.splice(at, 1)
    lines.splice(other, 0, ...moved)
  },
]

/** Lines of a log in the order of receipt, or in any other. */
export const tamperedLines: fc.Arbitrary<readonly string[]> = fc
  .tuple(
    fc.oneof(
      logs,
      logs.map((entries) => numbered(entries)),
    ),
    fc.array(fc.tuple(fc.nat(FAULTS.length - 1), fc.nat(13), fc.nat(13)), { maxLength: 4 }),
  )
  .map(([entries, faults]) => {
    const lines = [...linesOf(entries)]
    for (const [fault, at, other] of faults) {
      if (lines.length === 0) break
      FAULTS[fault]?.(lines, entries, at % Math.min(lines.length, entries.length), other)
    }
    return lines
  })
