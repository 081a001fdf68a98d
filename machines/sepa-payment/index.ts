/** A SEPA payment: a direct debit, which can be refunded or charged back. Picture: docs/machines/sepa-payment.md */
import type { Machine } from '../../src/contract/machine-record.ts'
import { acrossPayments, paymentRelations } from '../across.ts'
import { observedEvents } from '../observed/events.ts'
import { requestRefund, subject } from '../payment/commands.ts'
import { chargebackFields, paymentConstants, paymentFindings } from '../payment/findings.ts'
import { settlePayment } from '../payment/money/index.ts'
import { inferPayment } from '../payment/snapshot.ts'
import { exposedSums } from '../payment/sums.ts'
import { paymentNotUnderstood } from '../payment/understood.ts'
import { sepaPaymentChart } from './chart.ts'
import { consequences } from './consequences.ts'
import { sepaPaymentEvents } from './events.ts'
import { mandateUnknown } from './findings.ts'
import { layout } from './layout.ts'
import {
  nothingKnown,
  type SepaPayment,
  type SepaPaymentStatus,
  sepaPaymentStatus,
} from './memory.ts'
import { definition } from './rules.ts'
import { windows } from './windows.ts'
import { words } from './words.ts'

const commands = { requestRefund: { ...requestRefund, window: 'refund' } } as const

const made = {
  id: 'sepa-payment@1',
  chart: sepaPaymentChart,
  subject,
  method: 'sepa',
  events: sepaPaymentEvents,
  informational: observedEvents,
  momentary: ['balances', 'ticketExpiresAt', ...chargebackFields],
  constant: paymentConstants,
  context: nothingKnown,
  definition,
  status: sepaPaymentStatus,
  correlation: {},
  infer: inferPayment,
  settle: settlePayment(sepaPaymentEvents, 'EUR', false),
  findings: {
    ...paymentFindings,
    MandateUnknown: mandateUnknown,
    MoneyNotUnderstood: paymentNotUnderstood(sepaPaymentEvents),
  },
  windows,
  commands,
  sums: exposedSums,
  relations: paymentRelations,
  across: acrossPayments,
  consequences,
  words,
  layout,
} as const satisfies Machine<SepaPayment, SepaPaymentStatus, 'sepa-payment@1'>

type SepaPaymentRecord = typeof made

/** The type of the machine of SEPA payments, named so that declarations can refer to it. */
export interface SepaPaymentMachine extends SepaPaymentRecord {}

/** The machine of SEPA payments. */
export const sepaPayment: SepaPaymentMachine = made
