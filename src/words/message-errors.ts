/** What is wrong with a webhook that nobody signed, and with a body that should not be sent. */
import { SECRET } from './data/bytes.ts'
import { explainUnreadable, type Unreadable } from './data/unreadable-input.ts'

/**
 * Why a webhook cannot be trusted. `missing`: there is no signature. `malformed`: the signature is
 * not 64 hexadecimal digits. `wrong`: it was made with none of the keys. `noKey`: no key was given,
 * or one that is unset or shorter than 16 bytes, with which anyone could sign. `noBytes`: the body is
 * not bytes; perhaps it was parsed before it was verified.
 */
export interface BadSignature {
  readonly error: 'BadSignature'
  readonly because: 'noKey' | 'noBytes' | 'missing' | 'malformed' | 'wrong'
}

/**
 * A body that should not be sent, and everything that is wrong with it: for each problem, the path,
 * what is expected there, and the kind of value found. It contains no values from the body.
 */
export interface Unsendable {
  readonly error: 'Unsendable'
  readonly endpoint: string
  readonly problems: readonly Omit<Unreadable, 'error'>[]
}

const SENTENCES: Readonly<Record<BadSignature['because'], string>> = {
  noKey: `There is no key to verify signatures with, or one is not ${SECRET}.`,
  noBytes:
    'The body is not bytes: pass them as they arrived, as from express.raw({ type: () => true }).',
  missing: 'The message carries no signature.',
  malformed: 'The signature is not 64 hexadecimal digits.',
  wrong: 'The signature was made with another key, or over other bytes.',
}

/** The sentence for a person. */
export const explainBadSignature = ({ because }: BadSignature): string => SENTENCES[because]

/** The sentences for a person, one for each problem. */
export const explainUnsendable = ({ problems }: Unsendable): readonly string[] =>
  problems.map((problem) => explainUnreadable({ error: 'Unreadable', ...problem }))
