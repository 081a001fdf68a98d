/** Every question about a gap is settled by the response to the request that it names. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  mayAuthorize,
  type Session,
  type SessionStatus,
  sepaPayment,
  session,
  ticketPayment,
} from '../../machines/index.ts'
import type { Payment } from '../../machines/payment/memory.ts'
import { refundStatus } from '../../machines/payment/sums.ts'
import type { Machine } from '../../src/contract/machine-record.ts'
import type { State } from '../../src/contract/state.ts'
import type { Question } from '../../src/judge/questions.ts'
import { windows } from '../../src/judge/windows.ts'
import { faults } from '../../src/testing/faults/faults.ts'
import { deliveries } from '../../src/testing/generators/deliveries.ts'
import { type HistorySubject, histories } from '../../src/testing/generators/histories.ts'
import type { SessionHistory, TrueHistory } from '../../src/testing/generators/history.ts'
import type { Delivery } from '../../src/testing/generators/messages.ts'
import { shift } from '../../src/words/time/instant.ts'
import { forAll, runsOf } from '../for-all.ts'
import { machines } from '../given.ts'
import { defaultPolicy, questions } from '../root.ts'
import { answersTo, answerTo, sessionLookUps } from './answering.ts'
import { losing, ownFacts, stateOf } from './folded.ts'
import { GAPS } from './gaps.ts'
import { worlds } from './worlds.ts'

const runs = runsOf(10, 5)

const OUTCOMES =
  /^(session_(approved|attempted|unavailable|declined|rejected|expired)|challenge_abandoned)$/
const ENDS = /^payment_(captured|declined|canceled|expired)$/

/** Responses of a provider that made errors, at once, and again until they bring nothing new. */
const ROUNDS = 6

/** A time at which every expectation is over. */
const LATE = 5000 * 86_400

const openIn = (history: TrueHistory, delivered: readonly Delivery[]): readonly Question[] => {
  const state = stateOf({ history, delivered })
  const machine = machines.find(({ id }) => id === state.machine) as unknown as
    | Machine<object, string, string>
    | undefined
  const now = shift(history.setting.startsAt, LATE)
  return questions(state, machine === undefined ? [] : windows(machine)(state, now))
}

const settledIn = (history: TrueHistory, delivered: readonly Delivery[]): readonly Question[] => {
  let all = delivered
  let open = openIn(history, all)
  for (let round = 0; round < ROUNDS && open.length > 0; round += 1) {
    all = [...all, ...answersTo(history, all, open)]
    open = openIn(history, all)
  }
  return open
}

/** Messages of which none names the payment method. */
const methodless = (delivered: readonly Delivery[]): readonly Delivery[] =>
  delivered
    .filter((each) => each.kind !== 'response' || !/^(create|get)Payment$/.test(each.endpoint))
    .map((each) => {
      const { data, ...body } = each.body as { readonly data?: object }
      if (each.kind !== 'webhook' || data === undefined) return each
      return { ...each, body: { ...body, data: { ...data, source: undefined } } }
    })

/** The end of the id of a refund that the provider reported by mistake, and knows nothing about. */
const INVENTED = /act_(another|nobody)$/

/** What the provider itself has not done: no response can settle it. */
const isAwaited = (history: TrueHistory, { reason, key }: Question): boolean => {
  const types = history.facts.map(({ type }) => type)
  if (INVENTED.test(key)) return true
  if (reason !== 'Overdue') return false
  if (key === 'session') return !types.some((type) => OUTCOMES.test(type))
  if (!key.startsWith('refundProcessing')) return !types.some((type) => ENDS.test(type))
  const ends = history.facts.filter(({ type }) => /^payment_refund(ed|_declined)$/.test(type))
  return history.facts.some(
    ({ type, entityId }) =>
      type === 'refund_requested' && !ends.some((end) => end.entityId === entityId),
  )
}

/** Worlds with faults, in some of which no message reports a fact. */
const erring = (machine: HistorySubject, most: number) =>
  worlds(machine, most, faults, (history) => [[], ...ownFacts(history).map((fact) => [fact])])

describe.each(machines.map((machine) => [machine.id, machine] as const))('%s', (_, machine) => {
  test('has its gaps filled by the responses to its questions about them', () => {
    forAll(runs, [losing(machine)], ({ history, delivered }) => {
      const state = stateOf({ history, delivered })
      const gaps = new Set(
        state.findings.filter(({ code }) => GAPS.has(code)).map(({ key }) => key),
      )
      const answers = questions(state)
        .filter(({ key, request }) => gaps.has(key) && request !== null)
        .map((question) => answerTo(history, question))
      expect(answers).not.toContain(null)
      const all = [...delivered, ...answers.filter((answer) => answer !== null)]
      const settled = stateOf({ history, delivered: all })
      expect(settled.findings.filter(({ code }) => GAPS.has(code))).toEqual([])
    })
  })

  test('has no open question after all responses, except what the provider itself leaves open', () => {
    forAll(runs, [erring(machine, 3), fc.boolean()], ({ history, delivered }, isMethodless) => {
      const received = isMethodless ? methodless(delivered) : delivered
      const left = settledIn(history, received).filter(
        (question) => question.request !== null && !isAwaited(history, question),
      )
      expect(left).toEqual([])
    })
  })
})

describe.each([['sepa', sepaPayment] as const, ['ticket', ticketPayment] as const])(
  'a payment by %s',
  (_, machine) => {
    test('is asked about at last, whichever messages about its outcome or its refunds were lost', () => {
      const lossy = histories(machine).chain((history) =>
        fc.record({
          history: fc.constant(history),
          delivered: deliveries(history).chain((all) => fc.subarray([...all])),
        }),
      )
      let [outcomes, refunds] = [0, 0]
      forAll({ ...runs, numRuns: 5 * runs.numRuns }, [lossy], ({ history, delivered }) => {
        const { machine: id, status, context } = stateOf({ history, delivered })
        fc.pre(id === machine.id)
        const isPending = /pending$/.test(status)
        const open = Object.values((context as Payment).refunds).filter(
          (refund) => refundStatus(refund) === 'open',
        )
        outcomes += isPending ? 1 : 0
        refunds += open.length
        const asked = openIn(history, delivered).filter(({ request }) => request !== null)
        if (isPending || open.length > 0) expect(asked).not.toEqual([])
      })
      expect(Math.min(outcomes, refunds)).toBeGreaterThan(0)
    })
  },
)

describe('a session', () => {
  const now = (history: TrueHistory) => shift(history.setting.startsAt, LATE)
  const answerOf = (history: TrueHistory, delivered: readonly Delivery[]) => {
    const state = stateOf({ history, delivered }) as State<Session, SessionStatus>
    const request = { amount: 1, currency: 'EUR', now: now(history) }
    return mayAuthorize(state, request, defaultPolicy).answer
  }

  test('is a question only while somebody is asked, and two truthful look-ups or a person end it', () => {
    forAll(runs, [erring(session, 4)], ({ history, delivered }) => {
      const open = openIn(history, delivered)
      // whoever has not received a message about the session has nobody to ask
      fc.pre(stateOf({ history, delivered }).occurrences.length > 0)
      if (answerOf(history, delivered) === 'ask') expect(open).not.toEqual([])
      const isDecided = history.facts.some(({ type }) => OUTCOMES.test(type))
      const all = [...delivered, ...sessionLookUps(history as SessionHistory, delivered, 2)]
      if (isDecided) {
        expect(answerOf(history, all)).not.toBe('ask')
        const left = openIn(history, all).filter(({ reason }) => reason !== 'Unsigned')
        expect(left).toEqual([])
      }
    })
  })
})
