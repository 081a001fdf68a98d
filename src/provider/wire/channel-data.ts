/**
 * Channel data as we must send them: what the issuer wants to know about the cardholder's device.
 */
import * as t from 'io-ts'
import { fields, integer } from '../../words/data/codec.ts'
import {
  body,
  byTag,
  digits,
  filled,
  ipAddress,
  language,
  object,
  offsetMinutes,
  withNames,
  yesOrNo,
} from './strict-values.ts'

/** Whether the issuer's 3DS Method completed (`Y`), did not (`N`), or does not exist (`U`). */
const MethodCompletion = t.keyof({ Y: null, N: null, U: null }, 'Y, N or U')

/**
 * The browser that shows the challenge to the cardholder.
 * @spec interface#channel-data-from-a-browser
 */
export const BrowserData = withNames(
  'channel data of a browser',
  {
    channel: t.literal('browser', 'browser'),
    accept_header: filled,
    java_enabled: yesOrNo,
    language,
    ...fields(digits, 'color_depth', 'screen_height', 'screen_width'),
    timezone: offsetMinutes,
    user_agent: filled,
    ip_address: ipAddress,
    '3ds_method_completion': MethodCompletion,
  },
  {},
  '3ds_method_completion',
  // so the provider's own libraries call it
  ['three_ds_method_completion'],
)

const SdkInterfaceType = t.keyof({ native: null, html: null, both: null }, 'native, html or both')

const SdkUiElement = t.keyof(
  { text: null, single_select: null, multi_select: null, oob: null, html_other: null },
  'text, single_select, multi_select, oob or html_other',
)

/** The data that an app's SDK creates for the issuer. @spec interface#channel-data-from-an-app */
export const AppData = body(
  'channel data of an app',
  {
    channel: t.literal('app', 'app'),
    sdk_app_id: filled,
    sdk_max_timeout: integer('minutes, at least 1', 1, Number.MAX_SAFE_INTEGER),
    sdk_ephem_pub_key: object,
    sdk_encrypted_data: filled,
    sdk_transaction_id: filled,
    sdk_interface_type: SdkInterfaceType,
    sdk_ui_elements: t.array(SdkUiElement, 'a list of UI elements'),
  },
  {},
)

/** The body of PUT /sessions/{id}/channel-data; `channel` says which form it has. */
export const ChannelData = byTag('channel data', 'channel', {
  browser: BrowserData,
  app: AppData,
})
