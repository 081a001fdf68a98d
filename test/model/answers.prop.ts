/** Every question about a gap is settled by the answer to the request that it names. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Question, questions } from '../../src/index.ts'
import { deliveries } from '../../src/testing/deliveries.ts'
import { histories } from '../../src/testing/histories.ts'
import type { Fact, History } from '../../src/testing/history.ts'
import * as mandate from '../../src/testing/mandate-tellings.ts'
import type { Delivery, Step } from '../../src/testing/messages.ts'
import * as payment from '../../src/testing/payment-tellings.ts'
import * as session from '../../src/testing/session-tellings.ts'
import { shift } from '../../src/words/instant.ts'
import { machines } from '../given.ts'
import { GAPS } from './gaps.ts'
import { stateOf } from './told.ts'

const RUNS = Number(process.env['RUNS'] ?? 80)
const PATIENCE = 3 * 3_600_000

const ownFacts = ({ kind, facts }: History): readonly Fact[] =>
  kind === 'mandate' ? facts.filter(({ type }) => type.startsWith('mandate_')) : facts

/** What the provider answers to a question's request, long after all has happened. */
const answerTo = (history: History, { request }: Question): Delivery | null => {
  const last =
    history.facts
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? history.setting.startsAt
  const at = shift(last, 3600)
  const steps: Readonly<Record<string, () => Step | null>> = {
    getPayment: () => (history.kind === 'payment' ? payment.snapshotAt(history, at) : null),
    getPaymentActions: () => (history.kind === 'payment' ? payment.actionsAt(history, at) : null),
    getSession: () => (history.kind === 'session' ? session.snapshotAt(history, at) : null),
    getSource: () => (history.kind === 'mandate' ? mandate.snapshotAt(history, at) : null),
  }
  const step = request === null ? null : (steps[request.endpoint]?.() ?? null)
  return step === null ? null : step(history.setting, 9999)
}

describe.each(machines.map((machine) => [machine.id, machine] as const))('%s', (_, machine) => {
  test(
    'has its gaps filled by the answers to its questions about them',
    () => {
      const lossy = histories(machine).chain((history) =>
        fc.constantFrom(...ownFacts(history)).chain((lost) =>
          fc.record({
            history: fc.constant(history),
            delivered: deliveries(history, { untold: [lost] }),
          }),
        ),
      )
      fc.assert(
        fc.property(lossy, ({ history, delivered }) => {
          const state = stateOf({ history, delivered })
          const gaps = new Set(
            state.findings.filter(({ code }) => GAPS.has(code)).map(({ key }) => key),
          )
          const answers = questions(state)
            .filter(({ key }) => gaps.has(key))
            .map((question) => answerTo(history, question))
          expect(answers).not.toContain(null)
          const all = [...delivered, ...answers.filter((answer) => answer !== null)]
          const settled = stateOf({ history, delivered: all })
          expect(settled.findings.filter(({ code }) => GAPS.has(code))).toEqual([])
        }),
        { numRuns: RUNS },
      )
    },
    PATIENCE,
  )
})
