/** What look-ups decide that were asked late enough: which commands were taken, and which were not. */
import { type DomainEvent, dataIn, receivedAt } from '../event/envelope.ts'
import { askedAtIn, INFORMATIONAL } from '../event/informational-events.ts'
import { addAll, addTo, greatest, sortedBy } from '../words/data/lists.ts'
import { isOver, type Life } from './command-life.ts'
import { type Action, isBefore, type Messages, sentAs } from './command-messages.ts'

/** A command that was recorded, and what denies that it was taken, if anything does. */
export interface RecordedCommand {
  readonly said: Messages['said'][number]
  readonly life: Life
  readonly denial: DomainEvent | undefined
}

/** The look-ups that say when they were asked and left nothing unread, in the order of asking. */
export const looksIn = (events: readonly DomainEvent[], type: string) => {
  const looks = events.flatMap((event) => {
    const { unread = 0 } = dataIn(event)
    const askedAt = event.type === type && unread === 0 ? askedAtIn(event) : null
    return askedAt === null ? [] : [{ event, askedAt }]
  })
  return sortedBy(looks, ({ askedAt, event }) => `${askedAt} ${event.metadata.eventId}`)
}

type ListedRow = Readonly<Record<'id' | 'amount' | 'approved' | 'reference', unknown>>

/** How far a row is from the amount of a command, where less may be a fee; last is one without. */
const distanceOf = (asked: unknown, { amounts }: Action, mayCostFee = false): number => {
  if (amounts.size === 0) return Number.MAX_SAFE_INTEGER
  if (asked === undefined || amounts.has(asked)) return 0
  if (!mayCostFee || typeof asked !== 'number') return Infinity
  const less = [...amounts].filter((each) => typeof each === 'number' && each < asked)
  return asked - (greatest(less as readonly number[]) ?? -Infinity)
}

const rowIn = ({ amount, approved, reference }: ListedRow, known: Action): Action => ({
  ...known,
  reference,
  amounts: amount === undefined ? known.amounts : new Set([amount]),
  isOver: approved === undefined ? known.isOver : approved === false,
})

/** The rows that may be of each command: first what is not over, has its reference, is nearest, earliest. */
const pairsIn = (
  courses: readonly RecordedCommand[],
  rows: readonly Action[],
  messages: Messages,
) => {
  const pairs = courses.flatMap((course) => {
    const { commandId, commanded, state } = course.life
    const [recordedAt, has] = [receivedAt(commanded), Math.min(course.said.actions.size, 1)]
    return rows.flatMap((row) => {
      const distance = distanceOf(dataIn(commanded)['amount'], row, messages.kind.mayCostFee)
      if (distance === Infinity || isBefore(row, recordedAt, messages)) return []
      const isOther = Number(row.reference !== sentAs(course.said))
      const far = [Number(row.isOver), isOther, `${distance}`.padStart(16, '0')]
      const fit = [has, ...far, state !== 'taken', recordedAt, commandId, row.reportedAt, row.id]
      return { course, row, key: fit.join() }
    })
  })
  return sortedBy(pairs, ({ key }) => key)
}

/** Matches as many commands and rows as it can, the first pairs first: each row has one command. */
const matched = (pairs: ReturnType<typeof pairsIn>): ReadonlyMap<Action, RecordedCommand> => {
  const rows = new Map<RecordedCommand, Action[]>()
  const [owners, taken] = [new Map<Action, RecordedCommand>(), new Map<RecordedCommand, Action>()]
  const give = (row: Action, course: RecordedCommand): void => {
    owners.set(row, course)
    taken.set(course, row)
  }
  for (const { course, row } of pairs) {
    addTo(rows, course, row)
    if (!taken.has(course) && !owners.has(row)) give(row, course)
  }
  for (const first of rows.keys()) {
    const takers = new Map<Action, RecordedCommand>()
    const asking = taken.has(first) ? [] : [first]
    for (const course of asking) {
      const unseen = rows.get(course)?.filter((row) => !takers.has(row)) ?? []
      for (const row of unseen) takers.set(row, course)
      let left = unseen.find((row) => !owners.has(row))
      addAll(
        asking,
        unseen.flatMap((row) => owners.get(row) ?? []),
      )
      if (left === undefined) continue
      for (let taker = takers.get(left); left && taker; taker = left && takers.get(left)) {
        const before = taken.get(taker)
        give(left, taker)
        left = before
      }
      break
    }
  }
  return owners
}

/**
 * Decides commands by the first list that was asked late enough for each. As many are taken as it has
 * rows of their amount (or less, if there may be a fee) that no command claims, and the rest are not.
 * A command with actions that the list lacks was taken, though the list denies it.
 */
export const decidedByLists = (
  courses: readonly RecordedCommand[],
  messages: Messages,
  events: readonly DomainEvent[],
): readonly RecordedCommand[] => {
  const decided = new Map<RecordedCommand, RecordedCommand>()
  for (const { event, askedAt } of looksIn(events, INFORMATIONAL.actions)) {
    // no response to a later command takes a row from those that a list decides
    const before = messages.said.filter(
      ({ commanded, begunAt }) => commanded === null || begunAt < receivedAt(event),
    )
    const claimed = new Set<unknown>(before.flatMap((said) => [...said.actions.keys()]))
    const { reference, actions: listed } = dataIn(event)
    const rows: readonly ListedRow[] = (Array.isArray(listed) ? listed : []).map(Object)
    const shown = new Map(rows.map((row) => [row.id, row]))
    const isAbout = ({ said }: RecordedCommand) =>
      reference === undefined || reference === sentAs(said)
    const open = courses.filter(
      (each) => !decided.has(each) && !isOver(each.life.state) && isAbout(each),
    )
    const due = new Set(open.filter(({ life }) => life.askFrom <= askedAt))
    const free = [...shown.values()].flatMap((row): readonly Action[] => {
      const known = claimed.has(row.id) ? undefined : messages.actions.get(row.id)
      return known === undefined ? [] : [rowIn(row, known)]
    })
    // a row that fits a later command better, of which the list decides nothing yet, is that one's
    const lacking = open.filter(({ said }) => ![...said.actions.keys()].some((id) => shown.has(id)))
    for (const course of due) decided.set(course, course)
    const left = new Set(lacking.filter((course) => due.has(course)))
    for (const [row, course] of matched(pairsIn(lacking, free, messages))) {
      if (!left.delete(course)) continue
      const { said, life } = course
      if (said.actions.size > 0) continue
      const by = life.state === 'taken' ? life.by : event
      decided.set(course, { ...course, life: { ...life, state: 'taken', by, entityId: row.id } })
      said.actions.set(row.id, false)
    }
    for (const course of left) {
      const { said, life, denial = event } = course
      const over: Life = life.state === 'taken' ? life : { ...life, state: 'ended', by: event }
      decided.set(course, { said, life: over, denial })
    }
  }
  return courses.map((course) => decided.get(course) ?? course)
}

/** Decides commands by the first late look-up without the step; else by one that is past it. */
export const decidedByLooks = (
  courses: readonly RecordedCommand[],
  { isUndone = () => false, isTooLate = () => false }: Messages['kind'],
  events: readonly DomainEvent[],
): readonly RecordedCommand[] => {
  const looks = looksIn(events, INFORMATIONAL.snapshot).map(({ event, askedAt }) => {
    const shown = dataIn(event)
    return { event, askedAt, isNone: isUndone(shown), isPast: isTooLate(shown) }
  })
  const isShown = looks.some(({ isNone, isPast }) => !isNone && !isPast)
  return courses.map((course) => {
    const { said, life, denial } = course
    const late = looks.filter(({ askedAt }) => askedAt >= life.askFrom)
    const none = late.find(({ isNone }) => isNone)?.event
    const by = none ?? (isShown ? undefined : late.find(({ isPast }) => isPast)?.event)
    if (by === undefined || isOver(life.state)) return course
    const ended: Life = life.state === 'taken' ? life : { ...life, state: 'ended', by }
    return { said, life: ended, denial: denial ?? (said.bearing.length === 0 ? undefined : none) }
  })
}
