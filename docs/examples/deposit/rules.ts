/** The rules of a rental deposit. */
import { type Currency, money } from 'payfold'
import { type Definition, missingPredecessor, type Rule, timestampOf } from 'payfold/machine'
import { type DamageClaimed, type DepositReturned, depositEvents } from './events.ts'
import { type Deposit, recipes, sumsOf } from './memory.ts'
import { type Policy, policy } from './windows.ts'

/**
 * The refusal of an amount that is more than is left of the deposit. Amounts are in minor units.
 */
export interface TooMuch {
  readonly rule: 'withinDeposit'
  readonly wanted: number
  readonly available: number
  readonly currency: Currency | null
}

/** Claims and the returned amount together never exceed the deposit. */
const withinDeposit: Rule<Deposit, DamageClaimed | DepositReturned, TooMuch> = {
  breaks: (context, { data: { amount } }) => {
    const { left, currency } = sumsOf(context)
    // nobody has reported a deposit: nothing can be left of it
    const available = left ?? 0
    return amount <= available
      ? []
      : [{ rule: 'withinDeposit', wanted: amount, available, currency }]
  },
  title: 'More than is left of the deposit',
  explain: ({ wanted, available, currency }) =>
    `${money(wanted, currency)} is more than the ${money(available, currency)} that is left.`,
  severity: 'error',
  errorCode: 422,
  source: 'the lease',
  remedy: {
    asked: 'Claim no more than is left.',
    reported: 'Settle the difference with the landlord.',
  },
}

/** The refusal of a claim that came too late. `claimDays` is the allowed number of days. */
export interface ClaimedLate {
  readonly rule: 'claimInTime'
  readonly claimDays: number
}

const DAY = 86_400_000

/** The landlord claims damage within the days that the policy allows after the tenancy. */
const claimInTime: Rule<Deposit, DamageClaimed, ClaimedLate, Policy> = {
  breaks: ({ ended }, event, { policy: { claimDays }, toleranceSeconds }) => {
    if (ended === null) return []
    const late = Date.parse(timestampOf(event).at) - Date.parse(ended.at) - claimDays * DAY
    return late >= 0 && late >= toleranceSeconds * 1000 ? [{ rule: 'claimInTime', claimDays }] : []
  },
  title: 'Claimed after the time for claims',
  explain: ({ claimDays }) => `The ${claimDays} days for claims after the tenancy are over.`,
  severity: 'warning',
  errorCode: 410,
  source: 'the lease',
  remedy: { reported: 'Return the deposit.' },
}

/** The rules that the chart names, in order of precedence. */
export const rules = { missingPredecessor, withinDeposit, claimInTime }

/** Everything that the chart refers to. */
export const definition = {
  recipes,
  rules,
  conditions: {},
  policy,
  events: depositEvents,
} as const satisfies Definition<Deposit>
