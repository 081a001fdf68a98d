/** Secrets by their form: the last text that is kept and the first that is not. */
import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Stream } from '../../../src/words/stream.ts'
import { looksPersonal, namesAccount } from '../../../src/words/text/personal-data.ts'
import { CommandId, PlainText, Reference } from '../../../src/words/text/plain-text.ts'
import { forAll } from '../../for-all.ts'

const CODECS = { PlainText, Reference, CommandId }

/** The codecs that keep a text of at most 80 characters. */
const keepers = (text: string): readonly string[] =>
  Object.entries(CODECS).flatMap(([name, codec]) => (codec.is(text) ? name : []))
const ALL = Object.keys(CODECS)

const A16 = 'abcdefgh23456789'

describe('a secret', () => {
  test.each([
    // the last that is kept, the first that is not
    [`whsec_${A16.slice(1)}`, `whsec_${A16}`],
    ['whsec_', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    [`ORD-whsec-${A16}`, `ORD-whsec_${A16}`],
    [`mywhsec_${A16.slice(1)}`, `mywhsec_${A16}`],
    [`sk_${A16.slice(1)}`, `sk_${A16}`],
    [`sk-test-${A16}`, `sk_test_${A16}`],
    ['pk_123', 'pk_sbox_6225628341951876'],
    ['sk_test_1b2c3d4e', 'sk_test_1b2c3d4e-5f60-4718'],
    [`ask_${A16}`, `a:sk_${A16}`],
    [`SK_${A16.slice(1)}`, `SK_${A16}`],
    [`sek_${A16.slice(1)}`, 'sek_SuNKcyJPEcCWGvJcKb2'],
    [`ack_${A16.slice(1)}`, `ack_${A16}`],
    ['ack_received', 'ack_7fq2hxu3kbsu5cbnznrzvqyzra'],
    [`back_${A16}`, `b:ack_${A16}`],
    ['eyJhbGci', 'eyJhbGciOi'],
    ['eyJ0eXAi', 'eyJ0eXAiOiJKV1QifQ'],
    ['eyJabcdef.abc', 'eyJabcdefg.abc'],
    ['eyJabcdefg.', 'eyJabcdefg.x'],
    ['xeyJhbGciOiJub25lIn0', 'x.eyJhbGciOiJub25lIn0'],
    ['ORD----BEGIN', 'ORD-----BEGIN'],
    ['LS0tLS1CRUdJT', 'LS0tLS1CRUdJTi'],
    [`MII${'Ab'.repeat(18)}`, `MII${'Ab'.repeat(18)}c`],
    [`MHcCAQ${'Ab'.repeat(18)}`, `MHcCAQ${'Ab'.repeat(18)}c`],
    [`xMII${'Ab'.repeat(19)}`, `x.MII${'Ab'.repeat(19)}`],
    [`x7MII${'Ab'.repeat(19)}`, `x/MII${'Ab'.repeat(19)}`],
  ])('%s is kept, %s is not', (kept, secret) => {
    expect([kept, keepers(kept)]).toEqual([kept, ALL])
    expect([secret, keepers(secret)]).toEqual([secret, []])
    expect([looksPersonal(secret), namesAccount(secret)]).toEqual([true, true])
    expect(Stream.is(`payment-${secret}`)).toBe(false)
  })

  test('as programs make them is never kept, whole or cut to 80 characters', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const signed = createSign('sha256').update('x').sign(privateKey).toString('base64url')
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const edwards = generateKeyPairSync('ed25519')
    const contents = [
      privateKey.export({ type: 'pkcs8', format: 'der' }),
      privateKey.export({ type: 'pkcs1', format: 'der' }),
      publicKey.export({ type: 'spki', format: 'der' }),
      curve.export({ type: 'pkcs8', format: 'der' }),
      curve.export({ type: 'sec1', format: 'der' }),
      edwards.privateKey.export({ type: 'pkcs8', format: 'der' }),
      edwards.publicKey.export({ type: 'spki', format: 'der' }),
    ].map((each) => each.toString('base64').replaceAll('=', ''))
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    const all = [
      ...contents,
      ...[{ alg: 'RS256' }, { typ: 'JWT', alg: 'none' }, { kid: 'x' }, { cty: 'JWT' }].map(
        (header) => `${part(header)}.${part({ sub: '1' })}.${signed}`,
      ),
      Buffer.from(pem).toString('base64'),
      `whsec_${randomBytes(24).toString('base64')}`,
      `ack_${randomBytes(16).toString('hex')}`,
      `sk_${randomBytes(16).toString('hex')}`,
    ]
    for (const secret of all) {
      for (const text of [secret, secret.slice(0, 80), `ref:${secret}`.slice(0, 80)]) {
        expect([text, keepers(text)]).toEqual([text, []])
        expect([text, looksPersonal(text)]).toEqual([text, true])
      }
    }
  })
})

describe('what is no secret', () => {
  const letters = (alphabet: string) =>
    fc
      .array(fc.constantFrom(...alphabet), { minLength: 26, maxLength: 26 })
      .map((all) => all.join(''))
  const PREFIXES = 'act cus dsp ent evt file ins pay sid src wf wh wfa ntf ivc cli'.split(' ')

  test('ids of the provider are kept', () => {
    const ids = fc
      .tuple(fc.constantFrom(...PREFIXES), letters('abcdefghijklmnopqrstuvwxyz234567'))
      .map(([prefix, rest]) => `${prefix}_${rest}`)
    forAll({ numRuns: 20_000, seed: 20_260_302 }, [ids], (id) => CommandId.is(id))
  })

  test.each([
    ...['pay_6thh5vhggyjudgzfznx2fkuede', 'src_eyjhbgcioijub25lin0abcdefg', 'act_ack2222222222222'],
    ...['task_1', 'stack_overflow_of_requests', 'track_and_trace', 'back_office', 'black_friday'],
    ...['MIDNIGHT-SALE-2026', 'MIIT-2026-000123', 'Make-Way-1', 'ORD-MII', 'MHC-1', 'eyJ', 'EYJ-1'],
    ...[
      'd41d8cd98f00b204e9800998ecf8427e',
      '6b1f2d0a-5c1e-4a5e-9f27-0a2b3c4d5e6f',
      'V1StGXR8_Z5jdHi6B',
    ],
  ])('%s is kept', (text) => {
    expect(keepers(text)).toEqual(ALL)
  })
})
