/** From a set of events to what happened: repetitions taken out, each occurrence once. */
import { besideEvents } from '../event/beside.ts'
import type { Event } from '../event/envelope.ts'
import type { Lifecycle } from '../event/lifecycle.ts'
import { canonical, type Json } from '../words/canonical.ts'
import { earlier, type Instant, toInstant } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import { bind } from './bind.ts'
import type { Bound } from './bound.ts'
import { distinct } from './distinct.ts'
import type { Finding } from './finding.ts'
import { infer } from './infer.ts'
import { type Occurrence, occurrence, type Place } from './occurrence.ts'
import { refusedAmong } from './refused.ts'

/** Why an occurrence stands aside. */
export type ParkedReason = 'NotOfThisLifecycle' | 'Unbound' | 'NoArrow' | 'Unassigned'

/** An occurrence that the chart did not take. */
export interface Parked {
  readonly key: string
  readonly reason: ParkedReason
}

/** What a set of events says happened. */
export interface Merged {
  readonly occurrences: readonly Occurrence[]
  readonly parked: readonly Parked[]
  readonly findings: readonly Finding[]
}

/** Fields that hold for the moment of one message; they differ as a matter of course. */
const MOMENTARY: ReadonlySet<string> = new Set(['nextActions', 'balances', 'ticketExpiresAt'])

/** Where events of one occurrence tell different things: the first stands, each field is a finding. */
const disagreements = ({ key, at, data, tells }: Occurrence): readonly Finding[] => {
  const told = tells.filter(({ metadata }) => metadata.source !== 'inferred')
  const text = (value: unknown): string => canonical(value as Json)
  const differs = (field: string): boolean => {
    const first = told.find((event) => Object.hasOwn(event.data, field))
    return told.some(
      (event) =>
        Object.hasOwn(event.data, field) &&
        event.metadata.eventId !== first?.metadata.eventId &&
        text((event.data as Readonly<Record<string, unknown>>)[field]) !== text(data[field]),
    )
  }
  return Object.keys(data)
    .filter((field) => !MOMENTARY.has(field) && differs(field))
    .map((field) => ({ code: 'Disagreement', key, at, field }))
}

const isToldAgain = ({ tells }: Occurrence): boolean => tells.length > 1

const isSkewed = ({ tells }: Occurrence): boolean =>
  tells.some(({ metadata }) => metadata.claimedAt !== undefined)

const skews = ({ key, at, tells }: Occurrence): readonly Finding[] =>
  tells.flatMap(({ metadata: { claimedAt } }) =>
    claimedAt === undefined
      ? []
      : [{ code: 'ClockSkew' as const, key, at, claimedAt: toInstant(claimedAt) }],
  )

/**
 * What has no time of its own is no later than the next stage of the same thing: a refund was asked
 * for before it was carried out, however late the answer was heard.
 */
const notAfterItsNext = (
  lifecycle: Lifecycle,
  occurrences: readonly Occurrence[],
): readonly Occurrence[] => {
  const isOpen = ({ timed, about, place }: Occurrence): boolean =>
    !timed && about !== '' && place === 'chart'
  if (!occurrences.some(isOpen)) return occurrences
  const declared = Object.keys(lifecycle)
  const stage = ({ type }: Occurrence): number => declared.indexOf(type)
  const timed = new Map<string, Occurrence[]>()
  for (const each of occurrences) {
    if (!each.timed) continue
    const known = timed.get(each.about)
    if (known === undefined) timed.set(each.about, [each])
    else known.push(each)
  }
  return occurrences.map((each) => {
    if (!isOpen(each)) return each
    const next = (timed.get(each.about) ?? []).filter((other) => stage(other) > stage(each))
    return { ...each, at: next.reduce((at, other) => earlier(at, other.at), each.at) }
  })
}

/** An event with what it is about. */
type Taken = Bound & { readonly about: string }

const isTaken = (bound: Bound): bound is Taken => bound.about !== null

const grouped = (events: readonly Taken[], place: Place): readonly Occurrence[] => {
  if (events.length === 0) return []
  const groups = new Map<string, { about: string; events: Event[] }>()
  for (const { event, about } of events) {
    const key = about === '' ? event.type : `${event.type}:${about}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { about, events: [event] })
    else group.events.push(event)
  }
  return [...groups].map(([key, group]) => occurrence(key, group.about, place, group.events))
}

const bySelf = (events: readonly Event[]) =>
  events.map((event) => ({ event, about: event.metadata.eventId }))

/** Events by where they belong: to this lifecycle, beside every chart, or to another lifecycle. */
const sorted = (lifecycle: Lifecycle, events: readonly Event[]) => {
  const [ours, beside, foreign]: readonly [Event[], Event[], Event[]] = [[], [], []]
  for (const event of events) {
    if (Object.hasOwn(lifecycle, event.type)) ours.push(event)
    else if (Object.hasOwn(besideEvents, event.type)) beside.push(event)
    else foreign.push(event)
  }
  return { ours, beside, foreign }
}

/** Merges events into occurrences: a function of the set, whatever their order. @spec design, 6 */
export const merge = (lifecycle: Lifecycle, policy: Policy, events: readonly Event[]): Merged => {
  const { events: all, findings } = distinct(events)
  const refused = refusedAmong(all)
  const standing = refused.size === 0 ? all : all.filter((event) => !refused.has(event))
  const { ours, beside, foreign } = sorted(lifecycle, standing)
  const bounds = bind(lifecycle, [...ours, ...infer(lifecycle, standing)], policy)
  const taken = bounds.filter(isTaken)
  const loose = bounds.filter((bound) => !isTaken(bound)).map(({ event }) => event)
  const chart = notAfterItsNext(lifecycle, grouped(taken, 'chart'))
  const unbound = grouped(bySelf(loose), 'parked')
  const strange = grouped(bySelf(foreign), 'parked')
  const aside = [
    ...unbound,
    ...strange,
    ...grouped(bySelf(beside), 'beside'),
    ...grouped(bySelf([...refused]), 'refused'),
  ]
  const occurrences = aside.length === 0 ? chart : [...chart, ...aside]
  return {
    occurrences,
    parked: [
      ...unbound.map(({ key }): Parked => ({ key, reason: 'Unbound' })),
      ...strange.map(({ key }): Parked => ({ key, reason: 'NotOfThisLifecycle' })),
    ],
    findings: [
      ...findings,
      ...chart.filter(isToldAgain).flatMap(disagreements),
      ...occurrences.filter(isSkewed).flatMap(skews),
    ],
  }
}

/** What of it had happened by a moment, and what is said of that. */
export const happenedBy = ({ occurrences, parked, findings }: Merged, moment: Instant): Merged => {
  const later = new Set(occurrences.flatMap(({ key, at }) => (at > moment ? key : [])))
  const isOver = ({ key }: { readonly key: string }): boolean => !later.has(key)
  return {
    occurrences: occurrences.filter(isOver),
    parked: parked.filter(isOver),
    findings: findings.filter((finding) => isOver(finding) && (finding.at ?? '') <= moment),
  }
}
