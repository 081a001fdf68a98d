/** Responses about sessions: the events of a created, shown, continued or completed session. */
import { describe, expect, test } from 'vitest'
import { dataOf, gist, problem, readEvents, response, unreadable, wholeOn } from './given.ts'

const S = 'session-sid_1'

const CHALLENGED = 'channel_data_submitted session_challenged'

const links = { self: { href: 'https://api.example/sessions/sid_other' } }

const pending = {
  id: 'sid_1',
  transaction_id: 'f258583b-5997-48cd-84b3-3f4098483313',
  amount: 100,
  currency: 'USD',
  completed: false,
  status: 'pending',
  protocol_version: '2.1.0',
  reference: 'ORD-1',
  next_actions: ['collect_channel_data', 'issuer_fingerprint'],
  session_secret: 'sek_kept-by-the-caller=',
  card: { instrument_id: 'src_1', metadata: {} },
  _links: links,
}

const request = {
  source: { type: 'card', card: '4242424242424242', name: 'Ada Lovelace' },
  amount: 100,
  currency: 'USD',
  reference: 'ORD-1',
  completion: { type: 'non-hosted', callback_url: 'https://shop.example/callback' },
}

const created = (body: object, asked: object = {}, status = 201) =>
  response('createSession', { request: asked, status, body })

describe('a session that was created', () => {
  test('pending is reported with all its fields, those of the request, and its command', () => {
    const read = response('createSession', {
      request,
      status: 202,
      body: pending,
      key: 'command-1',
    })
    expect(readEvents(read)).toEqual([
      wholeOn(S, 'session_created', {
        sessionId: 'sid_1',
        mode: 'non_hosted',
        amount: 100,
        currency: 'USD',
        protocolVersion: '2.1.0',
        transactionId: 'f258583b-5997-48cd-84b3-3f4098483313',
        reference: 'ORD-1',
        nextActions: ['collect_channel_data', 'issuer_fingerprint'],
        commandId: 'command-1',
      }),
    ])
  })

  test.each([201, 202, 200])('is reported alike with status %j', (status) => {
    expect(gist(created(pending, request, status))).toEqual([`${S}: session_created`])
  })

  test('challenged at once reports channel data, the challenge, and facts of the time with the last event', () => {
    const asked = { ...request, channel_data: { channel: 'browser', user_agent: 'x' } }
    const body = { id: 'sid_1', status: 'challenged', next_actions: ['challenge_cardholder'] }
    const read = response('createSession', { request: asked, status: 201, body, key: 'command-1' })
    const facts = {
      sessionId: 'sid_1',
      mode: 'non_hosted',
      channel: 'browser',
      amount: 100,
      currency: 'USD',
      reference: 'ORD-1',
    }
    expect(readEvents(read).map(({ event: { type, data } }) => ({ type, data }))).toEqual([
      { type: 'session_created', data: { ...facts, commandId: 'command-1' } },
      { type: 'channel_data_submitted', data: facts },
      { type: 'session_challenged', data: { ...facts, nextActions: ['challenge_cardholder'] } },
    ])
  })

  const types = (body: object, asked?: object) =>
    gist(created({ id: 'sid_1', ...body }, asked)).map((line) => line.replace(`${S}: `, ''))

  test.each([
    [{ status: 'approved', next_actions: ['complete'] }, 'channel_data_submitted session_approved'],
    [{ status: 'attempted' }, 'channel_data_submitted session_attempted'],
    [{ status: 'unavailable' }, 'channel_data_submitted session_unavailable'],
    [{ status: 'declined' }, 'channel_data_submitted session_declined'],
    [{ status: 'rejected' }, 'channel_data_submitted session_rejected'],
    [
      { status: 'Approved', completed: true },
      'channel_data_submitted session_approved session_completed',
    ],
    [
      { status: 'challenge-abandoned' },
      'channel_data_submitted session_challenged challenge_abandoned',
    ],
    [{ status: 'expired' }, 'session_expired'],
    [{ status: 'processing' }, 'channel_data_submitted'],
    [{ next_actions: ['challenge_cardholder'], status: 'processing' }, CHALLENGED],
    [{ status: 'a_new_one' }, 'unrecognised'],
    [{ status: 'constructor' }, 'unrecognised'],
  ])('in the non-hosted mode with %j reports %s', (body, then) => {
    expect(types(body, request)).toEqual(['session_created', ...then.split(' ')])
  })

  test.each([[{ status: 'pending' }], [{}]])('reports nothing more with %j', (body) => {
    expect(types(body, request)).toEqual(['session_created'])
  })

  const hosted = { completion: { type: 'hosted' } }

  test.each([
    [{ status: 'pending', next_actions: ['redirect_cardholder'] }, []],
    [{ status: 'approved', next_actions: [] }, ['session_approved']],
    [{ status: 'unavailable' }, ['session_unavailable']],
    [{ status: 'challenge_abandoned' }, ['challenge_abandoned']],
    [{ status: 'processing', next_actions: ['challenge_cardholder'] }, ['session_challenged']],
    [{ status: 'expired' }, ['session_expired']],
  ])('in the hosted mode, as %j, reports no channel data of ours', (body, then) => {
    expect(types(body, hosted)).toEqual(['session_created', ...then])
  })

  test.each([
    [{ completion: { type: 'non-hosted' } }, {}, 'non_hosted'],
    [{ completion: { type: 'non_hosted' } }, {}, 'non_hosted'],
    [{ completion: { type: 'hosted' } }, {}, 'hosted'],
    [{ completion: { type: 'HOSTED' } }, {}, 'hosted'],
    [{}, { next_actions: ['redirect_cardholder'] }, 'hosted'],
    [{}, { next_actions: ['collect_channel_data'] }, 'non_hosted'],
    [{}, { next_actions: ['issuer_fingerprint'] }, 'non_hosted'],
    [{ completion: { type: 'hosted' } }, { completion: { type: 'non_hosted' } }, 'non_hosted'],
    [{ completion: { type: 'hosted' } }, { next_actions: ['collect_channel_data'] }, 'hosted'],
    [{}, { next_actions: ['complete'] }, undefined],
    [{ completion: { type: 'other' } }, {}, undefined],
  ])('requested with %j and answered %j is of mode %j', (asked, body, mode) => {
    expect(dataOf(created({ id: 'sid_1', ...body }, asked))).toEqual({
      sessionId: 'sid_1',
      ...(mode === undefined ? {} : { mode }),
      ...('next_actions' in body ? { nextActions: body.next_actions } : {}),
    })
  })

  test('prefers the response’s values to the request’s', () => {
    const body = { ...pending, amount: 200, currency: 'EUR', reference: 'ORD-2', channel: 'app' }
    const asked = { ...request, channel_data: { channel: 'browser' } }
    expect(dataOf(created(body, asked))).toMatchObject({
      amount: 200,
      currency: 'EUR',
      reference: 'ORD-2',
      channel: 'app',
    })
  })

  test('keeps the known next actions and skips the others', () => {
    const body = { id: 'sid_1', next_actions: ['authenticate', 'Complete', 7, null] }
    expect(dataOf(created(body))).toEqual({ sessionId: 'sid_1', nextActions: ['complete'] })
  })

  test('is reported even if its request cannot be read', () => {
    const unread = { ...request, amount: 'a lot' }
    expect(gist(created(pending, unread))).toEqual([`${S}: session_created`])
    expect(gist(created(pending, 'not JSON' as unknown as object))).toEqual([
      `${S}: session_created`,
    ])
  })

  test('may have its request kept as text', () => {
    const read = response('createSession', {
      request: JSON.stringify(request),
      body: { id: 'sid_1' },
    })
    expect(dataOf(read)).toMatchObject({ mode: 'non_hosted', amount: 100 })
  })

  test('without an id is unreadable: neither its link nor a path replaces it', () => {
    const read = response('createSession', {
      params: { session_id: 'sid_1', id: 'sid_1' },
      body: { status: 'pending', _links: links },
    })
    expect(problem(read)).toEqual(unreadable('id', 'a sid_ identifier', 'nothing'))
  })
})

describe('the details of a session', () => {
  test('are a snapshot', () => {
    const body = {
      ...pending,
      status: 'Approved',
      approved: 'True',
      channel_data: { channel: 'app' },
    }
    expect(readEvents(response('getSession', { params: { session_id: 'sid_1' }, body }))).toEqual([
      wholeOn(S, 'state_observed', {
        sessionId: 'sid_1',
        mode: 'non_hosted',
        channel: 'app',
        amount: 100,
        currency: 'USD',
        protocolVersion: '2.1.0',
        transactionId: 'f258583b-5997-48cd-84b3-3f4098483313',
        reference: 'ORD-1',
        approved: true,
        nextActions: ['collect_channel_data', 'issuer_fingerprint'],
        status: 'approved',
        completed: false,
      }),
    ])
  })

  test('without an id use the id of the path, never that of a link', () => {
    const body = { status: 'pending', _links: links }
    expect(dataOf(response('getSession', { params: { session_id: 'sid_1' }, body }))).toEqual({
      sessionId: 'sid_1',
      status: 'pending',
    })
    expect(problem(response('getSession', { body }))).toEqual(
      unreadable('id', 'a sid_ identifier', 'nothing'),
    )
  })
})

describe('a response to channel data', () => {
  const answered = (body: object, request: unknown = { channel: 'browser' }) =>
    gist(response('submitChannelData', { params: { session_id: 'sid_1' }, request, body })).map(
      (line) => line.replace(`${S}: `, ''),
    )

  test.each([
    [{ id: 'sid_1', status: 'processing' }, 'channel_data_submitted'],
    [{ status: 'processing' }, 'channel_data_submitted'],
    [{ status: 'pending', next_actions: ['issuer_fingerprint'] }, 'channel_data_submitted'],
    [{ status: 'processing', next_actions: ['challenge_cardholder'] }, CHALLENGED],
    [{ status: 'challenged' }, CHALLENGED],
    [{ status: 'approved', next_actions: [] }, 'channel_data_submitted session_approved'],
    [{ status: 'expired' }, 'channel_data_submitted session_expired'],
  ])('that shows %j reports %s', (body, types) => {
    expect(answered(body)).toEqual(types.split(' '))
  })

  test('has the channel that only the request has, and the command', () => {
    const read = response('submitChannelData', {
      params: { session_id: 'sid_1' },
      request: { channel: 'browser', ip_address: '192.0.2.1', user_agent: 'x' },
      body: { status: 'processing', next_actions: ['complete'] },
      key: 'command-1',
    })
    expect(readEvents(read)).toEqual([
      wholeOn(S, 'channel_data_submitted', {
        sessionId: 'sid_1',
        channel: 'browser',
        nextActions: ['complete'],
        commandId: 'command-1',
      }),
    ])
  })

  test('is read without its request, too', () => {
    expect(answered({ status: 'processing' }, undefined)).toEqual(['channel_data_submitted'])
    expect(answered({ status: 'processing' }, '{"channel"')).toEqual(['channel_data_submitted'])
  })
})

describe('a session that was completed', () => {
  test.each(['', '\r\n', undefined, null, {}, []])(
    'with a body of %j has the id of its path',
    (body) => {
      const read = response('completeSession', {
        params: { session_id: 'sid_1' },
        status: 204,
        body,
        key: 'command-1',
      })
      expect(readEvents(read)).toEqual([
        wholeOn(S, 'session_completed', { sessionId: 'sid_1', commandId: 'command-1' }),
      ])
    },
  )

  test.each([
    [undefined, 'nothing'],
    [{}, 'nothing'],
    [{ session_id: 'pay_1' }, 'a text'],
    [{ session_id: null }, 'null'],
    [{ id: 'sid_1' }, 'nothing'],
  ])('with the path %j is unreadable', (params, found) => {
    const read = response('completeSession', { ...(params && { params }), status: 204 })
    expect(problem(read)).toEqual(unreadable('params.session_id', 'a sid_ identifier', found))
  })
})
