/** A history, the messages that told it, and what the fold makes of them. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { type Event, foldStream, readDelivery, type State, type Stream } from '../../src/index.ts'
import { deliveriesOf } from '../../src/testing/deliveries.ts'
import type { Delivery } from '../../src/testing/messages.ts'
import type { PaymentStory, SessionStory } from '../../src/testing/story.ts'
import { machines } from '../given.ts'

/** A history and one delivery of it. */
export interface Told<S> {
  readonly story: S
  readonly deliveries: readonly Delivery[]
}

/** Histories with a delivery of each, drawn together so that a failure shows both. */
export const told = <S extends PaymentStory | SessionStory>(
  stories: fc.Arbitrary<S>,
): fc.Arbitrary<Told<S>> =>
  stories.chain((story) =>
    fc.record({ story: fc.constant(story), deliveries: deliveriesOf(story) }),
  )

const folded = foldStream(machines)

/** The events that messages tell. A message of ours that cannot be read fails the test. */
export const eventsOf = (deliveries: readonly Delivery[]): readonly Event[] =>
  deliveries.flatMap((delivery) => {
    const reading = readDelivery(delivery)
    if (E.isLeft(reading)) throw new Error(JSON.stringify(reading.left))
    return reading.right.map(({ event }) => event)
  })

const streamOf = ({ kind, setting }: PaymentStory | SessionStory): Stream =>
  (kind === 'payment' ? `payment-pay_${setting.name}` : `session-sid_${setting.name}`) as Stream

/** What the fold makes of the messages. */
export const stateOf = ({ story, deliveries }: Told<PaymentStory | SessionStory>): State =>
  folded(streamOf(story), eventsOf(deliveries))
