/** One message about a payment's money, or one row of a list, and what is counted of several. */
import { contentHash } from '../../../src/event/content-hash.ts'
import {
  type DomainEvent,
  dataIn,
  occurredAt,
  receivedAt,
  recordedAt,
} from '../../../src/event/envelope.ts'
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
 * provider's time or else that of our clock. An amount that is absent, not above zero or in another currency
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
  readonly list: { readonly askedAt: Instant; readonly isWhole: boolean } | null
  /** A message, a row of the last list, or a row that says nothing since one of the last list replaces it. */
  role: 'report' | 'row' | 'past'
  isCovered: boolean
  isSettled: boolean
  /** What it is settled to be of: '' for what a payment has once, null if nobody knows. */
  entityId: string | null
  isOverruled: boolean
}

/** A text; null for anything else. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Whether a message or row names an amount: none is as good as nothing. */
const isAmount = (value: unknown): value is number => typeof value === 'number' && value > 0

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
    happened: time ?? recordedAt(event),
    isTimed: time !== null,
    actionId: textOf(actionId),
    amount: !isForeign && isAmount(amount) ? amount : null,
    isForeign,
    list,
    role: 'report',
    isCovered: false,
    isSettled: false,
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

/** The different amounts that reports name, of one step or of any. */
export const amountsOf = (
  reports: readonly MoneyReport[],
  step: MoneyStep | null = null,
): readonly number[] => {
  const amounts: number[] = []
  for (const { step: own, amount } of reports) {
    const isOfStep = step === null || own === step
    if (isOfStep && amount !== null && !amounts.includes(amount)) amounts.push(amount)
  }
  return amounts
}

/** The greatest amount that reports name, of one step or of any: it counts. Null if none names one. */
export const mostOf = (reports: readonly MoneyReport[], step?: MoneyStep): number | null => {
  let most: number | null = null
  for (const { step: own, amount } of reports) {
    const isOfStep = step === undefined || own === step
    if (isOfStep && amount !== null && (most === null || amount > most)) most = amount
  }
  return most
}

/** Whether reports name different amounts, of one step or of any. */
export const differ = (reports: readonly MoneyReport[], step?: MoneyStep): boolean =>
  reports.length > 1 && amountsOf(reports, step).length > 1

/** How reports say that a thing ended. */
export const endsOf = (reports: readonly MoneyReport[]): readonly MoneyStep[] =>
  reports.flatMap(({ step }) => (step === 'open' ? [] : step))

/**
 * Whether a row has an end that reports name, if any, and an amount that they name for it, else for any.
 * What failed may have any amount, as a row that names none may. Less than asked is a fee, unless a report
 * says how it ended.
 */
export const bearsOut = (
  { step, amount, about }: MoneyReport,
  reports: readonly MoneyReport[],
  mayCostFee: boolean,
): boolean => {
  const ends = endsOf(reports)
  if (ends.length > 0 && !ends.includes(step)) return false
  const ofStep = amountsOf(reports, step)
  const amounts = ofStep.length > 0 ? ofStep : amountsOf(reports)
  if (step === 'failed' || amount === null || amounts.length === 0) return true
  const mayLackFee = mayCostFee && about === 'refunds' && step === 'done'
  const isFee = mayLackFee && ends.length === 0
  return amounts.some((each) => each === amount || (isFee && amount < each))
}

/** A capture, a refund or a taking: all that is about it, and the commands that asked for it. */
export interface Thing {
  readonly id: string
  readonly about: readonly MoneyReport[]
  readonly requests: readonly MoneyReport[]
}

/** Whether messages do not say what a thing is. */
export const isNameless = ({ about }: Thing): boolean => about[0]?.entityId === null

/** Sorts reports by what they are about. */
export const thingsIn = (
  reports: readonly MoneyReport[],
  idOf: (each: MoneyReport) => string,
): readonly Thing[] => {
  const [only, another] = reports
  if (only === undefined) return NONE
  if (another === undefined) return [{ id: idOf(only), about: reports, requests: NONE }]
  const found = new Map<string, MoneyReport[]>()
  for (const each of reports) addTo(found, idOf(each), each)
  return Array.from(found, ([id, about]) => ({ id, about, requests: NONE }))
}

/** Names messages by their events; of those that share an event id, each by its content. */
export const ownNames = (reports: readonly MoneyReport[]): ((each: MoneyReport) => string) => {
  const [ids, shared] = [new Set<string>(), new Set<string>()]
  for (const { event } of reports) {
    const { eventId } = event.metadata
    if (ids.has(eventId)) shared.add(eventId)
    ids.add(eventId)
  }
  return ({ event }) => {
    const name = `event:${event.metadata.eventId}`
    return shared.has(event.metadata.eventId) ? `${name}:${contentHash(event)}` : name
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
    return [...(found.get(key) ?? NONE)].sort()
  }
}
