/** Disagreements: the fields in which the events of one occurrence differ. */
import { canonicalText, type Json } from '../words/canonical.ts'
import type { FieldDiffers } from './finding.ts'
import type { AnyMachine } from './machine.ts'
import type { Occurrence } from './occurrence.ts'

/**
 * Finds the fields in which the events of one occurrence differ. The first value counts, and each
 * such field is a finding, except for fields that change from message to message (`field`, or
 * `type.field` for one type), and for constant fields, which the machine compares over the whole
 * stream.
 */
export const disagreements = (
  { momentary, constant }: Pick<AnyMachine, 'momentary' | 'constant'>,
  { key, type, at, data, events }: Occurrence,
): readonly FieldDiffers[] => {
  const changing = new Set([...momentary, ...constant])
  const mayChange = (field: string): boolean =>
    changing.has(field) || changing.has(`${type}.${field}`)
  const reports = events.filter(({ metadata }) => metadata.source !== 'inferred')
  const text = (value: unknown): string => canonicalText(value as Json)
  const differs = (field: string): boolean => {
    const first = reports.find((event) => Object.hasOwn(event.data, field))
    return reports.some(
      (event) =>
        Object.hasOwn(event.data, field) &&
        event.metadata.eventId !== first?.metadata.eventId &&
        text((event.data as Readonly<Record<string, unknown>>)[field]) !== text(data[field]),
    )
  }
  return Object.keys(data)
    .filter((field) => !mayChange(field) && differs(field))
    .map((field) => ({ code: 'FieldDiffers', key, at, field }))
}
