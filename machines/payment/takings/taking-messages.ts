/** What messages say of money that a bank took: in which words, and of which chargeback, return or dispute. */
import { isRow, type MoneyReport, ownNames, textOf, valuesBy } from '../statements/index.ts'

/** What a message says of a taking, by the provider's own word where there is one. */
type TakingWord =
  | 'taken'
  | 'told'
  | 'ended'
  | 'resolved'
  | 'back'
  | 'arbitrationLost'
  | 'arbitrationWon'

/** The provider's words for a dispute. `ended`: the bank keeps the money. */
const WORDS: Readonly<Record<string, TakingWord>> = {
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

/** What a message says of a taking. */
export const saysOf = ({ event, data }: MoneyReport): TakingWord => {
  const named = textOf(data['disputeStatus'])
  const says = named !== null && Object.hasOwn(WORDS, named) ? WORDS[named] : undefined
  if (says !== undefined) return says
  if (event.type === 'chargeback_reversed') return 'back'
  return data['movesNothing'] === true ? 'told' : 'taken'
}

/** Whether a message says that money was given back. */
export const isBack = (report: MoneyReport): boolean =>
  ['back', 'arbitrationWon'].includes(saysOf(report))

/** Whether a message or row says that money was taken: what failed took none. */
export const isGone = ({ step }: MoneyReport): boolean => step !== 'failed'

/** The dispute that a message names; null if none. */
export const disputeOf = ({ data }: MoneyReport): string | null => textOf(data['disputeId'])

/** The action of a taking; a dispute message names that of the capture. */
export const actionOf = ({ actionId, data }: MoneyReport): string | null =>
  data['disputeStatus'] !== undefined || data['reportedAs'] === 'dispute' ? null : actionId

/** The kind of message: of two kinds, each may report one taking. */
export const kindOf = (each: MoneyReport): string =>
  isRow(each) ? 'row' : (textOf(each.data['reportedAs']) ?? 'chargeback')

/** Whether two messages about takings agree in some fields. */
export const agree = (
  one: MoneyReport,
  other: MoneyReport,
  ...fields: readonly string[]
): boolean => fields.every((field) => one.data[field] === other.data[field])

/** Names the taking of each message: its dispute, else its action or the only dispute named with it, else itself. */
export const takingNames = (messages: readonly MoneyReport[]) => {
  const disputes = valuesBy(messages, actionOf, disputeOf)
  const nameOf = ownNames(messages)
  return (each: MoneyReport): string => {
    const [action, dispute] = [actionOf(each), disputeOf(each)]
    if (dispute !== null) return dispute
    if (action === null) return nameOf(each)
    const [only, another] = disputes(action)
    return another === undefined ? (only ?? action) : action
  }
}
