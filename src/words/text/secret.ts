/** Finds secrets by their form: keys, tokens and certificates, whose beginnings leave no doubt. */

/**
 * Keys of the provider: secret and public keys, the secrets of sessions, the ids of OAuth clients, and
 * keys that sign webhooks. They begin as ordinary words may, so as much as a key has must follow.
 */
const KEY =
  /(^|[^A-Za-z0-9])((sk|pk|sek)_[A-Za-z0-9_-]{16}|ack_[A-Za-z0-9]{16})|whsec_[A-Za-z0-9+/]{16}/i

/**
 * A JSON web token: the text of its header begins with `{"`, in base64. Either another part follows,
 * or the header's first field is one of those that only such tokens have. @spec sources#rfc-7519
 */
const TOKEN =
  /(^|[^A-Za-z0-9])eyJ([A-Za-z0-9_-]{7,}\.[A-Za-z0-9_-]|hbGciOi|0eXAiOi|raWQiOi|lbmMiOi|jdHkiOi)/

/**
 * A key or certificate as PEM, with its frame; the frame itself in base64; or the content alone, which
 * begins with the length of a sequence and goes on for a line. @spec sources#rfc-7468
 */
const PEM =
  /-----(BEGIN|END)|LS0tLS1CRUdJTi|(^|[^A-Za-z0-9])M(I[A-Za-z0-9+/]|HcCAQ|C4CAQ|CowBQ)[A-Za-z0-9+/]{37}/

/** What every secret contains; most texts contain none of it. */
const SUSPECT = /[kc]_|eyJ|-----|LS0t|M[IHC]/i

/** Whether a text contains a key, a token or a certificate. */
export const holdsSecret = (text: string): boolean =>
  SUSPECT.test(text) && (KEY.test(text) || TOKEN.test(text) || PEM.test(text))
