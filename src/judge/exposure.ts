/** How much money may still be taken back, over many streams: what a treasurer reserves. */
import * as E from '#fp-ts/Either'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { Stale } from '../fold/resume.ts'
import { attempt } from '../words/data/attempt.ts'
import { type Unreadable, unreadable } from '../words/data/unreadable-input.ts'
import { type Currency, total } from '../words/money.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import { readInstant, type Time } from '../words/time/given-time.ts'
import type { Instant } from '../words/time/instant.ts'
import type { AnyState, OwnedState, OwnerOf } from './state-owner.ts'
import { type WindowAt, windowAt, windowsOf } from './windows.ts'

/**
 * The money of some streams that may be taken back until a month is over, at the latest. `amount` is
 * in minor units of `currency`; `streams` is how many streams it is from.
 */
export interface ExposedUntil {
  readonly currency: Currency
  readonly month: string
  readonly amount: number
  readonly streams: number
}

/**
 * What may still be taken back, by currency and by the month in which the last window ends. `unknown`
 * are the streams of which nobody knows how much that is: no message names the amount, or no machine
 * is known for the stream yet.
 */
export interface Exposure {
  readonly until: readonly ExposedUntil[]
  readonly unknown: readonly (Stream | null)[]
}

const NOTHING: Exposure = { until: [], unknown: [] }

const nameOf = ({ currency, month }: ExposedUntil): string => `${currency} ${month}`

const added = (one: ExposedUntil | undefined, other: ExposedUntil): ExposedUntil =>
  one === undefined
    ? other
    : {
        ...other,
        amount: total([one.amount, other.amount]),
        streams: one.streams + other.streams,
      }

/**
 * Adds up the exposures of parts of a log that have no stream in common. It makes no difference how
 * the streams were divided, nor in which order the parts come.
 */
export const mergeExposures = (parts: Iterable<Exposure>): Exposure => {
  const months = new Map<string, ExposedUntil>()
  const unknown: (Stream | null)[] = []
  for (const part of parts) {
    for (const each of part.until) {
      const name = nameOf(each)
      months.set(name, added(months.get(name), each))
    }
    for (const stream of part.unknown) unknown.push(stream)
  }
  const until = [...months.keys()].sort().flatMap((name) => months.get(name) ?? [])
  return { until, unknown: unknown.sort() }
}

/** The last window in which money may be taken back; undefined if all are over. */
const lastOpen = (windows: readonly WindowAt[]): WindowAt | undefined =>
  windows
    .filter(({ secondsLeft }) => secondsLeft > 0)
    .reduce<WindowAt | undefined>(
      (last, each) => (last !== undefined && last.closesAt >= each.closesAt ? last : each),
      undefined,
    )

/** What may be taken back of one stream. */
const ofStream = (
  machine: AnyMachine,
  state: OwnedState,
  policy: Policy,
  now: Instant,
): Exposure => {
  const exposed = machine.sums?.exposed?.(state.context)
  if (exposed === undefined || exposed.amount === 0) return NOTHING
  const windows = windowsOf(machine, state, policy).map((each) => windowAt(each, now))
  const exposures = windows.filter(({ kind }) => kind === 'exposure')
  const unknown: Exposure = { until: [], unknown: [state.stream] }
  // without a window, nobody knows until when; once all are over, nothing is left to take
  if (exposures.length === 0) return unknown
  const last = lastOpen(exposures)
  if (last === undefined) return NOTHING
  const { amount, currency } = exposed
  if (amount === null || currency === null) return unknown
  const month = (last.lastDay ?? last.closesAt).slice(0, 7)
  return { until: [{ currency, month, amount, streams: 1 }], unknown: [] }
}

type ExposureResult = E.Either<Stale | Unreadable, Exposure>

/**
 * Makes the function that adds up what may still be taken back. It takes one state at a time, so the
 * states may come from a generator. The first state that cannot be judged ends it, with why.
 */
export const exposing = <M extends AnyMachine>(owner: OwnerOf<M>, policy: Policy) => {
  const sum = (states: Iterable<AnyState>, now: Instant): ExposureResult => {
    let problem: ExposureResult | null = null
    function* parts(): Generator<Exposure> {
      for (const state of states) {
        const machine = owner(state)
        if (E.isRight(machine)) {
          yield ofStream(machine.right, state as unknown as OwnedState, policy, now)
        } else if (machine.left.error === 'Unassigned') {
          yield { until: [], unknown: [state.stream] }
        } else {
          problem = E.left(machine.left)
          return
        }
      }
    }
    const exposure = mergeExposures(parts())
    return problem ?? E.right(exposure)
  }
  return (states: Iterable<AnyState>, now: Time): ExposureResult => {
    const at = readInstant('now', now)
    if (E.isLeft(at)) return at
    return attempt(
      () => sum(states, at.right),
      () => E.left(unreadable('states', 'a list of states', states)),
    )
  }
}
