/** The findings about amounts on which a payment's reports do not agree. */

import type { FindingBase } from '../../src/fold/finding.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { type Currency, money } from '../../src/words/money.ts'
import { ownAt } from '../../src/words/plain.ts'
import { type Definition, type Differing, greatestOf, REVIEW } from './differing.ts'
import type { Refund, Stage } from './memory.ts'
import { REFUND_STAGES } from './recipes.ts'
import { refundStatus } from './refunds.ts'
import { totals } from './sums.ts'

const ASK_ACTIONS = 'Ask the provider for the actions of the payment.'

// refunds ------------------------------------------------------------------
/** The stages of a refund name different amounts. */
export type AmountDiffers = Differing<'AmountDiffers'>

const STAGES = Object.entries(REFUND_STAGES)

/** The first stage of a refund that names another amount than the stage before it. */
const firstDiffering = (refund: Refund) => {
  let expected: number | undefined
  for (const [type, name] of STAGES) {
    const stage: Stage | null = refund[name]
    const amount = stage?.amounts[0]
    if (stage === null || amount === undefined) continue
    if (expected !== undefined && amount !== expected) {
      return { type, at: stage.at, expected, actual: amount }
    }
    expected = amount
  }
  return null
}

/** Finds refunds whose stages differ in their amount: what the provider carries out counts. */
const amountDiffers: Definition<AmountDiffers> = {
  causes: Object.keys(REFUND_STAGES),
  find: ({ context: { refunds, currency } }) => {
    const differing: AmountDiffers[] = []
    for (const id of Object.keys(refunds)) {
      const found = firstDiffering(refunds[id] as Refund)
      if (found === null) continue
      const { type, ...which } = found
      differing.push({ code: 'AmountDiffers', key: `${type}:${id}`, ...which, currency })
    }
    return differing
  },
  explain: ({ expected, actual, currency }) =>
    `A refund of ${money(expected, currency)} is reported with ${money(actual, currency)}.`,
  severity: 'warning',
  source: 'decisions#46',
  remedy: ASK_ACTIONS,
  lookUp: 'actions',
}

/** Open refunds and chargebacks together are more than what was captured; `short` is by how much. */
export interface RefundAtRisk extends FindingBase {
  readonly code: 'RefundAtRisk'
  readonly short: number
  readonly currency: Currency
}

/** The stages of an open refund, in order. */
const OPEN = ['refund_requested', 'payment_refund_pending']

/** Finds open refunds that the money left does not cover: they can still be stopped. */
const refundAtRisk: Definition<RefundAtRisk> = {
  causes: OPEN,
  find: (whole, { policy }) => {
    const { net, refunding, currency } = totals(whole.context, policy, 'believed')
    if (net === null || net >= 0 || refunding === 0) return []
    const { refunds } = whole.context
    const [key, at] =
      OPEN.flatMap((type) => {
        const open = greatestOf(whole, (each) => {
          const refund = each.type === type ? ownAt(refunds, each.entityId) : undefined
          return refund !== undefined && refundStatus(refund) === 'open'
        })
        return open === undefined ? [] : [[open.key, open.at] as const]
      })[0] ?? []
    if (key === undefined || at === undefined) return []
    return [{ code: 'RefundAtRisk', key, at, short: Math.min(-net, refunding), currency }]
  },
  explain: ({ short, currency }) =>
    `Open refunds exceed the money that is left by ${money(short, currency)}.`,
  severity: 'error',
  source: 'decisions#46',
  remedy: 'Ask the provider to stop the refund while it is pending.',
  lookUp: null,
}

/** An element of the list of actions could not be read: it may be money that went back. */
export interface UnreadAction extends FindingBase {
  readonly code: 'UnreadAction'
}

/** The name under which readers report an action that they cannot read. */
const UNREAD = 'payment_action'

const unreadAction: Definition<UnreadAction> = {
  causes: ['unrecognised'],
  find: ({ occurrences }) =>
    occurrences.flatMap(({ type, key, at, data }) =>
      type === 'unrecognised' && data['name'] === UNREAD ? [{ code: 'UnreadAction', key, at }] : [],
    ),
  explain: () => 'The provider lists an action that could not be read: it may be a refund.',
  severity: 'warning',
  source: 'decisions#46',
  remedy: REVIEW,
  lookUp: 'actions',
}

// captures -----------------------------------------------------------------
/** The capture is of another amount than the payment. */
export type CapturedDiffers = Differing<'CapturedDiffers'>

/** Finds a capture of another amount than the payment's: the captured amount counts. */
const capturedDiffers: Definition<CapturedDiffers> = {
  causes: ['payment_captured'],
  find: ({ context: { captured, amount: expected, currency } }) => {
    if (captured === null || expected === null) return []
    const actual = captured.amounts.find((amount) => amount !== expected)
    if (actual === undefined) return []
    const { at } = captured
    const key = 'payment_captured'
    return [{ code: 'CapturedDiffers', key, at, expected, actual, currency }]
  },
  explain: ({ expected, actual, currency }) =>
    `The payment is of ${money(expected, currency)}, but ${money(actual, currency)} was captured.`,
  severity: 'error',
  source: 'decisions#46',
  remedy: ASK_ACTIONS,
  lookUp: 'actions',
}

// currencies ---------------------------------------------------------------
/** A report names money in another currency than the payment's. */
export interface OtherCurrency extends FindingBase {
  readonly code: 'OtherCurrency'
  readonly expected: Currency
  readonly actual: string
}

/** Money that is parked if it matches no refund or chargeback. */
const UNBOUND: ReadonlySet<string> = new Set([
  'payment_refund_pending',
  'payment_refunded',
  'payment_refund_declined',
  'chargeback_reversed',
])

/** Whether any event of an occurrence names another currency than the payment's own. */
const namesAnother = ({ events }: Occurrence, own: Currency): boolean => {
  for (const { data } of events) {
    if ('currency' in data && data.currency !== own) return true
  }
  return false
}

/** The first currency that a report of an occurrence names, other than the payment's own. */
const otherIn = ({ events }: Occurrence, own: Currency): string | undefined =>
  events
    // a snapshot is found itself, and not again in what it implies
    .filter(({ metadata }) => metadata.source !== 'inferred')
    .map(({ data }) => ('currency' in data ? data.currency : undefined))
    .find((named): named is string => typeof named === 'string' && named !== own)

/** Finds reports in another currency. A request in another currency breaks `sameCurrency`. */
const otherCurrency: Definition<OtherCurrency> = {
  find: ({ context: { currency: expected }, occurrences }) => {
    const named = occurrences.filter((each) => namesAnother(each, expected))
    return named.flatMap((occurrence) => {
      const { type, key, at, disposition } = occurrence
      const isMoney =
        disposition === 'chart' ||
        type === 'state_observed' ||
        (disposition === 'parked' && UNBOUND.has(type))
      if (!isMoney || type === 'refund_requested') return []
      const actual = otherIn(occurrence, expected)
      return actual === undefined ? [] : [{ code: 'OtherCurrency', key, at, expected, actual }]
    })
  },
  explain: ({ key, expected, actual }) =>
    `${key} is reported in ${actual}, but the payment is in ${expected}: it is not added up.`,
  severity: 'error',
  source: 'decisions#46',
  remedy: REVIEW,
  lookUp: 'entity',
}

/** Every finding about amounts on which reports do not agree. */
export const amountFindings = {
  AmountDiffers: amountDiffers,
  UnreadAction: unreadAction,
  RefundAtRisk: refundAtRisk,
  CapturedDiffers: capturedDiffers,
  OtherCurrency: otherCurrency,
}
