/** The source and the customer of a payment: whose word counts, and what differs from it. */
import { describe, expect, test } from 'vitest'
import { sepaPayment, ticketPayment } from '../../../machines/index.ts'
import { evolve, fold } from '../../../src/fold/fold.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { instantOf, right } from '../../given.ts'
import { consequences, questions, root } from '../../root.ts'
import { after, eventIn, scenes } from '../scenes.ts'

const [PENDING, CAPTURED] = ['03-02 payment_pending 1000 EUR', '03-05 payment_captured 1000']

/** The source that counts, then each other one, with the key at which it was found. */
const sources = (...lines: readonly string[]): string => {
  const { context, findings } = after(sepaPayment, ...lines)
  const others = findings.flatMap((each) =>
    'other' in each ? [`${each.other} at ${each.key}`] : [],
  )
  expect(findings.length).toBe(others.length)
  return [context.sourceId, ...others].join(', ')
}

describe('the source of a payment', () => {
  scenes(
    sepaPayment,
    `
is what the strongest message names, whatever its place on the chart
  ${PENDING} src_1 (response)
  ${CAPTURED} src_2 => src_2, src_1 at payment_pending

is what the strongest message names, also if that comes first
  ${PENDING} src_1
  ${CAPTURED} src_2 (response) => src_1, src_2 at payment_captured

is what the earlier of two equally strong messages names
  ${PENDING} src_1
  ? ${CAPTURED} src_2 => src_1, src_2 at payment_captured
  ? 03-01 payment_captured 1000 src_2 => src_2, src_1 at payment_pending

has no finding if all messages agree, or if only one names it
  ${PENDING} src_1
  ? ${CAPTURED} src_1 => src_1
  ? ${CAPTURED} => src_1

is one finding within one occurrence, and differs in no field
  ${PENDING} src_1
  03-05 payment_pending src_2 => src_1, src_2 at payment_pending

is one finding for each other value, however often it is named
  ${PENDING} src_1
  ${CAPTURED} src_2
  03-05 payment_refunded act_1 1 src_2
  03-05 payment_refunded act_2 1 src_3 => src_1, src_2 at payment_captured, src_3 at payment_refunded:act_2

differs if a snapshot shows another
  ${PENDING} src_1
  03-05 state_observed status=pending src_2 (response) => src_1, src_2 at payment_pending
`,
    [],
    sources,
  )

  test('differs since the first occurrence for which another was reported', () => {
    const { findings } = after(sepaPayment, `${PENDING} src_1`, `${CAPTURED} src_2`)
    const named = { field: 'sourceId', believed: 'src_1', other: 'src_2' }
    const at = '2026-03-05T10:00:00.0000000Z'
    expect(findings).toEqual([{ code: 'OtherSource', key: 'payment_captured', at, ...named }])
  })

  test('is in doubt: every mandate that messages name receives each collection', () => {
    const state = after(sepaPayment, `${PENDING} src_1 (response)`, `${CAPTURED} src_2`)
    const collections = consequences(state).filter(({ event }) => event.type.startsWith('coll'))
    expect(collections.map(({ stream }) => stream)).toEqual(
      ['src_2', 'src_2', 'src_1', 'src_1'].map((source) => `mandate-${source}`),
    )
  })

  test('is found anew when a stronger message comes later', () => {
    const lines = [`${PENDING} src_1 (response)`, `${CAPTURED} src_2`]
    const [weak, strong] = lines.map((line) => eventIn(sepaPayment, line)) as [never, never]
    const state = evolve(sepaPayment)(fold(sepaPayment)([weak]), strong)
    expect(state).toEqual(fold(sepaPayment)([strong, weak]))
    expect(state.context.sourceId).toBe('src_2')
  })

  test('has a sentence, and a question that a look-up settles', () => {
    const stream = 'payment-pay_1' as Stream
    const lines = [`${PENDING} src_1 method=sepa`, `${CAPTURED} src_2`]
    const events = lines.map((line) => eventIn(sepaPayment, line))
    const state = root.fold(stream, events)
    const because = 'A message names the source src_2, but the strongest one names src_1.'
    expect(state.findings.map(root.explain)).toEqual([because])
    const [question] = questions(fold(sepaPayment)(events, stream))
    expect(question).toMatchObject({
      reason: 'OtherSource',
      because,
      request: { endpoint: 'getPayment', params: { payment_id: 'pay_1' } },
    })
    const looked = (...days: readonly string[]) => {
      const looks = days.map((on) => eventIn(sepaPayment, `${on} look status=captured src_1`))
      const after = looks.reduce<typeof state>(root.evolve, state)
      const open = right(root.questions(after, instantOf('2026-03-05T10:00:00Z')))
      return open.map(({ reason }) => reason)
    }
    // the first look-up is itself a report of the capture: the second one repeats it
    expect(looked('03-06')).toEqual(['OtherSource'])
    expect(looked('03-05', '03-06')).toEqual([])
  })
})

test('the customer of a payment follows the same rule, whatever the method', () => {
  const lines = ['03-02 payment_pending 1000 ARS cus_1 (request)', `${CAPTURED} cus_2`]
  const state = after(ticketPayment, ...lines)
  expect(state.context.customerId).toBe('cus_2')
  expect(state.findings.map(root.explain)).toEqual([
    'A message names the customer cus_1, but the strongest one names cus_2.',
  ])
})
