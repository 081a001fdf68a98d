/** A ticket payment: the customer pays cash at a counter, with a number, until the ticket expires. Picture: docs/machines/ticket-payment.md */
import type { Machine } from '../../src/contract/machine-record.ts'
import { acrossPayments, paymentRelations } from '../across.ts'
import { observedEvents } from '../observed/events.ts'
import { requestRefund, subject } from '../payment/commands.ts'
import { chargebackFields, paymentConstants, paymentFindings } from '../payment/findings.ts'
import { settlePayment } from '../payment/money/index.ts'
import { inferPayment } from '../payment/snapshot.ts'
import { sums } from '../payment/sums.ts'
import { paymentNotUnderstood } from '../payment/understood.ts'
import { ticketPaymentChart } from './chart.ts'
import { ticketPaymentEvents } from './events.ts'
import { ticketFindings } from './findings.ts'
import { layout } from './layout.ts'
import {
  nothingKnown,
  type TicketPayment,
  type TicketPaymentStatus,
  ticketPaymentStatus,
} from './memory.ts'
import { definition } from './rules.ts'
import { windows } from './windows.ts'
import { words } from './words.ts'

const commands = { requestRefund: { ...requestRefund, mayCostFee: true } } as const

const made = {
  id: 'ticket-payment@1',
  chart: ticketPaymentChart,
  subject,
  method: 'ticket',
  events: ticketPaymentEvents,
  informational: observedEvents,
  momentary: ['balances', 'ticketExpiresAt', ...chargebackFields],
  constant: paymentConstants,
  context: nothingKnown,
  definition,
  status: ticketPaymentStatus,
  correlation: {},
  infer: inferPayment,
  settle: settlePayment(ticketPaymentEvents, 'ARS', commands.requestRefund.mayCostFee),
  findings: {
    ...paymentFindings,
    ...ticketFindings,
    MoneyNotUnderstood: paymentNotUnderstood(ticketPaymentEvents),
  },
  windows,
  commands,
  sums,
  relations: paymentRelations,
  across: acrossPayments,
  consequences: null,
  words,
  layout,
} as const satisfies Machine<TicketPayment, TicketPaymentStatus, 'ticket-payment@1'>

type TicketPaymentRecord = typeof made

/** The type of the machine of ticket payments, named so that declarations can refer to it. */
export interface TicketPaymentMachine extends TicketPaymentRecord {}

/** The machine of ticket payments. */
export const ticketPayment: TicketPaymentMachine = made
