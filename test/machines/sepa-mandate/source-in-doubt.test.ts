/** A mandate on which a payment may be or not: new payments have to wait until that is known. */
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import { type DomainEvent, dataIn } from '../../../src/event/envelope.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { given, ordersOf, pay, reported, right } from '../../given.ts'
import { consequences, root as pf } from '../../root.ts'
import { NOW, refused } from './new-payment.ts'

type Source = 'report' | 'response' | 'request' | 'unsigned'
const day = (at: string): string => `2026-03-${at}`
const named = (type: string, data: object, at: string, source: Source = 'report') =>
  reported(type, { ...pay, ...data }, { id: `evt_${type}${at}`, at: day(at), source })
const presented = (sourceId: string, data: object = {}) =>
  named(
    'payment_pending',
    { amount: 1000, currency: 'EUR', method: 'sepa', sourceId, ...data },
    '02T10:00:00Z',
  )
const captured = (data: object) =>
  named('payment_captured', { amount: 1000, ...data }, '03T10:00:00Z')
const lookedUp = (data: object, at: string) => ({
  ...named('state_observed', { status: 'captured', ...data }, at, 'response'),
})

const mandateOf = (sourceId: string, mandateType: string) =>
  reported(
    'mandate_created',
    { sourceId, mandateType },
    { id: `evt_${sourceId}`, at: day('01T10:00:00Z') },
  )

/** A mandate with what a payment's messages imply on it. */
const mandate = (
  sourceId: string,
  events: readonly DomainEvent[],
  { mandateType = 'recurring', more = [] as readonly DomainEvent[] } = {},
) => {
  const implied = consequences(given(sepaPayment, ...events)).filter(
    ({ stream }) => stream === `mandate-${sourceId}`,
  )
  const all = [mandateOf(sourceId, mandateType), ...implied.map(({ event }) => event), ...more]
  return pf.fold(`mandate-${sourceId}` as Stream, all)
}

const findings = (state: ReturnType<typeof mandate>): readonly string[] =>
  state.findings.map(pf.explain)

const contradicting = [presented('src_1'), captured({ sourceId: 'src_2' })]
const DOUBT = 'Messages do not agree whose payment pay_1 is: they name src_1 and src_2.'

describe('a payment about whose source messages do not agree', () => {
  test('holds new payments on every mandate that they name', () => {
    for (const source of ['src_1', 'src_2']) {
      const state = mandate(source, contradicting)
      expect(findings(state)).toEqual([DOUBT])
      expect(refused(state)).toEqual(['notInDoubt'])
    }
  })

  test('holds nothing if all messages name one, or only one names it', () => {
    for (const data of [{ sourceId: 'src_1' }, {}]) {
      const state = mandate('src_1', [presented('src_1'), captured(data)])
      expect([findings(state), refused(state)]).toEqual([[], []])
    }
  })

  test('holds nothing once a later look-up names one, to the tick', () => {
    // the difference is known at 10:00:00 on the third, and clocks may differ by a minute
    const to = (at: string) =>
      mandate('src_1', [...contradicting, lookedUp({ sourceId: 'src_1' }, at)])
    expect(refused(to('03T10:01:00Z'))).toEqual(['notInDoubt'])
    expect(refused(to('03T10:01:00.0000001Z'))).toEqual([])
    expect(findings(to('03T10:01:00.0000001Z'))).toEqual([])
  })

  test('has its collection on each of them, so a later look-up ends the doubt on all', () => {
    for (const shown of ['src_1', 'src_2']) {
      const all = [...contradicting, lookedUp({ sourceId: shown }, '05T10:00:00Z')]
      for (const source of ['src_1', 'src_2']) {
        expect(mandate(source, all).context).toHaveProperty('collections.pay_1')
        expect(refused(mandate(source, all))).toEqual([])
      }
    }
  })

  test('says the same to each mandate in whatever order its messages come, one by one', () => {
    const messages = [...contradicting, named('payment_refunded', { amount: 5 }, '04T10:00:00Z')]
    const saidBy = (arrived: readonly DomainEvent[]) => {
      const said = arrived.flatMap((_, at) =>
        consequences(given(sepaPayment, ...arrived.slice(0, at + 1))),
      )
      return ['src_1', 'src_2'].map((source) => {
        const own = said.filter(({ stream }) => stream === `mandate-${source}`)
        const unique = new Map(own.map(({ event }) => [event.metadata.eventId, event]))
        const state = pf.fold(`mandate-${source}` as Stream, [
          mandateOf(source, 'single'),
          ...unique.values(),
        ])
        return [state.status, state.context, findings(state)]
      })
    }
    const expected = saidBy(messages)
    expect(expected.map(([status]) => status)).toEqual(['consumed', 'consumed'])
    for (const order of ordersOf(messages)) expect(saidBy(order)).toEqual(expected)
  })

  test('is held by what messages say that match no refund or chargeback', () => {
    const back = (sourceId: string, at: string) =>
      named('chargeback_reversed', { amount: 5, sourceId }, at)
    const bare = [
      named('payment_pending', { amount: 1000, currency: 'EUR', method: 'sepa' }, '02T10:00:00Z'),
      captured({}),
    ]
    const state = mandate('src_2', [
      ...bare,
      back('src_2', '05T10:00:00Z'),
      back('src_1', '06T10:00:00Z'),
    ])
    expect(refused(state)).toEqual(['notInDoubt'])
  })

  test('is settled by no look-up that is older than the messages, whatever came first', () => {
    const old = {
      ...lookedUp({ sourceId: 'src_1' }, '01T10:00:00Z'),
      metadata: {
        ...lookedUp({ sourceId: 'src_1' }, '01T10:00:00Z').metadata,
        occurredAt: null,
        recordedAt: day('01T10:00:00Z'),
      } as DomainEvent['metadata'],
    }
    const all = [...contradicting, old]
    expect(refused(mandate('src_1', all))).toEqual(['notInDoubt'])
    expect(refused(mandate('src_1', all.toReversed()))).toEqual(['notInDoubt'])
  })

  test('is held again once a later message names another than the look-up', () => {
    const settled = [...contradicting, lookedUp({ sourceId: 'src_1' }, '04T10:00:00Z')]
    const same = named('payment_refunded', { sourceId: 'src_1', actionId: 'act_1' }, '05T10:00:00Z')
    expect(refused(mandate('src_1', [...settled, same]))).toEqual([])
    const other = { ...same, data: { ...same.data, sourceId: 'src_2' } }
    expect(refused(mandate('src_1', [...settled, other]))).toEqual(['notInDoubt'])
  })

  test('is held by the look-up that shows the difference, until a second one', () => {
    const first = lookedUp({ sourceId: 'src_2' }, '04T10:00:00Z')
    const second = lookedUp({ sourceId: 'src_2' }, '04T10:01:00.0000001Z')
    expect(refused(mandate('src_1', [presented('src_1'), first]))).toEqual(['notInDoubt'])
    expect(refused(mandate('src_1', [presented('src_1'), first, second]))).toEqual([])
  })

  test('asks for the payment, and then a person, who states that the mandate is usable', () => {
    const state = mandate('src_1', contradicting)
    const [question] = right(pf.questions(state, NOW))
    const ids = state.occurrences.flatMap(({ type, events }) =>
      type === 'source_reported' ? events.map(({ metadata }) => metadata.eventId) : [],
    )
    expect(ids).toHaveLength(2)
    expect(question?.events.toSorted()).toEqual(ids.toSorted())
    expect(question).toMatchObject({
      reason: 'SourceInDoubt',
      because: DOUBT,
      request: {
        endpoint: 'getPayment',
        params: { payment_id: 'pay_1' },
        from: '2026-03-03T10:01:01.0000000Z',
      },
    })
    const requests = (source: string, shown: string, at: string) =>
      right(
        pf.questions(mandate(source, [...contradicting, lookedUp({ sourceId: shown }, at)]), NOW),
      ).map(({ request }) => request?.endpoint ?? null)
    expect(requests('src_1', 'src_1', '03T10:01:01Z')).toEqual([])
    expect(requests('src_2', 'src_2', '03T10:01:00Z')).toEqual(['getPayment'])
    expect(requests('src_2', 'src_2', '03T10:01:01Z')).toEqual([])
    // no other look-up would help after one that names no source
    const silent = (at: string) =>
      right(pf.questions(mandate('src_1', [...contradicting, lookedUp({}, at)]), NOW)).map(
        ({ request }) => request?.endpoint ?? null,
      )
    expect(silent('03T10:01:00Z')).toEqual(['getPayment'])
    expect(silent('03T10:01:01Z')).toEqual([null])
    const after = (asOf: string, usable: boolean) =>
      mandate('src_1', contradicting, {
        more: [
          reported(
            'reviewed',
            { sourceId: 'src_1', asOf: day(asOf), usable, by: ['person-1'] },
            { at: day('19T10:00:00Z') },
          ),
        ],
      })
    // the difference was received at 10:00:00 on the third
    const usable = after('03T10:00:00Z', true)
    expect([refused(usable), right(pf.questions(usable, NOW))]).toEqual([[], []])
    expect(refused(after('03T09:59:59.9999999Z', true))).toEqual(['notInDoubt'])
    expect(refused(after('03T10:00:00Z', false))).toEqual(['mandateUsable'])
  })

  test('is a warning, and no other payment of the mandate is in it', () => {
    const other = reported(
      'source_reported',
      { sourceId: 'src_1', paymentId: 'pay_2', lookedUp: false, reportedSource: 'src_1' },
      { id: 'evt_other', at: day('04T10:00:00Z') },
    )
    const state = mandate('src_1', contradicting, { more: [other] })
    expect(state.findings.map(({ code }) => code)).toEqual(['SourceInDoubt'])
    expect(state.findings).toMatchObject([{ payment: 'pay_1', names: ['src_1', 'src_2'] }])
    const turned = mandate('src_1', [presented('src_2'), captured({ sourceId: 'src_1' })])
    expect(turned.findings).toMatchObject([{ names: ['src_1', 'src_2'] }])
  })
})

describe('what a payment says to its mandates', () => {
  const reports = (...events: readonly DomainEvent[]) =>
    consequences(given(sepaPayment, ...events))
      .filter(({ event }) => event.type === 'source_reported')
      .map(({ stream, event: { data, metadata } }) => ({ stream, data, metadata }))

  test('is what each message names, recorded once the difference is known', () => {
    const all = reports(presented('src_2'), captured({ sourceId: 'src_1' }))
    const of = (reportedSource: string) => ({ paymentId: 'pay_1', lookedUp: false, reportedSource })
    expect(all.map(({ stream, data }) => [stream, data])).toEqual([
      ['mandate-src_2', { sourceId: 'src_2', ...of('src_2') }],
      ['mandate-src_2', { sourceId: 'src_2', ...of('src_1') }],
      ['mandate-src_1', { sourceId: 'src_1', ...of('src_2') }],
      ['mandate-src_1', { sourceId: 'src_1', ...of('src_1') }],
    ])
    for (const { metadata } of all) {
      expect(metadata).toMatchObject({ recordedAt: '2026-03-03T10:00:00.0000000Z', schema: 1 })
      expect(metadata.eventId).toMatch(/^made_/)
    }
    expect(new Set(all.map(({ metadata }) => metadata.eventId)).size).toBe(4)
    expect(all.map(({ metadata }) => metadata.occurredAt)).toEqual(
      ['02', '03', '02', '03'].map((date) => day(`${date}T10:00:00.0000000Z`)),
    )
  })

  test('is the same, whatever came first', () => {
    const events = [
      presented('src_2'),
      captured({ sourceId: 'src_1' }),
      lookedUp({ sourceId: 'src_2' }, '04T10:00:00Z'),
    ]
    expect(reports(...events.toReversed())).toEqual(reports(...events))
    expect(reports(...events).filter(({ data }) => Object(data).lookedUp)).toHaveLength(2)
  })

  test('is one event for a repetition, recorded with the first', () => {
    const again = { ...captured({ sourceId: 'src_1' }) }
    const late = (id: string, recordedAt: string) => ({
      ...again,
      metadata: { ...again.metadata, eventId: id, recordedAt } as DomainEvent['metadata'],
    })
    for (const [one, two] of [
      ['evt_a', 'evt_b'],
      ['evt_b', 'evt_a'],
    ]) {
      const first = late(String(one), day('05T10:00:00Z'))
      const second = late(String(two), day('06T10:00:00Z'))
      const all = reports(presented('src_1'), { ...presented('src_2') }, second, first)
      const ofCapture = all.filter(
        ({ metadata }) => metadata.occurredAt === day('03T10:00:00.0000000Z'),
      )
      expect(ofCapture.map(({ metadata }) => metadata.recordedAt)).toEqual(
        ['src_1', 'src_2'].map(() => '2026-03-05T10:00:00.0000000Z'),
      )
    }
  })

  test('does not count what is inferred from a look-up twice', () => {
    const shown = lookedUp({ sourceId: 'src_2' }, '04T10:00:00Z')
    expect(reports(presented('src_1'), shown)).toHaveLength(4)
  })

  test('is nothing if only an unsigned message names another: anyone may have sent it', () => {
    const unsigned = named('payment_captured', { sourceId: 'src_2' }, '03T10:00:00Z', 'unsigned')
    const said = consequences(given(sepaPayment, presented('src_1'), unsigned))
    expect(said.map(({ stream, event: { type } }) => [stream, type])).toEqual([
      ['mandate-src_1', 'collection_presented'],
    ])
  })

  test('is nothing while messages agree', () => {
    expect(reports(presented('src_1'), captured({ sourceId: 'src_1' }))).toEqual([])
  })
})

describe('a payment about whose customer messages do not agree', () => {
  const customers = [
    presented('src_1', { customerId: 'cus_1' }),
    captured({ sourceId: 'src_1', customerId: 'cus_2' }),
  ]
  const mine = { sourceId: 'src_1', customerId: 'cus_1' }

  test('holds new payments on its mandate, until a later look-up names one', () => {
    expect(findings(mandate('src_1', customers))).toEqual([
      'Messages do not agree whose payment pay_1 is: they name cus_1 and cus_2.',
    ])
    expect(refused(mandate('src_1', customers))).toEqual(['notInDoubt'])
    const shown = lookedUp(mine, '04T10:00:00Z')
    expect(refused(mandate('src_1', [...customers, shown]))).toEqual([])
  })

  test('has a collection for each customer, so that the order of arrival changes nothing', () => {
    const anew = reported(
      'payment_pending',
      { ...pay, ...customers[0]?.data, customerId: 'cus_2' },
      { id: 'evt_anew', at: day('02T10:00:00Z') },
    )
    const named = (...events: readonly DomainEvent[]) =>
      consequences(given(sepaPayment, ...events))
        .filter(({ event }) => event.type === 'collection_presented')
        .map(({ event }) => dataIn(event)['customerId'])
        .toSorted()
    const [first] = customers
    expect(named(...customers)).toEqual(['cus_1'])
    expect(named(first as DomainEvent, anew)).toEqual(['cus_1', 'cus_2'])
    expect(named(anew, first as DomainEvent)).toEqual(['cus_1', 'cus_2'])
  })

  const both = [
    presented('src_1', { customerId: 'cus_1' }),
    captured({ sourceId: 'src_2', customerId: 'cus_2' }),
  ]
  const asked = (...events: readonly DomainEvent[]) =>
    right(pf.questions(mandate('src_1', events), NOW)).map(
      ({ request }) => request?.endpoint ?? null,
    )

  test('asks a person once a last look-up names no customer, also if its source is in doubt', () => {
    for (const events of [both, customers]) {
      for (const data of [{}, { sourceId: 'src_1' }]) {
        const first = lookedUp(data, '04T10:00:00Z')
        expect(asked(...events, first)).toEqual([null])
        expect(asked(...events, first, lookedUp(data, '04T10:00:30Z'))).toEqual([null])
      }
      expect(asked(...events, lookedUp(mine, '04T10:00:00Z'))).toEqual([])
    }
  })

  test('asks for the payment while its last look-ups name different ones', () => {
    const looks = (data: object, at: string) => [
      lookedUp(mine, '04T10:00:00Z'),
      lookedUp({ ...mine, ...data }, at),
    ]
    for (const data of [{ customerId: 'cus_2' }, { sourceId: 'src_2' }]) {
      expect(asked(...both, ...looks(data, '04T10:01:00Z'))).toEqual(['getPayment'])
    }
    const other = { customerId: 'cus_2' }
    expect(asked(...customers, ...looks(other, '04T10:01:00Z'))).toEqual(['getPayment'])
    expect(asked(...customers, ...looks(other, '04T10:01:01Z'))).toEqual([])
  })

  test('is one doubt with its source', () => {
    expect(findings(mandate('src_1', both))).toEqual([
      'Messages do not agree whose payment pay_1 is: they name src_1 and src_2 and cus_1 and cus_2.',
    ])
  })
})

describe('a single mandate', () => {
  test('is reserved by a collection of which nobody knows whether it was created', () => {
    const asked = reported(
      'collection_presented',
      { sourceId: 'src_1', commandId: 'c-1' },
      { id: 'evt_wish', at: day('02T10:00:00Z'), source: 'request' },
    )
    const state = mandate('src_1', [], { mandateType: 'single', more: [asked] })
    expect(refused(state)).toEqual(['mandateUsable'])
    // one that recurs is not held by one of its payments
    const recurring = mandate('src_1', [], { more: [asked] })
    expect(refused(recurring)).toEqual([])
  })

  test('that another message names only may have been used: it is consumed, too', () => {
    const state = mandate('src_1', [presented('src_1', {}), captured({ sourceId: 'src_2' })], {
      mandateType: 'single',
    })
    expect(state.status).toBe('consumed')
    const other = mandate('src_2', [presented('src_1', {}), captured({ sourceId: 'src_2' })], {
      mandateType: 'single',
    })
    expect(other.status).toBe('consumed')
    expect(refused(other)).toEqual(['mandateUsable'])
  })
})
