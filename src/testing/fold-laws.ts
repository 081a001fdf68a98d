/** Laws of the fold of a machine, tried on random streams. */
import fc from 'fast-check'
import type { Event } from '../event/envelope.ts'
import { decodeEvent } from '../event/stored.ts'
import { type Folder, folder } from '../fold/fold.ts'
import { interpreter } from '../fold/interpret.ts'
import type { Machine } from '../fold/machine.ts'
import { asEvent } from '../fold/occurrence.ts'
import { broken, learn, lenientJudge, strictJudge, strictly, termsOf } from '../fold/rules.ts'
import { runner } from '../fold/runner.ts'
import { append, emptyTip, tipOf } from '../log/append.ts'
import { fromLine, toLine } from '../log/text.ts'
import { toInstant } from '../words/instant.ts'
import type { Stream } from '../words/stream.ts'
import { eventsOf } from './events.ts'
import { type Law, same, sorted } from './law.ts'

/** How a machine is tried. */
export interface Trial {
  /** How many random streams each law is tried on: 100 unless told. */
  readonly numRuns?: number
  /** The streams; made from the machine's codecs unless told. */
  readonly events?: fc.Arbitrary<readonly Event[]>
}

const inTurn = (events: readonly Event[]): readonly Event[] => {
  const heardAt = ({ metadata }: Event): string => toInstant(metadata.recordedAt)
  return [...events].sort((a, b) => (heardAt(a) < heardAt(b) ? -1 : 1))
}

/** Whether what the log can read comes back from its text as it was, and folds to the same. */
const comesBack = <C extends object, S extends string, N extends string>(
  folding: Folder<C, S, N>,
  all: readonly Event[],
): boolean => {
  const stream = 'unknown-trial' as Stream
  const readable = all.filter((event) => decodeEvent(event)._tag === 'Right')
  const appended = append(emptyTip(stream), inTurn(readable))
  if (appended._tag === 'Left') return false
  const { entries, tip } = appended.right
  const read = entries.map(toLine).map(fromLine)
  const kept = entries.map(({ event }): Event => event)
  return (
    read.every((line, index) => line._tag === 'Right' && same(line.right, entries[index])) &&
    same(tipOf(stream, entries).hash, tip.hash) &&
    same(folding.fold(kept), folding.fold(readable))
  )
}

/** What must be true of a machine's states. */
export const foldLaws = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { numRuns = 100, events = eventsOf(machine.events, machine.kind) }: Trial,
): readonly Law[] => {
  const folding = folder(machine)
  const judge = strictJudge()
  const strict = machine.chart.provide({ guards: { rules: strictly(machine.book, judge) } })
  const open = runner(machine, judge)
  const lenient = runner(machine, lenientJudge())
  const law = (
    name: string,
    isKept: (all: readonly Event[], pick: number, more: readonly Event[]) => boolean,
  ): Law => ({
    name,
    check: () => fc.assert(fc.property(events, fc.nat(), events, isKept), { numRuns }),
  })
  const shuffled = events.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length })),
  )
  return [
    {
      name: 'comes to the same state in any order of its events',
      check: () =>
        fc.assert(
          fc.property(shuffled, ([all, other]) => same(folding.fold(all), folding.fold(other))),
          { numRuns },
        ),
    },
    law('is not changed by an event it knows', (all, pick) => {
      const state = folding.fold(all)
      const again = all[pick % Math.max(1, all.length)]
      if (again === undefined) return true
      return same(folding.evolve(state, again), state) && same(folding.fold([...all, again]), state)
    }),
    law('can be saved as JSON and continued, to what the whole fold gives', (all, pick) => {
      const cut = pick % (all.length + 1)
      const saved = JSON.parse(JSON.stringify(folding.fold(all.slice(0, cut))))
      const whole = folding.fold(all)
      const onebyone = all.slice(cut).reduce(folding.evolve, saved)
      return same(onebyone, whole) && same(folding.evolveAll(saved, all.slice(cut)), whole)
    }),
    law('keeps every event, and says of what stands aside why', (all) => {
      const { occurrences, parked } = folding.fold(all)
      const aside = occurrences.filter(({ place }) => place === 'parked').map(({ key }) => key)
      const ids = new Set(
        occurrences.flatMap(({ tells }) => tells.map(({ metadata }): string => metadata.eventId)),
      )
      const isKept = all.every(({ metadata }) => ids.has(metadata.eventId))
      return isKept && same(sorted(parked.map(({ key }) => key)), sorted(aside))
    }),
    law('stands still where no arrow opens', (all, _, more) => {
      const state = folding.fold(all)
      const { value, context } = state
      return folding.fold(more).occurrences.every((told) => {
        const event = asEvent(told)
        if (told.place !== 'chart' || lenient.arrows(state, event).length > 0) return true
        const walk = lenient.walk({ value, context })
        return walk.take(event) === null && same(walk.position(), { value, context })
      })
    }),
    law('leaves no choice between two arrows', (all, _, more) =>
      [folding.initial, folding.fold(all)].every(({ value, context }) => {
        const nodes = machine.chart.resolveState({ value, context })._nodes
        return folding.fold(more).occurrences.every((told) => {
          const learnt = learn(machine.book, { context, event: asEvent(told) })
          const isOpen = ({ guard }: { readonly guard?: unknown }): boolean => {
            const { when } = termsOf(guard)
            return when === undefined || machine.book.conditions[when]?.(learnt, judge) === true
          }
          return nodes.every(
            (node) => (node.transitions.get(told.type) ?? []).filter(isOpen).length <= 1,
          )
        })
      }),
    ),
    law('allows by its rules, one by one, what its strict chart lets through', (all, _, more) => {
      const state = folding.fold(all)
      return folding.fold(more).occurrences.every((told) => {
        const event = asEvent(told)
        const scope = { context: state.context, event }
        const arrows = open.arrows(state, event)
        const refusals = arrows.flatMap(({ terms: { all: both = [], wish = [] } }) =>
          broken(machine.book, [...both, ...wish], scope, judge),
        )
        const isAllowed = arrows.length > 0 && refusals.length === 0
        const { value, context } = state
        const here = strict.resolveState({ value, context })
        return strict.getTransitionData(here, event).length > 0 === isAllowed
      })
    }),
    law('runs from its table as XState runs it', (all, pick) => {
      const told = folding.fold(all).occurrences.filter(({ place }) => place !== 'beside')
      const cut = pick % Math.max(1, told.length)
      const sequence = [...told.slice(cut), ...told.slice(0, cut)].map(asEvent)
      return [judge, lenientJudge()].every((each) => {
        const [one, other] = [runner(machine, each), interpreter(machine, each)].map((runs) =>
          runs.walk(runs.start),
        )
        return (
          sequence.every((event) => same(one?.take(event), other?.take(event))) &&
          same(one?.position(), other?.position())
        )
      })
    }),
    law('survives the journey to text and back', (all) => comesBack(folding, all)),
  ]
}
