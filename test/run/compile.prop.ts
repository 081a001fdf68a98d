/**
 * A compiled chart and XState's interpreter agree about every event, every broken rule and every
 * position.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { Judge, Named } from '../../src/contract/definition.ts'
import { type Charted, lenientJudge, strictJudge } from '../../src/contract/guards.ts'
import type { Position, Runner } from '../../src/run/chart-run.ts'
import { compile } from '../../src/run/compile.ts'
import { tableRunner } from '../../src/run/run-table.ts'
import { interpreter } from '../../src/run/run-xstate.ts'
import { canonicalText, type Json } from '../../src/words/data/canonical.ts'
import { byId } from '../given.ts'
import { defaultPolicy } from '../root.ts'
import { alphabets } from './alphabets.ts'
import { randomMachines, received } from './charts.ts'

/** `npm run compiled` tries ten thousand random machines, and every position. */
const RUNS = Number(process.env['RUNS'] ?? 100)
const POSITIONS = process.env['RUNS'] === undefined ? 150 : Number.POSITIVE_INFINITY
const PATIENCE = 7_200_000

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
    PATIENCE,
  )

  test(
    'agree about random charts that a table can represent',
    () => {
      const sequences = fc.array(fc.constantFrom(...received), { minLength: 1, maxLength: 12 })
      fc.assert(
        fc.property(randomMachines, sequences, (machine, sequence) => {
          for (const judge of judges) {
            const { compiled, interpreted } = bothWays(machine, judge)
            agreeOn(sequence, compiled, interpreted)
          }
        }),
        { numRuns: RUNS },
      )
    },
    PATIENCE,
  )
})

/** One run each, from the start, without interruption. */
const agreeOn = <C>(sequence: readonly Named[], compiled: Runner<C>, interpreted: Runner<C>) => {
  expect(compiled.start).toEqual(interpreted.start)
  const [one, other] = [compiled.begin(compiled.start), interpreted.begin(interpreted.start)]
  for (const event of sequence) expect(one.take(event)).toEqual(other.take(event))
  expect(one.position()).toEqual(other.position())
}
