/** The context of a deposit, and how each event changes it. */
import type { Currency } from 'payfold'
import {
  leavesOf,
  type Minor,
  type Occurred,
  type Recipes,
  type Timestamp,
  timestampOf,
} from 'payfold/machine'
import type { StateValue } from 'xstate'
import type { DepositEvent } from './events.ts'

/**
 * The context of a deposit. Claims are keyed by claim id; amounts are minor units of `currency`.
 */
export interface Deposit {
  readonly amount: Minor | null
  readonly currency: Currency | null
  readonly ended: Timestamp | null
  readonly claims: Readonly<Record<string, Minor>>
  readonly returned: Minor | null
}

/** The context before the first event. */
export const noDeposit: Deposit = {
  amount: null,
  currency: null,
  ended: null,
  claims: {},
  returned: null,
}

/** Every event that the chart takes. */
export type ChartEvent = Occurred<DepositEvent>

/** The recipe of each event. */
export const recipes: Recipes<Deposit, ChartEvent> = {
  deposit_received: (context, { data }) => {
    context.amount ??= data.amount
    context.currency ??= data.currency
  },
  tenancy_ended: (context, event) => {
    context.ended ??= timestampOf(event)
  },
  damage_claimed: (context, { entityId, data }) => {
    context.claims[entityId] ??= data.amount
  },
  deposit_returned: (context, { data }) => {
    context.returned ??= data.amount
  },
}

/** The sums of a deposit, in minor units. */
export const sumsOf = ({ amount, currency, claims, returned }: Deposit) => {
  const claimed = Object.values(claims).reduce((sum, each) => sum + each, 0)
  const left = amount === null ? null : amount - claimed - (returned ?? 0)
  return { currency, received: amount, claimed, returned, left }
}

/** The status of a deposit. */
export type DepositStatus = 'none' | 'held' | 'claimed' | 'returned'

/** Returns the name of the chart's state. */
export const statusOf = (value: StateValue): DepositStatus => leavesOf(value)[''] as DepositStatus
