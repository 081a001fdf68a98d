/** What the reports of chargebacks, and of their reversals, change in the context. */
import { castDraft, type Draft } from 'immer'
import { type Timestamp, timestampOf } from '../../src/event/timestamp.ts'
import type { Recipes } from '../../src/fold/definition.ts'
import { put } from '../../src/fold/kept-sum.ts'
import { type Occurred, reportsOf } from '../../src/fold/occurrence.ts'
import { ownAt } from '../../src/words/plain.ts'
import type { ChargebackReversed, PaymentChargeback } from './events.ts'
import type { Chargeback, ChargebackReport, Payment } from './memory.ts'
import { applyCommon, stageIn, stageOf } from './stages.ts'

const NO_CHARGEBACK: Chargeback = {
  reports: [],
  disputeId: null,
  reason: null,
  chargedBack: null,
  reversed: null,
}

/** When the money was taken: a message that moves nothing came at some time after that. */
const takenAt = (
  event: PaymentChargeback & { readonly reports?: readonly PaymentChargeback[] },
): Timestamp => {
  const moving = reportsOf(event).filter(({ data }) => data.movesNothing !== true)
  const [first] = moving.length < reportsOf(event).length ? moving : [event]
  return first === undefined ? { ...timestampOf(event), timed: false } : timestampOf(first)
}

const chargebackReports = (event: Occurred<PaymentChargeback>): readonly ChargebackReport[] =>
  reportsOf(event).map((report) => ({
    voice: report.data.reportedAs ?? 'chargeback',
    actionId: report.data.actionId ?? null,
    ...takenAt(report),
  }))

const applyChargeback = (
  context: Draft<Payment>,
  event: Occurred<PaymentChargeback> | Occurred<ChargebackReversed>,
  found: Partial<Chargeback>,
): void => {
  applyCommon(context, event)
  const { disputeId = null } = event.data
  const known: Chargeback = ownAt(context.chargebacks, event.entityId) ?? NO_CHARGEBACK
  const chargeback: Chargeback = {
    reports: found.reports ?? known.reports,
    disputeId: known.disputeId ?? disputeId,
    reason: found.reason ?? known.reason,
    chargedBack: found.chargedBack ?? known.chargedBack,
    reversed: found.reversed ?? known.reversed,
  }
  put(context.chargebacks, event.entityId, castDraft(chargeback))
}

/** The recipes of chargebacks and reversals. */
export const chargebackRecipes: Recipes<
  Payment,
  Occurred<PaymentChargeback> | Occurred<ChargebackReversed>
> = {
  payment_chargeback: (context, event) =>
    applyChargeback(context, event, {
      reports: chargebackReports(event),
      reason: event.data.reason ?? null,
      chargedBack: castDraft({ ...stageIn(context, event), ...takenAt(event) }),
    }),
  chargeback_reversed: (context, event) =>
    applyChargeback(context, event, { reversed: stageOf(context, event) }),
}
