/** The rules of a SEPA payment, and the conditions that choose between targets. */
import type { Definition } from '../../src/contract/definition.ts'
import { notInDoubt } from '../../src/contract/doubt-rule.ts'
import { missingPredecessor } from '../../src/contract/reports-only.ts'
import { byChargebacks, byRefunds } from '../payment/conditions.ts'
import {
  chargebackFirst,
  moneyAfterEnd,
  sameCurrency,
  withinCaptured,
  withinNet,
} from '../payment/rules.ts'
import { blank, recipes, type SepaPayment } from './memory.ts'
import { policy } from './policy.ts'
import { withinChargebackWindow, withinRefundWindow } from './within-windows.ts'

/** The rules that the chart names, in order of precedence. */
export const rules = {
  missingPredecessor,
  notInDoubt,
  chargebackFirst,
  sameCurrency,
  withinRefundWindow,
  withinChargebackWindow,
  withinCaptured,
  withinNet,
  moneyAfterEnd,
}

/**
 * The conditions that the chart names: how much is refunded and charged back with the event
 * applied.
 */
export const conditions = { ...byRefunds, ...byChargebacks }

/** Everything that the chart refers to. */
export const definition = {
  recipes,
  blank,
  rules,
  conditions,
  policy,
} satisfies Definition<SepaPayment>
