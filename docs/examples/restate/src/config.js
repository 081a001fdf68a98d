/** What the service is told by its environment, or everything that is wrong with that. */

/**
 * @typedef {object} Config
 * @property {readonly string[]} keys the keys that webhooks are signed with, all that are in use
 * @property {readonly string[]} urls where handlers of the cluster are called; none: it starts a cluster of its own
 * @property {readonly string[]} adminUrls where a cluster that is there is asked for its log; none: not asked
 * @property {string} folder where a cluster of its own keeps its files
 * @property {number} port where webhooks come in; 0: any that is free
 * @property {number} handlersPort where the cluster calls the handlers; 0: any that is free
 * @property {string | null} providerUrl where refunds are asked for; null: they are recorded only
 * @property {string} providerKey
 * @property {number} keyMs how long after it was recorded a refund may be asked for under its key
 * @property {number} patienceMs how long a client may take over its request, a node or the provider over an answer
 */

/** @param {string} text @param {number} least @param {number} most */
const isWhole = (text, least, most) =>
  /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most

/** An address that paths can be put behind, and that is no secret. @param {string} text */
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
  'should be addresses with http:// or https:// and commas between, without names, keys or queries, or be left out.'

/**
 * Reads the environment. No value of it is in what is said to be wrong: some are keys.
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
    KEY_HOURS = '23',
    PATIENCE_MS = '5000',
  } = environment
  const keys = listed(WEBHOOK_KEYS)
  const urls = listed(RESTATE_URLS)
  const adminUrls = listed(RESTATE_ADMIN_URLS)
  /** @type {readonly (readonly [boolean, string])[]} */
  const promises = [
    [
      keys.length > 0 && keys.every((key) => /^[\x20-\x7e]+$/.test(key)),
      'WEBHOOK_KEYS should be the keys that webhooks are signed with, with commas between.',
    ],
    [urls.every(isBase), `RESTATE_URLS ${ADDRESSES}`],
    [adminUrls.every(isBase), `RESTATE_ADMIN_URLS ${ADDRESSES}`],
    [DATA !== '', 'DATA should be a folder, or be left out.'],
    [isWhole(PORT, 0, 65_535), 'PORT should be a whole number up to 65535; 0 is any that is free.'],
    [
      isWhole(HANDLERS_PORT, 0, 65_535) && (PORT !== HANDLERS_PORT || PORT === '0'),
      'HANDLERS_PORT should be a whole number up to 65535, and another than PORT.',
    ],
    [
      PROVIDER_URL === '' || isBase(PROVIDER_URL),
      'PROVIDER_URL should be an address with https:// or http://, a host and perhaps a path, or be left out.',
    ],
    [
      PROVIDER_URL === '' || /^[\x21-\x7e]+$/.test(PROVIDER_KEY),
      'PROVIDER_KEY should be the key to the provider, without blanks.',
    ],
    [
      /^\d{1,3}(\.\d{1,6})?$/.test(KEY_HOURS) && Number(KEY_HOURS) > 0,
      'KEY_HOURS should be hours, more than 0 and less than 1000: less than the provider knows a key.',
    ],
    [isWhole(PATIENCE_MS, 100, 600_000), 'PATIENCE_MS should be milliseconds from 100 to 600000.'],
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
      keyMs: Number(KEY_HOURS) * 3_600_000,
      patienceMs: Number(PATIENCE_MS),
    },
  }
}
