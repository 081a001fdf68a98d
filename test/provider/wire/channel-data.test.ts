/** Channel data before they are sent: a browser's and an app's, each with everything required. */
import { describe, expect, test } from 'vitest'
import { bodyOf, changed, fieldByField, SENDABLE, wrongWith } from './sendable.ts'

const FILLED = 'a text that is not empty'
const DIGITS = 'a whole number, as text'
const ELEMENT = 'text, single_select, multi_select, oob or html_other'

fieldByField({
  example: 'channel data of a browser',
  must: {
    accept_header: FILLED,
    java_enabled: 'true or false',
    language: 'a language tag',
    color_depth: DIGITS,
    screen_height: DIGITS,
    screen_width: DIGITS,
    timezone: 'minutes from UTC, as text',
    user_agent: FILLED,
    ip_address: 'an IP address',
    '3ds_method_completion': 'Y, N or U',
    channel: 'browser or app',
  },
  may: {},
})

fieldByField({
  example: 'channel data of an app',
  must: {
    sdk_app_id: FILLED,
    sdk_max_timeout: 'minutes, at least 1',
    sdk_ephem_pub_key: 'an object',
    sdk_encrypted_data: FILLED,
    sdk_transaction_id: FILLED,
    sdk_interface_type: 'native, html or both',
    sdk_ui_elements: 'a list of UI elements',
    channel: 'browser or app',
  },
  may: {},
  open: ['sdk_ephem_pub_key'],
})

type Example = 'channel data of a browser' | 'channel data of an app'

const submit = (example: Example, path: string, value: unknown): readonly string[] =>
  wrongWith('submitChannelData', changed(bodyOf(example), path, value))

const browser = (path: string, value: unknown) => submit('channel data of a browser', path, value)
const app = (path: string, value: unknown) => submit('channel data of an app', path, value)

describe('channel data', () => {
  test('are of a browser or of an app, and the channel says which', () => {
    expect(
      wrongWith('submitChannelData', { channel: 'app' }).map((line) => line.split(':')[0]),
    ).toEqual([
      'sdk_app_id',
      'sdk_max_timeout',
      'sdk_ephem_pub_key',
      'sdk_encrypted_data',
      'sdk_transaction_id',
      'sdk_interface_type',
      'sdk_ui_elements',
    ])
    expect(wrongWith('submitChannelData', { channel: 'browser' })).toHaveLength(10)
  })

  test.each(['merchant_initiated', 'Browser', 'toString', '__proto__', ''])(
    'have no channel %j',
    (channel) => {
      const found = channel === '' ? 'an empty text' : 'a text'
      expect(wrongWith('submitChannelData', { channel })).toEqual([
        `channel: browser or app, not ${found}`,
      ])
    },
  )

  test('of one channel are not accepted as those of the other', () => {
    expect(app('channel', 'browser')).toHaveLength(10)
    expect(browser('channel', 'app')).toHaveLength(7)
  })
})

describe('channel data of a browser', () => {
  test.each(['accept_header', 'user_agent'])('have text in %s', (path) => {
    expect(browser(path, 'x')).toEqual(SENDABLE)
    expect(browser(path, ' x ')).toEqual(SENDABLE)
    expect(browser(path, '')).toEqual([`${path}: ${FILLED}, not an empty text`])
    expect(browser(path, ' \t\n')).toEqual([`${path}: ${FILLED}, not a text`])
  })

  test.each(['de', 'es-AR', 'zh-Hant-TW', 'sl-rozaj-biske', 'i'.padEnd(8, 'i')])(
    'may have the language %s',
    (language) => {
      expect(browser('language', language)).toEqual(SENDABLE)
    },
  )

  test.each(['d', 'deutschland', 'de_DE', 'de-', '-de', 'de DE', 'en-US,en;q=0.9', '1a', 'de\n'])(
    'may not have the language %j',
    (language) => {
      expect(browser('language', language)).toEqual(['language: a language tag, not a text'])
    },
  )

  test('state whether there is Java', () => {
    expect([browser('java_enabled', true), browser('java_enabled', false)]).toEqual([[], []])
    expect(browser('java_enabled', 'true')).toEqual(['java_enabled: true or false, not a text'])
    expect(browser('java_enabled', 0)).toEqual(['java_enabled: true or false, not a number'])
  })

  test.each(['color_depth', 'screen_height', 'screen_width'])('have %s as digits', (path) => {
    for (const value of ['0', '24', '9999999999']) expect(browser(path, value)).toEqual(SENDABLE)
    for (const value of ['99999999999', '1.5', '-1', '+1', '24px', ' 24', '24\n', '0x18'])
      expect(browser(path, value)).toEqual([`${path}: ${DIGITS}, not a text`])
    expect(browser(path, '')).toEqual([`${path}: ${DIGITS}, not an empty text`])
    expect(browser(path, 24)).toEqual([`${path}: ${DIGITS}, not a number`])
  })

  test.each(['0', '-0', '60', '-120', '+330', '999'])(
    'may have an offset of %j minutes',
    (value) => {
      expect(browser('timezone', value)).toEqual(SENDABLE)
    },
  )

  test.each(['1000', '-1000', '+-1', '-', '5.5', 'UTC', '03:00', ' 60'])(
    'may not have an offset of %j minutes',
    (value) => {
      expect(browser('timezone', value)).toEqual([
        'timezone: minutes from UTC, as text, not a text',
      ])
    },
  )

  test.each([
    '0.0.0.0',
    '255.255.255.255',
    '249.1.1.1',
    '1.249.1.248',
    '1.2.199.3',
    '192.0.2.1',
    '2001:db8::17',
    '::1',
    '::',
    '::FFFF:192.0.2.1',
    '0000:0000:0000:0000:0000:ffff:192.168.158.190',
  ])('may have the address %j', (value) => {
    expect(browser('ip_address', value)).toEqual(SENDABLE)
  })

  test.each([
    '256.0.0.1',
    '1.2.3.256',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.',
    'localhost',
    'dead.beef',
    '1234',
    ':',
    'g::1',
    '192.0.2.1 ',
    `${'0:'.repeat(23)}`,
  ])('may not have the address %j', (value) => {
    expect(browser('ip_address', value)).toEqual(['ip_address: an IP address, not a text'])
  })

  test.each(['Y', 'N', 'U'])('may state %j about the 3DS Method', (value) => {
    expect(browser('3ds_method_completion', value)).toEqual(SENDABLE)
  })

  test("may name it as the provider's own libraries do", () => {
    const named = (value: unknown): unknown => ({
      ...(changed(
        bodyOf('channel data of a browser'),
        '3ds_method_completion',
        undefined,
      ) as object),
      three_ds_method_completion: value,
    })
    expect(wrongWith('submitChannelData', named('Y'))).toEqual(SENDABLE)
    expect(wrongWith('submitChannelData', named('y'))).toEqual([
      'three_ds_method_completion: Y, N or U, not a text',
    ])
  })

  test.each(['y', 'X', 'Yes', 'toString'])(
    'may state nothing else about it, such as %j',
    (value) => {
      expect(browser('3ds_method_completion', value)).toEqual([
        '3ds_method_completion: Y, N or U, not a text',
      ])
    },
  )
})

describe('channel data of an app', () => {
  test.each(['sdk_app_id', 'sdk_encrypted_data', 'sdk_transaction_id'])(
    'have text in %s',
    (path) => {
      expect(app(path, 'x')).toEqual(SENDABLE)
      expect(app(path, '')).toEqual([`${path}: ${FILLED}, not an empty text`])
      expect(app(path, ' ')).toEqual([`${path}: ${FILLED}, not a text`])
    },
  )

  test('allow at least a minute, and whole minutes', () => {
    const refused = (found: string) => [`sdk_max_timeout: minutes, at least 1, not ${found}`]
    expect(app('sdk_max_timeout', 1)).toEqual(SENDABLE)
    expect(app('sdk_max_timeout', 0)).toEqual(refused('a number'))
    expect(app('sdk_max_timeout', 1.5)).toEqual(refused('a fraction'))
    expect(app('sdk_max_timeout', '5')).toEqual(refused('a text'))
  })

  test('have a key, which may be any object', () => {
    expect(app('sdk_ephem_pub_key', {})).toEqual(SENDABLE)
    expect(app('sdk_ephem_pub_key', 'key')).toEqual(['sdk_ephem_pub_key: an object, not a text'])
    expect(app('sdk_ephem_pub_key', [])).toEqual(['sdk_ephem_pub_key: an object, not a list'])
  })

  test.each(['native', 'html', 'both'])('may show a challenge as %s', (value) => {
    expect(app('sdk_interface_type', value)).toEqual(SENDABLE)
  })

  test.each(['Native', 'text', 'toString'])('may not show a challenge as %s', (value) => {
    expect(app('sdk_interface_type', value)).toEqual([
      'sdk_interface_type: native, html or both, not a text',
    ])
  })

  test.each(['text', 'single_select', 'multi_select', 'oob', 'html_other'])(
    'may show the element %s, alone or twice',
    (value) => {
      expect(app('sdk_ui_elements', [value])).toEqual(SENDABLE)
      expect(app('sdk_ui_elements', [value, value])).toEqual(SENDABLE)
    },
  )

  test('report an element that cannot be shown by its index', () => {
    expect(app('sdk_ui_elements', ['text', 'video', 'oob', 7, null])).toEqual([
      `sdk_ui_elements.1: ${ELEMENT}, not a text`,
      `sdk_ui_elements.3: ${ELEMENT}, not a number`,
      `sdk_ui_elements.4: ${ELEMENT}, not null`,
    ])
  })

  test('list the elements, of which there may be none', () => {
    expect(app('sdk_ui_elements', [])).toEqual(SENDABLE)
    expect(app('sdk_ui_elements', 'text')).toEqual([
      'sdk_ui_elements: a list of UI elements, not a text',
    ])
    expect(app('sdk_ui_elements', { 0: 'text' })).toEqual([
      'sdk_ui_elements: a list of UI elements, not an object',
    ])
  })
})
