/**
 * A rental deposit: money held while a tenancy lasts. This machine shows how to add a lifecycle of
 * your own.
 */
import { byCommand, closedRecord, type Machine, Minor } from 'payfold/machine'
import { observedEvents } from 'payfold/machines'
import { depositChart } from './chart.ts'
import { DepositId, depositEvents } from './events.ts'
import { type Deposit, type DepositStatus, noDeposit, statusOf, sumsOf } from './memory.ts'
import { definition } from './rules.ts'
import { windows } from './windows.ts'

const getDeposit = { endpoint: 'getDeposit', param: 'deposit_id' } as const

/** The machine of rental deposits. */
export const rentalDeposit = {
  id: 'rental-deposit@1',
  chart: depositChart,
  subject: {
    prefix: 'deposit',
    field: 'depositId',
    id: DepositId,
    sample: 'dep_0',
    lookUp: { entity: getDeposit, actions: getDeposit },
  },
  method: null,
  events: depositEvents,
  informational: observedEvents,
  momentary: [],
  constant: [],
  context: noDeposit,
  definition,
  status: statusOf,
  correlation: { claim: (events) => byCommand(events, 'claimId') },
  infer: () => [],
  findings: {},
  windows,
  commands: {
    claimDamage: {
      event: 'damage_claimed',
      window: 'claim',
      request: { endpoint: 'postClaim', param: 'deposit_id' },
      bound: 'withinDeposit',
      data: closedRecord('a claim', { depositId: DepositId, amount: Minor }, {}),
      body: ({ amount }) => ({ amount }),
      actions: null,
      done: 'damage_claimed',
      failed: null,
    },
    returnDeposit: {
      event: 'deposit_returned',
      window: null,
      request: { endpoint: 'postReturn', param: 'deposit_id' },
      bound: 'withinDeposit',
      data: closedRecord('a return', { depositId: DepositId, amount: Minor }, {}),
      body: ({ amount }) => ({ amount }),
      actions: null,
      done: 'deposit_returned',
      failed: null,
    },
  },
  sums: {
    of: sumsOf,
    titles: {
      received: { title: 'Received', text: 'received' },
      claimed: { title: 'Claimed', text: 'claimed' },
      returned: { title: 'Returned', text: 'returned' },
      left: { title: 'Left', text: 'left' },
    },
  },
  relations: [],
  consequences: null,
} as const satisfies Machine<Deposit, DepositStatus, 'rental-deposit@1'>
