/** Laws of what a machine has for speed only: it changes no state. */
import type { DomainEvent } from '../event/envelope.ts'
import { folder } from '../fold/fold.ts'
import type { Machine } from '../fold/machine.ts'
import { asEvent } from '../fold/occurrence.ts'
import { lenientJudge } from '../fold/rules.ts'
import type { TimeText } from '../words/instant.ts'
import { frozen, thawed } from '../words/plain.ts'
import { defaultPolicyOf } from '../words/policy.ts'
import { eventsOf } from './events.ts'
import { type Law, same } from './law.ts'
import { type Trial, trying } from './trial.ts'

/** The same events, each about a thing of its own, with a time, and named by nothing else. */
const plainly = (all: readonly DomainEvent[]): readonly DomainEvent[] =>
  all.map(({ type, data, metadata }, index): DomainEvent => {
    const { commandId: _, ...named } = data as Readonly<Record<string, unknown>>
    const { claimedAt: __, recordedAt, occurredAt, ...own } = metadata
    return {
      type,
      data: named,
      metadata: {
        ...own,
        eventId: `${own.eventId}_${index}` as typeof own.eventId,
        occurredAt: occurredAt ?? (recordedAt as TimeText),
        recordedAt,
      },
    }
  })

const isFrozenThroughout = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(isFrozenThroughout))

/** Returns the laws of what a machine has for speed. */
export const speedLaws = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { numRuns = 100, events = eventsOf(machine) }: Trial,
): readonly Law[] => {
  const { fold } = folder(machine)
  const policy = defaultPolicyOf(machine.definition.policy)
  const { definition, context, findings } = machine
  const judge = lenientJudge(policy)
  const law = trying(events, numRuns)
  return [
    law('freezes every state throughout', (all, pick) => {
      const plain = plainly(all)
      const few = plain.filter((_, index) => (pick >> index) % 2 === 0)
      return [all, plain, few].every((some) => isFrozenThroughout(fold(some)))
    }),
    law('finds nothing without what can cause it', (all) => {
      const whole = fold(all)
      const types = new Set(whole.occurrences.map(({ type }) => type))
      return Object.values(findings).every(
        ({ causes = [], find }) =>
          causes.length === 0 ||
          causes.some((type) => types.has(type)) ||
          find(whole as never, judge).length === 0,
      )
    }),
    law('replaces things in its context, and changes none in place', (all) => {
      const state = fold(all)
      for (const occurrence of state.occurrences) {
        const changed = thawed(frozen(state.context))
        definition.recipes[occurrence.type]?.(changed as never, asEvent(occurrence))
      }
      return true
    }),
    law('makes its context before any event always the same', () => {
      const made = definition.blank?.() ?? context
      return same(made, context) && (made !== context || definition.blank === undefined)
    }),
  ]
}
