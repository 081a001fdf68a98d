/** The header that carries the id of a command. */

/** The name of the header, as requests are written. @spec interface#idempotency */
export const IDEMPOTENCY_KEY = 'Cko-Idempotency-Key'
