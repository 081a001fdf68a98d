/** Whole numbers within bounds. */
import { type Codec, check } from './codec.ts'

/** The codec of the whole numbers from one to another, both included; `name` is what errors say. */
export const whole = (name: string, from: number, to: number): Codec<number> =>
  check(
    name,
    (input): input is number =>
      typeof input === 'number' && Number.isInteger(input) && input >= from && input <= to,
  )
