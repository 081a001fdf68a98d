/**
 * The windows of a deposit: until when damage may be claimed, and by when the rest should be
 * returned.
 */
import {
  type FoldedStream,
  integer,
  type PolicyOf,
  policyField,
  shift,
  spanOfTime,
  type WindowDefinition,
} from 'payfold/machine'
import type { Deposit, DepositStatus } from './memory.ts'

const DAY = 86_400

/** The policy values for deposits. */
export const policy = {
  /** How long after the tenancy damage may be claimed, in days. */
  claimDays: policyField(integer('days from 1 to 365', 1, 365), 30),
  /** How many days after the tenancy the landlord is expected to return the rest. */
  returnDays: policyField(integer('days from 1 to 365', 1, 365), 60),
}
export type Policy = PolicyOf<typeof policy>

type DepositWindow = WindowDefinition<Deposit, DepositStatus, Policy>

const after = ({ context: { ended } }: FoldedStream<Deposit, DepositStatus>, days: number) =>
  ended === null ? [] : [spanOfTime(ended.at, shift(ended.at, days * DAY))]

const claim: DepositWindow = {
  of: (deposit, { claimDays }) => after(deposit, claimDays),
  kind: 'right',
  allows: 'You may claim damage.',
  countedFrom: 'the end of the tenancy',
  lengths: ['claimDays'],
  source: 'the lease',
  lookUp: 'entity',
}

const comeBack: DepositWindow = {
  of: (deposit, { returnDays }) =>
    deposit.status === 'returned' ? [] : after(deposit, returnDays),
  kind: 'expectation',
  allows: 'The landlord should return the rest of the deposit.',
  countedFrom: 'the end of the tenancy',
  lengths: ['returnDays'],
  source: 'the lease',
  lookUp: 'entity',
}

/** The windows of a deposit. */
export const windows = { claim, comeBack }
