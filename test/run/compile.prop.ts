/**
 * A compiled chart and XState's interpreter agree about every event, every broken rule and every
 * position.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { AnyStateNode } from 'xstate'
import type { Judge, Named } from '../../src/contract/definition.ts'
import { type Charted, lenientJudge, strictJudge } from '../../src/contract/guards.ts'
import type { Position, Runner } from '../../src/run/chart-run.ts'
import { compile } from '../../src/run/compile.ts'
import { tableRunner } from '../../src/run/run-table.ts'
import { interpreter } from '../../src/run/runner.ts'
import { canonicalText, type Json } from '../../src/words/data/canonical.ts'
import { forAll, runsOf } from '../for-all.ts'
import { byId } from '../given.ts'
import { defaultPolicy } from '../root.ts'
import { alphabets } from './alphabets.ts'
import {
  type Counted,
  charted,
  foreignMachines,
  longMachines,
  randomMachines,
  received,
} from './charts.ts'

/** `npm run compiled` tries ten thousand random machines, and every position. */
const runs = runsOf(20, 5)
const POSITIONS = process.env['RUNS'] === undefined ? 35 : Number.POSITIVE_INFINITY

const text = (value: unknown): string => canonicalText(value as Json)

/** Both ways to run a chart, under one judge. */
const bothWays = <C extends object>(machine: Charted<C>, judge: Judge) => {
  const table = compile(machine)
  if (E.isLeft(table)) throw new Error(JSON.stringify(table.left))
  return {
    compiled: tableRunner(table.right, machine.definition, judge),
    interpreted: interpreter(machine, judge),
  }
}

/** The result of one event at one position. */
const stepped = <C>(runs: Runner<C>, from: Position<C>, event: Named) => {
  const transitions = runs.transitions(from, event)
  const run = runs.begin(from)
  const refusals = run.take(event)
  expect(run.transitions()).toEqual(transitions)
  return { transitions, refusals, to: run.position() }
}

const judges = [lenientJudge(defaultPolicy), strictJudge(defaultPolicy)]

describe('compiled and interpreted', () => {
  test.each(byId)(
    '%s agree about every sequence of some events, position by position',
    (id, machine) => {
      const ways = judges.map((judge) => bothWays(machine, judge))
      const [lenient] = ways
      if (lenient === undefined) throw new Error('no judge')
      const seen = new Map([[text(lenient.compiled.start), lenient.compiled.start]])
      for (const from of seen.values()) {
        for (const event of alphabets[id] ?? []) {
          for (const { compiled, interpreted } of ways) {
            const [one, other] = [compiled, interpreted].map((runs) => stepped(runs, from, event))
            expect(one).toEqual(other)
          }
          const { to } = stepped(lenient.compiled, from, event)
          if (seen.size < POSITIONS && !seen.has(text(to))) seen.set(text(to), to)
        }
      }
      expect(seen.size).toBeGreaterThan(30)
      if (!Number.isFinite(POSITIONS)) console.info(`${id}: ${seen.size} positions`)
    },
  )

  test('agree about random charts that a table can represent', () => {
    const sequences = fc.array(fc.constantFrom(...received), { minLength: 1, maxLength: 12 })
    forAll(runs, [randomMachines, sequences], (machine, sequence) => {
      for (const judge of judges) {
        const { compiled, interpreted } = bothWays(machine, judge)
        agreeOn(sequence, compiled, interpreted)
      }
    })
  })
})

describe('compiled and interpreted, foreign charts', () => {
  const sequences = fc.array(fc.constantFrom(...received), { minLength: 1, maxLength: 12 })
  const depthOf = (node: AnyStateNode): number =>
    1 + Math.max(0, ...Object.values(node.states).map(depthOf))

  /** Runs a chart both ways; a chart that no table can represent is run as it is. */
  const tried = { charts: 0, refused: 0, steps: 0, deepest: 0, states: 0 }
  const agree = (machine: Charted<Counted>, sequence: readonly Named[]): void => {
    const table = compile(machine)
    tried.charts += 1
    if (E.isLeft(table)) {
      tried.refused += 1
      expect(table.left.because).toContain('4096')
      return
    }
    tried.steps += sequence.length
    tried.deepest = Math.max(tried.deepest, depthOf(machine.chart.root))
    tried.states = Math.max(tried.states, table.right.configurations.size)
    const judge = lenientJudge(defaultPolicy)
    const compiled = tableRunner(table.right, machine.definition, judge)
    agreeOn(sequence, compiled, interpreter(machine, judge))
  }

  test('agree whatever the states are called, and however deep the regions are', () => {
    forAll(
      {
        ...runs,
        endOnFailure: true,
      },
      [foreignMachines, sequences],
      agree,
    )
    expect(tried.refused).toBeLessThan(tried.charts / 10)
    expect(tried.deepest).toBeGreaterThanOrEqual(4)
    if (runs.numRuns > 100) console.info(JSON.stringify(tried))
  })

  test('agree about a chart of 1,000 states', () => {
    forAll(
      {
        numRuns: Math.ceil(runs.numRuns / 500),
        endOnFailure: true,
      },
      [longMachines(1000), sequences],
      agree,
    )
  })

  test('a chart that loses its state __proto__ is refused by name', () => {
    const states = { ['__proto__']: {}, constructor: {} }
    expect(compile(charted({ id: 'm', initial: 'constructor', states }))).toEqual(
      E.left({ error: 'Unsupported', state: 'm', because: 'loses its state __proto__' }),
    )
  })
})

/** One run each, from the start, without interruption. Neither changes where it began. */
const agreeOn = <C>(sequence: readonly Named[], compiled: Runner<C>, interpreted: Runner<C>) => {
  expect(compiled.start).toEqual(interpreted.start)
  const before = text(compiled.start)
  const [one, other] = [compiled.begin(compiled.start), interpreted.begin(interpreted.start)]
  for (const event of sequence) expect(one.take(event)).toEqual(other.take(event))
  expect(one.position()).toEqual(other.position())
  expect(text(compiled.start)).toBe(before)
}
