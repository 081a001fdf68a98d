/** Constant fields: the strongest event decides their value for the whole stream. */
import type { DomainEvent } from '../event/envelope.ts'
import type { Json } from '../words/canonical.ts'
import { isSame } from '../words/plain.ts'
import { type Occurrence, strongestFirst } from './occurrence.ts'

const valueIn = ({ data }: DomainEvent, field: string): unknown =>
  (data as Readonly<Record<string, unknown>>)[field]

/** Whether two events differ in a field. One that lacks it does not. */
const differIn = (occurrences: readonly Occurrence[], field: string): boolean => {
  let first: unknown
  for (const { events } of occurrences) {
    for (const event of events) {
      const value = valueIn(event, field)
      if (first === undefined) first = value
      if (value !== undefined && value !== first && !isSame(value, first)) return true
    }
  }
  return false
}

/** The value of a field that counts: that of the strongest event. */
const believedIn = (occurrences: readonly Occurrence[], field: string): Json => {
  const naming = occurrences.flatMap(({ events }) =>
    events.filter(({ data }) => Object.hasOwn(data, field)),
  )
  return strongestFirst(naming).map((event) => valueIn(event, field) as Json)[0] ?? null
}

/** Gives each constant field the same value in every occurrence that has the field. */
export const believing = (
  constant: readonly string[],
  occurrences: readonly Occurrence[],
): readonly Occurrence[] => {
  const fields = constant.filter((field) => differIn(occurrences, field))
  if (fields.length === 0) return occurrences
  const believed = new Map(fields.map((field) => [field, believedIn(occurrences, field)]))
  return occurrences.map((occurrence) => {
    const own = fields.filter((field) => Object.hasOwn(occurrence.data, field))
    if (own.length === 0) return occurrence
    const values = Object.fromEntries(own.map((field) => [field, believed.get(field) ?? null]))
    return { ...occurrence, data: { ...occurrence.data, ...values } }
  })
}
