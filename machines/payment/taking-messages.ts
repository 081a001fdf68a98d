/** What messages say of money that a bank took: in which words, and of which chargeback, return or dispute. */
import { compare } from '../../src/words/lists.ts'
import { dataOf, isRow, ownNames, type Report } from './reports.ts'

/** What a message says of a taking, by the provider's own word where there is one. */
type Says = 'taken' | 'told' | 'ended' | 'resolved' | 'back' | 'arbitrationLost' | 'arbitrationWon'

/** The provider's words for a dispute. `ended`: the bank keeps the money. */
const WORDS: Readonly<Record<string, Says>> = {
  received: 'taken',
  arbitration_lost: 'arbitrationLost',
  arbitration_won: 'arbitrationWon',
  lost: 'ended',
  accepted: 'ended',
  expired: 'ended',
  resolved: 'resolved',
  evidence_required: 'told',
  evidence_submitted: 'told',
  won: 'back',
  canceled: 'back',
  cancelled: 'back',
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** What a message says of a taking. */
export const saysOf = ({ event }: Report): Says => {
  const { disputeStatus, movesNothing } = dataOf(event)
  const named = textOf(disputeStatus)
  const says = named !== null && Object.hasOwn(WORDS, named) ? WORDS[named] : undefined
  if (says !== undefined) return says
  if (event.type === 'chargeback_reversed') return 'back'
  return movesNothing === true ? 'told' : 'taken'
}

/** Whether a message says that money was given back. */
export const isBack = (report: Report): boolean =>
  ['back', 'arbitrationWon'].includes(saysOf(report))

const isDispute = ({ event }: Report): boolean => {
  const { disputeStatus, reportedAs } = dataOf(event)
  return disputeStatus !== undefined || reportedAs === 'dispute'
}

/** The dispute that a message names; null if none. */
export const disputeOf = ({ event }: Report): string | null => textOf(dataOf(event)['disputeId'])

/** The action of a taking; a dispute message names that of the capture. */
export const actionOf = (report: Report): string | null =>
  isDispute(report) ? null : report.actionId

/** The kind of message: of two kinds, each may report one taking. */
export const kindOf = (each: Report): string =>
  isRow(each) ? 'row' : (textOf(dataOf(each.event)['reportedAs']) ?? 'chargeback')

/** The order in which givings back are placed. */
export const byHappened = (a: Report, b: Report): number =>
  compare(a.happened, b.happened) ||
  compare(a.received, b.received) ||
  compare(a.event.metadata.eventId, b.event.metadata.eventId)

/** Names the taking of each message: its dispute, else its action or the only dispute named with it, else itself. */
export const takingNames = (messages: readonly Report[]) => {
  const disputes = new Map<string, Set<string>>()
  const nameOf = ownNames(messages)
  for (const each of messages) {
    const [action, dispute] = [actionOf(each), disputeOf(each)]
    if (action === null || dispute === null) continue
    disputes.set(action, (disputes.get(action) ?? new Set()).add(dispute))
  }
  return (each: Report): string => {
    const [action, dispute] = [actionOf(each), disputeOf(each)]
    if (dispute !== null) return dispute
    if (action === null) return nameOf(each)
    const [only, another] = disputes.get(action) ?? []
    return another === undefined ? (only ?? action) : action
  }
}
