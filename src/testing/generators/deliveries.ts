/** Random deliveries of one history: its messages late, twice, out of order, in either dialect. */
import fc from 'fast-check'
import { type Instant, shift } from '../../words/time/instant.ts'
import type { Fact, PaymentHistory, SessionHistory, TrueHistory } from './history.ts'
import {
  actionsAt,
  callbackOf,
  mandateResponse,
  mandateSnapshot,
  paymentResponse,
  paymentSnapshot,
  paymentWebhook,
  sessionResponse,
  sessionSnapshot,
  sessionWebhook,
  shownOnly,
} from './messages.ts'
import type { Delivery, MessageStep } from './provider-messages.ts'
import type { Setting } from './setting.ts'

/** The delay of a webhook in seconds: none, hours, longer than all retries, years. */
const latency = fc.constantFrom(0, 1, 600, 86_400, 40 * 86_400, 2000 * 86_400)

/** The error of a sender's clock in seconds; two such clocks differ by the policy's tolerance. */
const SKEW = 30

const skewed = (fact: Fact, seconds: number): Fact => ({ ...fact, at: shift(fact.at, seconds) })

interface Reporting {
  readonly fact: Fact
  readonly ways: readonly MessageStep[]
}

const reporting = (fact: Fact, ways: readonly (MessageStep | null)[]): Reporting => ({
  fact,
  ways: ways.filter((way) => way !== null),
})

/** The webhooks that can report a fact: in either dialect, with an exact, slow or fast clock. */
const webhooks = (
  write: (fact: Fact, dialect: Setting['dialect']) => MessageStep | null,
  fact: Fact,
) => [
  write(fact, 'older'),
  write(fact, 'newer'),
  write(skewed(fact, -SKEW), 'older'),
  write(skewed(fact, SKEW), 'newer'),
]

const ofPayment = (history: PaymentHistory): readonly Reporting[] =>
  history.facts.map((fact) =>
    reporting(fact, [
      paymentResponse(history, fact),
      ...webhooks((reported, dialect) => paymentWebhook(history, reported, dialect), fact),
    ]),
  )

const ofSession = (history: SessionHistory): readonly Reporting[] =>
  history.facts.map((fact) =>
    reporting(fact, [
      sessionResponse(history, fact),
      ...webhooks((reported, dialect) => sessionWebhook(history, reported, dialect), fact),
      shownOnly(history, fact),
    ]),
  )

/** Writes a message with a setting of its own, whatever that of the others. */
const as =
  (setting: Setting) =>
  (step: MessageStep): MessageStep =>
  (_, number) =>
    step(setting, number)

/** Every fact, also of a mandate's payments, with the messages that can report it. */
const reportingsOf = (history: TrueHistory): readonly Reporting[] => {
  if (history.kind === 'payment') return ofPayment(history)
  if (history.kind === 'session') return ofSession(history)
  const own = history.facts.filter(({ type }) => type.startsWith('mandate_'))
  return [
    ...own.map((fact) => reporting(fact, [mandateResponse(history, fact)])),
    ...history.payments.flatMap((each) =>
      ofPayment(each).map(({ fact, ways }) => ({ fact, ways: ways.map(as(each.setting)) })),
    ),
  ]
}

/** How long ago a stale look-up was true, in seconds: it lacks the fact of one minute ago. */
const STALE = 90

/** Look-ups one minute after each fact, of payments also stale ones; and the callbacks. */
const pollsOf = (history: TrueHistory): readonly (readonly [at: Instant, step: MessageStep])[] => {
  const after = history.facts.map(({ at }) => shift(at, 60))
  if (history.kind === 'session') {
    const callbacks = history.facts.flatMap((fact) => {
      const step = callbackOf(history, fact)
      return step === null ? [] : [[fact.at, step] as const]
    })
    return [...after.map((at) => [at, sessionSnapshot(history, at)] as const), ...callbacks]
  }
  if (history.kind === 'payment') {
    return after.flatMap((at) => {
      const before = shift(at, -STALE)
      const isKnown = history.facts.some((fact) => fact.at <= before)
      return [at, ...(isKnown ? [before] : [])].flatMap((trueAt) => [
        [at, actionsAt(history, at, trueAt)] as const,
        [at, paymentSnapshot(history, at, trueAt)] as const,
      ])
    })
  }
  const own = after.map((at) => [at, mandateSnapshot(history, at)] as const)
  const of = history.payments.flatMap((each) =>
    pollsOf(each).map(([at, step]) => [at, as(each.setting)(step)] as const),
  )
  return [...own, ...of]
}

/** Delays a webhook or callback; a response arrives at once. */
const delayed = (delivery: Delivery, seconds: number): Delivery =>
  delivery.kind !== 'response'
    ? { ...delivery, receivedAt: shift(delivery.receivedAt, seconds) }
    : delivery

/** What else can go wrong with deliveries. */
export interface Trouble {
  /** Facts that no message reports, because every message about them was lost. */
  readonly unreported?: readonly Fact[]
}

/** Reports each fact by at least one message of its own. */
const direct = (
  history: TrueHistory,
  unreported: readonly Fact[],
): fc.Arbitrary<readonly MessageStep[]> =>
  fc
    .tuple(
      ...reportingsOf(history).flatMap(({ fact, ways }) =>
        unreported.includes(fact) ? [] : [fc.subarray([...ways], { minLength: 1 })],
      ),
    )
    .map((chosen) => chosen.flat())

/**
 * Adds random look-ups and callbacks before the first unreported fact. A later one would show that fact.
 * A callback alone reports nothing, because anyone may have sent it.
 */
const polls = (
  history: TrueHistory,
  unreported: readonly Fact[],
): fc.Arbitrary<readonly MessageStep[]> => {
  const isOpen = (at: Instant): boolean => unreported.every((fact) => at < fact.at)
  return fc.subarray(pollsOf(history).flatMap(([at, step]) => (isOpen(at) ? [step] : [])))
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
      const steps = [...reported, ...polled]
      return fc.tuple(fc.constant(steps), fc.subarray(steps), fc.subarray(steps))
    })
    .map(([steps, repeats, resends]) => {
      const { setting } = history
      const first = steps.map((step, index) => step(setting, index))
      const repeated = repeats.map((step) => step(setting, steps.indexOf(step)))
      const resent = resends.map((step, index) => step(setting, steps.length + index))
      return [...first, ...repeated, ...resent]
    })
    .chain((all) =>
      fc.tuple(
        fc.shuffledSubarray([...all], { minLength: all.length }),
        fc.array(latency, { minLength: all.length, maxLength: all.length }),
      ),
    )
    .map(([all, late]) => all.map((delivery, index) => delayed(delivery, late[index] ?? 0)))
