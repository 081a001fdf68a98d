/** Whole numbers within bounds. */
import * as t from 'io-ts'

/** The codec of the whole numbers from one to another, both included; `name` is what errors say. */
export const whole = (name: string, from: number, to: number): t.Type<number, number, unknown> => {
  const is = (input: unknown): input is number =>
    typeof input === 'number' && Number.isInteger(input) && input >= from && input <= to
  return new t.Type(
    name,
    is,
    (input, context) => (is(input) ? t.success(input) : t.failure(input, context)),
    (output) => output,
  )
}
