/** Builds the state of a stream once its chart has run, with what the stream as a whole shows. */
import { canonicalText, type Json } from '../words/canonical.ts'
import { compare, joined } from '../words/lists.ts'
import { frozen } from '../words/plain.ts'
import type { Stream } from '../words/stream.ts'
import type { Judge } from './definition.ts'
import type { finding } from './finders.ts'
import type { Finding } from './finding.ts'
import type { identity } from './fingerprint.ts'
import type { FoldedStream, Machine } from './machine.ts'
import type { MergedEvents } from './merge.ts'
import type { Occurrence } from './occurrence.ts'
import type { Ordered } from './order.ts'
import type { Progress } from './progress.ts'
import type { State } from './state.ts'
import { withoutOthers } from './subject.ts'

/** What states are built with, prepared once per machine and policy. */
export interface Building<C extends object, S extends string, N extends string> {
  readonly machine: Machine<C, S, N>
  readonly mark: ReturnType<typeof identity<N>>
  readonly judge: Judge
  readonly find: ReturnType<typeof finding>
}

/** Whether a state was folded by this machine and policy, and is not the result of `at`. */
export const isOurs = (
  { mark }: Pick<Building<object, string, string>, 'mark'>,
  { machine, fingerprint, policy, now }: State<object, string, string>,
): boolean =>
  machine === mark.machine &&
  fingerprint === mark.fingerprint &&
  policy === mark.policy &&
  now === null

/** Sorts findings or parked items in the order of their occurrences, then by their content. */
const inOrderOf = <A extends { readonly key: string }>(
  occurrences: readonly Occurrence[],
  items: readonly A[],
): readonly A[] => {
  if (items.length < 2) return items
  const indexes = new Map(occurrences.map(({ key }, index) => [key, index]))
  const indexOf = ({ key }: A): number => indexes.get(key) ?? occurrences.length
  const textOf = (each: A): string => canonicalText(each as unknown as Json)
  return items.toSorted((a, b) => indexOf(a) - indexOf(b) || compare(textOf(a), textOf(b)))
}

/** The occurrences in order, with those that the chart did not take marked as parked. */
const occurrencesIn = (
  ordered: readonly Ordered[],
  { parked }: Progress<unknown>,
): readonly Occurrence[] => {
  if (parked.length === 0) return ordered.map(({ occurrence }) => occurrence)
  const refused = new Set(parked.map(({ key }) => key))
  return ordered.map(
    ({ occurrence }): Occurrence =>
      refused.has(occurrence.key) ? { ...occurrence, disposition: 'parked' } : occurrence,
  )
}

/** Shorter lists are read faster before they are frozen; longer ones are indexed once they are. */
const FEW = 32

/** Freezes occurrences that were just made, so that only their events and data are looked through. */
const frozenAll = (occurrences: readonly Occurrence[]): readonly Occurrence[] => {
  for (const occurrence of occurrences) {
    const { data, events } = occurrence
    for (const event of events) frozen(event)
    if (data !== events[0]?.data) frozen(data)
    Object.freeze(events)
    Object.freeze(occurrence)
  }
  return Object.freeze(occurrences)
}

/** A stream before its chart runs: its occurrences in order, and what merging found. */
interface Ready extends Pick<MergedEvents, 'findings' | 'parked'> {
  readonly ordered: readonly Ordered[]
}

/** Builds the state after a run, with the findings and open items of the whole stream. */
export const stateOf = <C extends object, S extends string, N extends string>(
  { machine, mark, judge, find }: Building<C, S, N>,
  stream: Stream | null,
  { ordered, findings, parked }: Ready,
  run: Progress<C>,
): State<C, S, N> => {
  const { value, context } = run.position
  const status = machine.status(value)
  const all = occurrencesIn(ordered, run)
  const occurrences = all.length < FEW ? all : frozenAll(all)
  const { occurrences: own } = withoutOthers({ occurrences, parked })
  const whole = { status, context, occurrences: own }
  const found = find(whole as FoldedStream<never, never>, judge)
  return Object.freeze({
    machine: mark.machine,
    fingerprint: mark.fingerprint,
    policy: mark.policy,
    stream,
    revision: null,
    status,
    value: frozen(value),
    context: frozen(context),
    occurrences: all.length < FEW ? frozenAll(all) : occurrences,
    findings: frozen(inOrderOf(occurrences, joined<Finding>(run.findings, findings, found))),
    parked: frozen(inOrderOf(occurrences, joined(parked, run.parked))),
    now: null,
  })
}
