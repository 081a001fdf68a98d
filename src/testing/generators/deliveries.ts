/** Random deliveries of one history: its messages late, twice, out of order, in either dialect. */
import fc from 'fast-check'
import { type Instant, shift } from '../../words/time/instant.ts'
import type { Fact, TrueHistory } from './history.ts'
import type { Delivery, HistoryMessage } from './messages.ts'
import { actionsAt, callbackOf, responseTo, snapshotAt, webhookAbout } from './messages.ts'

/** The delay of a webhook in seconds: none, hours, longer than all retries, years. */
const latency = fc.constantFrom(0, 1, 600, 86_400, 40 * 86_400, 2000 * 86_400)

/** The error of a sender's clock in seconds; two such clocks differ by the policy's tolerance. */
const SKEW = 30

const withPayments = (history: TrueHistory): readonly TrueHistory[] =>
  history.kind === 'mandate' ? [history, ...history.payments] : [history]

/**
 * The messages that can report a fact: the response, webhooks in either dialect with an exact, a slow or
 * a fast clock, and the snapshot that alone shows a challenge. None for a payment's consequences.
 */
const waysOf = (history: TrueHistory, fact: Fact): readonly HistoryMessage[] => {
  const skewed = (seconds: number): Fact => ({ ...fact, at: shift(fact.at, seconds) })
  return [
    responseTo(history, fact),
    webhookAbout(history, fact, 'older'),
    webhookAbout(history, fact, 'newer'),
    webhookAbout(history, skewed(-SKEW), 'older'),
    webhookAbout(history, skewed(SKEW), 'newer'),
    fact.type === 'session_challenged' ? snapshotAt(history, shift(fact.at, 1)) : null,
  ].filter((message) => message !== null)
}

/** How long ago a stale look-up was true, in seconds: it lacks the fact of one minute ago. */
const STALE = 90

type Poll = readonly [at: Instant, message: HistoryMessage]

/** Look-ups one minute after a fact, of payments also stale ones; and the callback about it. */
const pollsAfter = (history: TrueHistory, fact: Fact): readonly Poll[] => {
  const at = shift(fact.at, 60)
  const snapshot: Poll = [at, snapshotAt(history, at)]
  if (history.kind === 'mandate') return [snapshot]
  if (history.kind === 'session') {
    const callback = callbackOf(history, fact)
    return callback === null ? [snapshot] : [snapshot, [fact.at, callback]]
  }
  const before = shift(at, -STALE)
  const isKnown = history.facts.some((each) => each.at <= before)
  return [at, ...(isKnown ? [before] : [])].flatMap((trueAt): readonly Poll[] => [
    [at, actionsAt(history, at, trueAt)],
    [at, snapshotAt(history, at, trueAt)],
  ])
}

const delayed = (delivery: Delivery, seconds: number): Delivery =>
  delivery.kind !== 'response'
    ? { ...delivery, receivedAt: shift(delivery.receivedAt, seconds) }
    : delivery

/** What else can go wrong with deliveries. */
export interface Trouble {
  /** Facts that no message reports, because every message about them was lost. */
  readonly unreported?: readonly Fact[]
}

const direct = (
  history: TrueHistory,
  unreported: readonly Fact[],
): fc.Arbitrary<readonly HistoryMessage[]> => {
  const all = withPayments(history).flatMap((each) =>
    each.facts.flatMap((fact) => (unreported.includes(fact) ? [] : [waysOf(each, fact)])),
  )
  const chosen = all.filter(({ length }) => length > 0)
  return fc
    .tuple(...chosen.map((ways) => fc.subarray([...ways], { minLength: 1 })))
    .map((messages) => messages.flat())
}

/** Adds random look-ups and callbacks before the first unreported fact, which they would show. */
const polls = (
  history: TrueHistory,
  unreported: readonly Fact[],
): fc.Arbitrary<readonly HistoryMessage[]> => {
  const all = withPayments(history).flatMap((each) =>
    each.facts.flatMap((fact) => pollsAfter(each, fact)),
  )
  return fc.subarray(
    all.flatMap(([at, message]) => (unreported.every((fact) => at < fact.at) ? [message] : [])),
  )
}

/**
 * Generates messages that together report a whole history: every fact at least once, by a response
 * or by webhooks of either dialect, plus callbacks, lists of actions and snapshots. Some messages come twice,
 * with the same id or with two ids; webhooks are late; the order is random. `Trouble` loses
 * messages; `planted` plants faults into them.
 */
export const deliveries = (
  history: TrueHistory,
  { unreported = [] }: Trouble = {},
): fc.Arbitrary<readonly Delivery[]> =>
  fc
    .tuple(direct(history, unreported), polls(history, unreported))
    .chain(([reported, polled]) => {
      const all = [...reported, ...polled]
      return fc.tuple(fc.constant(all), fc.subarray(all), fc.subarray(all))
    })
    .map(([all, repeats, resends]) => [
      ...all.map((message, index) => message(index)),
      ...repeats.map((message) => message(all.indexOf(message))),
      ...resends.map((message, index) => message(all.length + index)),
    ])
    .chain((all) =>
      fc.tuple(
        fc.shuffledSubarray([...all], { minLength: all.length }),
        fc.array(latency, { minLength: all.length, maxLength: all.length }),
      ),
    )
    .map(([all, late]) => all.map((delivery, index) => delayed(delivery, late[index] ?? 0)))
