/** Lengths of time as laws and contracts state them. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { type Codec, closedRecord, delegate, integer, standard } from '../data/codec.ts'
import { copied, frozen } from '../data/plain-data.ts'
import { plusBankDays } from './bank-days.ts'
import { type CivilDate, plusDays, plusMonths } from './calendar.ts'

/** A number of days, weeks or months of the calendar, or of days on which TARGET is open. */
export type Length =
  | { readonly days: number }
  | { readonly weeks: number }
  | { readonly months: number }
  | { readonly bankDays: number }

/** A length whose last day moves to the next bank day, unless `rolls` is false. */
export type Rolling = Length & { readonly rolls?: false }

/**
 * How long others may take money back: until the last day of the length; `enquiry`, how long their
 * bank may then ask before it decides; `processing`, how long what it decided may take to arrive.
 */
export type Exposed = Rolling & { readonly enquiry?: Length; readonly processing?: Length }

const UNITS = {
  days: integer('whole days from 0 to 3660', 0, 3660),
  weeks: integer('whole weeks from 0 to 522', 0, 522),
  months: integer('whole months from 0 to 120', 0, 120),
  bankDays: integer('whole bank days from 0 to 2600', 0, 2600),
}

/** A length of elapsed time. */
export interface Minutes {
  readonly minutes: number
}

/** The codec of `Minutes` within limits. */
export const minutes = (from: number, to: number): Codec<Minutes, unknown> => {
  const name = `whole minutes from ${from} to ${to}`
  return standard(closedRecord('a length in minutes', { minutes: integer(name, from, to) }, {}))
}

const never = t.literal(false, 'false')

/** The codec of a length with other fields besides its unit: exactly one unit is named. */
const lengthWith = <A extends object>(name: string, others: t.Props): Codec<A, unknown> => {
  const fields = closedRecord(name, {}, { ...UNITS, ...others })
  const isOne = (input: object): boolean =>
    Object.keys(UNITS).filter((unit) => Object.hasOwn(input, unit)).length === 1 &&
    !Object.values(input).includes(undefined)
  return standard(
    new t.Type<A, unknown, unknown>(
      name,
      (input): input is A => fields.is(input) && isOne(input),
      (input, context) => {
        const read = delegate(fields, input, context)
        if (E.isLeft(read)) return read
        return isOne(read.right)
          ? t.success(frozen(copied(read.right)) as A)
          : t.failure(input, context)
      },
      (output) => output,
    ),
  )
}

const ONE_UNIT = 'a length in one unit: days, weeks, months or bankDays'

/** The codec of `Length`. */
export const Length = lengthWith<Length>(ONE_UNIT, {})

/** The codec of `Rolling`. */
export const Rolling = lengthWith<Rolling>(`${ONE_UNIT}, perhaps with rolls`, { rolls: never })

/** The codec of `Exposed`. */
export const Exposed = lengthWith<Exposed>(
  `${ONE_UNIT}, perhaps with rolls, enquiry and processing`,
  { rolls: never, enquiry: Length, processing: Length },
)

/** The codec of a length that may differ by name. */
export const lengthBy = <const Name extends string>(names: readonly Name[]) =>
  lengthWith<Length & { readonly [N in Name]?: Length }>(
    `${ONE_UNIT}, perhaps with ${names.join(' and ')}`,
    Object.fromEntries(names.map((name) => [name, Length])),
  )

/** The day on which a length ends, counted from a day that does not itself count. */
export const plus = (from: CivilDate, length: Length): CivilDate => {
  if ('days' in length) return plusDays(from, length.days)
  if ('weeks' in length) return plusDays(from, length.weeks * 7)
  return 'months' in length ? plusMonths(from, length.months) : plusBankDays(from, length.bankDays)
}

type LengthInWords = (Length | Minutes) & Partial<Pick<Exposed, 'rolls' | 'enquiry' | 'processing'>>

/** A length in words, with all that it says besides: `8 weeks, then 2 bank days of processing`. */
export const lengthInWords = ({ enquiry, processing, rolls, ...own }: LengthInWords): string => {
  const [[unit = '', many = 0] = []] = Object.entries(own).filter(
    ([, value]) => typeof value === 'number',
  )
  const plural = unit === 'bankDays' ? 'bank days' : unit
  return [
    `${many} ${many === 1 ? plural.slice(0, -1) : plural}`,
    ...(enquiry === undefined ? [] : [`then ${lengthInWords(enquiry)} of enquiry`]),
    ...(processing === undefined ? [] : [`then ${lengthInWords(processing)} of processing`]),
    ...(rolls === false ? ['not moved to a bank day'] : []),
  ].join(', ')
}
