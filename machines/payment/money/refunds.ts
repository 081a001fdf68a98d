/** Refunds: one for each action id, or for each command until a message binds it to an action. */
import type { CommandEntities } from '../../../src/contract/machine-record.ts'
import { addTo, joined, NONE } from '../../../src/words/data/lists.ts'
import { total } from '../../../src/words/money.ts'
import { askList } from '../doubts.ts'
import { allLeft, type LeftReports, settle, settleBy } from './lists.ts'
import type { List, Settling } from './money-messages.ts'
import {
  amountsOf,
  differ,
  endsOf,
  isDone,
  isNameless,
  isOfLast,
  isRow,
  type MoneyReport,
  type MoneyStep,
  mostOf,
  overrule,
  ownNames,
  type Thing,
  textOf,
  thingsIn,
  valuesBy,
} from './reports.ts'
import { afterWord, doubtThing, listed, moreThan } from './thing-doubts.ts'

/** One refund: all messages and rows about it, and what it comes to. A command is none of these. */
export interface SettledRefund extends Thing {
  readonly left: LeftReports
  readonly step: MoneyStep
  readonly amount: number | null
  readonly commands: readonly string[]
  /** Whether it is of two commands, and no list settles both: the other may be a refund, too. */
  readonly isOfTwo: boolean
}

const keyOf = (id: string): string => `payment_refunded:${id}`

type NameOf = (each: MoneyReport) => string | null

const commandIn: NameOf = ({ data }) => textOf(data['commandId'])

const referenceIn: NameOf = ({ data }) => textOf(data['reference'])

/**
 * The command that a message names, by its id or by the reference: not by that of an order, nor by one that
 * another command was sent with.
 */
const commandsIn = ({ requests, refunds }: Settling): NameOf => {
  const ids = new Set([...requests, ...refunds].map(commandIn))
  for (const each of requests) {
    const reference = referenceIn(each)
    if (reference !== commandIn(each)) ids.delete(reference)
  }
  return (each) => {
    const reference = referenceIn(each)
    return commandIn(each) ?? (ids.has(reference) ? reference : null)
  }
}

const naming =
  (
    commandOf: NameOf,
    actionsOf: (command: string) => readonly string[],
    commands: CommandEntities,
  ): NameOf =>
  (each) => {
    if (each.actionId !== null) return each.actionId
    const command = commandOf(each)
    if (command === null) return null
    const actions = actionsOf(command)
    const isRequest = each.event.type === 'refund_requested'
    // a message that may be about either of two actions is about a refund of its own
    const isOfOne = actions.length < 2 || isRequest
    const action = commands.get(command)?.entityId ?? actions[0]
    return isOfOne && action !== undefined ? action : `command:${command}`
  }

const withRequests = (
  things: readonly Thing[],
  all: readonly MoneyReport[],
  commandOf: NameOf,
): readonly Thing[] => {
  const found = new Map<string, MoneyReport[]>()
  for (const each of all) {
    const keys = new Set([each.entityId ?? '', `command:${commandOf(each)}`])
    for (const key of keys) addTo(found, key, each)
  }
  return things.map(({ id, about }) => {
    const names = about.flatMap((each) => commandOf(each) ?? [])
    const keys = [id, ...names.map((name) => `command:${name}`)]
    return { id, about, requests: [...new Set(keys.flatMap((key) => found.get(key) ?? []))] }
  })
}

/** The amount of the command that a refund is of; of several that bear it, only the first has it. */
const requestedOf = ({ id, requests }: Thing): number | null =>
  mostOf(requests.filter(({ entityId }) => entityId === id))

/** Settles reports without action id: a list that has a row for them covers and replaces them. */
const settleNameless = (settling: Settling, thing: Thing, commandOf: NameOf): LeftReports => {
  const { last } = settling
  const [{ about }, requested] = [thing, requestedOf(thing)]
  if (last === null) return allLeft(about)
  const command = about.map(commandOf).find((each) => each !== null) ?? null
  const isShownIn = ({ rows }: List, reports: readonly MoneyReport[]): boolean => {
    const [ends, named] = [endsOf(reports), amountsOf(reports)]
    const amounts = named.length > 0 || requested === null ? named : [requested]
    const isOf = (amount: number): boolean =>
      amounts.some((each) => each === amount || (settling.method.mayCostFee && amount < each))
    return rows.some(
      (row) =>
        row.about === 'refunds' &&
        (command === null || [null, command].includes(commandOf(row))) &&
        (ends.length === 0 || ends.includes(row.step)) &&
        (amounts.length === 0 || (row.amount !== null && isOf(row.amount))),
    )
  }
  const covered = about.filter(({ isCovered }) => isCovered)
  return settleBy(
    settling,
    about,
    (reports) => isShownIn(last, reports),
    (list) => {
      const isShown = isShownIn(list, covered)
      return isShown || !list.isStrange ? String(isShown) : null
    },
  )
}

const stepOf = (reports: readonly MoneyReport[]): MoneyStep => {
  if (reports.some(isDone)) return 'done'
  return reports.some(({ step }) => step === 'failed') ? 'failed' : 'open'
}

/** The amount of the step that is done, else of the one that was asked for, else of the command. */
const amountOf = (counts: readonly MoneyReport[], thing: Thing): number | null =>
  mostOf(counts, 'done') ?? mostOf(counts, 'open') ?? requestedOf(thing)

const refundOf = (settling: Settling, thing: Thing, commandOf: NameOf): SettledRefund => {
  const { id, about, requests } = thing
  const left = about.some(({ actionId }) => actionId !== null)
    ? settle(settling, about)
    : settleNameless(settling, thing, commandOf)
  const amount = amountOf(left.counts, thing)
  const bearing = left.kept.filter((each) => commandOf(each) !== null)
  const commands = [...new Set(bearing.flatMap((each) => commandOf(each) ?? []))]
  const isLater = left.isContradicted || bearing.some((each) => !each.isCovered && !isRow(each))
  const isOfTwo = isLater && commands.length > 1
  return { id, about, requests, left, step: stepOf(left.counts), amount, commands, isOfTwo }
}

/** Whether one step has two amounts, or another amount was done than asked for; less may be a fee. */
const disagrees = ({ left: { counts } }: SettledRefund, mayCostFee: boolean): boolean => {
  const [did, asked] = [mostOf(counts, 'done'), mostOf(counts, 'open')]
  if (differ(counts, 'done') || differ(counts, 'open')) return true
  return did !== null && asked !== null && (mayCostFee ? did > asked : did !== asked)
}

const askUnbound = (settling: Settling, refund: SettledRefund): void => {
  const { id, about, requests, amount, commands } = refund
  const all = joined(about, requests)
  const action = listed(all.map(({ actionId }) => actionId))
  const compared = { amount, action, command: listed(commands) }
  askList(settling, { code: 'Unbound', key: keyOf(id), compared }, all)
}

const doubtNamed = (settling: Settling, refund: SettledRefund): void => {
  const { id, about, requests, left, step, amount, isOfTwo } = refund
  const { counts, isContradicted } = left
  const [key, all] = [keyOf(id), joined(about, requests)]
  const isLeaving = step !== 'failed'
  const foreign = counts.some((each) => each.isForeign) ? all : NONE
  const differing = isLeaving && disagrees(refund, settling.method.mayCostFee) ? counts : NONE
  doubtThing(settling, { key, about: all, isContradicted, foreign, differing })
  const failing = counts.filter((each) => each.step === 'failed')
  if (step === 'done' && failing.length > 0) {
    overrule(failing)
    const doneAt = listed(counts.filter(isDone).map(({ happened }) => happened))
    const compared = { doneAt, failedAt: listed(failing.map(({ happened }) => happened)) }
    askList(settling, { code: 'RefundReversed', key, compared }, all)
  }
  if (isOfTwo || (isLeaving && amount === null)) askUnbound(settling, refund)
}

/** A refund that bears neither action nor command counts nothing, and asks. */
const doubtNameless = (settling: Settling, refund: SettledRefund): void => {
  const { id, about, left } = refund
  const { counts, isContradicted } = left
  const isAsked = counts.length > 0 && !isContradicted
  const foreign = isAsked && counts.some((each) => each.isForeign) ? about : NONE
  doubtThing(settling, { key: keyOf(id), about, isContradicted, foreign, differing: NONE })
  if (isAsked) askUnbound(settling, refund)
}

/** The refunds of a payment. `commands` are the actions of our commands, as far as they are known. */
export const refundsOf = (
  settling: Settling,
  commands: CommandEntities,
): readonly SettledRefund[] => {
  const { refunds, requests: all } = settling
  if (refunds.length === 0 && all.length === 0) return NONE
  const commandOf = commandsIn(settling)
  const actionsOf = valuesBy(refunds, commandOf, ({ actionId }) => actionId)
  const [entityOf, nameOf] = [naming(commandOf, actionsOf, commands), ownNames(refunds)]
  for (const each of joined(refunds, all)) each.entityId = entityOf(each)
  const reported = thingsIn(refunds, (each) => each.entityId ?? nameOf(each))
  const things = withRequests(reported, all, commandOf)
  // a command that a message bears is what the message says
  const borne = new Set(things.flatMap(({ requests }) => requests))
  const waiting = all.filter((each) => !borne.has(each))
  const held = thingsIn(waiting, ({ entityId }) => entityId ?? '').map(
    ({ id, about: requests }) => ({ id, about: NONE, requests }),
  )
  const counting = afterWord(settling, 'refunded', things, keyOf)
  const found = joined(counting, held).map((each) => refundOf(settling, each, commandOf))
  const named = found.filter(
    (each) => !isNameless(each) && (each.about.length === 0 || each.left.counts.length > 0),
  )
  const nameless = found.filter(isNameless)
  const ids = new Set(named.map(({ id }) => id))
  overrule(all.filter(({ entityId }) => !ids.has(entityId ?? '')))
  overrule(nameless.flatMap(({ about }) => about.filter(({ isCovered }) => isCovered)))
  for (const each of named) doubtNamed(settling, each)
  for (const each of nameless) doubtNameless(settling, each)
  return named
}

const isShown = (refund: SettledRefund): boolean => {
  const rows = refund.about.filter(isOfLast)
  const { left, step, amount } = refund
  return (
    rows.length > 0 &&
    !left.isContradicted &&
    stepOf(rows) === step &&
    amountOf(rows, refund) === amount
  )
}

/** More is reported refunded than was captured, and the last list does not show all of it. */
export const doubtExcess = (
  settling: Settling,
  captured: number | null,
  refunds: readonly SettledRefund[],
): void => {
  const leaving = refunds.filter(({ about, step }) => about.length > 0 && step !== 'failed')
  const amounts = leaving.map(({ amount }) => amount ?? 0)
  const gone = total([settling.words.refunded?.amount ?? 0, ...amounts])
  if (captured === null || gone <= captured || leaving.every(isShown)) return
  const compared = moreThan(settling, captured, { refunded: gone })
  const what = { code: 'MoreThanCaptured', key: 'payment_refunded', compared } as const
  askList(settling, what, settling.refunds)
}
