/** What parts of a stream are tied by amounts: messages that name nothing, and what is counted. */
import type { DomainEvent } from '../event/envelope.ts'
import { earlier, type Instant, later } from '../words/instant.ts'
import { fieldOf } from './correlate.ts'
import { dataIn, receivedAt } from './life.ts'
import type { AnyMachine } from './machine.ts'
import type { Occurrence } from './occurrence.ts'

/**
 * What a part of a stream looks for in others, and what it shows to them, each with a time. Two parts
 * are tied if one looks for what the other shows, from no later time on.
 */
export interface Reach {
  readonly seeks: ReadonlyMap<string, Instant>
  readonly shows: ReadonlyMap<string, Instant>
}

const FIRST = '' as Instant
const LAST = '~' as Instant

/** Whether a part looks for what another shows. */
export const reaches = (one: Reach, other: Reach, what: string): boolean => {
  const [from, at] = [one.seeks.get(what), other.shows.get(what)]
  return from !== undefined && at !== undefined && from <= at
}

/** The names of what is looked for. */
const WHAT = {
  entity: (identity: string) => `${identity}`,
  withoutAmount: (identity: string) => `${identity}?`,
  ofAmount: (identity: string, amount: unknown) => `${identity}=${amount}`,
  unclaimed: (identity: string, amount: unknown) => `${identity}#${amount}`,
}

/** Both, while they are collected. */
const collecting = () => {
  const [seeks, shows] = [new Map<string, Instant>(), new Map<string, Instant>()]
  return {
    reach: { seeks, shows },
    seek: (what: string, from: Instant = FIRST) =>
      void seeks.set(what, earlier(seeks.get(what) ?? from, from)),
    show: (what: string, at: Instant = LAST) =>
      void shows.set(what, later(shows.get(what) ?? at, at)),
  }
}

type Collecting = ReturnType<typeof collecting>

/** What entities show to messages that name no entity: their amounts. */
const showEntities = (
  { show }: Collecting,
  identityOf: (type: string) => string | null,
  occurrences: readonly Occurrence[],
): void => {
  const amounts = new Map<string, { readonly identity: string; readonly all: Set<unknown> }>()
  for (const { type, entityId, disposition, events, guessed = [] } of occurrences) {
    const identity = identityOf(type)
    if (identity === null || disposition !== 'chart') continue
    const name = `${identity} ${entityId}`
    const known = amounts.get(name) ?? { identity, all: new Set() }
    amounts.set(name, known)
    for (const event of events) {
      const { amount } = dataIn(event)
      const isNamed = !guessed.includes(event.metadata.eventId)
      if (isNamed && amount !== undefined) known.all.add(amount)
    }
  }
  for (const { identity, all } of amounts.values()) {
    show(WHAT.entity(identity))
    if (all.size === 0) show(WHAT.withoutAmount(identity))
    for (const amount of all) show(WHAT.ofAmount(identity, amount))
  }
}

/** The action that an event names, and its command. */
interface Named {
  readonly identity: string
  readonly id: string | undefined
  readonly commandId: string | undefined
  readonly amount: unknown
  readonly isAsked: boolean
  readonly at: Instant
}

/** What messages look for that name no entity: one of their amount, or any. */
const seekEntities = ({ seek }: Collecting, named: readonly Named[]): void => {
  for (const { identity, id, commandId, amount } of named) {
    if (id !== undefined || commandId !== undefined) continue
    if (amount === undefined) seek(WHAT.entity(identity))
    else {
      seek(WHAT.ofAmount(identity, amount))
      seek(WHAT.withoutAmount(identity))
    }
  }
}

/** What is counted: the actions that no message claims, and the commands that may have caused them. */
const reachByCount = ({ seek, show }: Collecting, named: readonly Named[]): void => {
  const claimed = new Set<string>()
  const first = new Map<string, Instant>()
  for (const { identity, id, commandId, isAsked, at } of named) {
    if (isAsked || id === undefined) continue
    first.set(id, earlier(first.get(id) ?? at, at))
    if (commandId === undefined) continue
    claimed.add(`${identity} id ${id}`)
    claimed.add(`${identity} of ${commandId}`)
  }
  for (const { identity, id, commandId, amount, isAsked, at } of named) {
    if (amount === undefined) continue
    if (isAsked && commandId !== undefined && !claimed.has(`${identity} of ${commandId}`)) {
      seek(WHAT.unclaimed(identity, amount), at)
    } else if (!isAsked && id !== undefined && !claimed.has(`${identity} id ${id}`)) {
      show(WHAT.unclaimed(identity, amount), first.get(id) ?? at)
    }
  }
}

/** Prepares finding what the parts of a machine's streams look for, and show. */
export const reaching = ({
  events: lifecycle,
  names = {},
}: Pick<AnyMachine, 'events' | 'names'>) => {
  const identityOf = (type: string): string | null => {
    const identity = Object.hasOwn(lifecycle, type) ? lifecycle[type]?.identity : undefined
    return identity !== undefined && Object.hasOwn(names, identity) ? identity : null
  }
  const namedIn = (event: DomainEvent): readonly Named[] => {
    const identity = identityOf(event.type)
    const { source } = event.metadata
    if (identity === null || source === 'unsigned') return []
    const [id, commandId] = [fieldOf(event, names[identity] ?? ''), fieldOf(event, 'commandId')]
    const isAsked = source === 'request'
    const { amount } = dataIn(event)
    return [{ identity, id, commandId, amount, isAsked, at: receivedAt(event) }]
  }
  return (events: readonly DomainEvent[], occurrences: readonly Occurrence[]): Reach => {
    const all = collecting()
    const named = events.flatMap(namedIn)
    if (named.length > 0) {
      showEntities(all, identityOf, occurrences)
      seekEntities(all, named)
      reachByCount(all, named)
    }
    return all.reach
  }
}
