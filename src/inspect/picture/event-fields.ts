/** Writes the fields of a lifecycle's events as Markdown, from their codecs. */
import type { AnyMachine } from '../../contract/machine-record.ts'
import type { Kind } from '../../event/lifecycle.ts'
import type { Shown } from '../../words/data/exact-match.ts'
import { row } from './event-table.ts'

interface CodecField {
  readonly name: string
  readonly codec: Shown
  readonly isNeeded: boolean
}

/** Returns the fields of an object's codec, and whether each is required. */
const fieldsIn = (shown: Shown, isNeeded = true): readonly CodecField[] => {
  const { _tag: tag, type, types = [], props = {} } = shown
  if (tag === 'IntersectionType') return types.flatMap((each) => fieldsIn(each, isNeeded))
  if (tag === 'ReadonlyType' || tag === 'ExactType') {
    return type === undefined ? [] : fieldsIn(type, isNeeded)
  }
  return Object.entries(props).map(([name, codec]) => ({
    name,
    codec,
    isNeeded: isNeeded && tag !== 'PartialType',
  }))
}

const dataOf = ({ codec }: Kind): readonly CodecField[] => {
  const data = fieldsIn(codec as unknown as Shown).find(({ name }) => name === 'data')
  return data === undefined ? [] : fieldsIn(data.codec)
}

/** Describes the content of a field; for an object, the content of each of its fields. */
const holds = (shown: Shown): string => {
  if (shown._tag === 'ReadonlyArrayType' && shown.type !== undefined)
    return `a list; each item: ${holds(shown.type)}`
  const inner = fieldsIn(shown)
  if (inner.length === 0) return shown.name
  return inner.map(({ name, codec }) => `\`${name}\`: ${holds(codec)}`).join(', ')
}

/**
 * Writes the events of a machine as Markdown tables: the identity and the fields of each event,
 * with required fields in bold; then the content of each field.
 */
export const fieldsOf = ({ events }: Pick<AnyMachine, 'events'>): string => {
  const kinds = Object.entries(events)
  const rows = kinds.map(([type, kind]) => {
    const names = dataOf(kind).map(({ name, isNeeded }) => (isNeeded ? `**${name}**` : name))
    return row([`**${type}**`, kind.identity, names.join(', ')])
  })
  const fields = new Map(
    kinds.flatMap(([, kind]) => dataOf(kind).map(({ name, codec }) => [name, holds(codec)])),
  )
  return [
    row(['event', 'identified by', 'fields']),
    row(['---', '---', '---']),
    ...rows,
    '',
    row(['field', 'content']),
    row(['---', '---']),
    ...[...fields].map(([name, what]) => row([`\`${name}\``, what])),
  ].join('\n')
}
