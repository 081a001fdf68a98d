/** A line that is read by its skeleton has the verdict and the entry of one that is read as a whole. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asStored } from '../../src/event/upcast.ts'
import { logDecoder, logOf } from '../../src/fold/root.ts'
import { lineReader, toLine } from '../../src/log/line.ts'
import { entriesOf, numbered } from '../audit/given.ts'
import { business } from '../audit/seeded.ts'
import { forAll } from '../for-all.ts'
import { sealedLine } from '../log/seal.ts'
import { root } from '../root.ts'

const RUNS = Number(process.env['RUNS'] ?? 3000)

const entries = entriesOf(...business(600, 11))
const lines = [...entries, ...numbered(entries.slice(0, 200))].map(toLine)

const reader = () => lineReader(logDecoder(root.machines, asStored), logOf(root.machines))

/** A reader that has read all lines before. */
const used = reader()
for (const line of lines) used(line)

/** What may stand in a line, and what stands nowhere in one that is canonical. */
const piece = fc.oneof(
  fc.constantFrom(...'"\\{}[],:0123456789-+.eE \t\u0001\u007f\u00e9\ud800\u2028abzAZ_/'),
  fc.constantFrom(
    ...[...'1e2 100.0 00 -0 -1 0 1234567890123456 null true'.split(' '), '\\u0061', '\\"'],
    ...[
      '"a":1,',
      '"__proto__":1,',
      '"type":"payment_captured"',
      ',"form":1',
      '{"a":',
      '[1]',
      '\u2066',
    ],
    ...[
      'payment_pending',
      'pay_2',
      'sk_live_0123456789abcdef',
      '4111111111111111',
      'response',
      '""',
    ],
  ),
  fc.string({ maxLength: 3 }),
)

const edited = fc
  .record({ line: fc.nat(), at: fc.nat(), gone: fc.nat(20), piece, other: fc.nat() })
  .map(({ line, at, gone, piece: put, other }) => {
    const body = lines[line % lines.length]?.slice(0, -75) ?? ''
    const from = at % (body.length + 1)
    // a whole value is replaced as often as any other part
    const values = [...body.matchAll(/(?<=:)("[^"]*"|\d+|null)/g)]
    const value = values[other % values.length]
    const [start, end] =
      gone % 2 === 0 && value !== undefined
        ? [value.index + 1, value.index + value[0].length - 1]
        : [from, from + (gone >> 2)]
    return sealedLine(`${body.slice(0, start)}${put}${body.slice(Math.max(start, end))}}`)
  })

test('a line with any edit, sealed anew, is read by its skeleton as it is as a whole', () => {
  let valid = 0
  forAll(RUNS, [edited], (line) => {
    const whole = reader()(line)
    if (whole._tag === 'Right') valid += 1
    expect(used(line)).toEqual(whole)
  })
  // edits that nothing accepts would show nothing
  expect(valid).toBeGreaterThan(RUNS / 20)
})
