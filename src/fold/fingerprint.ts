/** What a machine is, as one hash: another chart, or another set of events, has another. */
import type { AnyStateNode } from 'xstate'
import { canonical, type Json } from '../words/canonical.ts'
import { hash } from '../words/hash.ts'
import type { AnyMachine } from './machine.ts'
import { termsOf } from './rules.ts'

/** A state of a chart, written out: its arrows with their rules, and the states within. */
const nodeOf = (node: AnyStateNode): Json => ({
  key: node.key,
  type: node.type,
  initial: node.initial.target?.map(({ id }) => id) ?? [],
  arrows: [...node.transitions].map(([event, arrows]) => [
    event,
    arrows.map(({ target, guard, actions }) => {
      const { all = [], wish = [], when = null } = termsOf(guard)
      return { all, wish, when, to: target?.map(({ id }) => id) ?? null, acts: actions.length }
    }),
  ]),
  states: Object.values(node.states).map(nodeOf),
})

/**
 * The fingerprint of a machine: SHA-256 of its chart, its rules, conditions and recipes by name, and its
 * events with their keys and phases. What a rule does inside is not in it: that is for the version in
 * the machine's id. @spec design, 6 and 10
 */
export const fingerprint = ({ id, chart, book, events }: AnyMachine): string =>
  hash(
    canonical({
      id,
      chart: nodeOf(chart.root),
      book: [book.rules, book.conditions, book.recipes].map((names) => Object.keys(names).sort()),
      events: Object.entries(events).map(([type, { identity, phase, slack }]) => [
        type,
        identity,
        phase,
        slack,
      ]),
    }),
  )
