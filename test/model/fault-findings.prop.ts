/**
 * Each fault of a provider is planted alone into the messages of random histories: it causes only the
 * findings that it names, it reaches every machine that it can, and the run prints what was found.
 */
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import type { State } from '../../src/contract/state.ts'
import { faults } from '../../src/testing/faults/faults.ts'
import { forAll } from '../for-all.ts'
import { stateOf } from './folded.ts'
import { RUNS, worlds } from './worlds.ts'

const MACHINES = [
  ['session', session],
  ['sepa', sepaPayment],
  ['mandate', sepaMandate],
  ['ticket', ticketPayment],
] as const
type Name = (typeof MACHINES)[number][0]

/** What a provider does late, or takes back: findings of histories without a fault. */
const WITHOUT_FAULT: Readonly<Record<Name, readonly string[]>> = {
  session: [],
  sepa: [
    'NegativeNet',
    'RefundAtRisk',
    'RefundReversed',
    'MoreThanCaptured',
    'Overruled',
    'StatementDiffers',
    'Superseded',
    'moneyAfterEnd',
    'withinCaptured',
    'withinChargebackWindow',
    'withinRefundWindow',
  ],
  mandate: ['mandateUsable'],
  ticket: [
    'NegativeNet',
    'RefundAtRisk',
    'RefundReversed',
    'MoreThanCaptured',
    'Overruled',
    'StatementDiffers',
    'Superseded',
    'lateCapture',
    'moneyAfterEnd',
    'withinCaptured',
  ],
}

/** The faults that cannot happen to a machine's messages. */
const NEVER: Readonly<Record<Name, RegExp>> = {
  session: /^(?!one message under two ids$|a stale look-up$|.*session|.*outcome)/,
  sepa: /session|outcome|customer of a source/,
  mandate:
    /session|outcome|chargeback|reversal|action id|another refund|after the failure|booked back/,
  ticket: /session|outcome|source|partial reversal|second chargeback|third chargeback/,
}

const codesOf = ({ findings, parked }: State): readonly string[] => [
  ...findings.map(({ code }) => code),
  // a callback without a signature is no fault
  ...parked.flatMap(({ reason }) => (reason === 'Unsigned' ? [] : reason)),
]

/** The statuses that a machine's histories reach without a fault. */
const reached = new Map<Name, Set<string>>(MACHINES.map(([name]) => [name, new Set()]))

/** How often each fault was planted alone, how often it was found, and the statuses it met. */
const seen = new Map<string, { planted: number; found: number; statuses: Map<string, number> }>()

const counted = (name: Name, fault: string) => {
  const key = `${fault} | ${name}`
  const counts = seen.get(key) ?? { planted: 0, found: 0, statuses: new Map<string, number>() }
  seen.set(key, counts)
  return counts
}

describe.each(MACHINES)('%s', (name, machine) => {
  test('each fault causes only the findings that it names, and no history has them without it', () => {
    const unexpected = new Set<string>()
    const possible = faults.filter((fault) => !NEVER[name].test(fault.name))
    for (const [index, fault] of possible.entries()) {
      const numRuns = Math.max(2, Math.ceil(RUNS / possible.length))
      const runs = process.env['RUNS'] === undefined ? { numRuns, seed: index } : { numRuns }
      forAll(
        runs,
        [worlds(machine, 1, [fault])],
        ({ history, messages, delivered, planted: [only] }) => {
          fc.pre(only !== undefined)
          const right = stateOf({ history, delivered: messages })
          reached.get(name)?.add(right.status)
          const before = codesOf(right)
          const wrong = before.filter((code) => !WITHOUT_FAULT[name].includes(code))
          for (const code of wrong) unexpected.add(`no fault: ${code}`)
          const state = stateOf({ history, delivered })
          const caused = codesOf(state).filter((code) => !before.includes(code))
          for (const code of caused) {
            if (!fault.finds.includes(code)) unexpected.add(`${fault.name}: ${code}`)
          }
          const counts = counted(name, fault.name)
          counts.planted += 1
          if (caused.length > 0) counts.found += 1
          counts.statuses.set(state.status, (counts.statuses.get(state.status) ?? 0) + 1)
        },
      )
    }
    expect([...unexpected].sort()).toEqual([])
    // each fault reaches the machine, and all together reach each status that it has without them
    expect(possible.filter((fault) => !seen.has(`${fault.name} | ${name}`))).toEqual([])
    const met = [...seen].flatMap(([key, { statuses }]) =>
      key.endsWith(`| ${name}`) ? [...statuses.keys()] : [],
    )
    expect(met).toEqual(expect.arrayContaining([...(reached.get(name) ?? [])]))
  })

  test('no other fault can happen', () => {
    const others = faults.filter((fault) => NEVER[name].test(fault.name))
    forAll({ numRuns: 15, seed: 1 }, [worlds(machine, 1, others)], ({ planted }) => {
      expect(planted).toEqual([])
    })
  })
})

const cell = (fault: string, name: Name): string => {
  const counts = seen.get(`${fault} | ${name}`)
  return counts === undefined ? '' : `${counts.found} of ${counts.planted}`
}

afterAll(() => {
  if (process.env['RUNS'] === undefined) return
  for (const { name } of faults) {
    const cells = MACHINES.map(([machine]) => cell(name, machine))
    process.stdout.write(`| ${[name, ...cells].join(' | ')} |\n`)
  }
  for (const [key, { statuses }] of seen) {
    const met = [...statuses].sort().map(([status, count]) => `${status} ${count}`)
    process.stdout.write(`${key}: ${met.join(', ')}\n`)
  }
})
