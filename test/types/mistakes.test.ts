/**
 * The mistakes that people make who are new to payfold. Each is an error of the compiler whose first
 * line names the right word, or a value that says how to mend it; none is a silent yes.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session } from '../../machines/index.ts'
import { desk, memoryStore } from '../../src/desk/index.ts'
import { payfold, readPolicy } from '../../src/index.ts'
import { fromResponse, fromWebhook, readMessage } from '../../src/provider/index.ts'

const HEAD = `
import { type Instant, isRight, payfold, readPolicy } from 'payfold'
import { desk, memoryStore } from 'payfold/desk'
import { sepaMandate, sepaPayment } from 'payfold/machines'
import type { EventOf } from 'payfold/machine'
import { fromWebhook, readMessage } from 'payfold/provider'
const pf = payfold([sepaPayment, sepaMandate])
const send = async () => ({ status: 200, body: new Uint8Array() })
const shop = desk(pf, { ...memoryStore(), now: () => new Date(), keys: [], send })
const received = fromWebhook(new Uint8Array(), '', [], new Date())
export type { EventOf, Instant }
export { isRight, pf, readMessage, readPolicy, received, shop }
`

/** Code that must not compile, with words that the first line of its error has. */
const MISTAKES: Readonly<Record<string, readonly [code: string, ...words: string[]]>> = {
  'an unknown command': [
    `await shop.run('requestRefnd', { paymentId: 'pay_1', amount: 1 }, 'k')`,
    'requestRefund',
  ],
  'a misspelt field': [
    `await shop.run('requestRefund', { paymentId: 'pay_1', ammount: 1 }, 'k')`,
    'amount',
  ],
  'an absent amount': [`await shop.run('createPayment', { sourceId: 'src_1' }, 'k')`, 'amount'],
  'a wrong number of arguments': [
    `await shop.run('requestRefund', { paymentId: 'pay_1', amount: 1 })`,
    'Expected 3-4 arguments',
  ],
  'a clock of the wrong kind': [`pf.allowed(pf.fold('' as never, []), Date.now())`, 'Time'],
  'a Left that is handed on': [`readMessage(received)`, 'Message'],
  'a result that is ignored': [`received.kind`, "'kind' does not exist"],
  'a misspelt status': [
    `const state = pf.fold('' as never, [])
if (pf.is(state, sepaPayment) && state.status === 'captrued') {}`,
    'captrued',
  ],
  'a misspelt event type': [
    `export const type: EventOf<typeof sepaPayment>['type'] = 'payment_captrued'`,
    'payment_captrued',
  ],
  'a machine that is found at run time': [`payfold([[sepaPayment].find(() => true)])`, 'undefined'],
  'a type that is imported as a value': [
    `import { Store } from 'payfold/desk'
export const own: Store = memoryStore()`,
    'type-only import',
  ],
  'an endpoint that is misspelt': [`await shop.ask('getPaiment', {})`, 'getPayment'],
  'a parameter that is misspelt': [`await shop.ask('getPayment', { id: 'pay_1' })`, 'payment_id'],
}

const folder = mkdtempSync(join(process.cwd(), 'test/types/dist-'))
const fileOf = (name: string): string => `${name.replaceAll(' ', '-')}.ts`
let errors = ''
beforeAll(() => {
  for (const [name, [code]] of Object.entries(MISTAKES)) {
    writeFileSync(join(folder, fileOf(name)), `${HEAD}${code}\n`)
  }
  const config = { extends: '../../tsconfig.json', include: ['.'], exclude: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  try {
    execFileSync('npx', ['tsc', '--project', relative(process.cwd(), folder), '--pretty', 'false'])
  } catch (error) {
    errors = String((error as { stdout?: unknown }).stdout)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each(Object.entries(MISTAKES))('the compiler refuses %s', (name, [, ...words]) => {
  const first = errors.split('\n').find((line) => line.includes(`/${fileOf(name)}(`))
  for (const word of words) expect(first).toContain(word)
})

describe('a value says how to mend', () => {
  const pf = payfold([sepaPayment, sepaMandate])
  const why = (read: E.Either<unknown, unknown>): string =>
    E.isLeft(read) ? pf.explain(read.left as never) : 'it was taken'
  const state = pf.fold('payment-pay_1' as never, [])

  test('a time without its zone', () => {
    const raw = new Uint8Array()
    const known = fromWebhook(
      raw,
      'a'.repeat(64),
      ['whsec_0123456789abcdef'],
      '2026-06-01T08:00:00',
    )
    expect(why(known)).toMatch(/./)
    const exchange = { endpoint: 'getPayment', status: 200, receivedAt: '2026-06-01' } as const
    expect(why(fromResponse(exchange))).toContain('time with its zone')
  })
  test('the response of another endpoint', () => {
    const message = fromResponse({
      endpoint: 'requestRefund',
      params: { payment_id: 'pay_1' },
      status: 202,
      receivedAt: new Date(0),
      body: { id: 'src_1', type: 'sepa' },
    })
    expect(why(E.chainW(readMessage)(message))).toContain(
      'belongs to mandate-src_1, not to payment-pay_1',
    )
  })
  test('the state of another machine', () => {
    const other = payfold([session]).fold('session-sid_1' as never, [])
    expect(why(pf.allowed(other as never, new Date(0)))).toMatch(/\w+/)
  })
  test('another subject', async () => {
    const send = async () => ({ status: 200, body: new Uint8Array() })
    const shop = desk(pf, { ...memoryStore(), now: () => new Date(0), keys: [], send })
    const { is, because } = await shop.run('requestRefund', { paymentId: 'src_1', amount: 1 }, 'k')
    expect([is, because[0]]).toEqual(['invalid', expect.stringContaining('paymentId')])
  })
  test('a policy value that is misspelt', () => {
    const read = readPolicy([sepaPayment])({ refundWindw: { weeks: 4 } } as never)
    expect(why(read)).toContain('refundWindow')
    expect(state.status).toBe('unassigned')
  })
})
