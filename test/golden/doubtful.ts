/** Makes the lines of doubtful.txt: random reports, the shortest lines for each outcome. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { outcomeOf } from '../machines/payment/doubtful.ts'

const path = join(import.meta.dirname, '../machines/payment/doubtful.txt')
/** How many random lines are tried for each kind, how many stay, and how many for one outcome. */
const [TRIED, KEPT, ALIKE] = [6000, 160, 2]

const of = (...words: readonly string[]) => fc.constantFrom(...words)
const amount = of('100', '100', '100', '100', '200', '200', '300', '')
const action = of('', 'a8', 'a8', 'a9')
const dispute = of('', '', 'd1', 'd2')
const voice = of('', '', 'return', 'dispute', 'dispute still')
const near = of('4', '4', '4+60', '4+60.', '5', '7', '7+60.', '14', '14.', '15', '?4', '?16')
const late = of('4+60', '4+60.', '5', '16', '16+60', '17', '?17', '18')

const words = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((all) => all.filter((each) => each !== '').join(' '))

/** A report: untimed days are written with a question mark before them. */
const report = (letter: fc.Arbitrary<string>, day: fc.Arbitrary<string>) =>
  fc
    .tuple(letter, day)
    .map(([type, at]) =>
      at.startsWith('?') ? `${type}${at}` : `${type}${at.replace('14.', '14+1.')}`,
    )

const event = of('', '', '', '', '', '', 'e1')
const chargeback = words(report(of('C'), near), amount, action, dispute, voice, event)
const reversal = words(report(of('W'), late), amount, action, dispute)
const refund = words(
  report(of('Q', 'G', 'D', 'D', 'F'), near),
  amount,
  of('', 'a1', 'a1', 'a2'),
  of('', 'c1', 'c2'),
)
const lookUp = words(
  report(of('S'), late),
  of('captured', 'refunded', 'partially_refunded', 'declined', 'pending', ''),
  of('', 'refunded:100', 'refunded:200', 'refunded:300'),
  of('', 'captured:1000', 'captured:900'),
)
/** A refund whose messages have balances, and a look-up with more of them. */
const counted = words(
  report(of('Q', 'G', 'D', 'F', 'F'), near),
  of('100', '100', '200', ''),
  of('a1', 'a1', 'a2'),
  of('', '', '', 'refunded:100', 'captured:1000'),
)
const balance = words(
  report(of('S'), of('4', '4+60', '4+60.', '8', '18', '?8')),
  of('refunded:0', 'refunded:100', 'refunded:200', 'refunded:300', 'captured:1000', 'captured:900'),
)
const odd = of('T3 900', 'T3 1000', 'T?3', 'E5', 'E?5', 'E4', 'D4 100 a7 ARS', 'T3 6 ARS')
const review = of('V0', 'V1')

const some = (most: number, ...all: readonly fc.Arbitrary<string>[]) =>
  fc.array(fc.oneof(...all), { minLength: 1, maxLength: most })
const then = (list: fc.Arbitrary<string[]>, last: fc.Arbitrary<string>) =>
  fc
    .tuple(list, fc.option(last, { nil: undefined }))
    .map(([all, end]) => [...all, ...(end ?? '').split('~')].filter((each) => each !== ''))

const kinds: Readonly<Record<string, fc.Arbitrary<readonly string[]>>> = {
  chargebacks: then(some(4, chargeback), review),
  reversals: fc
    .tuple(some(3, chargeback), some(3, reversal), fc.option(review, { nil: '' }))
    .map(([a, b, c]) => [...a, ...b, c].filter((each) => each !== '')),
  refunds: then(some(5, refund), review),
  'look-ups': fc
    .tuple(some(3, refund, chargeback), some(3, lookUp), fc.option(review, { nil: '' }))
    .map(([a, b, c]) => [...a, ...b, c].filter((each) => each !== '')),
  balances: fc
    .tuple(some(3, counted, counted, chargeback, of('T3 900', 'T3')), some(2, lookUp, balance))
    .map(([a, b]) => [...a, ...b]),
  all: then(some(5, refund, chargeback, reversal, lookUp, odd), review),
}

/** The shortest of random lines for each outcome. */
const linesOf = (kind: fc.Arbitrary<readonly string[]>): readonly string[] => {
  const found = new Map<string, number>()
  const random = fc.sample(kind, { seed: 1, numRuns: TRIED }).map((all) => all.join(', '))
  const distinct = [...new Set(random)].sort((a, b) => a.length - b.length)
  const kept = distinct.filter((line) => {
    const outcome = outcomeOf(line)
    const known = found.get(outcome) ?? 0
    found.set(outcome, known + 1)
    return known < ALIKE
  })
  // short and long ones alike
  return kept.filter((_, index) => index % Math.max(1, Math.floor(kept.length / KEPT)) === 0)
}

/** Writes the outcomes of the lines, which are made only if there are none. */
export const recordDoubtful = (): void => {
  const known = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const lines =
    known.length > 0
      ? known.filter((line) => line !== '').map((line) => String(line.split(' = ')[0]))
      : Object.values(kinds).flatMap(linesOf)
  writeFileSync(path, `${lines.map((line) => `${line} = ${outcomeOf(line)}`).join('\n')}\n`)
}
