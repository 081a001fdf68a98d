/** The generators reach what is rare: each situation that can lose money, and each finding. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type SepaMandate,
  type SepaPayment,
  sepaMandate,
  sepaPayment,
  session,
  ticketPayment,
} from '../../machines/index.ts'
import { paymentSums } from '../../machines/payment/sums.ts'
import type { FindingOf, RefusalOf, State } from '../../src/contract/state.ts'
import { faults } from '../../src/testing/faults/faults.ts'
import type { HistorySubject } from '../../src/testing/generators/histories.ts'
import type { Fact, TrueHistory } from '../../src/testing/generators/history.ts'
import { eventsOf } from '../../src/testing/generators/random-events.ts'
import { given } from '../given.ts'
import { type machines, RULES } from '../root.ts'
import { stateOf } from './folded.ts'
import { worlds } from './worlds.ts'

/** The code of any finding on any of the machines. */
type FindingCode = FindingOf<(typeof machines)[number]>['code']

/** A history, and the states after one delivery of it. */
interface Seen {
  readonly history: TrueHistory
  readonly state: State
}

/** Any delivery: complete or with one unreported fact, right or with faults. */
const anySeen = (machine: HistorySubject): fc.Arbitrary<Seen> =>
  worlds(machine, 3, faults, ({ facts }) => [[], ...facts.map((fact) => [fact])]).chain(
    ({ history, messages, delivered }) =>
      fc
        .constantFrom(messages, delivered)
        .map((all) => ({ history, state: stateOf({ history, delivered: all }) })),
  )

const finds =
  (code: FindingCode, key = '') =>
  ({ state }: Seen): boolean =>
    state.findings.some((finding) => finding.code === code && finding.key.startsWith(key))

const first = ({ history }: Seen, type: string, entityId?: string): Fact | undefined =>
  history.facts.find((fact) => fact.type === type && (entityId ?? fact.entityId) === fact.entityId)

const all = ({ history }: Seen, type: string): readonly Fact[] =>
  history.facts.filter((fact) => fact.type === type)

const sumsOf = ({ state }: Seen) => paymentSums(state.context as SepaPayment)

const isCleanSepa = ({ state }: Seen): boolean =>
  state.machine === 'sepa-payment@1' && state.parked.length === 0

/** What must happen now and then, by the machine on which it happens. */
const RARE: Readonly<
  Record<string, { readonly machine: HistorySubject; readonly is: (seen: Seen) => boolean }>
> = {
  'a late capture': { machine: ticketPayment, is: finds('lateCapture', 'payment_captured') },
  'an expiry that a capture superseded': {
    machine: ticketPayment,
    is: finds('Superseded', 'payment_expired'),
  },
  'money after a decline': { machine: sepaPayment, is: finds('moneyAfterEnd') },
  'a chargeback after a full refund': {
    machine: sepaPayment,
    is: (seen) => {
      if (!isCleanSepa(seen)) return false
      const { captured, refunded, chargedBack } = sumsOf(seen)
      const backAt = first(seen, 'payment_chargeback')?.at ?? ''
      const isBefore = all(seen, 'payment_refunded').every(({ at }) => at < backAt)
      return chargedBack > 0 && refunded === captured && isBefore
    },
  },
  'several partial chargebacks': {
    machine: sepaPayment,
    is: ({ state }) => {
      const { takings = {} } = state.context as SepaPayment
      const reported = Object.values(takings).filter(({ taken }) => taken !== null)
      return reported.length > 1 && state.status !== 'charged_back'
    },
  },
  'a refund that was declined and requested again': {
    machine: sepaPayment,
    is: (seen) =>
      all(seen, 'payment_refund_declined').some((declined) =>
        all(seen, 'refund_requested').some(
          ({ at, entityId, amount }) =>
            at > declined.at && entityId !== declined.entityId && amount === declined.amount,
        ),
      ) && isCleanSepa(seen),
  },
  'a refund that was reversed': { machine: sepaPayment, is: finds('RefundReversed') },
  'a refund without an id, in doubt': {
    machine: ticketPayment,
    is: finds('Unbound', 'payment_refunded'),
  },
  'a single mandate that was reserved, freed and used again': {
    machine: sepaMandate,
    is: (seen) => {
      const { mandateType, collections = {} } = seen.state.context as SepaMandate
      const presented = Object.values(collections).filter((each) => each.presentedAt !== null)
      return mandateType === 'single' && presented.length > 1 && seen.state.findings.length === 0
    },
  },
  'a payment on a mandate that had expired': {
    machine: sepaMandate,
    is: ({ state }) =>
      state.findings.some(({ refusal }) => {
        const broken = refusal as RefusalOf<typeof sepaMandate> | undefined
        return broken?.rule === 'mandateUsable' && broken.because === 'expired'
      }),
  },
  'an outcome before channel data': { machine: session, is: finds('channelDataFirst') },
}

/** Generates, a few at a time from a seed on, until everything has appeared; returns what never did. */
const unseen = (
  machine: HistorySubject,
  from: number,
  wanted: Readonly<Record<string, (seen: Seen) => boolean>>,
): readonly string[] => {
  const left = new Set(Object.keys(wanted))
  for (let seed = from; seed < from + 200 && left.size > 0; seed += 1) {
    for (const seen of fc.sample(anySeen(machine), { seed, numRuns: 20 })) {
      for (const name of left) if (wanted[name]?.(seen) === true) left.delete(name)
    }
  }
  return [...left]
}

/** Rules that only a command can break, or that raise a question instead of a finding. */
const WISHES: ReadonlySet<string> = new Set([
  'otherSubject',
  'noSuchStep',
  'notKnown',
  'notInDoubt',
  'notHosted',
  'withinNet',
])

/**
 * Rules that no history breaks: no message names the currency of a requested refund, and no ticket
 * is charged back.
 */
const UNTOLD: ReadonlySet<string> = new Set(['sameCurrency', 'notOfTickets'])

/** Every other finding, by a machine on which it sometimes appears, and a seed that soon leads to all. */
const FINDINGS: readonly (readonly [HistorySubject, number, readonly FindingCode[]])[] = [
  [session, 18, ['missingPredecessor', 'channelDataFirst', 'outcomeKnown', 'Contradiction']],
  [sepaMandate, 8, ['mandateUsable', 'sameCustomer']],
  [
    ticketPayment,
    87,
    [
      ...(['lateCapture', 'Superseded', 'ClockSkew', 'ConflictingDuplicate'] as const),
      ...(['Disagreement', 'FieldDiffers', 'OtherSource'] as const),
    ],
  ],
  [
    sepaPayment,
    64,
    [
      ...(['withinRefundWindow', 'withinChargebackWindow', 'withinCaptured'] as const),
      ...(['moneyAfterEnd', 'RefundReversed', 'NegativeNet', 'StatementDiffers'] as const),
      ...(['MoreThanCaptured', 'CapturedDiffers', 'DisputeDiffers', 'OneOrTwo'] as const),
      ...(['OtherCurrency', 'Unread', 'Overruled'] as const),
    ],
  ],
]

describe('the histories and their deliveries', () => {
  test.each(FINDINGS)(
    'sometimes contain all that is rare on a machine, and each of its findings: %#',
    (machine, from, codes) => {
      const rare = Object.entries(RARE).filter(([, each]) => each.machine === machine)
      expect(
        unseen(machine, from, {
          ...Object.fromEntries(rare.map(([name, { is }]) => [name, is])),
          ...Object.fromEntries(codes.map((code) => [code, finds(code)])),
        }),
      ).toEqual([])
    },
  )

  test('cover each rule that a report can break', () => {
    const rules = Object.keys(RULES).filter((rule) => !WISHES.has(rule) && !UNTOLD.has(rule))
    expect(FINDINGS.flatMap(([, , codes]) => codes)).toEqual(expect.arrayContaining(rules))
  })

  test('leave two findings to the random streams of the laws, which contain them', () => {
    const codesOf = (state: State): readonly string[] => state.findings.map(({ code }) => code)
    const codes = [
      ...fc
        .sample(eventsOf(sepaPayment), { seed: 1, numRuns: 100 })
        .flatMap((events) => codesOf(given(sepaPayment, ...events))),
      ...fc
        .sample(eventsOf(ticketPayment), { seed: 1, numRuns: 100 })
        .flatMap((events) => codesOf(given(ticketPayment, ...events))),
    ]
    for (const code of UNTOLD) expect(codes).toContain(code)
  })
})
