/** Integers within bounds. */
import { type Codec, check } from './codec.ts'

/** The codec of the integers from `from` to `to`, both included; errors show `name`. */
export const integer = (name: string, from: number, to: number): Codec<number> =>
  check(
    name,
    (input): input is number =>
      typeof input === 'number' && Number.isInteger(input) && input >= from && input <= to,
  )
