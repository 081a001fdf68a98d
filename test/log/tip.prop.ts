/** A tip hides how its stream grows: no result depends on it, and one more event costs one event. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Entry } from '../../src/log/entry.ts'
import { emptyTip, type Tip } from '../../src/log/tip.ts'
import type { Stream } from '../../src/words/stream.ts'
import { forAll } from '../for-all.ts'
import { reported, right } from '../given.ts'
import { append, fromLine, toLine } from '../root.ts'

const stream = 'payment-pay_1' as Stream

const event = (id: number, amount: number): DomainEvent =>
  reported(
    'payment_refunded',
    { paymentId: 'pay_1', actionId: `act_${id}`, amount },
    { id: `evt_${id}` },
  )

const appended = (tip: Tip, events: readonly DomainEvent[]) => right(append(tip, events))

const events = fc.array(
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 2 }))
    .map(([id, amount]) => event(id, amount)),
  { maxLength: 4 },
)

/** Appends to any of the tips so far: the last one, or one that others have continued. */
const steps = fc.array(fc.tuple(fc.nat(), events), { maxLength: 12 })

const json = <A>(value: A): A => JSON.parse(JSON.stringify(value))

describe('a tip', () => {
  test('continues as one that was stored, however often others have continued it', () => {
    forAll({}, [steps], (all) => {
      const tips: Tip[] = [emptyTip(stream)]
      const stored: Tip[] = [emptyTip(stream)]
      for (const [pick, more] of all) {
        const from = pick % tips.length
        const ours = appended(tips[from] as Tip, more)
        const theirs = appended(json(stored[from] as Tip), more)
        expect(ours.entries).toEqual(theirs.entries)
        tips.push(ours.tip)
        stored.push(json(theirs.tip))
      }
      expect(json(tips)).toEqual(stored)
    })
  })

  test('is the same for every reader: a spread, a clone, and JSON', () => {
    const { tip } = appended(emptyTip(stream), [event(1, 1), event(2, 1)])
    expect({ ...tip }).toEqual(json(tip))
    expect(structuredClone(tip)).toEqual(json(tip))
    expect(Object.keys(tip)).toEqual('stream revision hash known nudges lookedUpAt'.split(' '))
    expect(tip.known).toBe(tip.known)
  })

  test('lists nobody’s events to add one more: it looks up one id', () => {
    const looks: string[] = []
    const many = Object.fromEntries(
      Array.from({ length: 1000 }, (_, id) => [`evt_old${id}`, ['0']]),
    )
    const known = new Proxy(many, {
      ownKeys: (target) => {
        looks.push('all')
        return Reflect.ownKeys(target)
      },
      getOwnPropertyDescriptor: (target, name) => {
        looks.push(String(name))
        return Reflect.getOwnPropertyDescriptor(target, name)
      },
    })
    let { tip } = appended({ ...emptyTip(stream), known }, [event(1, 1)])
    looks.length = 0
    for (let id = 2; id < 50; id += 1) tip = appended(tip, [event(id, 1)]).tip
    expect(looks).toEqual(Array.from({ length: 48 }, (_, index) => `evt_${index + 2}`))
  })

  test('leads to entries that stay as they were hashed, and whose lines can be read', () => {
    const mine = event(1, 1)
    const { entries } = appended(emptyTip(stream), [mine])
    const [entry] = entries as [Entry]
    expect(Object.isFrozen(entry.event.data)).toBe(true)
    expect(fromLine(toLine(entry))).toEqual(E.right(entry))
    const altered = { ...entry, revision: 7 }
    expect(E.isLeft(fromLine(toLine(altered)))).toBe(true)
  })
})
