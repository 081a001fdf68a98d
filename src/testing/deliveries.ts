/** Deliveries of one history: any of its messages, late, twice, out of order, in either dialect. */
import fc from 'fast-check'
import { type Instant, shift } from '../words/instant.ts'
import { errorsIn, nameless } from './errors.ts'
import type { Fact, History, PaymentHistory, SessionHistory } from './history.ts'
import * as mandate from './mandate-tellings.ts'
import type { Delivery, Step } from './messages.ts'
import * as payment from './payment-tellings.ts'
import * as session from './session-tellings.ts'
import type { Setting } from './setting.ts'

/** Seconds that a webhook may be on its way: none, hours, longer than all retries, for years. */
const latency = fc.constantFrom(0, 1, 600, 86_400, 40 * 86_400, 2000 * 86_400)

/** Seconds by which a sender's clock may be wrong: two of them differ by the policy's tolerance. */
const SKEW = 30

const skewed = (fact: Fact, seconds: number): Fact => ({ ...fact, at: shift(fact.at, seconds) })

/** A fact, and the messages that may tell it directly. */
interface Telling {
  readonly fact: Fact
  readonly ways: readonly Step[]
}

const telling = (fact: Fact, ways: readonly (Step | null)[]): Telling => ({
  fact,
  ways: ways.filter((way) => way !== null),
})

/** The webhooks that may tell a fact: either dialect, by a clock that is right, slow or fast. */
const webhooks = (tell: (fact: Fact, dialect: Setting['dialect']) => Step | null, fact: Fact) => [
  tell(fact, 'older'),
  tell(fact, 'newer'),
  tell(skewed(fact, -SKEW), 'older'),
  tell(skewed(fact, SKEW), 'newer'),
]

const ofPayment = (history: PaymentHistory): readonly Telling[] =>
  history.facts.map((fact) =>
    telling(fact, [
      payment.answerOf(history, fact),
      ...webhooks((told, dialect) => payment.webhookOf(history, told, dialect), fact),
    ]),
  )

const ofSession = (history: SessionHistory): readonly Telling[] =>
  history.facts.map((fact) =>
    telling(fact, [
      session.answerOf(history, fact),
      ...webhooks((told, dialect) => session.webhookOf(history, told, dialect), fact),
      session.callbackOf(history, fact),
      session.shownOnly(history, fact),
    ]),
  )

/** Says of whom a message is where it is told among those of others. */
const as =
  (setting: Setting) =>
  (step: Step): Step =>
  (_, number) =>
    step(setting, number)

/** Every fact of a history, those of a mandate's payments too, with the messages that may tell it. */
const tellingsOf = (history: History): readonly Telling[] => {
  if (history.kind === 'payment') return ofPayment(history)
  if (history.kind === 'session') return ofSession(history)
  const own = history.facts.filter(({ type }) => type.startsWith('mandate_'))
  return [
    ...own.map((fact) => telling(fact, [mandate.answerOf(history, fact)])),
    ...history.payments.flatMap((each) =>
      ofPayment(each).map(({ fact, ways }) => ({ fact, ways: ways.map(as(each.setting)) })),
    ),
  ]
}

/** What can be asked for a minute after each thing that happened, and when it is asked. */
const pollsOf = (history: History): readonly (readonly [at: Instant, step: Step])[] => {
  const after = history.facts.map(({ at }) => shift(at, 60))
  if (history.kind === 'session') {
    return after.map((at) => [at, session.snapshotAt(history, at)])
  }
  if (history.kind === 'payment') {
    return after.flatMap((at) => [
      [at, payment.actionsAt(history, at)] as const,
      [at, payment.snapshotAt(history, at)] as const,
    ])
  }
  const own = after.map((at) => [at, mandate.snapshotAt(history, at)] as const)
  const of = history.payments.flatMap((each) =>
    pollsOf(each).map(([at, step]) => [at, as(each.setting)(step)] as const),
  )
  return [...own, ...of]
}

/** A webhook may be late; an answer comes at once. */
const delayed = (delivery: Delivery, seconds: number): Delivery =>
  delivery.kind !== 'response'
    ? { ...delivery, receivedAt: shift(delivery.receivedAt, seconds) }
    : delivery

/** What else may go wrong on the way. */
export interface Trouble {
  /** Facts that no message tells of: theirs were lost. */
  readonly untold?: readonly Fact[]
  /** Whether the provider errs now and then: other amounts, ids left out or reused, wrong counts. */
  readonly errors?: boolean
}

/** Each fact by at least one message of its own. */
const direct = (history: History, untold: readonly Fact[]): fc.Arbitrary<readonly Step[]> =>
  fc
    .tuple(
      ...tellingsOf(history).flatMap(({ fact, ways }) =>
        untold.includes(fact) ? [] : [fc.subarray([...ways], { minLength: 1 })],
      ),
    )
    .map((chosen) => chosen.flat())

/** Now and then somebody asks; not once there is something to be seen that nobody is to tell. */
const polls = (history: History, untold: readonly Fact[]): fc.Arbitrary<readonly Step[]> => {
  const isOpen = (at: Instant): boolean => untold.every((fact) => at < fact.at)
  return fc.subarray(pollsOf(history).flatMap(([at, step]) => (isOpen(at) ? [step] : [])))
}

/** Up to three messages as they should not be, beside the right ones or in their place. */
const someSpoilt = (all: readonly Delivery[]): fc.Arbitrary<readonly Delivery[]> => {
  const errors = all.flatMap((right) => errorsIn(right).map((wrong) => ({ right, wrong })))
  return fc
    .tuple(fc.subarray(errors, { maxLength: Math.min(3, errors.length) }), fc.boolean())
    .map(([chosen, isInstead]) => {
      const gone = new Set(isInstead ? chosen.map(({ right }) => right) : [])
      return [...all.filter((each) => !gone.has(each)), ...chosen.map(({ wrong }) => wrong)]
    })
}

/** Errors here and there, or no webhook that names what it is about. */
const spoilt = (all: readonly Delivery[]): fc.Arbitrary<readonly Delivery[]> =>
  fc.oneof(
    { weight: 3, arbitrary: someSpoilt(all) },
    { weight: 1, arbitrary: fc.constant(all.map(nameless)) },
  )

/**
 * Messages that together tell a whole history: every fact at least once, by an answer, by webhooks of
 * either dialect, beside lists of actions and snapshots; some twice, under the same id or another;
 * webhooks late; in any order. Of what trouble names, too.
 */
export const deliveries = (
  history: History,
  { untold = [], errors = false }: Trouble = {},
): fc.Arbitrary<readonly Delivery[]> =>
  fc
    .tuple(direct(history, untold), polls(history, untold))
    .chain(([told, polled]) => {
      const steps = [...told, ...polled]
      return fc.tuple(fc.constant(steps), fc.subarray(steps), fc.subarray(steps))
    })
    .chain(([steps, again, anew]) => {
      const { setting } = history
      const first = steps.map((step, index) => step(setting, index))
      const repeated = again.map((step) => step(setting, steps.indexOf(step)))
      const resent = anew.map((step, index) => step(setting, steps.length + index))
      const all = [...first, ...repeated, ...resent]
      return errors ? spoilt(all) : fc.constant(all)
    })
    .chain((all) =>
      fc.tuple(
        fc.shuffledSubarray([...all], { minLength: all.length }),
        fc.array(latency, { minLength: all.length, maxLength: all.length }),
      ),
    )
    .map(([all, late]) => all.map((delivery, index) => delayed(delivery, late[index] ?? 0)))
