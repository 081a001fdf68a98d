/** One message about a payment's money, or one row of a list, and what is counted of several. */
import { contentHash } from '../../../src/event/content-hash.ts'
import { type DomainEvent, dataIn, occurredAt, receivedAt } from '../../../src/event/envelope.ts'
import { addTo, NONE } from '../../../src/words/data/lists.ts'
import type { Currency } from '../../../src/words/money.ts'
import { earlier, type Instant } from '../../../src/words/time/instant.ts'

/** How far a message says that a capture, a refund or a return has come. */
export type MoneyStep = 'open' | 'done' | 'failed'

/** What a message or row is about. */
export type About = 'pending' | 'captures' | 'requests' | 'refunds' | 'takings' | 'ends' | 'others'

/** What a message has, by name. */
export type Fields = ReturnType<typeof dataIn>

/**
 * One message about money, or one row of a list. `received` is when it reached us, `happened` the
 * provider's time or else the receipt. An amount that is absent, not above zero or in another currency
 * is null.
 */
export interface MoneyReport {
  readonly event: DomainEvent
  readonly data: Fields
  readonly about: About
  readonly step: MoneyStep
  readonly received: Instant
  readonly happened: Instant
  readonly isTimed: boolean
  readonly actionId: string | null
  readonly amount: number | null
  readonly isForeign: boolean
  /** The list that it is a row of; null for a message. */
  readonly list: { readonly askedAt: Instant; readonly isWhole: boolean } | null
  /** A message, a row of the last list, or a row that says nothing since a later list covers it. */
  role: 'report' | 'row' | 'past'
  /** What it is settled to be of: '' for what a payment has once, null if nobody knows. */
  entityId: string | null
  /** Whether something else counts in its place. */
  isOverruled: boolean
}

/** A text; null for anything else. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Reads one message about money. */
export const reportOf = (
  event: DomainEvent,
  { about, step }: Pick<MoneyReport, 'about' | 'step'>,
  own: Currency,
  list: MoneyReport['list'] = null,
): MoneyReport => {
  const data = dataIn(event)
  const { actionId, amount, currency = own } = data
  const received = receivedAt(event)
  const time = occurredAt(event.metadata)
  const isForeign = currency !== own
  return {
    event,
    data,
    about,
    step,
    received,
    happened: time ?? received,
    isTimed: time !== null,
    actionId: textOf(actionId),
    amount: !isForeign && typeof amount === 'number' && amount > 0 ? amount : null,
    isForeign,
    list,
    role: 'report',
    entityId: '',
    isOverruled: false,
  }
}

/** Whether a report is a row of a list. */
export const isRow = ({ list }: MoneyReport): boolean => list !== null

/** Whether a report is a row of the last list. */
export const isOfLast = ({ role }: MoneyReport): boolean => role === 'row'

/** Whether a report says that something was done. */
export const isDone = ({ step }: MoneyReport): boolean => step === 'done'

/** Marks reports: something else counts in their place. */
export const overrule = (reports: readonly MoneyReport[]): void => {
  for (const each of reports) each.isOverruled = true
}

/** The first of some times; null if there is none. */
export const firstOf = (times: readonly Instant[]): Instant | null =>
  times.length === 0 ? null : times.reduce(earlier)

/** The greatest amount that reports name, of one step or of any: it counts. Null if none names one. */
export const mostOf = (
  reports: readonly MoneyReport[],
  step: MoneyStep | null = null,
): number | null => {
  let most: number | null = null
  for (const each of reports) {
    const isOfStep = step === null || each.step === step
    if (isOfStep && each.amount !== null && (most === null || each.amount > most))
      most = each.amount
  }
  return most
}

/** Whether reports name different amounts, of one step or of any. */
export const differ = (reports: readonly MoneyReport[], step: MoneyStep | null = null): boolean => {
  const most = mostOf(reports, step)
  return reports.some(
    (each) => (step === null || each.step === step) && each.amount !== null && each.amount !== most,
  )
}

/** A capture, a refund or a taking: all that is about it. */
export interface Thing {
  readonly id: string
  readonly about: readonly MoneyReport[]
}

/** Sorts reports by what they are about. */
export const thingsIn = (
  reports: readonly MoneyReport[],
  idOf: (each: MoneyReport) => string,
): readonly Thing[] => {
  const [only, another] = reports
  if (only === undefined) return NONE
  if (another === undefined) return [{ id: idOf(only), about: reports }]
  const found = new Map<string, MoneyReport[]>()
  for (const each of reports) addTo(found, idOf(each), each)
  return Array.from(found, ([id, about]) => ({ id, about }))
}

/** Names messages by their events; of those that share an event id, each by its content. */
export const ownNames = (reports: readonly MoneyReport[]): ((each: MoneyReport) => string) => {
  let sharing: Map<string, number> | null = null
  return ({ event }) => {
    if (sharing === null) {
      sharing = new Map()
      for (const { event: each } of reports) {
        const { eventId } = each.metadata
        sharing.set(eventId, (sharing.get(eventId) ?? 0) + 1)
      }
    }
    const { eventId } = event.metadata
    const isAlone = sharing.get(eventId) === 1
    return isAlone ? `event:${eventId}` : `event:${eventId}:${contentHash(event)}`
  }
}

/** Finds the values that reports name together with a key: each once, in order. */
export const valuesBy = (
  reports: readonly MoneyReport[],
  keyOf: (each: MoneyReport) => string | null,
  namedIn: (each: MoneyReport) => string | null,
): ((key: string) => readonly string[]) => {
  let found: Map<string, Set<string>> | null = null
  return (key) => {
    if (found === null) {
      found = new Map()
      for (const each of reports) {
        const [name, value] = [keyOf(each), namedIn(each)]
        if (name === null || value === null) continue
        found.set(name, (found.get(name) ?? new Set()).add(value))
      }
    }
    return [...(found.get(key) ?? [])].sort()
  }
}
