/**
 * Reads the service's configuration from the environment, or lists everything that is wrong with
 * it.
 */

/**
 * @typedef {object} Config
 * @property {readonly string[]} keys all keys in use that webhooks are signed with
 * @property {readonly string[]} urls addresses for calls of the cluster's handlers; if empty, the service starts a cluster itself
 * @property {readonly string[]} adminUrls addresses for reading the log of an existing cluster; if empty, its log is not read
 * @property {string} folder the folder of a cluster that the service starts
 * @property {number} port the port for webhooks; 0: any free one
 * @property {number} handlersPort the port at which the cluster calls the handlers; 0: any free one
 * @property {string | null} providerUrl the provider's address for refunds; null: refunds are recorded only
 * @property {string} providerKey
 * @property {number} sendSeconds how long after its recording a refund may be requested, and the request then be on its way
 * @property {number} settleMinutes how long the provider may take to show what it did
 * @property {number} patienceMs how long a client may take to send its request, and a node or the provider to respond
 */

/** @param {string} text @param {number} least @param {number} most */
const isWhole = (text, least, most) =>
  /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most

/**
 * Reads an address to which paths can be appended, and which contains no secret.
 * @param {string} text
 */
const isBase = (text) => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && username + password + search + hash === ''
}

/** @param {string} text */
const listed = (text) => (text === '' ? [] : text.split(',').map((each) => each.trim()))

/** @param {string} text */
const bare = (text) => text.replace(/\/+$/, '')

const ADDRESSES =
  'should be addresses that begin with http:// or https://, separated by commas, without user names, keys or queries. It may be left out.'

/**
 * Reads the environment. The problems quote none of its values, because some are keys.
 *
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {{ readonly config: Config } | { readonly wrong: readonly string[] }}
 */
export const readConfig = (environment) => {
  const {
    WEBHOOK_KEYS = '',
    RESTATE_URLS = '',
    RESTATE_ADMIN_URLS = '',
    DATA = 'data',
    PORT = '3000',
    HANDLERS_PORT = '9080',
    PROVIDER_URL = '',
    PROVIDER_KEY = '',
    SEND_SECONDS = '60',
    SETTLE_MINUTES = '60',
    PATIENCE_MS = '5000',
  } = environment
  const keys = listed(WEBHOOK_KEYS)
  const urls = listed(RESTATE_URLS)
  const adminUrls = listed(RESTATE_ADMIN_URLS)
  /** @type {readonly (readonly [boolean, string])[]} */
  const promises = [
    [
      keys.length > 0 && keys.every((key) => /^[\x20-\x7e]{16,}$/.test(key)),
      'WEBHOOK_KEYS should be the keys that webhooks are signed with, of at least 16 characters each, separated by commas.',
    ],
    [urls.every(isBase), `RESTATE_URLS ${ADDRESSES}`],
    [adminUrls.every(isBase), `RESTATE_ADMIN_URLS ${ADDRESSES}`],
    [DATA !== '', 'DATA should be a folder. It may be left out.'],
    [isWhole(PORT, 0, 65_535), 'PORT should be a whole number up to 65535; 0 means any free port.'],
    [
      isWhole(HANDLERS_PORT, 0, 65_535) && (PORT !== HANDLERS_PORT || PORT === '0'),
      'HANDLERS_PORT should be a whole number up to 65535, different from PORT; 0 means any free port.',
    ],
    [
      PROVIDER_URL === '' || isBase(PROVIDER_URL),
      'PROVIDER_URL should be an address that begins with https:// or http://, with a host and an optional path. It may be left out.',
    ],
    [
      PROVIDER_URL === '' || /^[\x21-\x7e]+$/.test(PROVIDER_KEY),
      'PROVIDER_KEY should be the key for the provider, without spaces.',
    ],
    [
      isWhole(SEND_SECONDS, 1, 3600),
      'SEND_SECONDS should be a whole number of seconds from 1 to 3600.',
    ],
    [
      isWhole(SETTLE_MINUTES, 0, 10_080),
      'SETTLE_MINUTES should be a whole number of minutes up to 10080.',
    ],
    [
      isWhole(PATIENCE_MS, 100, 600_000) && !(Number(PATIENCE_MS) > Number(SEND_SECONDS) * 1000),
      'PATIENCE_MS should be a number of milliseconds from 100 to 600000, and no longer than SEND_SECONDS.',
    ],
  ]
  const wrong = promises.flatMap(([holds, sentence]) => (holds ? [] : [sentence]))
  if (wrong.length > 0) return { wrong }
  return {
    config: {
      keys,
      urls: urls.map(bare),
      adminUrls: adminUrls.map(bare),
      folder: DATA,
      port: Number(PORT),
      handlersPort: Number(HANDLERS_PORT),
      providerUrl: PROVIDER_URL === '' ? null : bare(PROVIDER_URL),
      providerKey: PROVIDER_KEY,
      sendSeconds: Number(SEND_SECONDS),
      settleMinutes: Number(SETTLE_MINUTES),
      patienceMs: Number(PATIENCE_MS),
    },
  }
}
