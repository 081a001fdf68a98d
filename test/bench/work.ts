/** The work: ordinary business of four lifecycles, the same for every rival. */

import { createMachine } from 'xstate'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { machineOf } from '../../src/fold/assign.ts'
import { ownLoop } from '../../src/judge/own-loop.ts'
import { toLine } from '../../src/log/line.ts'
import { emptyTip } from '../../src/log/tip.ts'
import { listsOf } from '../../src/words/data/lists.ts'
import type { Stream } from '../../src/words/stream.ts'
import type { OnStream } from '../audit/given.ts'
import { business, flows } from '../audit/seeded.ts'
import {
  type AnyMachine,
  payfold,
  sepaMandate,
  sepaPayment,
  session,
  ticketPayment,
} from './payfold.ts'

/** The four machines. */
export const machines: readonly AnyMachine[] = [session, sepaPayment, sepaMandate, ticketPayment]

/** All four machines, combined under the default policy. */
export const root = payfold(machines)

/** Streams with their events, and the machine of each. */
export const histories = (entries: number, seed: number) => {
  return [...listsOf(business(entries, seed))].map(([name, events]) => {
    const stream = name as Stream
    const machine = machineOf(machines, stream, events)
    if (machine === null) throw new Error(`no machine for ${stream}`)
    // as a log returns them: objects that JSON made have one shape, objects that were spread do not
    const read: typeof events = JSON.parse(JSON.stringify(events))
    return { stream, events: read, machine }
  })
}

/**
 * The events as lines of a log. The events of interleaved streams must be complete before they are
 * written.
 */
const sealed = (reported: readonly OnStream[]): readonly string[] => {
  const lines = new Map<DomainEvent, string>()
  for (const [stream, events] of listsOf(reported)) {
    const appended = ownLoop(root).append(emptyTip(stream as Stream), events)
    if (appended._tag === 'Left') throw new Error(appended.left.error)
    for (const [index, entry] of appended.right.entries.entries()) {
      const event = events[index]
      if (event !== undefined) lines.set(event, toLine(entry))
    }
  }
  return reported.map(([, event]) => lines.get(event) ?? '')
}

/** A log in the order of receipt. */
export const logOf = (entries: number, seed: number): readonly string[] =>
  sealed(business(entries, seed))

/** An endless log, stream by stream, in chunks of a few lines. */
export function* groupedLog(entries: number, seed: number): Generator<string> {
  let left = entries
  for (const flow of flows(seed)) {
    const lines = sealed(flow).slice(0, left)
    left -= lines.length
    yield `${lines.join('\n')}\n`
    if (left === 0) return
  }
}

/**
 * A machine that cannot be compiled to a table, because of a transition that is never taken; XState
 * runs it.
 */
export const interpreted = <M extends AnyMachine>(machine: M): M => ({
  ...machine,
  chart: createMachine(
    { ...machine.chart.config, on: { never: {} } } as never,
    machine.chart.implementations as never,
  ),
})
