/**
 * Webhooks that come twice, out of order, with a wrong signature, unreadable, too long or too slow.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signatureOf } from '../../services/sandbox.js'
import { askedFor, stateIn } from '../src/sql.js'
import { everythingIn, put } from './held.js'
import { captured, webhook } from './payment.js'
import { responseTo } from './raw-client.js'
import { called, isThere, KEY, running } from './running.js'

/** @type {Awaited<ReturnType<typeof running>>} */
let service
let [turn, name, stream] = [0, '', '']

beforeAll(async () => {
  if (isThere) service = await running(undefined, { PATIENCE_MS: '1500' })
})

afterAll(async () => {
  if (isThere) await service.close()
})

beforeEach(() => {
  turn += 1
  name = `sent${turn}`
  stream = `payment-pay_${name}`
})

describe.skipIf(!isThere)(called('a webhook'), () => {
  test('twice and out of order is one entry, and its mandate receives the consequence', async () => {
    const pending = webhook(name, 'payment_pending')
    await service.send(captured(name))
    await Promise.all([service.send(pending), service.send(pending)])
    // the same event in other bytes is another message, and reports nothing new
    await service.send(`${JSON.stringify(pending)} `)
    await service.quiet()
    const { body } = await service.get(`/streams/${stream}`)
    expect(body).toMatchObject({ status: 'captured' })
    expect((await service.get(`/streams/${stream}/log`)).body.length).toBe(2)
    const mandate = await service.get(`/streams/mandate-src_${name}`)
    expect(mandate.body).toMatchObject({ status: 'active' })
    // each line of the mandate has the message of the payment's line
    const { entries } = await everythingIn(service.cluster)
    const by = (/** @type {string} */ of) =>
      entries.filter((each) => each.stream === of).map(({ message }) => message)
    expect(by(`mandate-src_${name}`)).toEqual(by(stream))
  })

  test('sets the end of the log last, after every line of it', async () => {
    await service.send(captured(name))
    await service.quiet()
    // the journal of the call, as the cluster stores it
    const journal = await askedFor(
      service.cluster.admins,
      `select entry_json from sys_journal j join sys_invocation i on i.id = j.id
       where i.target_service_key = '${stream}' and i.target_handler_name = 'take' order by j.index`,
      (rows) => (rows.length > 0 ? null : 'it'),
    )
    const set = journal.flatMap(({ entry_json: text }) => {
      const key = JSON.parse(text).Command?.SetState?.key
      return /^(end|lines.*)$/.test(key ?? '') ? [key] : []
    })
    expect(set).toEqual(['lines/0', 'end'])
  })

  test('with another signature gets 401, and nothing is stored', async () => {
    const body = JSON.stringify(webhook(name, 'payment_pending'))
    for (const headers of [{}, { 'cko-signature': signatureOf(body, 'other') }]) {
      expect((await service.post(body, /** @type {any} */ (headers))).status).toBe(401)
    }
    await service.quiet()
    expect((await service.get(`/streams/${stream}`)).status).toBe(404)
    expect((await service.post(body)).status).toBe(200)
  })

  test('is read as bytes, whatever content type it states', async () => {
    const types = ['garbage', ';', '', 'text/plain', 'application/json; charset=latin1']
    for (const type of types) {
      const body = JSON.stringify({
        ...webhook(name, 'payment_pending'),
        id: `evt_${types.indexOf(type)}${name}`,
      })
      const bytes = [
        'POST /webhooks HTTP/1.1',
        'host: x',
        `cko-signature: ${signatureOf(body, KEY).toUpperCase()}`,
        `content-type: ${type}`,
        `content-length: ${body.length}`,
        'connection: close',
        '',
        body,
      ].join('\r\n')
      expect([type, await responseTo(service.base, bytes)]).toEqual([
        type,
        expect.stringMatching(/^HTTP\/1.1 200 /),
      ])
    }
    await service.quiet()
    const { messages } = await everythingIn(service.cluster)
    expect(messages.filter(({ message }) => message.includes(name)).length).toBe(types.length)
  })

  test('that cannot be read is stored as it arrived, with the reason', async () => {
    const bodies = {
      'no JSON': 'not JSON',
      'bytes that are not text': Buffer.from([0, 1, 0xff, 0xfe]),
      nothing: '',
      'no envelope': '{"a":1}',
      'ten thousand deep': `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    }
    const sent = await Promise.all(Object.values(bodies).map((body) => service.post(body)))
    expect(sent.map(({ status }) => status)).toEqual(Object.keys(bodies).map(() => 200))
    await service.quiet()
    const { messages, outcomes } = await everythingIn(service.cluster)
    for (const [index, [what, body]] of Object.entries(bodies).entries()) {
      const hash = sent[index]?.body.message
      const { body: text, bytes } = JSON.parse(
        messages.find(({ id }) => id === hash)?.message ?? '',
      )
      const kept = bytes === undefined ? Buffer.from(text) : Buffer.from(bytes, 'hex')
      expect([what, kept.equals(Buffer.from(body))]).toEqual([what, true])
      expect([what, outcomes.get(hash)]).toEqual([what, expect.not.stringMatching(/^recorded/)])
    }
    const [hash] = sent.map(({ body }) => body.message)
    const unread = `service_name = 'inbox' and key = 'outcome' and value_utf8 not like '"recorded%'`
    const listed = async () =>
      (await stateIn(service.cluster, unread)).map((row) => row.service_key)
    expect(await listed()).toContain(hash)
    // forgotten, as the README describes
    await put(service.cluster, 'inbox', hash, {})
    expect(await listed()).not.toContain(hash)
    expect((await everythingIn(service.cluster)).messages.some(({ id }) => id === hash)).toBe(false)
  })

  test('that could not be read is read again when it can be', async () => {
    const { body: said } = await service.post(JSON.stringify(webhook(name, 'payment_pending')))
    await service.quiet()
    const { messages, outcomes } = await everythingIn(service.cluster)
    expect(outcomes.get(said.message)).toBe(`recorded ${stream} mandate-src_${name}`)
    // another message, as a release that could not read it had stored it
    const other = captured(name)
    const first = messages.find(({ id }) => id === said.message)?.message ?? ''
    const kept = { ...JSON.parse(first), body: JSON.stringify(other) }
    const hash = `unread${name}`
    await put(service.cluster, 'inbox', hash, {
      message: kept,
      outcome: 'It cannot be read.',
    })
    for (let twice = 0; twice < 2; twice += 1) {
      const answer = await fetch(`${service.cluster.urls[0]}/inbox/${hash}/reread`, {
        method: 'POST',
      })
      expect(answer.status).toBe(200)
    }
    await service.quiet()
    const { body } = await service.get(`/streams/${stream}`)
    expect([body.status, body.rows.length]).toEqual(['captured', 2])
    expect((await everythingIn(service.cluster)).outcomes.get(hash)).toMatch(/^recorded/)
  })

  test('is accepted up to the stated limit, and no byte beyond it, whatever length it states', async () => {
    expect((await service.post(' '.repeat(1_048_576))).status).toBe(200)
    const head = 'POST /webhooks HTTP/1.1\r\nhost: x\r\n'
    // a chunked body states no length: it is stopped when it exceeds the limit
    const chunk = `${(1_048_577).toString(16)}\r\n${'x'.repeat(1_048_577)}\r\n`
    for (const bytes of [
      `${head}content-length: 1048577\r\n\r\n`,
      `${head}transfer-encoding: chunked\r\n\r\n${chunk}`,
    ]) {
      const said = await responseTo(service.base, bytes)
      expect(said).toMatch(/^HTTP\/1.1 413 /)
      expect(said).toContain('The body is longer than this service accepts.')
    }
  })
})
