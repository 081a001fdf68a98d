/**
 * Reads the service's configuration from the environment, or lists everything that is wrong with
 * it.
 */

/** No client waits for longer. */
const MOST_PATIENCE_MS = 60_000

/**
 * @typedef {object} Config
 * @property {readonly string[]} keys all keys in use that webhooks are signed with
 * @property {string | null} databaseUrl PostgreSQL; null: embedded, in `folder`
 * @property {string} folder the folder of the embedded database
 * @property {string} host
 * @property {number} port 0: any free one
 * @property {string | null} providerUrl the provider's address for refunds; null: refunds are recorded only
 * @property {string} providerKey
 * @property {number} mostBytes the longest body that the service accepts
 * @property {number} mostConnections how many connections an address may have
 * @property {number} unsignedBytes how many bytes a second an address may send that turn out not to be signed
 * @property {number} patienceMs how long a client may take to send its request, and a database or the provider to respond
 * @property {string} logLevel
 */

/** @param {string} text @param {number} least @param {number} most */
const isWhole = (text, least, most) =>
  /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most

/** @param {string} text @param {readonly string[]} protocols */
const isUrl = (text, protocols) => URL.canParse(text) && protocols.includes(new URL(text).protocol)

/**
 * Reads an address to which paths can be appended, and which contains no secret.
 * @param {string} text
 */
const isBase = (text) => {
  if (!isUrl(text, ['http:', 'https:'])) return false
  const { username, password, search, hash } = new URL(text)
  return username + password + search + hash === ''
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * Reads the environment. The problems quote none of its values, because some are keys.
 *
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {{ readonly config: Config } | { readonly wrong: readonly string[] }}
 */
export const readConfig = (environment) => {
  const {
    WEBHOOK_KEYS = '',
    DATABASE_URL = '',
    DATA = 'data',
    HOST = '127.0.0.1',
    PORT = '3000',
    PROVIDER_URL = '',
    PROVIDER_KEY = '',
    MOST_BYTES = '1048576',
    MOST_CONNECTIONS = '256',
    UNSIGNED_BYTES = '4194304',
    PATIENCE_MS = '10000',
    LOG_LEVEL = 'info',
  } = environment
  const keys = WEBHOOK_KEYS.split(',').map((key) => key.trim())
  /** @type {readonly (readonly [boolean, string])[]} */
  const promises = [
    [
      keys.every((key) => key.length >= 16),
      'WEBHOOK_KEYS should be the keys that webhooks are signed with, of at least 16 characters each, separated by commas.',
    ],
    [
      DATABASE_URL === '' || isUrl(DATABASE_URL, ['postgres:', 'postgresql:']),
      'DATABASE_URL should be an address that begins with postgresql://. It may be left out.',
    ],
    [isWhole(PORT, 0, 65_535), 'PORT should be a whole number up to 65535; 0 means any free port.'],
    [
      PROVIDER_URL === '' || isBase(PROVIDER_URL),
      'PROVIDER_URL should be an address that begins with https:// or http://, with a host and an optional path. It may be left out.',
    ],
    [
      PROVIDER_URL === '' || /^[\x21-\x7e]+$/.test(PROVIDER_KEY),
      'PROVIDER_KEY should be the key for the provider, without spaces.',
    ],
    [
      isWhole(MOST_BYTES, 1024, 67_108_864),
      'MOST_BYTES should be a whole number from 1024 to 67108864.',
    ],
    [
      isWhole(MOST_CONNECTIONS, 8, 65_536),
      'MOST_CONNECTIONS should be a whole number from 8 to 65536.',
    ],
    [
      isWhole(UNSIGNED_BYTES, 65_536, 999_999_999),
      'UNSIGNED_BYTES should be a whole number from 65536 to 999999999.',
    ],
    [
      isWhole(PATIENCE_MS, 100, MOST_PATIENCE_MS),
      `PATIENCE_MS should be a number of milliseconds from 100 to ${MOST_PATIENCE_MS}.`,
    ],
    [LEVELS.includes(LOG_LEVEL), `LOG_LEVEL should be one of ${LEVELS.join(', ')}.`],
  ]
  const wrong = promises.flatMap(([holds, sentence]) => (holds ? [] : [sentence]))
  if (wrong.length > 0) return { wrong }
  return {
    config: {
      keys,
      databaseUrl: DATABASE_URL === '' ? null : DATABASE_URL,
      folder: DATA,
      host: HOST,
      port: Number(PORT),
      providerUrl: PROVIDER_URL === '' ? null : PROVIDER_URL.replace(/\/+$/, ''),
      providerKey: PROVIDER_KEY,
      mostBytes: Number(MOST_BYTES),
      mostConnections: Number(MOST_CONNECTIONS),
      unsignedBytes: Number(UNSIGNED_BYTES),
      patienceMs: Number(PATIENCE_MS),
      logLevel: LOG_LEVEL,
    },
  }
}
