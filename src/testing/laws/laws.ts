/** The laws that every machine obeys, ready for any test runner. */
import fc from 'fast-check'
import type { Judge } from '../../contract/definition.ts'
import { descriptorsOf } from '../../contract/descriptors.ts'
import {
  apply,
  broken,
  lenientJudge,
  strictJudge,
  strictly,
  termsOf,
} from '../../contract/guards.ts'
import type { AnyMachine, Machine } from '../../contract/machine-record.ts'
import { asEvent } from '../../contract/occurrence.ts'
import type { State } from '../../contract/state.ts'
import type { DomainEvent } from '../../event/envelope.ts'
import { type DecodeEvent, decoding } from '../../event/event-decoder.ts'
import { folder } from '../../fold/fold.ts'
import { tries } from '../../judge/allowed.ts'
import { windows } from '../../judge/windows.ts'
import type { Receiving } from '../../log/append.ts'
import { append, tipOf } from '../../log/append.ts'
import { lineReader, toLine } from '../../log/line.ts'
import { emptyTip } from '../../log/tip.ts'
import { timePassed } from '../../run/chart-run.ts'
import { interpreter, runner } from '../../run/runner.ts'
import { sortedBy } from '../../words/data/lists.ts'
import { frozen, thawed } from '../../words/data/plain-data.ts'
import { hash } from '../../words/hash/hash.ts'
import { defaultPolicyOf } from '../../words/policy.ts'
import { Stream } from '../../words/stream.ts'
import { type Instant, later, type TimeText, toInstant } from '../../words/time/instant.ts'
import { eventsOf } from '../generators/random-events.ts'
import { chartLaws, clashLaws, type Law, same, sorted } from './chart-laws.ts'

interface Trial {
  /** The number of random streams for each law, by default 100. */
  readonly numRuns?: number
  /** The streams; by default generated from the machine's codecs. */
  readonly events?: fc.Arbitrary<readonly DomainEvent[]>
  /** The other machines that the machine is used with. */
  readonly others?: readonly AnyMachine[]
}

/** Whether a law holds for a stream; it may use `more` events, and a number to `pick` one. */
type IsKept = (all: readonly DomainEvent[], pick: number, more: readonly DomainEvent[]) => boolean

/** A machine prepared for its laws. `law` makes one that is checked on random streams. */
const prepared = (machine: AnyMachine, { numRuns = 100, events = eventsOf(machine) }: Trial) => {
  const policy = defaultPolicyOf(machine.definition.policy)
  return {
    machine,
    policy,
    folding: folder(machine),
    strict: strictJudge(policy),
    lenient: lenientJudge(policy),
    law: (name: string, isKept: IsKept): Law => ({
      name,
      check: () => fc.assert(fc.property(events, fc.nat(), events, isKept), { numRuns }),
    }),
  }
}

type Tried = ReturnType<typeof prepared>

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

/** A time after every random event. */
const LATER = '2100-01-01T00:00:00.0000000Z' as Instant

/** A time before every window closes. */
const FIRST = '0001-01-01T00:00:00.0000000Z' as Instant

const recipesLaw = ({ machine: { definition }, folding, law }: Tried): Law =>
  law('has recipes that return nothing', (all) => {
    const { context, occurrences } = folding.fold(all)
    return [...occurrences.map(asEvent), timePassed(LATER)].every((event) => {
      const result: unknown = definition.recipes[event.type]?.(thawed(context) as never, event)
      return result === undefined
    })
  })

const speedLaws = ({ machine, folding: { fold }, lenient, law }: Tried): readonly Law[] => {
  const { definition, context, findings } = machine
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
          find(whole as never, lenient).length === 0,
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

const comesBack = (
  { folding }: Tried,
  decode: DecodeEvent,
  all: readonly DomainEvent[],
): boolean => {
  const stream = 'unknown-trial' as Stream
  const readable = all.filter((event) => decode(event)._tag === 'Right')
  const receiving: Receiving = { decode, streamFor: (given) => given, isStream: () => true }
  const inTurn = sortedBy(readable, ({ metadata }) => toInstant(metadata.recordedAt))
  const appended = append(receiving, emptyTip(stream), inTurn)
  if (appended._tag === 'Left') return false
  const { entries, tip } = appended.right
  const read = entries.map(toLine).map(lineReader(decode))
  const kept = entries.map(({ event }): DomainEvent => event)
  return (
    read.every((line, index) => line._tag === 'Right' && same(line.right, entries[index])) &&
    same(tipOf(stream, entries).hash, tip.hash) &&
    same(folding.fold(kept), folding.fold(readable))
  )
}

const shuffled = (all: readonly DomainEvent[], pick: number): readonly DomainEvent[] =>
  sortedBy(all, (event) => hash(`${pick} ${all.indexOf(event)}`))

const foldLaws = (tried: Tried): readonly Law[] => {
  const { machine, folding, law } = tried
  const { decode } = decoding({ ...machine.events, ...machine.informational })
  return [
    law('folds to the same state in any order of its events', (all, pick) => {
      return same(folding.fold(all), folding.fold(shuffled(all, pick)))
    }),
    law('is not changed by a repeated event', (all, pick) => {
      const state = folding.fold(all)
      const again = all[pick % Math.max(1, all.length)]
      if (again === undefined) return true
      return same(folding.evolve(state, again), state) && same(folding.fold([...all, again]), state)
    }),
    law('can be saved as JSON and continued with the same result', (all, pick) => {
      const cut = pick % (all.length + 1)
      const saved = JSON.parse(JSON.stringify(folding.fold(all.slice(0, cut))))
      return same(all.slice(cut).reduce(folding.evolve, saved), folding.fold(all))
    }),
    law('keeps every event once, and gives a reason for each parked one', (all) => {
      const { occurrences, parked } = folding.fold(all)
      const aside = occurrences
        .filter(({ disposition }) => disposition === 'parked')
        .map(({ key }) => key)
      const kept = occurrences.flatMap(({ events }) => events)
      const ids = new Set(kept.map(({ metadata }): string => metadata.eventId))
      const isKept = all.every(({ metadata }) => ids.has(metadata.eventId))
      return (
        isKept &&
        kept.length === new Set(kept).size &&
        same(sorted(parked.map(({ key }) => key)), sorted(aside))
      )
    }),
    law('gives every state a status', (all) =>
      [folding.initial, folding.fold(all)].every(({ status }) => typeof status === 'string'),
    ),
    law('implies the same on other streams in any order of its events', (all, pick) => {
      const impliedBy = (events: readonly DomainEvent[]) =>
        machine.consequences?.of(folding.fold(events)) ?? []
      return same(impliedBy(all), impliedBy(shuffled(all, pick)))
    }),
    law('is unchanged after writing and reading the log', (all) => comesBack(tried, decode, all)),
  ]
}

const staysLaw = ({ machine, folding, lenient, law }: Tried): Law => {
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

const choiceLaw = ({ machine, folding, strict, law }: Tried): Law =>
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

/** Whether a judge allows what an event asks for, by the rules of a machine. */
const allowedBy = (machine: AnyMachine, judge: Judge) => {
  const open = runner(machine, judge)
  return (state: State, event: ReturnType<typeof asEvent>): boolean => {
    const scope = { context: state.context, event }
    const transitions = open.transitions(state, event)
    const refusals = transitions.flatMap(({ terms: { all: both = [], command = [] } }) =>
      broken(machine.definition, [...both, ...command], scope, judge),
    )
    return transitions.length > 0 && refusals.length === 0
  }
}

const allowsLaw = ({ machine, folding, strict, law }: Tried): Law => {
  const chart = machine.chart.provide({ guards: { rules: strictly(machine.definition, strict) } })
  const isAllowed = allowedBy(machine, strict)
  return law('has rules that allow exactly what its strict chart allows', (all, _, more) => {
    const state = folding.fold(all)
    return folding.fold(more).occurrences.every((occurrence) => {
      const event = asEvent(occurrence)
      const { value, context } = state
      const here = chart.resolveState({ value, context })
      return chart.getTransitionData(here, event).length > 0 === isAllowed(state, event)
    })
  })
}

const doubtLaw = ({ machine, policy, folding, law }: Tried): Law => {
  const caused = Object.values(machine.commands).map(({ event }) => event)
  const doubts = Object.entries(machine.findings).map(([code, { holds = [] }]) => {
    const held = holds.filter((type) => caused.includes(type))
    const doubt = { code, events: [], asks: null, holds: held }
    return { held, isAllowed: allowedBy(machine, strictJudge(policy, [doubt])) }
  })
  return law('asks notInDoubt before what a doubt holds', (all, _, more) => {
    const state = folding.fold(all)
    return folding
      .fold(more)
      .occurrences.every((each) =>
        doubts.every(
          ({ held, isAllowed }) => !held.includes(each.type) || !isAllowed(state, asEvent(each)),
        ),
      )
  })
}

const tableLaw = ({ machine, folding, strict, lenient, law }: Tried): Law =>
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

const shownLaw = ({ machine, policy, folding, law }: Tried): Law => {
  const { explain } = descriptorsOf([machine])
  const { sums, windows, relations } = machine
  return law('has sums, windows and sentences in any state', (all) => {
    const state = folding.fold(all)
    const context = state.context as never
    const amounts = Object.values(sums?.of(context, false) ?? {})
    const taken = sums?.exposed?.(context).amount ?? 0
    sums?.since?.(context)
    const spans = Object.values(windows).flatMap((window) => window.of(state as never, policy))
    const related = relations.map((each) => each.by === 'context' && each.streamOf(context))
    const said = [...state.findings, ...state.parked].map((each) => explain(each))
    return (
      [...amounts, taken].every((each) => typeof each !== 'number' || Number.isSafeInteger(each)) &&
      spans.every(({ closesAt }) => typeof closesAt === 'string') &&
      related.every((stream) => !stream || Stream.is(stream)) &&
      said.every((text) => typeof text === 'string')
    )
  })
}

/** An amount in minor units that can be paid in every currency: some have no cents. */
const SOME = 100

const commandLaws = ({ machine, policy, folding, law }: Tried): readonly Law[] => {
  const triesOf = tries(machine, policy)
  const windowsOf = windows(machine, { policy })
  const { all: described } = descriptorsOf([machine])
  const answersOf = (state: State) =>
    [LATER, state.occurrences.at(-1)?.at ?? LATER].flatMap((now) =>
      triesOf(state, now).map(({ ask }) => ask(SOME)),
    )
  return [
    law('can try each of its commands', (all) =>
      [folding.initial, folding.fold(all)].every((state) =>
        answersOf(state).every(
          (answer) => answer._tag === 'Right' || answer.left.error !== 'Unreadable',
        ),
      ),
    ),
    law('refuses each command once its window has closed', (all) => {
      const state = folding.fold(all)
      return Object.entries(machine.commands).every(([name, { window }]) => {
        const ends = windowsOf(state, LATER).flatMap((each) =>
          each.name === window ? each.closesAt : [],
        )
        const last = ends.reduce(later, FIRST)
        const answer = triesOf(state, last)
          .find(({ command }) => command === name)
          ?.ask(SOME)
        // a step that can happen only once, and has, causes nothing
        return ends.length === 0 || answer?._tag !== 'Right' || answer.right.events.length === 0
      })
    }),
    law('describes all that it refuses, finds and parks', (all) =>
      [folding.initial, folding.fold(all)].every((state) => {
        const { findings, parked } = state
        const refused = answersOf(state).flatMap((answer) =>
          answer._tag === 'Left' && answer.left.error === 'Refused' ? answer.left.refusals : [],
        )
        const names = [
          ...[...refused, ...findings.flatMap(({ refusal }) => refusal ?? [])].map(
            ({ rule }) => rule,
          ),
          ...findings.map(({ code }) => code),
          ...parked.map(({ reason }) => reason),
        ]
        return names.every((name) => Object.hasOwn(described, name))
      }),
    ),
  ]
}

/**
 * Returns the laws that every machine must obey: its chart is complete, its state depends only on
 * the set of its events, and its names do not clash with those of `others`, the machines that it is
 * used with. Run each as a test: `for (const { name, check } of obeysTheLaws(machine)) test(name,
 * check)`.
 */
export const obeysTheLaws = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  trial: Trial = {},
): readonly Law[] => {
  const own = machine as unknown as AnyMachine
  const tried = prepared(own, trial)
  return [
    ...chartLaws(own),
    ...clashLaws(own, trial.others ?? []),
    ...foldLaws(tried),
    ...[staysLaw, choiceLaw, allowsLaw, doubtLaw, tableLaw, shownLaw, recipesLaw].map((law) =>
      law(tried),
    ),
    ...commandLaws(tried),
    ...speedLaws(tried),
  ]
}
