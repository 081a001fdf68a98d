/** What ties the events of a stream together, and what does not, by example. */
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { prepared } from '../../src/fold/folder.ts'
import { growth } from '../../src/fold/growing.ts'
import { defaultPolicyOf } from '../../src/words/policy.ts'
import { reported } from '../given.ts'

const policy = defaultPolicyOf(sepaPayment.definition.policy)
const pay = { paymentId: 'pay_1' }

const at = (minute: number): string => new Date(Date.UTC(2026, 2, 4, 10, minute)).toISOString()

let made = 0
const event = (
  type: string,
  data: object,
  minute = 0,
  source: DomainEvent['metadata']['source'] = 'report',
): DomainEvent => {
  made += 1
  return reported(type, { ...pay, ...data }, { at: at(minute), id: `evt_${made}`, source })
}

const refunded = (data: object, minute?: number) => event('payment_refunded', data, minute)
const asked = (commandId: string, amount: number, minute?: number) =>
  event('refund_requested', { commandId, amount }, minute, 'request')
const disputed = (type: string, disputeId: string) => event(type, { disputeId, amount: 100 })

/** The number of parts that a stream consists of; null if it is merged as a whole. */
const partsOf = (machine: Parameters<typeof growth>[0], events: readonly DomainEvent[]) => {
  const grown = growth(machine, policy).begin(events, null)
  return grown === null ? null : new Set(grown.parts.byName.values()).size
}

/** The same, if the events come one after the other. */
const grownOf = (events: readonly DomainEvent[]) => {
  const { begin, add } = growth(sepaPayment as never, policy)
  const grown = begin([], null)
  if (grown === null) return null
  for (const each of events) if (add(grown, each) === null) return null
  return new Set(grown.parts.byName.values()).size
}

/** Whatever the parts are, the states are those of a fold. */
const evolvesAsItFolds = (events: readonly DomainEvent[]): void => {
  const quick = prepared(sepaPayment as never, policy, undefined, 0)
  const slow = prepared(sepaPayment as never, policy, undefined, Number.POSITIVE_INFINITY)
  let state = quick.initial
  for (const [index, each] of events.entries()) {
    state = quick.evolve(state, each)
    expect(JSON.stringify(state)).toBe(JSON.stringify(slow.fold(events.slice(0, index + 1))))
  }
}

const TIED: readonly (readonly [string, number, readonly DomainEvent[]])[] = [
  [
    'refunds that name their actions',
    2,
    [refunded({ actionId: 'act_1' }), refunded({ actionId: 'act_2' })],
  ],
  [
    'two reports of one action',
    1,
    [refunded({ actionId: 'act_1' }), event('payment_refund_pending', { actionId: 'act_1' })],
  ],
  [
    'a command and another refund of that amount before it',
    2,
    [refunded({ actionId: 'act_1', amount: 100 }, 0), asked('c-1', 100, 1)],
  ],
  [
    'a command and a refund of that amount after it',
    1,
    [asked('c-1', 100, 0), refunded({ actionId: 'act_1', amount: 100 }, 1)],
  ],
  [
    'a command and a refund that was reported before and after it',
    2,
    [
      refunded({ actionId: 'act_1', amount: 100 }, 0),
      asked('c-1', 100, 1),
      event('payment_refund_pending', { actionId: 'act_1', amount: 100 }, 2),
    ],
  ],
  [
    'a command and a refund of another amount',
    2,
    [asked('c-1', 100, 0), refunded({ actionId: 'act_1', amount: 200 }, 1)],
  ],
  [
    'a command that was answered, and another refund of its amount',
    2,
    [
      asked('c-1', 100, 0),
      event(
        'payment_refund_pending',
        { commandId: 'c-1', actionId: 'act_1', amount: 100 },
        1,
        'response',
      ),
      refunded({ actionId: 'act_2', amount: 100 }, 2),
    ],
  ],
  [
    'two commands that were answered, of one amount',
    2,
    ['1', '2'].flatMap((id) => [
      asked(`c-${id}`, 100, 0),
      event(
        'payment_refund_pending',
        { commandId: `c-${id}`, actionId: `act_${id}`, amount: 100 },
        1,
        'response',
      ),
    ]),
  ],
  [
    'a refund that names nothing, and others',
    2,
    [
      refunded({ actionId: 'act_1', amount: 100 }),
      refunded({ actionId: 'act_2', amount: 200 }),
      refunded({ amount: 100 }),
    ],
  ],
  [
    'a refund that names not even an amount',
    1,
    [
      refunded({ actionId: 'act_1', amount: 100 }),
      refunded({ actionId: 'act_2', amount: 200 }),
      refunded({}),
    ],
  ],
  [
    'a command and an action with its id as the reference',
    1,
    [asked('c-1', 100, 5), refunded({ actionId: 'act_1', reference: 'c-1', amount: 300 })],
  ],
  [
    'actions with the id of a command as their reference, which were one part before the command',
    1,
    [
      refunded({ actionId: 'act_1', reference: 'c-1', amount: 300 }),
      refunded({ actionId: 'act_2', reference: 'order-1', amount: 300 }),
      event('payment_refund_pending', { actionId: 'act_2', amount: 300 }),
      refunded({ amount: 300 }),
      asked('c-1', 700, 5),
    ],
  ],
  [
    'actions with one reference',
    2,
    [
      refunded({ actionId: 'act_1', reference: 'order-1' }),
      refunded({ actionId: 'act_2', reference: 'order-1' }),
    ],
  ],
  [
    'what can happen only once',
    1,
    [event('payment_captured', { amount: 500 }), event('payment_pending', { amount: 500 })],
  ],
  [
    'a snapshot and what it implies',
    1,
    [
      event('payment_captured', { amount: 500 }),
      event('state_observed', { status: 'captured' }, 1, 'response'),
    ],
  ],
  [
    'a snapshot and an end of another lifecycle, because of which it implies none',
    1,
    [event('payment_expired', {}), event('state_observed', { status: 'declined' }, 1, 'response')],
  ],
  [
    'a snapshot and informational events',
    3,
    [
      event('action_observed', {}),
      event('unrecognised', { name: 'payment_teleported' }),
      event('state_observed', { status: 'declined' }, 1, 'response'),
    ],
  ],
  [
    'events of one id that differ, come again later, and came earlier',
    1,
    [100, 200, 300, 400].map((amount, index) => ({
      ...refunded(
        { actionId: 'act_1', amount: Math.min(amount, 200) },
        index === 3 ? 0 : index + 1,
      ),
      metadata: reported('payment_refunded', {}, { at: at(index), id: 'evt_one' }).metadata,
    })),
  ],
  [
    'one event that was recorded three times, the last time before all others',
    1,
    [5, 7, 3].map((minute) =>
      reported(
        'payment_refunded',
        { ...pay, actionId: 'act_1' },
        { at: at(1), recordedAt: at(minute), id: 'evt_again' },
      ),
    ),
  ],
  [
    'refunds, and an unsigned one of another payment',
    2,
    [
      refunded({ actionId: 'act_1' }),
      event('payment_refunded', { paymentId: 'pay_2', actionId: 'act_2' }, 0, 'unsigned'),
    ],
  ],
  [
    'refunds, and unsigned messages about them',
    3,
    [
      refunded({ actionId: 'act_1', amount: 100 }),
      event('payment_refund_pending', { actionId: 'act_1', amount: 100 }, 0, 'unsigned'),
      event('payment_refund_pending', { amount: 100 }, 0, 'unsigned'),
    ],
  ],
  [
    'a command and a refund of that amount at the same time',
    1,
    [asked('c-1', 100, 0), refunded({ actionId: 'act_1', amount: 100 }, 0)],
  ],
  [
    'a round of a dispute, and the dispute',
    1,
    [disputed('payment_chargeback', 'dsp_1:2'), disputed('payment_chargeback', 'dsp_1')],
  ],
  [
    'disputes',
    2,
    [
      disputed('payment_chargeback', 'dsp_1'),
      disputed('payment_chargeback', 'dsp_2'),
      disputed('chargeback_reversed', 'dsp_1'),
    ],
  ],
  [
    'the attempts of a command',
    1,
    [asked('c-1', 100), event('request_sent', { commandId: 'c-1', attempt: 1 })],
  ],
]

describe('a stream of', () => {
  test.each(TIED)('%s has %i parts', (_, count, events) => {
    expect(partsOf(sepaPayment as never, events)).toBe(count)
    expect(grownOf(events)).toBe(count)
    // what was tied once stays together
    expect(grownOf(events.toReversed())).toBeLessThanOrEqual(count)
  })

  test.each(TIED)('%s evolves as it folds', (_, __, events) => {
    evolvesAsItFolds(events)
    evolvesAsItFolds(events.toReversed())
  })
})

const WHOLE: readonly (readonly [string, readonly DomainEvent[]])[] = [
  [
    'a command that was refused, and carried out all the same',
    [
      asked('c-1', 100, 0),
      event(
        'request_refused',
        { commandId: 'c-1', attempt: 1, httpStatus: 422, reasons: [] },
        1,
        'response',
      ),
      asked('c-2', 100, 2),
      event(
        'payment_refund_pending',
        { commandId: 'c-2', actionId: 'act_2', amount: 100 },
        3,
        'response',
      ),
      event(
        'payment_refund_pending',
        { commandId: 'c-1', actionId: 'act_1', amount: 100 },
        4,
        'response',
      ),
    ],
  ],
  [
    'a list of all actions',
    [
      asked('c-1', 100, 0),
      event(
        'actions_listed',
        { askedAt: '2026-03-09T10:00:00Z', actions: [], unread: 0 },
        9,
        'response',
      ),
    ],
  ],
  [
    'a command that was given up',
    [asked('c-1', 100), event('command_given_up', { commandId: 'c-1', by: ['p-1'] }, 9, 'request')],
  ],
  [
    'a message that nobody can read but for its payment method',
    [event('unrecognised', { name: 'payment_teleported', method: 'sepa' })],
  ],
  ['a chargeback that names no dispute', [event('payment_chargeback', { amount: 100 })]],
  [
    'another subject',
    [refunded({ actionId: 'act_1' }), refunded({ paymentId: 'pay_2', actionId: 'act_2' })],
  ],
  [
    'another source',
    [
      event('payment_pending', { sourceId: 'src_1' }),
      event('payment_captured', { sourceId: 'src_2' }),
    ],
  ],
]

describe('a stream with', () => {
  test.each(WHOLE)('%s is merged as a whole', (_, events) => {
    expect(partsOf(sepaPayment as never, events)).toBe(null)
    expect(grownOf(events)).toBe(null)
    evolvesAsItFolds(events)
  })
})

test('an event that bears the id of an entity at the same time, in the same place, is merged with all', () => {
  const named = refunded({ actionId: 'evt_tied', amount: 100 })
  const nameless = {
    ...refunded({ amount: 200 }),
    metadata: { ...named.metadata, eventId: 'evt_tied' },
  }
  expect(partsOf(sepaPayment as never, [named, nameless as never])).toBe(null)
  evolvesAsItFolds([named, nameless as never])
})

test('an event that looks as if it had been inferred is merged with all', () => {
  const inferred = event('payment_captured', { amount: 100 }, 0, 'inferred')
  const metadata = { ...inferred.metadata, eventId: 'drawn:evt_1:payment_captured' as never }
  expect(partsOf(sepaPayment as never, [{ ...inferred, metadata }])).toBe(null)
})

test('a session, all of which can happen only once, is merged as a whole', () => {
  expect(partsOf(session as never, [])).toBe(null)
})

test('the payments on a mandate are parts', () => {
  const of = (paymentId: string) =>
    reported(
      'collection_presented',
      { sourceId: 'src_1', paymentId },
      { at: at(0), id: `evt_${paymentId}` },
    )
  expect(partsOf(sepaMandate as never, [of('pay_1'), of('pay_2'), of('pay_3')])).toBe(3)
})
