/** SHA-256 of a text, as the log, the event ids and the policy use it: the platform's own where there is one. */
export { hash, hashing } from '#sha256'
