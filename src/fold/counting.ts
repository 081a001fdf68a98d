/**
 * Counts actions that no message claims for the commands that may have caused them: their number is
 * sure, even where nobody knows which action is of which command.
 */
import type { DomainEvent } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational.ts'
import type { Policy } from '../words/policy.ts'
import { type Action, actionsIn, isLikely, namesIn, paired } from './actions.ts'
import type { CommandDescriptor } from './command.ts'
import {
  amountOf,
  type Commanding,
  dataIn,
  isInDoubt,
  type Life,
  mayBeTaken,
  recordedAt,
} from './life.ts'
import { isAbout, isListedAs, type Look, listedIn, looksIn } from './looks.ts'
import { compare } from './occurrence.ts'

const inOrder = (a: Life, b: Life): number =>
  compare(recordedAt(a), recordedAt(b)) || compare(a.commandId, b.commandId)

/** Whether an action was carried out, or may be: it is not known to have failed. */
const isCarriedOut = (action: Action | undefined): boolean =>
  action !== undefined && (action.isDone || !action.isDeclined)

/** Commands that ask for the same amount: they are alike. */
const byAmount = (all: readonly Life[]): readonly (readonly Life[])[] => {
  const groups = new Map<unknown, Life[]>()
  for (const life of all) {
    const own = groups.get(amountOf(life))
    if (own === undefined) groups.set(amountOf(life), [life])
    else own.push(life)
  }
  return [...groups.values()]
}

/** The commands of one kind after counting, and those that were taken although it was denied. */
export interface CountedKind {
  readonly lives: ReadonlyMap<string, Life>
  readonly afterAll: ReadonlySet<string>
  readonly names: ReadonlyMap<string, ReadonlyMap<string, DomainEvent>>
  readonly actions: ReadonlyMap<string, Action>
}

/** The commands and actions of one kind, while they are counted. */
interface Tally {
  readonly those: (is: (life: Life) => boolean) => readonly Life[]
  /** Gives actions to commands; returns the commands that are left without. */
  readonly takeAll: (group: readonly Life[], from: readonly Action[]) => readonly Life[]
  readonly set: (life: Life) => void
  /** The actions that no message and no command claims. */
  readonly unclaimed: ReadonlyMap<string, Action>
  readonly actions: ReadonlyMap<string, Action>
  /** By how many seconds clocks may differ. */
  readonly tolerance: number
}

/** Finds the commands that look-ups prove to have been taken or not: those asked late enough. */
const proveByLooks = (
  { those, takeAll, set, unclaimed, actions, tolerance }: Tally,
  all: readonly Look[],
): void => {
  for (const look of all) {
    const listed = listedIn(look)
    const asked = those(isInDoubt).filter(
      (life) => recordedAt(life) <= look.askedAt && isAbout(life, look),
    )
    for (const group of byAmount(asked)) {
      if (group.some(({ askFrom }) => askFrom > look.askedAt)) continue
      const shown = [...unclaimed.values()].filter(({ id }) => listed.has(id))
      // what is not understood, or has no amount, may be of any: then nothing is proved
      const isUnsure = (life: Life): boolean =>
        shown.some((action) => isLikely(life, action, tolerance)) || isListedAs(life, look, actions)
      if (group.some(isUnsure)) continue
      for (const left of takeAll(group, shown).filter(isInDoubt)) {
        set({ ...left, state: 'notTaken', by: look.event })
      }
    }
  }
}

/** Counts the actions that are left for the commands that are left. */
const countRest = ({ those, takeAll, set, unclaimed }: Tally): void => {
  const carriedOut = () => [...unclaimed.values()].filter(isCarriedOut)
  const isUnlinked = (life: Life): boolean =>
    isInDoubt(life) || (life.state === 'taken' && life.entityId === null)
  for (const group of byAmount(those(isUnlinked))) {
    for (const left of takeAll(group, carriedOut())) set(left)
  }
  takeAll(
    those((life) => !mayBeTaken(life)),
    carriedOut(),
  )
  // once all of them were taken, nobody has to know which is which
  for (const group of byAmount(those(mayBeTaken))) {
    if (group.some(({ state }) => state !== 'taken')) continue
    for (const life of group) set({ ...life, isOneOf: false })
  }
}

/** Counts the actions of one kind for the commands of that kind. */
export const countedKind = (
  machine: Commanding,
  { clockToleranceSeconds: tolerance }: Policy,
  events: readonly DomainEvent[],
  own: readonly Life[],
  command: CommandDescriptor,
): CountedKind => {
  const { identity } = machine.events[command.event] ?? {}
  const lives = new Map(own.toSorted(inOrder).map((life) => [life.commandId, life]))
  const isOfKind = ({ type }: DomainEvent) => machine.events[type]?.identity === identity
  const currencyOf = ({ commanded }: Life): unknown =>
    dataIn(commanded)['currency'] ?? (machine.context as { readonly currency?: unknown }).currency
  const actions = actionsIn(machine, identity, command, events)
  const names = namesIn(
    isOfKind,
    command.actions ?? '',
    events,
    actions,
    lives,
    tolerance,
    currencyOf,
  )
  const claimed = new Set([...names.values()].flatMap((ids) => [...ids.keys()]))
  const unclaimed = new Map([...actions].filter(([id]) => !claimed.has(id)))
  const afterAll = new Set<string>()
  const those = (is: (life: Life) => boolean) => [...lives.values()].filter(is)
  const take = (life: Life, id: string, by: DomainEvent, isOneOf = false): void => {
    if (!mayBeTaken(life)) afterAll.add(life.commandId)
    lives.set(life.commandId, { ...life, state: 'taken', by, entityId: id, isOneOf })
    unclaimed.delete(id)
  }
  for (const [commandId, ids] of names) {
    // of several, one that was carried out
    const isOver = (id: string): number => (isCarriedOut(actions.get(id)) ? 0 : 1)
    const [first] = [...ids].toSorted(([a], [b]) => isOver(a) - isOver(b) || compare(a, b))
    const [life, [id, by] = []] = [lives.get(commandId), first]
    if (life === undefined || id === undefined || by === undefined) continue
    if (life.state !== 'taken') take(life, id, by)
    else lives.set(commandId, { ...life, entityId: id })
  }
  const takeAll = (group: readonly Life[], from: readonly Action[]): readonly Life[] => {
    const found = paired(group, from, tolerance, currencyOf)
    const isOneOf = found.size > 0 && found.size < group.length
    for (const [life, { id, by }] of found) take(life, id, by, isOneOf)
    return group.filter((life) => !found.has(life)).map((life) => ({ ...life, isOneOf }))
  }
  const tally: Tally = {
    those,
    takeAll,
    unclaimed,
    actions,
    tolerance,
    set: (life) => lives.set(life.commandId, life),
  }
  proveByLooks(tally, looksIn(events, INFORMATIONAL.actions))
  countRest(tally)
  return { lives, afterAll, names, actions }
}
