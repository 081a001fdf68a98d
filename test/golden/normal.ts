/** How a result is compared with a golden after names have changed: a table, and one function. */

/** Plain JSON. */
export type Json = null | boolean | number | string | readonly Json[] | Row

/** A JSON object. */
export interface Row {
  readonly [name: string]: Json
}

/**
 * How results are compared. A field is named by its key, or by the nearest key around it and its
 * key, as in `refusals.because`; the members of a list have the key of the list. The narrower name
 * wins.
 */
export interface Table {
  /** Fields that are not compared: left out of the goldens and of today's results. */
  readonly leftOut: readonly string[]
  /** Fields that are compared although a wider name leaves them out. */
  readonly kept: readonly string[]
  /** The new name of a field, by its old one. */
  readonly keys: Readonly<Record<string, string>>
  /** By a field's old name: the new text of a value, by its old one. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Old names of removed fields: left out of the goldens. */
  readonly dropped: readonly string[]
  /** New names of fields that the goldens do not have: left out of today's results. */
  readonly added: readonly string[]
  /** New names of lists whose order is not compared. */
  readonly unordered: readonly string[]
}

/** The current table. If you rename something, add a line here and record nothing again. */
export const TABLE: Table = {
  leftOut: [
    'because',
    'allows',
    'source',
    'remedy',
    'fingerprint',
    'policy',
    'report.by',
    'report.checks',
    'findings.title',
    'entries.eventId',
    'entries.message',
    'entries.occurredAt',
    'entries.recordedAt',
    'entries.revision',
    'entries.source',
    'entries.stream',
    'questions.id',
    'problem.expected',
    'problem.found',
  ],
  kept: ['metadata.source', 'refusal.because', 'refusals.because'],
  keys: {},
  values: {},
  dropped: [],
  added: [
    'refusal.missing',
    'refusals.missing',
    'stake.stream',
    'report.atStake',
    'questions.currency',
  ],
  unordered: [],
}

/** What one reading of results does to each field. */
interface Reading {
  readonly isGone: (names: readonly string[]) => boolean
  readonly key: (names: readonly string[], key: string) => string
  readonly text: (names: readonly string[], text: string) => string
  readonly isUnordered: (names: readonly string[]) => boolean
}

const first = <A>(names: readonly string[], found: Readonly<Record<string, A>>): A | undefined =>
  names.flatMap((name) => (Object.hasOwn(found, name) ? [found[name] as A] : []))[0]

const some = (names: readonly string[], list: readonly string[]): boolean =>
  names.some((name) => list.includes(name))

const namesOf = (parent: string, key: string): readonly string[] => [`${parent}.${key}`, key]

const read = (reading: Reading, value: Json, parent = '', key = ''): Json => {
  const names = namesOf(parent, key)
  if (typeof value === 'string') return reading.text(names, value)
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) {
    const all = value.map((each) => read(reading, each, parent, key))
    return reading.isUnordered(names) ? all.toSorted(byText) : all
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const own = namesOf(key, name)
      return reading.isGone(own)
        ? []
        : [[reading.key(own, name), read(reading, each, key, name)] as const]
    }),
  )
}

/** Whether the value is a list. */
export const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/** One text for one value, whatever the order of its keys. */
export const textOf = (value: Json): string =>
  JSON.stringify(value, (_, each: Json) =>
    typeof each !== 'object' || each === null || isList(each)
      ? each
      : Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  )

const byText = (a: Json, b: Json): number => (textOf(a) < textOf(b) ? -1 : 1)

const isLeftOut = ({ leftOut, kept }: Table, names: readonly string[]): boolean =>
  some(names, leftOut) && !some(names, kept)

/** A result of today as it is compared and recorded. */
export const normal = (value: Json, table: Table = TABLE): Json =>
  read(
    {
      isGone: (names) => isLeftOut(table, names) || some(names, table.added),
      key: (_, key) => key,
      text: (_, text) => text,
      isUnordered: (names) => some(names, table.unordered),
    },
    value,
  )

/** A golden in today's words. */
export const inTodaysWords = (golden: Json, table: Table = TABLE): Json => {
  const renamed = read(
    {
      isGone: (names) => isLeftOut(table, names) || some(names, table.dropped),
      key: (names, key) => first(names, table.keys) ?? key,
      text: (names, text) => first(names, table.values)?.[text] ?? text,
      isUnordered: () => false,
    },
    golden,
  )
  return normal(renamed, { ...table, added: [] })
}

const shown = (value: Json | undefined): string => {
  const text = value === undefined ? 'nothing' : textOf(value)
  return text.length > 120 ? `${text.slice(0, 117)}...` : text
}

/** The first difference between two values; null if there is none. */
export const difference = (golden: Json, today: Json, path = ''): string | null => {
  const here = `${path}: ${shown(golden)} is now ${shown(today)}`
  if (typeof golden !== 'object' || typeof today !== 'object') return golden === today ? null : here
  if (golden === null || today === null) return golden === today ? null : here
  if (isList(golden) !== isList(today)) return here
  const [one, other] = [golden as Row, today as Row]
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const [was, is] = [one[key], other[key]]
    const at = path === '' ? key : `${path}.${key}`
    if (was === undefined || is === undefined) {
      return `${at}: ${shown(was)} is now ${shown(is)}`
    }
    const found = difference(was, is, at)
    if (found !== null) return found
  }
  return null
}
