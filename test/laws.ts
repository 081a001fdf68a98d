/** The laws that every machine obeys, written once. */

import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { AnyStateNode } from 'xstate'
import type { Event } from '../src/event/envelope.ts'
import { folder } from '../src/fold/fold.ts'
import type { Machine } from '../src/fold/machine.ts'
import { asEvent } from '../src/fold/occurrence.ts'
import { broken, lenientJudge, leniently, strictJudge, strictly } from '../src/fold/rules.ts'
import { runner } from '../src/fold/run.ts'
import { append, emptyTip, tipOf } from '../src/log/append.ts'
import { fromLine, toLine } from '../src/log/text.ts'
import { toInstant } from '../src/words/instant.ts'
import type { Stream } from '../src/words/stream.ts'
import { eventsFor } from './generators/streams.ts'

const nodesIn = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesIn),
]

const heardAt = ({ metadata }: Event): string => toInstant(metadata.recordedAt)

const STREAMS: Readonly<Record<string, Stream>> = {
  session: 'session-sid_1' as Stream,
  payment: 'payment-pay_1' as Stream,
  mandate: 'mandate-src_1' as Stream,
}

/** Runs every law on a machine. */
export const laws = <C extends object, S extends string, N extends string>(
  name: string,
  machine: Machine<C, S, N>,
): void => {
  const folding = folder(machine)
  const events = eventsFor(machine.events, machine.kind)
  const shuffled = events.chain((all) =>
    fc.record({
      all: fc.constant(all),
      other: fc.shuffledSubarray([...all], { minLength: all.length, maxLength: all.length }),
    }),
  )
  const arrows = nodesIn(machine.chart.root).flatMap((node) =>
    [...node.transitions.values()].flat(),
  )

  describe(name, () => {
    test('speaks exactly its events', () => {
      const heard = new Set(arrows.map(({ eventType }) => eventType))
      heard.delete('time_passed')
      expect([...heard].sort()).toEqual(Object.keys(machine.events).sort())
      const taught = Object.keys(machine.book.recipes).filter((type) => type !== 'time_passed')
      expect(taught.sort()).toEqual(Object.keys(machine.events).sort())
    })

    test('has the id of its chart, and the interface’s name in it', () => {
      expect(machine.id).toBe(machine.chart.id)
      expect(machine.id).toMatch(/^[a-z-]+@\d+$/)
    })

    test('records on every arrow', () => {
      const silent = arrows.filter(({ actions }) => !actions.some((action) => action === 'record'))
      expect(silent.map(({ eventType, source }) => `${source.id} ${eventType}`)).toEqual([])
    })

    test('names only rules and conditions that exist, and uses each of them', () => {
      const params = arrows.flatMap(({ guard }) =>
        typeof guard === 'object' && guard !== null && 'params' in guard
          ? [guard.params as { all?: string[]; wish?: string[]; when?: string }]
          : [],
      )
      const rules = new Set(params.flatMap(({ all = [], wish = [] }) => [...all, ...wish]))
      const conditions = new Set(params.flatMap(({ when }) => when ?? []))
      expect([...rules].sort()).toEqual(Object.keys(machine.book.rules).sort())
      expect([...conditions].sort()).toEqual(Object.keys(machine.book.conditions).sort())
    })

    test('gives the same state for the same events in any order', () => {
      fc.assert(
        fc.property(shuffled, ({ all, other }) => {
          expect(folding.fold(other)).toEqual(folding.fold(all))
        }),
      )
    })

    test('is not changed by an event it knows', () => {
      fc.assert(
        fc.property(events, fc.nat(), (all, pick) => {
          const state = folding.fold(all)
          const again = all[pick % Math.max(1, all.length)]
          if (again === undefined) return
          expect(folding.evolve(state, again)).toEqual(state)
          expect(folding.fold([...all, again])).toEqual(state)
        }),
      )
    })

    test('can be saved as JSON and continued, and is what the whole fold gives', () => {
      fc.assert(
        fc.property(events, fc.nat(), (all, pick) => {
          const cut = pick % (all.length + 1)
          const saved = JSON.parse(JSON.stringify(folding.fold(all.slice(0, cut))))
          const continued = all.slice(cut).reduce(folding.evolve, saved)
          expect(continued).toEqual(folding.fold(all))
          expect(folding.evolveAll(saved, all.slice(cut))).toEqual(continued)
        }),
      )
    })

    test('keeps every event: on the chart, beside it, aside with a reason, or refused', () => {
      fc.assert(
        fc.property(events, (all) => {
          const { occurrences, parked } = folding.fold(all)
          const aside = occurrences.filter(({ place }) => place === 'parked').map(({ key }) => key)
          expect(parked.map(({ key }) => key).sort()).toEqual(aside.sort())
          const ids = new Set(
            occurrences.flatMap(({ tells }) => tells.map(({ metadata }) => metadata.eventId)),
          )
          for (const { metadata } of all) expect(ids).toContain(metadata.eventId)
        }),
      )
    })

    test('opens at most one arrow a region, and is unmoved by an event no arrow takes', () => {
      const runs = runner(machine, leniently, lenientJudge())
      fc.assert(
        fc.property(events, events, (all, more) => {
          const state = folding.fold(all)
          for (const { place, ...told } of folding.fold(more).occurrences) {
            if (place !== 'chart') continue
            const event = asEvent({ ...told, place })
            const open = runs.arrows(state, event)
            expect(open.length).toBeLessThanOrEqual(1)
            if (open.length > 0) continue
            const { value, context } = state
            expect(runs.next(state, event)).toEqual({ value, context })
          }
        }),
      )
    })

    test('allows by its rules, asked one by one, exactly what its strict chart lets through', () => {
      const judge = strictJudge()
      const strict = runner(machine, strictly, judge)
      const open = runner(machine, leniently, judge)
      fc.assert(
        fc.property(events, events, (all, more) => {
          const state = folding.fold(all)
          for (const told of folding.fold(more).occurrences) {
            const event = asEvent(told)
            const scope = { context: state.context, event }
            const arrows = open.arrows(state, event)
            const refusals = arrows.flatMap(({ all: both = [], wish = [] }) =>
              broken(machine.book, [...both, ...wish], scope, judge),
            )
            const isAllowed = arrows.length > 0 && refusals.length === 0
            expect(strict.arrows(state, event).length > 0).toBe(isAllowed)
          }
        }),
      )
    })

    test('survives the journey to text and back', () => {
      fc.assert(
        fc.property(events, (all) => {
          const stream = STREAMS[machine.kind] ?? ('unknown-x' as Stream)
          const received = [...all].sort((a, b) => (heardAt(a) < heardAt(b) ? -1 : 1))
          const appended = append(emptyTip(stream), received)
          if (E.isLeft(appended)) return expect.unreachable()
          const { entries, tip } = appended.right
          const read = entries.map(toLine).map(fromLine)
          expect(read).toEqual(entries.map((entry) => E.right(entry)))
          expect(tipOf(stream, entries)).toEqual(tip)
          const kept: readonly Event[] = entries.map(({ event }) => event)
          expect(folding.fold(kept)).toEqual(folding.fold(all))
        }),
      )
    })
  })
}
