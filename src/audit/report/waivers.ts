/** Waivers: which findings somebody has decided to leave, and which waivers are not as they should be. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { tryOr } from '../../words/data/attempt.ts'
import { canonical, inUtf8, type Json } from '../../words/data/canonical.ts'
import { check, record } from '../../words/data/codec.ts'
import { plainly } from '../../words/data/plain-data.ts'
import { firstProblem, type Unreadable, unreadable } from '../../words/data/unreadable-input.ts'
import { hash } from '../../words/hash/hash.ts'
import { CivilDate } from '../../words/time/calendar.ts'
import type { Instant } from '../../words/time/instant.ts'
import type { LogFinding } from '../reading/log-finding.ts'
import type { Found, Waived } from './report.ts'

/**
 * The decision of one or two persons that a finding may remain, and why. `finding` is its id, so
 * nothing that comes later is covered; `until` is the last day on which it holds.
 */
export interface Waiver {
  readonly finding: string
  readonly reason: string
  readonly by: readonly string[]
  /** The day of the decision. */
  readonly at: string
  readonly until?: string
}

const Words = check('a text that is not empty', (input): input is string => {
  return typeof input === 'string' && input.trim() !== '' && inUtf8(input) === input
})
const Persons = check(
  'one name or two different ones',
  (input): input is readonly string[] =>
    Array.isArray(input) &&
    (input.length === 1 || input.length === 2) &&
    input.every((name) => Words.is(name)) &&
    new Set(input.map((name) => name.trim().toLowerCase())).size === input.length,
)

/** A waiver as it is read: without `until`, that is null. */
const Kept = record({ finding: Words, reason: Words, by: Persons, at: CivilDate }, 'a waiver')
const Until = t.union([CivilDate, t.undefined])

type ReadWaiver = Waived & { readonly finding: string }

const NESTING = 4

const readWaiver = (input: unknown): E.Either<Unreadable, ReadWaiver> =>
  tryOr(E.left(unreadable('', Kept.name, input)), () => {
    const { until, ...rest } = Object(plainly(input, NESTING)) as { readonly until?: unknown }
    const read = Kept.decode(rest)
    if (E.isLeft(read)) return E.left(firstProblem(read.left))
    const { at } = read.right
    if (!Until.is(until)) return E.left(unreadable('until', CivilDate.name, until))
    if (until !== undefined && until < at)
      return E.left(unreadable('until', `${at} or later`, until))
    const more = Object.keys(rest).find((name) => !Object.hasOwn(read.right, name))
    if (more !== undefined) return E.left(unreadable(inUtf8(more), 'no field', Object(rest)[more]))
    return E.right({ ...read.right, until: until ?? null })
  })

/** The waivers as JSON that a report can hold; one that JSON cannot hold is null. */
export const waiversAsGiven = (waivers: readonly unknown[]): readonly Json[] =>
  waivers.map((each) => {
    const copy = tryOr(null, () => plainly(each, NESTING))
    return canonical(copy) === null ? null : (copy as Json)
  })

const dayOf = (time: Instant): string => time.slice(0, 10)

/** Gives each of several findings with one id its own, so that a waiver covers none that comes later. */
export const apart = (all: readonly Found[]): readonly Found[] => {
  const times = new Map<string, number>()
  if (new Set(all.map(({ id }) => id)).size === all.length) return all
  return all
    .toSorted((a, b) => a.line - b.line)
    .map((each) => {
      const { id } = each
      const number = times.get(id) ?? 0
      times.set(id, number + 1)
      return number === 0 ? each : { ...each, id: hash(`${id} ${number}`).slice(0, id.length) }
    })
}

/** Applies waivers as of a time, null if nobody says when: what is not as it should be is a finding itself. */
export const waiving = (
  found: readonly Found[],
  waivers: readonly unknown[],
  asOf: Instant | null,
): { readonly findings: readonly Found[]; readonly wrong: readonly LogFinding[] } => {
  const all = apart(found)
  const byId = new Map(all.map((each) => [each.id, each]))
  const waived = new Map<string, Waived>()
  const given = new Set<string>()

  const problemOf = (number: number, input: unknown): LogFinding | null => {
    const at = { line: 0, stream: null, revision: null, number }
    const read = readWaiver(input)
    if (E.isLeft(read)) return { ...at, code: 'WaiverUnreadable', problem: read.left }
    const { finding, ...waiver } = read.right
    if (given.has(finding)) return { ...at, code: 'WaiverTwice', finding }
    given.add(finding)
    const of = byId.get(finding)
    if (of === undefined) return { ...at, code: 'WaiverUnused', finding }
    if (of.severity === 'fatal') return { ...at, code: 'WaiverOfFatal', finding }
    const { until } = waiver
    const day = asOf === null ? null : dayOf(asOf)
    if (until !== null && (day === null || day > until)) {
      return { ...at, code: 'WaiverExpired', finding, until, asOf: day }
    }
    waived.set(finding, waiver)
    return null
  }

  const wrong = waivers.flatMap((each, index) => problemOf(index + 1, each) ?? [])
  const findings = all.map((each): Found => {
    const waiver = waived.get(each.id)
    return waiver === undefined ? each : { ...each, waived: waiver }
  })
  return { findings, wrong }
}
