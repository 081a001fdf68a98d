/** The lengths, zones and tolerances that rules use. Each is declared once, where it is used. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { tryOr } from './data/attempt.ts'
import { canonicalText, type Json } from './data/canonical.ts'
import { integer, namedField } from './data/codec.ts'
import { isSame, plainly } from './data/plain-data.ts'
import { rememberingOf } from './data/result-cache.ts'
import { firstProblem, type Unreadable, unreadable } from './data/unreadable-input.ts'
import { hash } from './hash/hash.ts'
import { CivilDate } from './time/calendar.ts'
import { type Dated, dated } from './time/dated-values.ts'

type Values = Readonly<Record<string, unknown>>

/** The fields of a policy, and which of them may change on a day. */
type DatableFields = Readonly<Record<string, { readonly isDated?: true }>>

interface PolicyPart {
  readonly validFrom: CivilDate
  readonly values: Values
}

type ReadPart = (changes: unknown) => E.Either<Unreadable, object>

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

/** A window that is counted from a day before the first part has the lengths of the first part. */
const inParts =
  (fields: DatableFields, read: ReadPart) =>
  (inputs: readonly unknown[]): E.Either<Unreadable, Values> => {
    const parts: PolicyPart[] = []
    for (const [index, input] of inputs.entries()) {
      const part = partOf(fields, read)(input, parts.at(-1))
      if (E.isLeft(part)) {
        const path = part.left.path === '' ? String(index) : `${index}.${part.left.path}`
        return E.left({ ...part.left, path })
      }
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

/**
 * One value of a policy: the codec of its valid values, and its default. A value that `isDated` may
 * change on a day: it is the length of a window. Others never change, because what was recorded
 * rests on them.
 */
export interface PolicyField<A = unknown> {
  readonly codec: t.Decoder<unknown, A>
  readonly default: A
  readonly isDated?: true
}

/** Declares one value of a machine's policy. */
export const policyField = <A>(codec: PolicyField<A>['codec'], byDefault: A): PolicyField<A> => ({
  codec,
  default: byDefault,
})

/** Declares the length of a window: the codec of one length, and the default. */
export const lengthField = <A extends object>(
  codec: t.Type<A, unknown, unknown>,
  byDefault: A,
): PolicyField<Dated<A>> => ({ codec: dated(codec), default: byDefault, isDated: true })

/** The declared values of a policy, by name. */
export type PolicyFields = Readonly<Record<string, PolicyField>>

const enginePolicy = {
  /** How far two correct clocks may differ, in seconds. */
  clockToleranceSeconds: policyField(integer('whole seconds from 0 to 86400', 0, 86_400), 60),
  /** How long after its recording a command may be sent, and then be on its way, in seconds each. */
  sendSeconds: policyField(integer('whole seconds from 0 to 86400', 0, 86_400), 60),
  /** How long the provider may take to show what it was asked to do, in minutes. */
  settleMinutes: policyField(integer('whole minutes from 0 to 10080', 0, 10_080), 60),
}

/** The values of a policy with the given fields, together with the engine's own values. */
export type PolicyOf<F extends PolicyFields> = {
  readonly [Name in keyof F]: F[Name]['default']
} & { readonly [Name in keyof typeof enginePolicy]: number }

/** Any policy, reduced to the values that the engine itself uses. */
export type Policy = PolicyOf<Record<never, PolicyField>>

/** The engine's values come first and stay as they are: a machine cannot change those of others. */
const every = (fields: PolicyFields): PolicyFields => ({
  ...enginePolicy,
  ...fields,
  ...enginePolicy,
})

/** The policy with every value at its default; returns the same object each time. */
export const defaultPolicyOf: <F extends PolicyFields>(fields: F) => PolicyOf<F> = rememberingOf(
  (fields: PolicyFields) => {
    const values = Object.entries(every(fields)).map(([name, field]) => [name, field.default])
    return Object.freeze(Object.fromEntries(values)) as never
  },
)

/** How deep a policy is nested at most: a part, a dated length, its enquiry, a number. */
const DEPTH = 5

/** What a policy is read from: the values that differ from the default, or several such parts. */
export type PolicyChanges =
  | Readonly<Record<string, unknown>>
  | readonly Readonly<Record<string, unknown>>[]

/**
 * Reads a policy that differs from the default in some values. A list has one part for each time
 * that lengths of windows changed, with the day from which on it is in force, `validFrom`. All parts
 * have the same other values. Returns `Unreadable` if a name is unknown, or if a value is wrong;
 * `path` is then the name of the value, after the position of its part.
 */
export const policyReader = <F extends PolicyFields>(fields: F) => {
  const all = every(fields)
  const codecs = Object.fromEntries(Object.entries(all).map(([name, { codec }]) => [name, codec]))
  const codec = t.strict(codecs as unknown as t.Props, 'a policy')
  const part = (changes: unknown): E.Either<Unreadable, PolicyOf<F>> => {
    if (!t.UnknownRecord.is(changes)) return E.left(unreadable('', codec.name, changes))
    const strange = Object.keys(changes).find((name) => !Object.hasOwn(all, name))
    if (strange !== undefined) {
      const known = `one of ${Object.keys(all).join(', ')}`
      return E.left(unreadable(namedField(strange), known, changes[strange]))
    }
    const values = { ...defaultPolicyOf(fields), ...changes }
    return E.mapLeft(firstProblem)(codec.decode(values) as E.Either<t.Errors, PolicyOf<F>>)
  }
  const read = (changes: unknown): E.Either<Unreadable, PolicyOf<F>> =>
    Array.isArray(changes)
      ? (inParts(all, part)(changes) as E.Either<Unreadable, PolicyOf<F>>)
      : part(changes)
  return (changes: PolicyChanges) =>
    tryOr(E.left(unreadable('', codec.name, changes)), () => read(plainly(changes, DEPTH)))
}

/** Whether a value has every field of a policy, each with a valid value, and perhaps others. */
export const isPolicyOf = (fields: PolicyFields, policy: unknown): boolean =>
  tryOr(
    false,
    () =>
      t.UnknownRecord.is(policy) &&
      Object.entries(every(fields)).every(([name, { codec }]) =>
        E.isRight(codec.decode(policy[name])),
      ),
  )

/** Stands for the hash of a policy that lacks a value or has an invalid value. */
export const UNREADABLE_POLICY = 'unreadable'

/** A hash that identifies a policy by its values; reports and saved states contain it. */
export const policyHash = (fields: PolicyFields, policy: Policy): string =>
  tryOr(UNREADABLE_POLICY, () => {
    const values = policy as unknown as Readonly<Record<string, Json>>
    const names = Object.keys(every(fields)).sort()
    return hash(
      canonicalText(Object.fromEntries(names.map((name) => [name, values[name] ?? null]))),
    )
  })
