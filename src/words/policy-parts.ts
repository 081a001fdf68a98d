/** A policy in parts, each in force from a day on: combined into one policy with dated lengths. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { CivilDate } from './calendar.ts'
import { canonicalText, type Json } from './canonical.ts'
import { type Unreadable, unreadable } from './unreadable.ts'

type Values = Readonly<Record<string, unknown>>

/** The fields of a policy, and which of them may change on a day. */
type DatableFields = Readonly<Record<string, { readonly isDated?: true }>>

interface PolicyPart {
  readonly validFrom: CivilDate
  readonly values: Values
}

type ReadPart = (changes: unknown) => E.Either<Unreadable, object>

const within = (index: number, { path, ...problem }: Unreadable): Unreadable => ({
  ...problem,
  path: path === '' ? String(index) : `${index}.${path}`,
})

const isSame = (a: unknown, b: unknown): boolean =>
  canonicalText(a as Json) === canonicalText(b as Json)

/** What is wrong with a part that follows another; null if nothing is. */
const problemAfter = (
  fields: DatableFields,
  { validFrom, values }: PolicyPart,
  before: PolicyPart | undefined,
): Unreadable | null => {
  if (before === undefined) return null
  if (validFrom <= before.validFrom) {
    return unreadable('validFrom', 'a later date than that of the part before', validFrom)
  }
  const differs = Object.keys(fields).find(
    (name) => fields[name]?.isDated !== true && !isSame(values[name], before.values[name]),
  )
  return differs === undefined
    ? null
    : unreadable(differs, 'the same in every part, because it is no length', values[differs])
}

/** Reads one part and its day. */
const partOf =
  (fields: DatableFields, read: ReadPart) =>
  (input: unknown, before: PolicyPart | undefined): E.Either<Unreadable, PolicyPart> => {
    if (!t.UnknownRecord.is(input)) return E.left(unreadable('', 'a part of a policy', input))
    const { validFrom, ...changes } = input
    if (!CivilDate.is(validFrom)) return E.left(unreadable('validFrom', CivilDate.name, validFrom))
    const list = Object.keys(changes).find((name) => Array.isArray(changes[name]))
    if (list !== undefined && Object.hasOwn(fields, list)) {
      return E.left(unreadable(list, 'one length: its part has the day', changes[list]))
    }
    const values = read(changes)
    if (E.isLeft(values)) return values
    const part: PolicyPart = { validFrom, values: values.right as Values }
    const problem = problemAfter(fields, part, before)
    return problem === null ? E.right(part) : E.left(problem)
  }

/** The lengths of a field in the parts: the length itself if it never changes. */
const datedIn = (name: string, parts: readonly PolicyPart[]): unknown => {
  const changes = parts.filter(
    ({ values }, index) => index === 0 || !isSame(values[name], parts[index - 1]?.values[name]),
  )
  return changes.length === 1
    ? changes[0]?.values[name]
    : changes.map(({ validFrom, values }) => ({ ...Object(values[name]), validFrom }))
}

/**
 * Reads a policy in parts. Their days ascend, and only lengths differ. A window that is counted from
 * a day before the first part has the lengths of the first part.
 */
export const inParts =
  (fields: DatableFields, read: ReadPart) =>
  (inputs: readonly unknown[]): E.Either<Unreadable, Values> => {
    const parts: PolicyPart[] = []
    for (const [index, input] of inputs.entries()) {
      const part = partOf(fields, read)(input, parts.at(-1))
      if (E.isLeft(part)) return E.left(within(index, part.left))
      parts.push(part.right)
    }
    const [first] = parts
    if (first === undefined) return E.left(unreadable('', 'a policy in at least one part', inputs))
    return E.right(
      Object.fromEntries(
        Object.entries(fields).map(([name, { isDated }]) => [
          name,
          isDated === true ? datedIn(name, parts) : first.values[name],
        ]),
      ),
    )
  }
