/** How much money may still be taken back, over many streams: what a treasurer reserves. */
import * as E from '#fp-ts/Either'
import { doubtsIn } from '../contract/descriptors.ts'
import type { AnyMachine } from '../contract/machine-record.ts'
import { eventsOf } from '../contract/state.ts'
import { INFORMATIONAL } from '../event/informational-events.ts'
import type { Stale } from '../fold/resume.ts'
import type { Unreadable } from '../words/data/unreadable-input.ts'
import { addExactly, type Currency } from '../words/money.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import { readInstant, type Time } from '../words/time/given-time.ts'
import type { Instant } from '../words/time/instant.ts'
import { type AnyState, judgedEach, type OwnedState, type OwnerOf } from './state-owner.ts'
import { byClosing, type WindowAt, windowAt, windowsOf } from './windows.ts'

/**
 * The money of some streams that may be taken back until a month is over, at the latest. `amount` is
 * in minor units of `currency`, null beyond what a number holds; `streams` is how many streams it is from.
 */
export interface ExposedUntil {
  readonly currency: Currency
  readonly month: string
  readonly amount: number | null
  readonly streams: number
}

/**
 * What may still be taken back, by currency and by the month in which the last window ends. `unknown`
 * are the streams of which nobody knows how much that is: no message names the amount, or shows any
 * while a doubt is open, or no machine is known for the stream yet.
 */
export interface Exposure {
  readonly until: readonly ExposedUntil[]
  readonly unknown: readonly (Stream | null)[]
}

const NOTHING: Exposure = { until: [], unknown: [] }

/** Adds up the exposures of parts of a log, however divided, that have no stream in common. */
export const mergeExposures = (parts: Iterable<Exposure>): Exposure => {
  const months = new Map<string, ExposedUntil>()
  const unknown: (Stream | null)[] = []
  for (const part of parts) {
    for (const each of part.until) {
      const name = `${each.currency} ${each.month}`
      const { amount, streams } = months.get(name) ?? { amount: 0, streams: 0 }
      const sum = { amount: addExactly(amount, each.amount), streams: streams + each.streams }
      months.set(name, { ...each, ...sum })
    }
    for (const stream of part.unknown) unknown.push(stream)
  }
  const until = [...months.keys()].sort().flatMap((name) => months.get(name) ?? [])
  return { until, unknown: unknown.sort() }
}

/** Whether money may have come in that no message shows, as it may while a doubt is open. */
const mayHideMoney = (machine: AnyMachine, state: OwnedState): boolean => {
  const isIn = (machine.sums?.since?.(state.context) ?? null) !== null
  return !isIn && doubtsIn(machine)(state).length > 0
}

const exposedUntil = (
  { lastDay, closesAt }: WindowAt,
  { amount, currency }: { readonly amount: number | null; readonly currency: Currency | null },
): ExposedUntil | null =>
  amount === null || currency === null
    ? null
    : { currency, month: (lastDay ?? closesAt).slice(0, 7), amount, streams: 1 }

const exposureOf = (
  machine: AnyMachine | null,
  state: OwnedState,
  policy: Policy,
  now: Instant,
): Exposure => {
  const unknown: Exposure = { until: [], unknown: [state.stream] }
  // a request that was refused has moved nothing
  const isRefused = eventsOf(state).every(({ type }) => type === INFORMATIONAL.refusal)
  if (machine === null) return isRefused ? NOTHING : unknown
  const exposed = machine.sums?.exposed?.(state.context)
  if (exposed === undefined) return NOTHING
  if (exposed.amount === 0) return mayHideMoney(machine, state) ? unknown : NOTHING
  const windows = windowsOf(machine, state, policy).map((each) => windowAt(each, now))
  const exposures = windows.filter(({ kind }) => kind === 'exposure')
  // without a window, nobody knows until when; once all are over, nothing is left to take
  if (exposures.length === 0) return unknown
  const last = byClosing(exposures).findLast(({ secondsLeft }) => secondsLeft > 0)
  if (last === undefined) return NOTHING
  const until = exposedUntil(last, exposed)
  return until === null ? unknown : { until: [until], unknown: [] }
}

/** Makes the function that adds up what may still be taken back. */
export const exposing =
  <M extends AnyMachine>(owner: OwnerOf<M>, policy: Policy) =>
  (states: Iterable<AnyState>, now: Time): E.Either<Stale | Unreadable, Exposure> => {
    const at = readInstant('now', now)
    if (E.isLeft(at)) return at
    const exposed = (machine: M | null, state: OwnedState): Exposure =>
      exposureOf(machine, state, policy, at.right)
    return judgedEach(owner, states, exposed, mergeExposures)
  }
