/** Deliveries of one history: any of its messages, late, twice, out of order, in either dialect. */
import fc from 'fast-check'
import { type Instant, shift } from '../words/instant.ts'
import type { Delivery, Step } from './messages.ts'
import * as payment from './payment-tellings.ts'
import * as session from './session-tellings.ts'
import type { Setting } from './setting.ts'
import type { Fact, PaymentStory, SessionStory } from './story.ts'

/** Seconds that a webhook may be on its way: none, hours, longer than all retries. */
const latency = fc.constantFrom(0, 1, 600, 86_400, 40 * 86_400)

/** A history whose facts are told one by one. */
type Told = PaymentStory | SessionStory

/** Seconds by which a sender's clock may be wrong: two of them differ by the policy's tolerance. */
const SKEW = 30

const skewed = (fact: Fact, seconds: number): Fact => ({ ...fact, at: shift(fact.at, seconds) })

/** The webhooks that may tell a fact: either dialect, by a clock that is right, slow or fast. */
const webhooks = (tell: (fact: Fact, dialect: Setting['dialect']) => Step | null, fact: Fact) => [
  tell(fact, 'older'),
  tell(fact, 'newer'),
  tell(skewed(fact, -SKEW), 'older'),
  tell(skewed(fact, SKEW), 'newer'),
]

const waysOf = (story: Told, fact: Fact): readonly (Step | null)[] =>
  story.kind === 'payment'
    ? [
        payment.answerOf(story, fact),
        ...webhooks((told, dialect) => payment.webhookOf(story, told, dialect), fact),
      ]
    : [
        session.answerOf(story, fact),
        ...webhooks((told, dialect) => session.webhookOf(story, told, dialect), fact),
        session.callbackOf(story, fact),
        session.shownOnly(story, fact),
      ]

/** The ways in which a fact can be told directly. */
const stepsOf = (story: Told, fact: Fact): readonly Step[] =>
  waysOf(story, fact).filter((step) => step !== null)

const asked = (story: Told, at: Instant): readonly Step[] =>
  story.kind === 'payment'
    ? [payment.actionsAt(story, at), payment.snapshotAt(story, at)]
    : [session.snapshotAt(story, at)]

/** A webhook may be late; an answer comes at once. */
const delayed = (delivery: Delivery, seconds: number): Delivery =>
  delivery.kind !== 'response'
    ? { ...delivery, receivedAt: shift(delivery.receivedAt, seconds) }
    : delivery

/** Each fact by at least one message of its own. */
const direct = (story: Told): fc.Arbitrary<readonly Step[]> =>
  fc
    .tuple(
      ...story.facts.map((fact) => {
        const steps = stepsOf(story, fact)
        return fc.subarray([...steps], { minLength: 1 })
      }),
    )
    .map((chosen) => chosen.flat())

/** Now and then somebody asks: for the actions, or for the payment. */
const polls = (story: Told): fc.Arbitrary<readonly Step[]> => {
  const times = story.facts.map(({ at }) => shift(at, 60))
  return fc.subarray(times.flatMap((at) => asked(story, at)))
}

/**
 * Messages that together tell a whole history: every fact at least once, by an answer, by webhooks of
 * either dialect, beside lists of actions and snapshots; some twice, under the same id or another;
 * webhooks late; in any order.
 */
export const deliveriesOf = (story: Told): fc.Arbitrary<readonly Delivery[]> =>
  fc
    .tuple(direct(story), polls(story))
    .chain(([told, polled]) => {
      const steps = [...told, ...polled]
      return fc.tuple(fc.constant(steps), fc.subarray(steps), fc.subarray(steps))
    })
    .chain(([steps, again, anew]) => {
      const { setting } = story
      const first = steps.map((step, index) => step(setting, index))
      const repeated = again.map((step) => step(setting, steps.indexOf(step)))
      const resent = anew.map((step, index) => step(setting, steps.length + index))
      const all = [...first, ...repeated, ...resent]
      return fc.tuple(
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.array(latency, { minLength: all.length, maxLength: all.length }),
      )
    })
    .map(([all, late]) => all.map((delivery, index) => delayed(delivery, late[index] ?? 0)))
