/** Entries: the exact bytes of one, and what its hash covers. */
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { bodyText, sealed } from '../../src/log/entry.ts'
import { toLine } from '../../src/log/line.ts'
import type { Stream } from '../../src/words/stream.ts'
import { covered, sealOf } from './seal.ts'

const captured: DomainEvent = {
  type: 'payment_captured',
  data: { paymentId: 'pay_1', currency: 'EUR', amount: 6000 },
  metadata: {
    schema: 1,
    source: 'report',
    eventId: 'evt_1',
    recordedAt: '2024-01-02T10:00:01Z',
    occurredAt: '2024-01-02T10:00:00.7777777Z',
  } as DomainEvent['metadata'],
}

type Body = Parameters<typeof sealed>[0]

const body: Body = {
  stream: 'payment-pay_1' as Stream,
  revision: 0,
  previous: null,
  form: 1,
  event: captured,
}

const BODY =
  '{"event":{"data":{"amount":6000,"currency":"EUR","paymentId":"pay_1"},' +
  '"metadata":{"eventId":"evt_1","occurredAt":"2024-01-02T10:00:00.7777777Z",' +
  '"recordedAt":"2024-01-02T10:00:01Z","schema":1,"source":"report"},' +
  '"type":"payment_captured"},"form":1,"previous":null,"revision":0,"stream":"payment-pay_1"}'

const HASH = '4a7f3c310b62a2603afc4d9a34f67e25e7df790b0e870824447dc70c9217a944'

describe('an entry', () => {
  test('has a body in canonical form', () => {
    expect(bodyText(body)).toBe(BODY)
  })

  test('has a hash of every byte that precedes it in the line', () => {
    expect(sealOf(BODY)).toBe(HASH)
    expect(sealed(body)).toEqual({ ...body, hash: HASH })
  })

  test('is exactly these bytes as a line', () => {
    const line = `${BODY.slice(0, -1)},"hash":"${HASH}"}`
    expect(toLine(sealed(body))).toBe(line)
    expect(line.slice(0, line.indexOf(',"hash"'))).toBe(covered(BODY))
  })

  test('names the entry before by its hash', () => {
    const next: Body = { ...body, revision: 1, previous: HASH }
    expect(bodyText(next)).toBe(
      BODY.replace('"previous":null,"revision":0', `"previous":"${HASH}","revision":1`),
    )
  })

  test('has a body without its hash, and without unknown fields', () => {
    const more = { ...sealed(body), note: 'x' }
    expect(bodyText(more)).toBe(BODY)
  })
})
