/** Why an input could not be read: the path, what was expected, and the kind of value found. */
import type * as t from 'io-ts'
import { tryOr } from './attempt.ts'
import { NOT_PLAIN } from './plain-data.ts'

/**
 * An input that could not be read. `path` consists of our own field names, of a name that may be a
 * misspelt one, and of list positions; `found` names a kind of value, never the value.
 */
export interface Unreadable {
  readonly error: 'Unreadable'
  readonly path: string
  readonly expected: string
  readonly found: string
}

/** Whether a value is a list; `Array.isArray` throws for a proxy that was revoked. */
const isList = (value: unknown): boolean => tryOr(false, () => Array.isArray(value))

const kindOfNumber = (value: number): string => {
  if (!Number.isFinite(value)) return 'no finite number'
  return Number.isInteger(value) ? 'a number' : 'a fraction'
}

/** The kind of a value, never the value. */
const kindOf = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (isList(value)) return 'a list'
  if (value === '') return 'an empty text'
  if (typeof value === 'string') return 'a text'
  if (value === NOT_PLAIN) return 'no plain object'
  if (typeof value === 'number') return kindOfNumber(value)
  if (ArrayBuffer.isView(value)) return 'bytes'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Makes an `Unreadable` for a value at a path that the caller names. */
export const unreadable = (path: string, expected: string, value: unknown): Unreadable => ({
  error: 'Unreadable',
  path,
  expected,
  found: kindOf(value),
})

/** Whether a codec is made of alternatives or parts, whose positions do not belong in a path. */
const triesSeveral = (codec: unknown): boolean => {
  const { _tag: tag, type: inner, of } = codec as { _tag?: unknown; type?: unknown; of?: unknown }
  if (of !== undefined) return triesSeveral(of)
  if (tag === 'IntersectionType' || tag === 'UnionType') return true
  return (tag === 'ExactType' || tag === 'ReadonlyType') && triesSeveral(inner)
}

const problemOf = ({ context, message }: t.ValidationError): Unreadable => {
  const names = context.filter(
    ({ key }, index) => key !== '' && !triesSeveral(context[index - 1]?.type),
  )
  const path = names.map(({ key }) => key).join('.')
  const last = context[context.length - 1]
  const problem = unreadable(path, last?.type.name ?? 'something else', last?.actual)
  return message === undefined ? problem : { ...problem, found: message }
}

/** The first problem among io-ts errors, without the codecs and raw values that they contain. */
export const firstProblem = (errors: t.Errors): Unreadable =>
  problemOf(errors[0] ?? { value: undefined, context: [] })

/** All problems among io-ts errors, one for each path. */
export const allProblems = (errors: t.Errors): readonly Unreadable[] => {
  const byPath = new Map<string, Unreadable>()
  for (const error of errors) {
    const problem = problemOf(error)
    if (!byPath.has(problem.path)) byPath.set(problem.path, problem)
  }
  return [...byPath.values()]
}

/** The sentence for a person: the path, what was expected, and the kind of value found. */
export const explainUnreadable = ({ path, expected, found }: Unreadable): string =>
  `${path === '' ? 'The input' : path} should be ${expected}, but is ${found}.`
