/** Constant fields: the strongest event decides their value for the whole stream. */
import type { DomainEvent } from '../event/envelope.ts'
import type { Json } from '../words/canonical.ts'
import { isSame } from '../words/plain.ts'
import { type Occurrence, strongestFirst } from './occurrence.ts'

const valueIn = ({ data }: DomainEvent, field: string): unknown =>
  (data as Readonly<Record<string, unknown>>)[field]

/** The constant fields in which events differ, each with the value of the strongest event. */
const disputed = (
  constant: readonly string[],
  occurrences: readonly Occurrence[],
): Readonly<Record<string, Json>> => {
  const found: Record<string, Json> = {}
  for (const field of constant) {
    const naming = occurrences.flatMap(({ events }) =>
      events.filter(({ data }) => Object.hasOwn(data, field)),
    )
    const [first] = naming
    if (first === undefined) continue
    const value = valueIn(first, field)
    if (naming.every((event) => isSame(valueIn(event, field), value))) continue
    const [strongest = first] = strongestFirst(naming)
    found[field] = valueIn(strongest, field) as Json
  }
  return found
}

/** Gives each constant field the same value in every occurrence that has the field. */
export const believing = (
  constant: readonly string[],
  occurrences: readonly Occurrence[],
): readonly Occurrence[] => {
  if (constant.length === 0) return occurrences
  const believed = disputed(constant, occurrences)
  const fields = Object.keys(believed)
  if (fields.length === 0) return occurrences
  return occurrences.map((occurrence) => {
    const own = fields.filter((field) => Object.hasOwn(occurrence.data, field))
    if (own.length === 0) return occurrence
    const values = Object.fromEntries(own.map((field) => [field, believed[field] as Json]))
    return { ...occurrence, data: { ...occurrence.data, ...values } }
  })
}
