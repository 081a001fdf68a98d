/** Channel data before they are sent: a browser's and an app's, each with everything required. */
import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ipAddress } from '../../../src/provider/wire/strict-values.ts'
import { forAll } from '../../for-all.ts'
import { bodyOf, changed, type FieldValues, SENDABLE, valuesIn, wrongWith } from './sendable.ts'

const FILLED = 'a text that is not empty'
const DIGITS = 'a whole number, as text'
const ELEMENT = 'text, single_select, multi_select, oob or html_other'

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
      ...'sdk_app_id sdk_max_timeout sdk_ephem_pub_key sdk_encrypted_data'.split(' '),
      ...'sdk_transaction_id sdk_interface_type sdk_ui_elements'.split(' '),
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

const COMPLETED = '3ds_method_completion'
valuesIn('channel data of a browser', [
  ['accept_header', FILLED, ['x', ' x '], ['', ' \t\n']],
  ['user_agent', FILLED, ['x', ' x '], ['', ' \t\n']],
  [
    'language',
    'a language tag',
    ['de', 'es-AR', 'zh-Hant-TW', 'sl-rozaj-biske', 'iiiiiiii'],
    ['d', 'deutschland', 'de_DE', 'de-', '-de', 'de DE', 'en-US,en;q=0.9', '1a', 'de\n'],
  ],
  ['java_enabled', 'true or false', [true, false], ['true', 0]],
  ...['color_depth', 'screen_height', 'screen_width'].map(
    (path): FieldValues => [
      path,
      DIGITS,
      ['0', '24', '9999999999'],
      ['99999999999', '1.5', '-1', '+1', '24px', ' 24', '24\n', '0x18', '', 24],
    ],
  ),
  [
    'timezone',
    'minutes from UTC, as text',
    ['0', '-0', '60', '-120', '+330', '999'],
    ['1000', '-1000', '+-1', '-', '5.5', 'UTC', '03:00', ' 60'],
  ],
  [
    'ip_address',
    'an IP address',
    [
      ...['0.0.0.0', '255.255.255.255', '249.1.1.1', '1.249.1.248', '1.2.199.3', '192.0.2.1'],
      ...['2001:db8::17', '::1', '::', '::FFFF:192.0.2.1'],
      ...['0000:0000:0000:0000:0000:ffff:192.168.158.190', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7::'],
      ...['::2:3:4:5:6:7:8', '1:2:3:4:5:6:1.2.3.4', '1:2:3:4:5::1.2.3.4', '199.99.10.0'],
    ],
    [
      ...['256.0.0.1', '1.2.3.256', '1.2.3', '1.2.3.4.5', '1.2.3.', 'localhost', 'dead.beef'],
      ...['1234', ':', 'g::1', '192.0.2.1 ', '0:'.repeat(23)],
      ...['::::::', ':::', '1:::2', '1::2::3', '::1::', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9'],
      ...['1:2:3:4:5:6:7:8::', '::1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:1.2.3.4', '::12345', '1:', ':1'],
      ...['1::2:', ':1::2', '::1.2.3', '::1.2.3.256', '::fff1.2.3.4', '1.2.3.4::', '::1.2.3.4:5'],
      ...['01.2.3.4', '1.2.3.00', '::01.2.3.4', 'fe80::1%eth0', '[::1]', '::1/64', '::1\n', '...'],
    ],
  ],
  [COMPLETED, 'Y, N or U', ['Y', 'N', 'U'], ['y', 'X', 'Yes', 'toString']],
])

test('an IP address is what Node takes for one', () => {
  const part = fc.constantFrom('', '0', 'f', 'ffff', '12345', 'g', '1.2.3.4', '255', '256', '01')
  const text = fc.tuple(fc.array(part, { maxLength: 10 }), fc.constantFrom(':', '::', '.'))
  forAll(2000, [text], ([parts, mark]) => {
    expect(ipAddress.is(parts.join(mark))).toBe(isIP(parts.join(mark)) > 0)
    const twice = parts.join(':').replace(':', '::')
    expect(ipAddress.is(twice)).toBe(isIP(twice) > 0)
  })
})

test("channel data of a browser name the 3DS Method also as the provider's own libraries do", () => {
  const unnamed = changed(bodyOf('channel data of a browser'), COMPLETED, undefined) as object
  const named = (value: unknown) =>
    wrongWith('submitChannelData', { ...unnamed, three_ds_method_completion: value })
  expect(named('Y')).toEqual(SENDABLE)
  expect(named('y')).toEqual(['three_ds_method_completion: Y, N or U, not a text'])
})

valuesIn('channel data of an app', [
  ['sdk_app_id', FILLED, ['x'], ['', ' ']],
  ['sdk_encrypted_data', FILLED, ['x'], ['', ' ']],
  ['sdk_transaction_id', FILLED, ['x'], ['', ' ']],
  ['sdk_max_timeout', 'minutes, at least 1', [1], [0, 1.5, '5']],
  ['sdk_ephem_pub_key', 'an object', [{}], ['key', []]],
  [
    'sdk_interface_type',
    'native, html or both',
    ['native', 'html', 'both'],
    ['Native', 'text', 'toString'],
  ],
  [
    'sdk_ui_elements',
    'a list of UI elements',
    [
      [],
      ...['text', 'single_select', 'multi_select', 'oob', 'html_other'].flatMap((element) => [
        [element],
        [element, element],
      ]),
    ],
    ['text', { 0: 'text' }],
  ],
])

test('an element that an app cannot show is reported by its index', () => {
  expect(app('sdk_ui_elements', ['text', 'video', 'oob', 7, null])).toEqual([
    `sdk_ui_elements.1: ${ELEMENT}, not a text`,
    `sdk_ui_elements.3: ${ELEMENT}, not a number`,
    `sdk_ui_elements.4: ${ELEMENT}, not null`,
  ])
})
