/** A chart as a table, and how it is walked: on plain values, one private copy of what is known. */
import type { AnyTransitionDefinition, StateValue } from 'xstate'
import { canonical, type Json } from '../words/canonical.ts'
import { copied } from '../words/plain.ts'
import type { Refusal } from '../words/refusal.ts'
import type { Book, Condition, Judge, Named } from './machine.ts'
import type { Opened, Position, Runner } from './run.ts'

type Judged = Book<never>['rules'][string]

/** An arrow of the chart, by its number, with what its guard says, and what it names. */
export interface Arrow {
  readonly number: number
  readonly opened: Opened
  readonly all: readonly Judged[]
  readonly when: Condition<never> | null
  readonly is: AnyTransitionDefinition
}

/**
 * Which arrows an event may take: those of the states within, where any of them opens; else the first
 * that opens of the state's own.
 */
export interface Choice {
  readonly own: readonly Arrow[]
  readonly within: readonly Choice[]
}

/** What taking some arrows together comes to: where they lead, and how often the event is learnt. */
export interface Move {
  readonly to: Place
  readonly records: number
}

/**
 * What an event may do at a place. `asks`: a condition chooses, by what the event teaches. `alone`: the one
 * arrow there is, where no condition chooses it.
 */
export interface Row {
  readonly choice: Choice
  readonly asks: boolean
  readonly alone: Arrow | null
  /** By `nameOf` the arrows. */
  readonly moves: ReadonlyMap<number | string, Move>
}

/** All that is active at once, and what each event may do then. */
export interface Place {
  readonly value: StateValue
  readonly rows: ReadonlyMap<string, Row>
}

/** A chart, compiled. A place is found by its value, or by the text of one. */
export interface Table<C> {
  readonly start: Place
  readonly context: C
  readonly places: ReadonlyMap<StateValue, Place>
}

/** The key of arrows taken together. */
export const nameOf = (arrows: readonly Arrow[]): number | string => {
  const [only, another] = arrows
  if (only === undefined || another !== undefined) {
    return arrows.map(({ number }) => number).join()
  }
  return only.number
}

/** The key of a place, whatever the order in which its value names regions. */
export const placeName = (value: StateValue): string =>
  typeof value === 'string' ? value : canonical(value as Json)

/** The arrows that open, those of the states within first. */
const opened = ({ own, within }: Choice, opens: (arrow: Arrow) => boolean): readonly Arrow[] => {
  if (within.length > 0) {
    const inner = within.flatMap((each) => opened(each, opens))
    if (inner.length > 0) return inner
  }
  for (const arrow of own) if (opens(arrow)) return [arrow]
  return []
}

/** Nothing is broken. */
const NONE: readonly Refusal[] = []

/** Puts a table under a judge. */
export const tableRunner = <C extends object>(
  { start, context, places }: Table<C>,
  book: Book<C>,
  judge: Judge,
): Runner<C> => {
  const placeAt = (value: StateValue): Place | undefined =>
    places.get(value) ?? places.get(placeName(value))

  const learn = (known: C, event: Named): C => {
    book.recipes[event.type]?.(known as never, event)
    return known
  }

  const broken = (rules: Arrow['all'], known: C, event: Named): readonly Refusal[] => {
    let found = NONE
    for (const rule of rules) {
      const refusals = rule(known as never, event, judge)
      if (refusals.length > 0) found = found === NONE ? refusals : [...found, ...refusals]
    }
    return found
  }

  /** Whether an arrow opens, chosen by what the event would teach. */
  const opens = ({ when }: Arrow, learnt: C): boolean =>
    when === null || when(learnt as never, judge)

  const arrowsIn = ({ alone, choice }: Row, learnt: C) => {
    if (alone === null) return opened(choice, (arrow) => opens(arrow, learnt))
    return opens(alone, learnt) ? choice.own : []
  }

  return {
    start: { value: start.value, context },
    arrows: ({ value, context: known }, event) => {
      const row = placeAt(value)?.rows.get(event.type)
      if (row === undefined) return []
      const learnt = row.asks ? learn(copied(known), event) : known
      return arrowsIn(row, learnt).map(({ opened: shown }) => shown)
    },
    walk: (from) => {
      let place = placeAt(from.value)
      let known = from.context
      let isOwn = false
      return {
        take: (event) => {
          const row = place?.rows.get(event.type)
          if (row === undefined) return null
          const learnt = row.asks ? learn(copied(known), event) : known
          const arrows = arrowsIn(row, learnt)
          const move = row.moves.get(nameOf(arrows))
          if (move === undefined) return null
          const refusals: Refusal[] = []
          for (const { all } of arrows) refusals.push(...broken(all, known, event))
          if (row.asks) known = learnt
          else if (!isOwn) known = copied(known)
          isOwn = true
          for (let left = row.asks ? move.records - 1 : move.records; left > 0; left -= 1) {
            learn(known, event)
          }
          place = move.to
          return refusals
        },
        position: (): Position<C> =>
          isOwn && place !== undefined ? { value: place.value, context: known } : from,
      }
    },
  }
}
