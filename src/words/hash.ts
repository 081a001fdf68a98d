/** SHA-256 for the log, event ids and policies: Node's own, or plain JavaScript elsewhere. */
export { hash, hashing } from '#sha256'
