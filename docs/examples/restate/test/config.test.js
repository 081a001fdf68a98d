/** The configuration from the environment, and the messages about wrong values. */
import { describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.js'

/** The shortest key that there may be. */
const KEY = '0123456789abcdef'

describe('a wrong environment', () => {
  const PROVIDER_KEY = 'key'
  test.each([
    [{ WEBHOOK_KEYS: '' }, 'WEBHOOK_KEYS should be'],
    [{ WEBHOOK_KEYS: `${KEY},,${KEY}` }, 'WEBHOOK_KEYS should be'],
    [{ WEBHOOK_KEYS: `${KEY},${KEY.slice(1)}` }, 'WEBHOOK_KEYS should be'],
    [{ WEBHOOK_KEYS: `${KEY}\u0007, ${KEY}` }, 'WEBHOOK_KEYS should be'],
    [{ RESTATE_URLS: 'localhost:8080' }, 'RESTATE_URLS should be'],
    [{ RESTATE_URLS: 'http://a:8080,' }, 'RESTATE_URLS should be'],
    [{ RESTATE_URLS: 'http://secret:x@a:8080' }, 'RESTATE_URLS should be'],
    [{ RESTATE_ADMIN_URLS: 'ftp://a' }, 'RESTATE_ADMIN_URLS should be'],
    [{ DATA: '' }, 'DATA should be'],
    [{ PORT: '65536' }, 'PORT should be'],
    [{ PORT: '-1' }, 'PORT should be'],
    [{ HANDLERS_PORT: 'x' }, 'HANDLERS_PORT should be'],
    [{ PORT: '3000', HANDLERS_PORT: '3000' }, 'HANDLERS_PORT should be'],
    [{ PROVIDER_URL: 'ftp://secret', PROVIDER_KEY }, 'PROVIDER_URL should be'],
    [{ PROVIDER_URL: 'https://secret:x@provider.example', PROVIDER_KEY }, 'PROVIDER_URL should'],
    [{ PROVIDER_URL: 'https://provider.example?secret', PROVIDER_KEY }, 'PROVIDER_URL should'],
    [{ PROVIDER_URL: 'https://provider.example' }, 'PROVIDER_KEY should be'],
    [{ PROVIDER_URL: 'https://provider.example', PROVIDER_KEY: 'secret\n' }, 'PROVIDER_KEY should'],
    [{ SEND_SECONDS: 'x' }, 'SEND_SECONDS should be'],
    [{ SEND_SECONDS: '3601' }, 'SEND_SECONDS should be'],
    [{ SEND_SECONDS: '4' }, 'PATIENCE_MS should be'],
    [{ SETTLE_MINUTES: '1.5' }, 'SETTLE_MINUTES should be'],
    [{ SETTLE_MINUTES: '10081' }, 'SETTLE_MINUTES should be'],
    [{ PATIENCE_MS: '99' }, 'PATIENCE_MS should be'],
    [{ PATIENCE_MS: '60001' }, 'PATIENCE_MS should be'],
  ])('%j is reported, without the wrong value', (wrong, sentence) => {
    const read = readConfig({ WEBHOOK_KEYS: KEY, ...wrong })
    const said = 'wrong' in read ? read.wrong : []
    expect(said).toEqual([expect.stringContaining(sentence)])
    expect(said.join()).not.toContain('secret')
  })

  test('is reported completely', () => {
    const read = readConfig({ PORT: 'x', PATIENCE_MS: 'y' })
    expect('wrong' in read && read.wrong.length).toBe(3)
  })

  test.each([
    [{}, { urls: [], adminUrls: [], port: 3000, handlersPort: 9080, providerUrl: null }],
    [
      { PORT: '0', HANDLERS_PORT: '0' },
      { port: 0, handlersPort: 0 },
    ],
    [{}, { sendSeconds: 60, settleMinutes: 60 }],
    [
      { SEND_SECONDS: '5', SETTLE_MINUTES: '0' },
      { sendSeconds: 5, settleMinutes: 0 },
    ],
    [{ WEBHOOK_KEYS: `${KEY}, ${KEY}2` }, { keys: [KEY, `${KEY}2`] }],
    [
      { RESTATE_URLS: 'http://a:8080/, https://b/restate' },
      { urls: ['http://a:8080', 'https://b/restate'] },
    ],
    [
      { PROVIDER_URL: 'https://provider.example/api/', PROVIDER_KEY },
      { providerUrl: 'https://provider.example/api', providerKey: 'key' },
    ],
  ])('%j is read', (right, config) => {
    expect(readConfig({ WEBHOOK_KEYS: KEY, ...right })).toMatchObject({ config })
  })
})
