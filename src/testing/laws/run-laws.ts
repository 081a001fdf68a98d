/** Laws of how a machine's chart runs, checked on random streams. */
import type { Judge } from '../../contract/definition.ts'
import {
  apply,
  broken,
  lenientJudge,
  strictJudge,
  strictly,
  termsOf,
} from '../../contract/guards.ts'
import type { Machine } from '../../contract/machine-record.ts'
import { asEvent } from '../../contract/occurrence.ts'
import { folder } from '../../fold/fold.ts'
import type { Folder } from '../../fold/folder.ts'
import { interpreter } from '../../run/run-xstate.ts'
import { runner } from '../../run/runner.ts'
import { defaultPolicyOf } from '../../words/policy.ts'
import { eventsOf } from '../generators/random-events.ts'
import { type Law, same } from './law.ts'
import { type Trial, trying } from './trial.ts'

/** A machine prepared for checking how its chart runs. */
interface Tried<C extends object, S extends string, N extends string> {
  readonly machine: Machine<C, S, N>
  readonly folding: Folder<C, S, N>
  readonly strict: Judge
  readonly lenient: Judge
  readonly law: ReturnType<typeof trying>
}

const staysLaw = <C extends object, S extends string, N extends string>({
  machine,
  folding,
  lenient,
  law,
}: Tried<C, S, N>): Law => {
  const runs = runner(machine, lenient)
  return law('does not move if no transition is enabled', (all, _, more) => {
    const state = folding.fold(all)
    const { value, context } = state
    return folding.fold(more).occurrences.every((occurrence) => {
      const event = asEvent(occurrence)
      if (occurrence.disposition !== 'chart' || runs.transitions(state, event).length > 0)
        return true
      const run = runs.begin({ value, context })
      return run.take(event) === null && same(run.position(), { value, context })
    })
  })
}

const choiceLaw = <C extends object, S extends string, N extends string>({
  machine,
  folding,
  strict,
  law,
}: Tried<C, S, N>): Law =>
  law('enables at most one transition per event', (all, _, more) =>
    [folding.initial, folding.fold(all)].every(({ value, context }) => {
      const nodes = machine.chart.resolveState({ value, context })._nodes
      return folding.fold(more).occurrences.every((occurrence) => {
        const applied = apply(machine.definition, { context, event: asEvent(occurrence) })
        const isOpen = ({ guard }: { readonly guard?: unknown }): boolean => {
          const { when } = termsOf(guard)
          return (
            when === undefined || machine.definition.conditions[when]?.(applied, strict) === true
          )
        }
        return nodes.every(
          (node) => (node.transitions.get(occurrence.type) ?? []).filter(isOpen).length <= 1,
        )
      })
    }),
  )

const allowsLaw = <C extends object, S extends string, N extends string>({
  machine,
  folding,
  strict,
  law,
}: Tried<C, S, N>): Law => {
  const chart = machine.chart.provide({ guards: { rules: strictly(machine.definition, strict) } })
  const open = runner(machine, strict)
  return law('has rules that allow exactly what its strict chart allows', (all, _, more) => {
    const state = folding.fold(all)
    return folding.fold(more).occurrences.every((occurrence) => {
      const event = asEvent(occurrence)
      const scope = { context: state.context, event }
      const transitions = open.transitions(state, event)
      const refusals = transitions.flatMap(({ terms: { all: both = [], command = [] } }) =>
        broken(machine.definition, [...both, ...command], scope, strict),
      )
      const isAllowed = transitions.length > 0 && refusals.length === 0
      const { value, context } = state
      const here = chart.resolveState({ value, context })
      return chart.getTransitionData(here, event).length > 0 === isAllowed
    })
  })
}

const tableLaw = <C extends object, S extends string, N extends string>({
  machine,
  folding,
  strict,
  lenient,
  law,
}: Tried<C, S, N>): Law =>
  law('runs from its table exactly as XState runs it', (all, pick) => {
    const occurrences = folding
      .fold(all)
      .occurrences.filter(({ disposition }) => disposition !== 'informational')
    const cut = pick % Math.max(1, occurrences.length)
    const sequence = [...occurrences.slice(cut), ...occurrences.slice(0, cut)].map(asEvent)
    return [strict, lenient].every((each) => {
      const [one, other] = [runner(machine, each), interpreter(machine, each)].map((runs) =>
        runs.begin(runs.start),
      )
      return (
        sequence.every((event) => same(one?.take(event), other?.take(event))) &&
        same(one?.position(), other?.position())
      )
    })
  })

/** Returns the laws of how a machine's chart runs. */
export const runLaws = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { numRuns = 100, events = eventsOf(machine) }: Trial,
): readonly Law[] => {
  const policy = defaultPolicyOf(machine.definition.policy)
  const tried: Tried<C, S, N> = {
    machine,
    folding: folder(machine),
    strict: strictJudge(policy),
    lenient: lenientJudge(policy),
    law: trying(events, numRuns),
  }
  return [staysLaw(tried), choiceLaw(tried), allowsLaw(tried), tableLaw(tried)]
}
