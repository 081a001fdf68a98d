/** Refunds: one for each action id, or for each command until a message binds it to an action. */
import type { CommandEntities } from '../../../src/contract/machine-record.ts'
import { addTo, joined } from '../../../src/words/data/lists.ts'
import { total } from '../../../src/words/money.ts'
import { askList } from '../doubts.ts'
import { allLeft, isCovered, type LeftReports, reportEnd, settle, settleBy } from './lists.ts'
import type { Settling } from './money-messages.ts'
import {
  differ,
  isDone,
  isOfLast,
  type MoneyReport,
  mostOf,
  overrule,
  ownNames,
  type Thing,
  textOf,
  thingsIn,
  valuesBy,
} from './reports.ts'
import { afterWord, happenedAfter, isSettledBy } from './review.ts'
import { doubtThing, listed, moreThan } from './thing-doubts.ts'

/** One refund: all messages and rows about it, and what it comes to. A command is none of these. */
export interface SettledRefund extends Thing {
  readonly requests: readonly MoneyReport[]
  readonly left: LeftReports
  readonly step: MoneyReport['step']
  /** In minor units; null if nothing names it. */
  readonly amount: number | null
  /** The commands that what counts names. Of two, it is one refund, and the other may be one, too. */
  readonly commands: readonly string[]
}

const keyOf = (id: string): string => `payment_refunded:${id}`

type NameOf = (each: MoneyReport) => string | null

const commandIn: NameOf = ({ data }) => textOf(data['commandId'])

/** Finds the command that a message names: by its id, or by a reference that one command was sent with. */
const commandsIn = ({ requests, refunds }: Settling): NameOf => {
  const sent = valuesBy(
    [...requests, ...refunds],
    ({ data }) => String(data['reference'] ?? data['commandId']),
    commandIn,
  )
  return (each) => {
    const reference = each.data['reference'] ?? null
    const command = commandIn(each)
    if (command !== null || reference === null) return command
    const [named, another] = sent(String(reference))
    return another === undefined ? (named ?? null) : null
  }
}

/** Names the refund of each message: its action, or the command that it bears. */
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
    const [action = commands.get(command), another] = actionsOf(command)
    const isRequest = each.event.type === 'refund_requested'
    // a message that may be about either of two actions is about a refund of its own
    const isOfOne = typeof action === 'string' && (another === undefined || isRequest)
    return isOfOne ? action : `command:${command}`
  }

/** Finds the requests of a refund: its own, and those of the commands that its messages name. */
const requestsBy = (all: readonly MoneyReport[], commandOf: NameOf) => {
  const found = new Map<string, MoneyReport[]>()
  for (const each of all) {
    const keys = new Set([each.entityId ?? '', `command:${commandOf(each)}`])
    for (const key of keys) addTo(found, key, each)
  }
  return ({ id, about }: Thing): readonly MoneyReport[] => {
    const names = about.flatMap((each) => commandOf(each) ?? [])
    const keys = [id, ...names.map((name) => `command:${name}`)]
    return [...new Set(keys.flatMap((key) => found.get(key) ?? []))]
  }
}

/** Settles reports without action id: a list that has a row for them covers and replaces them. */
const settleNameless = (
  settling: Settling,
  about: readonly MoneyReport[],
  commandOf: NameOf,
): LeftReports => {
  const { last, method } = settling
  if (last === null) return allLeft(about)
  const command = about.map(commandOf).find((each) => each !== null) ?? null
  const fits = (row: MoneyReport, all: readonly MoneyReport[]): boolean => {
    if (row.about !== 'refunds') return false
    const [own, most] = [commandOf(row), mostOf(all)]
    const { amount } = row
    return (
      (command === null || own === null || own === command) &&
      (!reportEnd(all, null) || reportEnd(all, row.step)) &&
      (most === null ||
        (amount !== null &&
          ((method.mayCostFee && amount < most) || all.some((each) => each.amount === amount))))
    )
  }
  const covered = about.filter((each) => isCovered(settling, each))
  return settleBy(
    settling,
    about,
    (all) => last.rows.some((row) => fits(row, all)),
    ({ rows }) => String(rows.some((row) => fits(row, covered))),
  )
}

const stepOf = (reports: readonly MoneyReport[]): MoneyReport['step'] => {
  if (reports.some(isDone)) return 'done'
  return reports.some(({ step }) => step === 'failed') ? 'failed' : 'open'
}

/** The amount of the step that is done, else of the one that was asked for, else of the command. */
const amountOf = (
  counts: readonly MoneyReport[],
  requests: readonly MoneyReport[],
): number | null => mostOf(counts, 'done') ?? mostOf(counts, 'open') ?? mostOf(requests)

/** Whether one step has two amounts, or another amount was done than asked for; less may be a fee. */
const disagrees = ({ left: { counts } }: SettledRefund, mayCostFee: boolean): boolean => {
  const [did, asked] = [mostOf(counts, 'done'), mostOf(counts, 'open')]
  if (differ(counts, 'done') || differ(counts, 'open')) return true
  return did !== null && asked !== null && (mayCostFee ? did > asked : did !== asked)
}

const isReversed = ({ step, left: { counts } }: SettledRefund): boolean =>
  step === 'done' && counts.some((each) => each.step === 'failed')

const isNameless = ({ about }: Thing): boolean => about[0]?.entityId === null

/** Raises the doubts about one refund. One that bears neither action nor command counts nothing, and asks. */
const doubt = (settling: Settling, refund: SettledRefund): void => {
  const { id, about, requests, left, step, amount, commands } = refund
  const { counts, isContradicted } = left
  const [key, all] = [keyOf(id), joined(about, requests)]
  const isNamed = !isNameless(refund)
  const isLeaving = step !== 'failed' && isNamed
  const isAsked = !isNamed && counts.length > 0 && !isContradicted
  const isForeign = (isAsked || isNamed) && counts.some((each) => each.isForeign)
  doubtThing(settling, {
    key,
    about: all,
    isContradicted,
    foreign: isForeign ? all : [],
    differing: isLeaving && disagrees(refund, settling.method.mayCostFee) ? counts : [],
  })
  if (isNamed && isReversed(refund)) {
    const timesOf = (of: MoneyReport['step']) =>
      listed(counts.flatMap((each) => (each.step === of ? each.happened : [])))
    const compared = { doneAt: timesOf('done'), failedAt: timesOf('failed') }
    askList(settling, { code: 'RefundReversed', key, compared }, all)
  }
  if (isAsked || commands.length > 1 || (isLeaving && amount === null)) {
    const action = listed(all.map(({ actionId }) => actionId))
    const compared = { amount, action, command: listed(commands) }
    askList(settling, { code: 'Unbound', key, compared }, all)
  }
}

/** The refunds of a payment. `commands` are the actions of our commands, as far as they are known. */
export const refundsOf = (
  settling: Settling,
  commands: CommandEntities,
): readonly SettledRefund[] => {
  const { refunds, requests: all, words } = settling
  const word = words.refunded
  if (refunds.length === 0 && all.length === 0) return []
  const commandOf = commandsIn(settling)
  const actionsOf = valuesBy(refunds, commandOf, ({ actionId }) => actionId)
  const [entityOf, nameOf] = [naming(commandOf, actionsOf, commands), ownNames(refunds)]
  for (const each of joined(refunds, all)) each.entityId = entityOf(each)
  const things = thingsIn(refunds, (each) => each.entityId ?? nameOf(each))
  const requestsOf = requestsBy(all, commandOf)
  const counting = afterWord(settling, 'refunded', things, keyOf, {
    isNew: (thing, later) => {
      if (word === null || isNameless(thing)) return true
      const requests = requestsOf(thing).filter((each) => !isSettledBy(word, each))
      return happenedAfter(word, [...later, ...requests])
    },
  })
  const refundOf = (thing: Thing): SettledRefund => {
    const { id, about } = thing
    const requests = requestsOf(thing)
    const left = about.some(({ actionId }) => actionId !== null)
      ? settle(settling, about)
      : settleNameless(settling, about, commandOf)
    // a command is one refund: of several that bear it, its amount is that of the first
    const own = requests.filter(({ entityId }) => entityId === id)
    const amount = amountOf(left.counts, own)
    const named = [...new Set(left.counts.flatMap((each) => commandOf(each) ?? []))]
    return { id, about, requests, left, step: stepOf(left.counts), amount, commands: named }
  }
  // a command that a message bears is what the message says
  const borne = new Set(things.flatMap(requestsOf))
  const waiting = all.filter((each) => !borne.has(each))
  const held = thingsIn(waiting, ({ entityId }) => entityId ?? '').map(({ id }) => ({
    id,
    about: [],
  }))
  const found = [...counting, ...held].map(refundOf)
  const named = found.filter(
    (each) => !isNameless(each) && (each.about.length === 0 || each.left.counts.length > 0),
  )
  const ids = new Set(named.map(({ id }) => id))
  overrule(all.filter(({ entityId }) => !ids.has(entityId ?? '')))
  for (const each of named) {
    if (isReversed(each)) overrule(each.left.counts.filter(({ step }) => step === 'failed'))
    doubt(settling, each)
  }
  for (const each of found.filter(isNameless)) {
    overrule(each.about.filter((report) => isCovered(settling, report)))
    doubt(settling, each)
  }
  return named
}

/** Whether the last list shows a refund just as it counts. */
const isShown = ({ id, about, requests, left, step, amount }: SettledRefund): boolean => {
  const rows = about.filter(isOfLast)
  const own = requests.filter(({ entityId }) => entityId === id)
  return (
    rows.length > 0 &&
    !left.isContradicted &&
    stepOf(rows) === step &&
    amountOf(rows, own) === amount
  )
}

/** More is reported refunded than was captured, and the last list does not show all of it. */
export const doubtExcess = (
  settling: Settling,
  captured: number | null,
  refunds: readonly SettledRefund[],
): void => {
  const leaving = refunds.filter(({ about, step }) => about.length > 0 && step !== 'failed')
  const gone = total([
    settling.words.refunded?.amount ?? 0,
    ...leaving.map(({ amount }) => amount ?? 0),
  ])
  if (captured === null || gone <= captured || leaving.every(isShown)) return
  const compared = moreThan(settling, captured, { refunded: gone })
  const what = { code: 'MoreThanCaptured', key: 'payment_refunded', compared } as const
  askList(settling, what, settling.refunds)
}
