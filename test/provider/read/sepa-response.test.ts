/** Responses about sources and their mandates. */
import { describe, expect, test } from 'vitest'
import { sepaMandate } from '../../../machines/index.ts'
import { payfold } from '../../../src/payfold.ts'
import { given, instantOf, machines } from '../../given.ts'
import { dataOf, gist, problem, readEvents, response, unreadable, wholeOn } from './given.ts'

const pf = payfold(machines)
const M = 'mandate-src_1'

/** Types of sources that nobody has listed: each may be another name of a SEPA mandate. */
const UNKNOWN = ['sepa_direct_debit', 'SEPA Direct Debit', 'bank_account', 'other']

const links = { 'sepa:mandate-get': { href: 'https://other.example/sepa/mandates/src_other' } }

describe('a source that was created', () => {
  const request = {
    type: 'sepa',
    source_data: {
      first_name: 'Ada',
      last_name: 'Lovelace',
      account_iban: 'DE89370400440532013000',
      mandate_type: 'Single',
    },
    customer: { id: 'cus_1', email: 'ada@example.com' },
  }
  const body = {
    id: 'src_1',
    type: 'Sepa',
    response_code: '10000',
    response_data: { mandate_reference: 'Z10001204720545' },
    customer: { id: 'cus_2', email: 'ada@example.com' },
    _links: links,
  }

  test('is a mandate whose type is only in the request', () => {
    expect(
      readEvents(response('createSource', { request, status: 201, body, key: 'command-1' })),
    ).toEqual([
      wholeOn(M, 'mandate_created', {
        sourceId: 'src_1',
        mandateType: 'single',
        mandateReference: 'Z10001204720545',
        customerId: 'cus_2',
        responseCode: '10000',
        commandId: 'command-1',
      }),
    ])
  })

  test.each([
    ['single', 'single'],
    ['recurring', 'recurring'],
    ['RECURRING', 'recurring'],
  ])('with %j is a mandate of that type', (mandate_type, type) => {
    const asked = { type: 'sepa', source_data: { mandate_type } }
    expect(dataOf(response('createSource', { request: asked, body: { id: 'src_1' } }))).toEqual({
      sourceId: 'src_1',
      mandateType: type,
    })
  })

  test.each(['B2B', '', null, {}, undefined])(
    'with %j is a mandate of unknown type',
    (mandate_type) => {
      const asked = { type: 'sepa', source_data: { mandate_type } }
      expect(dataOf(response('createSource', { request: asked, body: { id: 'src_1' } }))).toEqual({
        sourceId: 'src_1',
      })
    },
  )

  test('has the customer of the request, if the body names none', () => {
    const read = response('createSource', { request, body: { id: 'src_1', type: 'sepa' } })
    expect(dataOf(read)).toMatchObject({ customerId: 'cus_1' })
  })

  test('without a type is a mandate, unless the request has another type', () => {
    expect(gist(response('createSource', { body: { id: 'src_1' } }))).toEqual([
      `${M}: mandate_created`,
    ])
    const read = response('createSource', {
      request: { type: 'ACH' },
      body: { id: 'src_1' },
      key: 'command-1',
    })
    expect(gist(read)).toEqual(['unknown-command-1: unrecognised'])
  })

  test('of another kind is unrecognised, on the stream of its command', () => {
    const ach = { id: 'src_1', type: 'ACH', response_code: '10000', response_data: {} }
    expect(readEvents(response('createSource', { request, body: ach, key: 'command-1' }))).toEqual([
      wholeOn('unknown-command-1', 'unrecognised', { name: 'ach' }),
    ])
  })

  test('of a type that is not known is a mandate if the request asked for one', () => {
    for (const type of UNKNOWN) {
      const read = (more: object) =>
        gist(response('createSource', { body: { ...body, type }, key: 'command-1', ...more }))
      expect(read({ request })).toEqual([`${M}: mandate_created`])
      const unrecognised = ['unknown-command-1: unrecognised']
      for (const other of [{}, { request: {} }, { request: { type: 'ACH' } }]) {
        expect(read(other)).toEqual(unrecognised)
      }
    }
  })

  test('of another kind, without a known command, is unrecognised on a separate stream', () => {
    const read = (id: string) => gist(response('createSource', { body: { id, type: 'ACH' } }))
    expect(read('src_1')).toEqual([expect.stringMatching(/^unknown-made_[g-v]{32}: unrecognised$/)])
    expect(read('src_1')).toEqual(read('src_1'))
    expect(read('src_2')).not.toEqual(read('src_1'))
  })

  test('without an id is unreadable: no link replaces it', () => {
    const read = response('createSource', {
      params: { id: 'src_1' },
      body: { ...body, id: undefined },
    })
    expect(problem(read)).toEqual(unreadable('id', 'a src_ identifier', 'nothing'))
  })
})

describe('a source that was refused', () => {
  const foldOf = (
    endpoint: 'createSource' | 'getSource',
    code: string | number | undefined,
    type = 'sepa',
  ) => {
    const body = { id: 'src_1', type, response_code: code }
    const request = { type: 'sepa', source_data: { mandate_type: 'recurring' } }
    const params = endpoint === 'getSource' ? { id: 'src_1' } : {}
    const events = readEvents(response(endpoint, { body, request, params, status: 201 }))
    expect(events.map(({ stream }) => stream)).toEqual([M])
    return given(sepaMandate, ...events.map(({ event }) => event))
  }

  const declined = [20_087, ' 20087', '20087', '20005', '30046', '40101']
  test.each(declined)('with %j is no mandate', (code) => {
    for (const endpoint of ['createSource', 'getSource'] as const) {
      const state = foldOf(endpoint, code)
      expect([state.status, state.findings]).toEqual(['none', []])
      expect(state.occurrences[0]?.data).toMatchObject({
        status: 'declined',
        responseCode: String(code).trim(),
      })
      const command = { sourceId: 'src_1', amount: 100 }
      const metadata = { commandId: 'c-1', now: instantOf('2026-03-20T10:00:00Z') }
      const decided = pf.decide(state, { type: 'createPayment', data: command, metadata })
      expect(decided).toMatchObject({ _tag: 'Left' })
    }
  })

  test.each(['ACH', ...UNKNOWN])('is refused whatever its type is, such as %j', (type) => {
    for (const endpoint of ['createSource', 'getSource'] as const) {
      const state = foldOf(endpoint, '20087', type)
      expect(state.status).toBe('none')
      expect(state.occurrences[0]?.data).toMatchObject({
        status: 'declined',
        responseCode: '20087',
      })
    }
  })

  const fine = [10_000, '10000', '10200', '2008', '200870', '50000', undefined]
  test.each(fine)('with %j was not', (code) => {
    for (const endpoint of ['createSource', 'getSource'] as const) {
      expect(foldOf(endpoint, code).status).toBe('active')
    }
  })
})

describe('the details of a source', () => {
  test('are a snapshot of its mandate', () => {
    const body = { id: 'src_1', type: 'Sepa', customer: { id: 'cus_1' }, _links: links }
    expect(readEvents(response('getSource', { params: { id: 'src_1' }, body }))).toEqual([
      wholeOn(M, 'state_observed', { sourceId: 'src_1', customerId: 'cus_1' }),
    ])
  })

  test('without an id use the id of the path', () => {
    const read = response('getSource', { params: { id: 'src_1' }, body: { _links: links } })
    expect(gist(read)).toEqual([`${M}: state_observed`])
    expect(problem(response('getSource', { body: { _links: links } }))).toEqual(
      unreadable('id', 'a src_ identifier', 'nothing'),
    )
  })
})

describe('the details of a source that is not called SEPA', () => {
  const read = (type: string, params: Record<string, string> = { id: 'src_1' }) =>
    gist(response('getSource', { params, body: { id: 'src_1', type } }))

  test('are of the mandate that was asked for, if their type is not known', () => {
    for (const type of UNKNOWN) {
      expect(read(type)).toEqual([`${M}: state_observed`])
      expect(read(type, { source_id: 'src_1' })).toEqual([`${M}: state_observed`])
      expect(read(type, {})).toEqual([expect.stringMatching(/^unknown-.*: unrecognised$/)])
    }
  })

  test('are of no mandate if their type is known to be another one', () => {
    for (const type of ['ACH', 'card', 'currency_account']) {
      expect(read(type)).toEqual([expect.stringMatching(/^unknown-.*: unrecognised$/)])
    }
  })
})

describe('a mandate that was cancelled', () => {
  test.each([{ _links: links }, '', undefined, null, {}, { id: 'src_1' }])(
    'has the id of its path, whatever the body: %j',
    (body) => {
      const read = response('cancelMandate', {
        params: { source_id: 'src_1' },
        body,
        key: 'command-1',
      })
      expect(readEvents(read)).toEqual([
        wholeOn(M, 'mandate_cancelled', { sourceId: 'src_1', commandId: 'command-1' }),
      ])
    },
  )

  test('is unreadable without a path', () => {
    expect(problem(response('cancelMandate', { body: { id: 'src_1', _links: links } }))).toEqual(
      unreadable('params.source_id', 'a src_ identifier', 'nothing'),
    )
  })
})
