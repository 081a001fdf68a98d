/** Channel data, as we have to send them: what the issuer wants to know of the cardholder's device. */
import * as t from 'io-ts'
import { whole } from '../words/whole.ts'
import {
  body,
  byTag,
  digits,
  filled,
  ipAddress,
  language,
  object,
  offsetMinutes,
  yesOrNo,
} from './strict.ts'

/** Whether the issuer's 3DS Method ran: completed, did not complete, or there is none. */
export const MethodCompletion = t.keyof({ Y: null, N: null, U: null }, 'Y, N or U')

/** What a browser's cardholder is shown the challenge in. @spec interface, Channel data, browser */
export const BrowserData = body(
  'channel data of a browser',
  {
    channel: t.literal('browser', 'browser'),
    accept_header: filled,
    java_enabled: yesOrNo,
    language,
    color_depth: digits,
    screen_height: digits,
    screen_width: digits,
    timezone: offsetMinutes,
    user_agent: filled,
    ip_address: ipAddress,
    '3ds_method_completion': MethodCompletion,
  },
  {},
)
export type BrowserData = t.TypeOf<typeof BrowserData>

/** How an app's SDK can show a challenge. */
export const SdkInterfaceType = t.keyof(
  { native: null, html: null, both: null },
  'native, html or both',
)

/** What an app's SDK can show of it. */
export const SdkUiElement = t.keyof(
  { text: null, single_select: null, multi_select: null, oob: null, html_other: null },
  'text, single_select, multi_select, oob or html_other',
)

/** What an app's SDK made for the issuer. @spec interface, Channel data, app */
export const AppData = body(
  'channel data of an app',
  {
    channel: t.literal('app', 'app'),
    sdk_app_id: filled,
    sdk_max_timeout: whole('minutes, at least 1', 1, Number.MAX_SAFE_INTEGER),
    sdk_ephem_pub_key: object,
    sdk_encrypted_data: filled,
    sdk_transaction_id: filled,
    sdk_interface_type: SdkInterfaceType,
    sdk_ui_elements: t.array(SdkUiElement, 'a list of UI elements'),
  },
  {},
)
export type AppData = t.TypeOf<typeof AppData>

/** The body of PUT /sessions/{id}/channel-data: which form it has, `channel` tells. */
export const ChannelData = byTag('channel data', 'channel', {
  browser: BrowserData,
  app: AppData,
})
export type ChannelData = t.TypeOf<typeof ChannelData>
