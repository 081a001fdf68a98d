/** One history has one truth: however it was delivered, status, sums and findings are the same. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { State } from '../../src/index.ts'
import { deliveriesOf } from '../../src/testing/deliveries.ts'
import { paymentStories } from '../../src/testing/payment-stories.ts'
import { sessionStories } from '../../src/testing/session-stories.ts'
import type { PaymentStory, SessionStory } from '../../src/testing/story.ts'
import { stateOf } from './told.ts'

const RUNS = Number(process.env['RUNS'] ?? 300)
const PATIENCE = 3_600_000

const truthOf = ({ status, findings, parked }: State) => ({
  status,
  findings: findings.map(({ code, key }) => `${code} ${key}`).toSorted(),
  parked,
})

const twice = <S extends PaymentStory | SessionStory>(stories: fc.Arbitrary<S>) =>
  stories.chain((story) =>
    fc.record({
      story: fc.constant(story),
      one: deliveriesOf(story),
      other: deliveriesOf(story),
    }),
  )

const lives: Readonly<Record<string, fc.Arbitrary<PaymentStory | SessionStory>>> = {
  'a SEPA payment': paymentStories('sepa'),
  'a ticket payment': paymentStories('ticket'),
  'a session': sessionStories(),
}

describe.each(Object.entries(lives))('%s', (_, stories) => {
  test(
    'is the same whoever told it, when, how often and in what order',
    () => {
      fc.assert(
        fc.property(twice(stories), ({ story, one, other }) => {
          const a = truthOf(stateOf({ story, deliveries: one }))
          const b = truthOf(stateOf({ story, deliveries: other }))
          expect(a).toEqual(b)
        }),
        { numRuns: RUNS },
      )
    },
    PATIENCE,
  )
})
