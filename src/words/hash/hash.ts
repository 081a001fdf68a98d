/** SHA-256 for the log, event ids, messages and policies: Node's own, or plain JavaScript elsewhere. */
export { digest, hash, hashing, hashOfHex } from '#sha256'
