/**
 * Messages that are invalid, too long, too slow or repeated: each gets the right status, and no
 * response contains personal data.
 */
import { createConnection } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandbox, signatureOf, webhookOf } from '../../services/sandbox.js'
import { endServer, PLACES } from './places.js'
import { KEY, running } from './running.js'

/** What must never appear in a log of the service, a response, or an entry. */
const SECRETS = {
  card: '4242424242424242',
  iban: 'DE89370400440532013000',
  name: 'Maximiliane Mustermann',
  email: 'maximiliane@example.org',
  address: 'Lindenallee 17',
}

/** What looks like a signature. */
const UNKNOWN = '0'.repeat(64)

const pending = (/** @type {string} */ id) =>
  JSON.stringify(
    webhookOf(`evt_${id}`, 'payment_pending', {
      id: `pay_${id}`,
      amount: 100,
      currency: 'EUR',
      source: { type: 'sepa', id: `src_${id}` },
    }),
  )

describe.each(PLACES)('in $name,', ({ isThere, make }) => {
  if (!isThere) return test.skip('everything', () => {})

  /** @type {Awaited<ReturnType<typeof make>>} */
  let place
  /** @type {Awaited<ReturnType<typeof sandbox>>} */
  let provider
  /** @type {Awaited<ReturnType<typeof running>>} */
  let service

  beforeAll(async () => {
    place = await make()
    provider = await sandbox({ apiKey: 'sk_test', send: (message) => service.send(message) })
    service = await running({
      ...place.environment,
      PATIENCE_MS: '5000',
      MOST_BYTES: '1048576',
      PROVIDER_URL: provider.url,
      PROVIDER_KEY: 'sk_test',
    })
  })

  afterAll(async () => {
    await service.close()
    await provider.close()
    await place.end()
    await endServer()
  })

  /** How many messages are stored. */
  const messages = async () => {
    const [row] = await service.database.query('select count(*)::int as count from messages')
    return row?.['count']
  }

  /**
   * Returns the response to a client that sends these bytes and nothing else.
   * @param {string} bytes @returns {Promise<string>}
   *
   */
  const responseTo = (bytes) =>
    new Promise((resolve) => {
      const { port } = new URL(service.base)
      let said = ''
      const socket = createConnection({ host: '127.0.0.1', port: Number(port) }, () => {
        socket.write(bytes)
      })
      socket.on('data', (chunk) => {
        said += chunk
      })
      socket.on('close', () => resolve(said))
      socket.on('error', () => resolve(said))
    })

  describe('a signature', () => {
    const body = pending('signed')
    const right = signatureOf(body, KEY)

    test.each([
      ['is missing', {}, 'The message carries no signature.'],
      [
        'is another’s',
        { 'cko-signature': signatureOf(body, 'other') },
        /another key, or over other/,
      ],
      [
        'is over other bytes',
        { 'cko-signature': signatureOf(`${body} `, KEY) },
        /over other bytes/,
      ],
      [
        'is not a signature',
        { 'cko-signature': 'valid' },
        'The signature is not 64 hexadecimal digits.',
      ],
      [
        'comes twice, once wrong',
        { 'cko-signature': `${right}, ${'0'.repeat(64)}` },
        /another key/,
      ],
    ])('that %s gets 401, and nothing is stored', async (_, headers, sentence) => {
      const before = await messages()
      const answer = await service.post(body, /** @type {any} */ (headers))
      expect(answer.status).toBe(401)
      expect(answer.body.because[0]).toMatch(sentence)
      expect(await messages()).toBe(before)
      expect((await service.get('/streams/payment-pay_signed')).status).toBe(404)
    })

    test('that is valid stays valid, and a repeated message adds nothing', async () => {
      expect((await service.post(body)).body).toEqual({ is: 'read', because: [] })
      const recorded = { 'cko-signature': right.toUpperCase() }
      expect((await service.post(body, recorded)).status).toBe(200)
      expect((await service.get('/streams/payment-pay_signed')).body.rows).toHaveLength(1)
    })

    test.each(['garbage', ';', '', 'text/plain', 'application/json; charset=latin1'])(
      'is read as bytes, whatever content type it states: %j',
      async (type) => {
        const text = pending(`type${type.length}`)
        const headers = { 'cko-signature': signatureOf(text, KEY) }
        const bytes = [
          'POST /webhooks HTTP/1.1',
          'host: x',
          `cko-signature: ${headers['cko-signature']}`,
          `content-type: ${type}`,
          `content-length: ${text.length}`,
          'connection: close',
          '',
          text,
        ].join('\r\n')
        expect(await responseTo(bytes)).toMatch(/^HTTP\/1.1 200 /)
      },
    )

    test('of another message does not sign this one', async () => {
      const answer = await service.post(pending('forged'), { 'cko-signature': right })
      expect(answer.status).toBe(401)
    })
  })

  describe('a body that is signed', () => {
    test.each([
      ['that is not JSON', 'not JSON', 'unread'],
      ['that is empty', '', 'unread'],
      ['of bytes', '\u0000\u0001\ufffd', 'unread'],
      ['without an envelope', '{"a":1}', 'unread'],
      ['of an unknown type', '{"id":"evt_new","type":"payment_teleported","data":{}}', 'read'],
      ['that is a list', '[]', 'unread'],
      ['nested ten thousand deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'unread'],
    ])('%s is stored, understood or not', async (_, body, is) => {
      const before = await messages()
      const answer = await service.post(body)
      expect([answer.status, answer.body.is]).toEqual([200, is])
      expect(answer.body.because.length).toBe(is === 'read' ? 0 : 1)
      expect(await messages()).toBe(before + 1)
    })

    test('of 10 MB gets 413, by its stated length or by its bytes, and nothing is stored', async () => {
      const before = await messages()
      const length = 10 * 1024 * 1024
      const head = `POST /webhooks HTTP/1.1\r\nhost: x\r\ncko-signature: ${UNKNOWN}\r\n`
      // a chunked body states no length: it is stopped when it exceeds the limit
      const chunk = `${(1_100_000).toString(16)}\r\n${'x'.repeat(1_100_000)}\r\n`
      for (const bytes of [
        `${head}content-length: ${length}\r\n\r\n`,
        `${head}transfer-encoding: chunked\r\n\r\n${chunk}`,
      ]) {
        const said = await responseTo(bytes)
        expect(said).toMatch(/^HTTP\/1.1 413 /)
        expect(said).toContain('The body is longer than this service accepts.')
      }
      const body = 'x'.repeat(length)
      const answer = await service.post(body).catch(() => null)
      expect([413, undefined]).toContain(answer?.status)
      expect(await messages()).toBe(before)
    })

    test('of exactly the limit is stored; of one byte more it is not', async () => {
      expect((await service.post(' '.repeat(1_048_576))).status).toBe(200)
      const answer = await service.post(' '.repeat(1_048_577)).catch(() => ({ status: 413 }))
      expect(answer.status).toBe(413)
    })
  })

  describe('a client', () => {
    test('that is slow gets 408, and delays no other', async () => {
      const slow = [
        ...Array.from({ length: 50 }, () =>
          responseTo(
            `POST /webhooks HTTP/1.1\r\nhost: x\r\ncko-signature: ${UNKNOWN}\r\ncontent-length: 100\r\n\r\nslow`,
          ),
        ),
        ...Array.from({ length: 50 }, () => responseTo('POST /webhooks HTTP/1.1\r\nhost')),
      ]
      expect((await service.post(pending('meanwhile'))).status).toBe(200)
      const said = await Promise.all(slow)
      expect(new Set(said.map((text) => text.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 408']))
      expect(said[0]).toContain('The request took too long to arrive.')
    })

    test.each([
      ['does not send HTTP', 'hello\r\n\r\n', 400],
      [
        'sends more headers than the service accepts',
        `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
        431,
      ],
    ])('that %s gets a response', async (_, bytes, status) => {
      expect(await responseTo(bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    })

    test.each([
      ['/nothing', 404, 'notFound'],
      ['/streams/payment-pay_none', 404, 'notFound'],
      ['/streams/pay_signed', 404, 'notFound'],
      ['/streams/%00', 404, 'notFound'],
      ['/streams/%', 400, 'badRequest'],
      [`/streams/payment-${SECRETS.card}`, 404, 'notFound'],
    ])('that asks for %s gets %i', async (path, status, is) => {
      const answer = await service.get(path)
      expect([answer.status, answer.body.is]).toEqual([status, is])
      expect(answer.body.because).toHaveLength(1)
      expect(JSON.stringify(answer.body)).not.toContain(SECRETS.card)
    })
  })

  describe('the service itself', () => {
    test('reports its health and its metrics', async () => {
      expect(await service.get('/health')).toEqual({
        status: 200,
        body: { status: 'ok', database: expect.any(String), unread: 7 },
      })
      const text = await (await fetch(`${service.base}/metrics`)).text()
      expect(text).toMatch(/payfold_messages_total{kind="webhook",isRead="true"} \d/)
      expect(text).toMatch(/payfold_signatures_refused_total{because="wrong"} \d/)
      expect(text).toContain('payfold_messages_unread 7')
    })

    test('shows nothing personal, whatever was sent, in any place', async () => {
      const planted = JSON.stringify({
        id: 'evt_planted',
        type: 'payment_pending',
        created_on: '2026-03-02T10:00:00Z',
        data: {
          id: 'pay_planted',
          amount: 100,
          currency: 'EUR',
          reference: SECRETS.iban,
          source: {
            type: 'sepa',
            id: 'src_planted',
            account_iban: SECRETS.iban,
            first_name: SECRETS.name,
          },
          customer: { id: 'cus_planted', email: SECRETS.email, name: SECRETS.name },
          billing_address: { address_line1: SECRETS.address },
          [SECRETS.card]: SECRETS.card,
        },
      })
      const answers = [
        await service.post(planted),
        await service.post(planted, { 'cko-signature': SECRETS.card, [`x-${SECRETS.card}`]: '1' }),
        await service.post(`{"id": ${SECRETS.card}, "${SECRETS.name}": `),
        await service.get(`/streams/${SECRETS.iban}?at=${SECRETS.card}`),
        await service.get(`/${SECRETS.card}?name=${encodeURIComponent(SECRETS.name)}`),
        await service.refund('payment-pay_planted', 'r-1', `{"amount": ${SECRETS.card}`),
        await service.refund('payment-pay_planted', 'r-1', { amount: 1, reference: SECRETS.iban }),
        await service.refund('payment-pay_planted', SECRETS.card, { amount: 1 }),
        await service.get('/streams/payment-pay_planted'),
      ]
      const { data } = JSON.parse(planted)
      const captured = webhookOf('evt_planted2', 'payment_captured', data)
      answers.push(await service.post(JSON.stringify(captured)))
      answers.push(await service.refund('payment-pay_planted', 'r-1', { amount: 1 }))
      expect(answers.at(-1)?.body.is).toMatch(/^(?:accepted|done)$/)
      await provider.settled()
      const kept = await service.database.query(
        `select message from messages where message like '%"kind":"response"%' union all select line from entries`,
      )
      expect(kept.length).toBeGreaterThan(5)
      const all = JSON.stringify([service.output(), answers, kept])
      expect(service.output().split('\n').length).toBeGreaterThan(20)
      for (const secret of [...Object.values(SECRETS), 'Mustermann', KEY]) {
        expect(all.includes(secret), secret).toBe(false)
      }
    })

    test('logs one JSON object per line', () => {
      const lines = service.output().trim().split('\n')
      const levels = new Set(lines.map((line) => JSON.parse(line).level))
      expect([...levels].sort()).toEqual(['info'])
    })
  })
})
