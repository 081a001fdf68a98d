/** A chart as a table, and how it is walked: on plain values, one private copy of what is known. */
import type { AnyTransitionDefinition, StateValue } from 'xstate'
import { canonical, type Json } from '../words/canonical.ts'
import { copied } from '../words/plain.ts'
import type { Refusal } from '../words/refusal.ts'
import type { Book, Judge, Named, Terms } from './machine.ts'
import { broken } from './rules.ts'
import type { Judging, Position, Runner } from './run.ts'

/** An arrow of the chart, by its number, with what its guard says. */
export interface Arrow {
  readonly number: number
  readonly terms: Terms
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

/** What an event may do at a place. `asks`: a condition chooses, by what the event teaches. */
export interface Row {
  readonly choice: Choice
  readonly asks: boolean
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

/** Puts a table under a judge. */
export const tableRunner = <C extends object>(
  { start, context, places }: Table<C>,
  book: Book<C>,
  by: Judging,
  judge: Judge,
): Runner<C> => {
  const placeAt = (value: StateValue): Place | undefined =>
    places.get(value) ?? places.get(placeName(value))

  const learn = (known: C, event: Named): C => {
    book.recipes[event.type]?.(known as never, event)
    return known
  }

  /** The arrows that an event opens, judged by what is known, chosen by what it would teach. */
  const open = (choice: Choice, known: C, learnt: C, event: Named): readonly Arrow[] =>
    opened(choice, ({ terms: { all = [], wish = [], when } }) => {
      if (when !== undefined && book.conditions[when]?.(learnt, judge) !== true) return false
      const scope = { context: known, event }
      return by === 'leniently' || broken(book, [...all, ...wish], scope, judge).length === 0
    })

  return {
    start: { value: start.value, context },
    arrows: ({ value, context: known }, event) => {
      const row = placeAt(value)?.rows.get(event.type)
      if (row === undefined) return []
      const learnt = row.asks ? learn(copied(known), event) : known
      return open(row.choice, known, learnt, event).map(({ terms }) => terms)
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
          const arrows = open(row.choice, known, learnt, event)
          const move = row.moves.get(nameOf(arrows))
          if (move === undefined) return null
          const scope = { context: known, event }
          const refusals: Refusal[] = []
          for (const { terms } of arrows) {
            if (terms.all !== undefined) refusals.push(...broken(book, terms.all, scope, judge))
          }
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
