/**
 * Mistakes that a person could make in holds, identities and sums. The laws have to find each of them
 * with 100 cases, the same ones each time: `npm run mistakes`.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** A mistake: what it is, the file, and the code that replaces other code there. */
type Mistake = readonly [what: string, file: string, from: string, to: string]

const SUMS: readonly Mistake[] = [
  [
    'the largest of differing captures counts',
    'totals',
    'reading, Math.min)',
    'reading, Math.max)',
  ],
  [
    'the smallest of differing refunds counts',
    'refunds',
    'reading, Math.max)',
    'reading, Math.min)',
  ],
  [
    'refunds under way are not subtracted',
    'totals',
    'captured - refunded - refunding',
    'captured - refunded',
  ],
  ['chargebacks are not subtracted', 'sums', 'refunding - chargedBack', 'refunding'],
  ['at worst is what is believed', 'sums', 'Math.min(net, worst)', 'net'],
  [
    'a capture is assumed where none is reported',
    'totals',
    "reading === 'believed' && amount",
    'amount',
  ],
  [
    'a declined refund still counts',
    'totals',
    "refundStatus(refund) === 'declined'\n",
    "refundStatus(refund) === 'refunded'\n",
  ],
  [
    'a partial reversal gives all back',
    'chargebacks',
    'return Math.min(taken,',
    'return Math.max(taken,',
  ],
  [
    'at worst the fewest chargebacks count',
    'chargebacks',
    "count === 'atWorst' || taken.length < 2",
    'taken.length < 2',
  ],
]

const IDENTITIES: readonly Mistake[] = [
  ['an action id unites chargebacks of any amount', 'claims', '    amountIn(event),\n', ''],
  [
    'an action id unites chargebacks of any time',
    'claims',
    '!isAfter(timeOf(event), timeOf(anchor), toleranceSeconds)',
    'true',
  ],
  ['two disputes are one', 'fewest', 'differ(a.disputeId, b.disputeId)', 'false'],
  [
    'a list shows another chargeback than the webhook',
    'claims',
    'if (own === undefined) alone',
    'if (own !== null) alone',
  ],
  [
    'a reversal undoes any chargeback',
    'claim-index',
    'byAction.get(action) ?? []',
    '[...byAction.values()].flat()',
  ],
]

const HOLDS: readonly Mistake[] = [
  ['another currency holds nothing', 'holds', "    case 'OtherCurrency':\n", ''],
  [
    'an end after the capture holds nothing',
    'holds',
    'return heldByEnd(whole, finding as Superseded, policy)',
    'return 0',
  ],
  ['a balance holds nothing', 'look-up-holds', 'return isMended ? 0 :', 'return 0 &&'],
  ['an action that nobody can read holds nothing', 'holds', "    case 'UnreadAction':\n", ''],
  [
    'a message about money that cannot be read holds nothing',
    'holds',
    'return mayHaveMoved(finding as MoneyNotUnderstood) ? null : 0',
    'return 0',
  ],
  [
    'a guess holds nothing',
    'holds',
    'return heldByGuess(whole, finding as BoundByGuess, policy.clockToleranceSeconds)',
    'return 0',
  ],
  ['a message that matches nothing holds nothing', 'holds', '...heldAside(whole),', ''],
]

const TESTS = [
  'test/model/faults.prop.ts',
  'test/model/fault-findings.prop.ts',
  'test/model/holds.prop.ts',
  'test/machines/payment/chargebacks.prop.ts',
]

const root = process.cwd()
const copy = mkdtempSync(join(tmpdir(), 'payfold-'))

const isGreen = (tests: readonly string[]): boolean => {
  const { RUNS: _, ...others } = process.env
  const env = { ...others, CASES: '100' }
  const args = ['vitest', 'run', '--bail', '1', ...tests]
  return spawnSync('npx', args, { cwd: copy, env, stdio: 'ignore' }).status === 0
}

beforeAll(() => {
  for (const name of [
    'src',
    'machines',
    'test',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const turnsRed = (path: string, from: string, to: string, tests: readonly string[]): void => {
  const file = join(copy, `${path}.ts`)
  const code = readFileSync(file, 'utf8')
  expect(code).toContain(from)
  writeFileSync(file, code.replace(from, to))
  try {
    expect(isGreen(tests)).toBe(false)
  } finally {
    writeFileSync(file, code)
  }
}

describe('the faults and the readings', () => {
  test('find nothing in the code as it is', () => {
    expect(isGreen(TESTS)).toBe(true)
  })

  test.each([...SUMS, ...IDENTITIES, ...HOLDS])('find that %s', (_, name, from, to) => {
    turnsRed(`machines/payment/${name}`, from, to, TESTS)
  })
})
