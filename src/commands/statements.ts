/** What look-ups decide that were asked late enough: which commands were taken, and which were not. */
import { type DomainEvent, dataIn, receivedAt } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational.ts'
import { type Instant, isAfter, type TimeText, toInstant } from '../words/instant.ts'
import { sortedBy } from '../words/lists.ts'
import { type Life, mayBeTaken } from './life.ts'
import {
  type Action,
  amountOf,
  type CommandKind,
  type Messages,
  type Said,
  sentAs,
} from './messages.ts'

/** A command that was recorded, and what denies that it was taken, if anything does. */
export interface Course {
  readonly said: Said
  readonly life: Life
  readonly denial: DomainEvent | undefined
}

/** A look-up that says when it was asked. */
type Look = { readonly event: DomainEvent; readonly askedAt: Instant }

/** The look-ups that say when they were asked and left nothing unread, in the order of asking. */
export const looksIn = (events: readonly DomainEvent[], type: string): readonly Look[] => {
  const looks = events.flatMap((event): readonly Look[] => {
    const { askedAt, unread = 0 } = dataIn(event)
    if (event.type !== type || typeof askedAt !== 'string' || unread !== 0) return []
    const asked = toInstant(askedAt as TimeText)
    // nobody asks after the response: such a clock proves nothing
    return asked <= receivedAt(event) ? [{ event, askedAt: asked }] : []
  })
  return sortedBy(looks, ({ askedAt, event }) => `${askedAt} ${event.metadata.eventId}`)
}

/** Whether a row may be of a command: not if it was reported before, by our own clock. */
const mayBeOf = ({ commanded }: Life, action: Action, toleranceSeconds: number): boolean => {
  const amount = amountOf(commanded)
  const isAlike = amount === undefined || action.amounts.size === 0 || action.amounts.has(amount)
  return isAlike && !isAfter(receivedAt(commanded), action.reportedAt, toleranceSeconds)
}

/** The place of a row: first what was carried out, what names its amount, what is earliest. */
const rowOrder = ({ isOver, amounts, reportedAt, id }: Action): string =>
  [Number(isOver), Number(amounts.size === 0), reportedAt, id].join()

/** The place of a command: first what was surely taken, last what has actions; then by recording. */
const commandOrder = ({ said: { actions, commandId }, life }: Course): string =>
  `${Math.min(actions.size, 1)}${Number(life.state !== 'taken')}${receivedAt(life.commanded)}${commandId}`

/**
 * Decides commands by the first list that was asked late enough for each. As many are taken as it has
 * rows of their amount that no command claims, and the rest are not. A command with actions that the
 * list lacks was taken, though the list denies it.
 */
export const decidedByLists = (
  courses: readonly Course[],
  { said: all, actions }: Messages,
  events: readonly DomainEvent[],
  toleranceSeconds: number,
): readonly Course[] => {
  const decided = new Map<Course, Course>()
  const claimed = new Set<unknown>(all.flatMap((said) => [...said.actions.keys()]))
  for (const { event, askedAt } of looksIn(events, INFORMATIONAL.actions)) {
    const { reference, actions: listed } = dataIn(event)
    const shown = new Set((Array.isArray(listed) ? listed : []).map((each) => Object(each).id))
    const due = courses.filter(
      (course) =>
        !decided.has(course) &&
        mayBeTaken(course.life) &&
        course.life.askFrom <= askedAt &&
        (reference === undefined || reference === sentAs(course.said)),
    )
    const free = [...shown].flatMap((id) => (claimed.has(id) ? [] : (actions.get(id) ?? [])))
    const rows = [...sortedBy(free, rowOrder)]
    for (const course of sortedBy(due, commandOrder)) {
      const { said, life, denial = event } = course
      const isKnown = life.state === 'taken'
      const isShown = [...said.actions.keys()].some((id) => shown.has(id))
      const place = rows.findIndex((row) => !isShown && mayBeOf(life, row, toleranceSeconds))
      const [row] = place < 0 ? [] : rows.splice(place, 1)
      decided.set(course, course)
      if (row === undefined && !isShown) {
        const over: Life = isKnown ? life : { ...life, state: 'ended', by: event }
        decided.set(course, { said, life: over, denial })
      } else if (row !== undefined && said.actions.size === 0) {
        const by = isKnown ? life.by : event
        decided.set(course, { ...course, life: { ...life, state: 'taken', by, entityId: row.id } })
        said.actions.set(row.id, false)
        claimed.add(row.id)
      }
    }
  }
  return courses.map((course) => decided.get(course) ?? course)
}

/** Decides commands by the first look-up that shows that the step was not taken. */
export const decidedByLooks = (
  courses: readonly Course[],
  isUndone: NonNullable<CommandKind['isUndone']>,
  events: readonly DomainEvent[],
): readonly Course[] => {
  const all = looksIn(events, INFORMATIONAL.snapshot)
  const looks = all.filter(({ event }) => isUndone(dataIn(event)))
  return courses.map((course) => {
    const { said, life, denial } = course
    const { event } = looks.find(({ askedAt }) => askedAt >= life.askFrom) ?? {}
    if (event === undefined || !mayBeTaken(life)) return course
    const ended: Life = life.state === 'taken' ? life : { ...life, state: 'ended', by: event }
    return { said, life: ended, denial: denial ?? (said.bearing.length === 0 ? undefined : event) }
  })
}
