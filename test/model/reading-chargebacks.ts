/** Every reading of the reports of chargebacks and reversals. */
import {
  type Gone,
  type Report,
  SAME_RETURN,
  seconds,
  splits,
  sums,
  TOLERANCE,
} from './readings.ts'

const voiceOf = ({ reportedAs = 'chargeback', actionId }: Report): string =>
  // a webhook and the list of actions report one action alike
  reportedAs === 'return' && actionId !== undefined ? 'chargeback' : reportedAs

const isNear = (a: Report, b: Report): boolean => {
  const apart = seconds(a.at, b.at)
  return apart !== null && Math.abs(apart) <= TOLERANCE
}

/** Whether a list shows the action of a webhook, booked back by up to three days. */
const isListed = (row: Report, webhook: Report): boolean => {
  const apart = seconds(row.since ?? null, webhook.since ?? null)
  const isPair = row.reportedAs === 'return' && webhook.reportedAs === undefined
  const isEarlier = apart !== null && apart >= -TOLERANCE && apart <= 3 * 86_400 + TOLERANCE
  return isPair && isEarlier && row.actionId !== undefined
}

/** Whether two reports that are alike are near to the same earliest one. */
const isOfOneTime = (a: Report, b: Report): boolean =>
  a.at !== null && b.at !== null && a.since === b.since

/** Reports, each with the time of the earliest one that it is alike and near to. */
const anchored = (reports: readonly Report[]): readonly Report[] => {
  const anchors: Report[] = []
  const inTime = reports.toSorted((a, b) => String(a.at).localeCompare(String(b.at)))
  const since = new Map(
    inTime.map((report) => {
      const isLike = (a: Report): boolean =>
        voiceOf(a) === voiceOf(report) &&
        (a.reportedAs === 'return') === (report.reportedAs === 'return') &&
        a.actionId === report.actionId &&
        a.amount === report.amount &&
        isNear(a, report)
      const anchor = anchors.find(isLike)
      if (anchor === undefined) anchors.push(report)
      return [report, (anchor ?? report).at]
    }),
  )
  return reports.map((report) => ({ ...report, since: since.get(report) ?? null }))
}

/** Whether two reports are certainly of one chargeback. */
const areOne = (a: Report, b: Report): boolean => {
  if (a.disputeId !== undefined && a.disputeId === b.disputeId) return true
  if (a.disputeId !== undefined && b.disputeId !== undefined) return false
  const isAlike = voiceOf(a) === voiceOf(b) && a.actionId === b.actionId && a.amount === b.amount
  const isNameless = a.actionId === undefined
  return (
    isAlike &&
    (isOfOneTime(a, b) || isListed(a, b) || isListed(b, a)) &&
    !(isNameless && (a.disputeId ?? b.disputeId) !== undefined)
  )
}

const differ = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a !== b

/** Whether two reports are certainly of two chargebacks. */
const areTwo = (a: Report, b: Report): boolean => {
  const apart = seconds(a.at, b.at)
  return (
    differ(a.disputeId, b.disputeId) ||
    (a.disputeId === undefined || a.disputeId !== b.disputeId ? a.amount !== b.amount : false) ||
    (a.reportedAs === b.reportedAs && differ(a.actionId, b.actionId)) ||
    (apart !== null && Math.abs(apart) > SAME_RETURN)
  )
}

type Group = readonly Report[]

/** How many pairs of reports are in one group although they are certainly of two chargebacks. */
const clashesIn = (groups: readonly Group[]): number =>
  groups.reduce(
    (sum, group) =>
      sum + group.flatMap((a) => group.filter((b) => areTwo(a, b) && !areOne(a, b))).length,
    0,
  )

const amountsOf = (group: Group, unnamed: number): readonly number[] => {
  const named = group.flatMap(({ amount }) => amount ?? [])
  return named.length === 0 ? [unnamed] : [...new Set(named)]
}

const firstOf = (group: Group): Report | undefined =>
  group.toSorted((a, b) => String(a.at).localeCompare(String(b.at)))[0]

/** Whether a group has the action of a reversal, and its amount if it names one. */
const hasActionAndAmount = (reversal: Report, group: Group): boolean =>
  group.some(
    ({ actionId, amount }) =>
      actionId !== undefined &&
      actionId === reversal.actionId &&
      (reversal.amount === undefined || reversal.amount === amount),
  )

/** The groups that a reversal may undo; none stands for a chargeback that nobody reported. */
const undoneBy = (
  reversal: Report,
  groups: readonly Group[],
  isUndone: (group: Group) => boolean,
): readonly (Group | null)[] => {
  const own = groups.filter((group) =>
    group.some(({ disputeId }) => disputeId !== undefined && disputeId === reversal.disputeId),
  )
  if (own.length > 0) return own
  const possible = groups.filter((group) => {
    const apart = seconds(reversal.at, firstOf(group)?.at ?? null)
    const isLater = apart !== null && apart > TOLERANCE
    return !isLater && !group.some(({ disputeId }) => differ(disputeId, reversal.disputeId))
  })
  const named = possible.filter((group) => hasActionAndAmount(reversal, group))
  if (named.length > 0) return named
  const standing = possible.filter((group) => !isUndone(group))
  const amounts = new Set(standing.flatMap((group) => group.map(({ amount }) => amount)))
  return standing.length === 1 || amounts.size === 1 ? standing : [...standing, null]
}

/**
 * What a chargeback may have taken in the end. A report that is later than every reversal took the
 * money again. Within the tolerance, or without a time, a second report that is certainly of it may have.
 */
const leftOf = (group: Group, reversals: readonly Report[], unnamed: number): readonly number[] =>
  amountsOf(group, unnamed).flatMap((amount) => leftOfAmount(group, reversals, amount))

const leftOfAmount = (
  group: Group,
  reversals: readonly Report[],
  amount: number,
): readonly number[] => {
  if (reversals.length === 0) return [amount]
  const first = firstOf(group)
  const isAfterAll = (taken: Report, is: (since: number | null) => boolean): boolean =>
    reversals.every(({ at }) => is(seconds(at, taken.at)))
  const moving = group.filter(({ movesNothing }) => movesNothing !== true)
  const named = reversals.map((reversal) => reversal.amount ?? amount)
  const isOne = reversals.every((a) => reversals.every((b) => canBeOne(a, b)))
  const back = isOne ? Math.min(...named) : Math.max(...named)
  const left = Math.max(0, amount - back)
  if (moving.some((taken) => isAfterAll(taken, (since) => since !== null && since > TOLERANCE))) {
    // reports that only may be of one chargeback are of two if it was reversed between them
    return group.every((taken) => group.every((other) => areOne(taken, other))) ? [amount] : []
  }
  const mayBeAgain = moving.some(
    (taken) =>
      first !== undefined &&
      taken !== first &&
      !isNear(first, taken) &&
      group.some((other) => other !== taken && areOne(other, taken)) &&
      isAfterAll(taken, (since) => since === null || since >= -TOLERANCE),
  )
  return mayBeAgain ? [left, amount] : [left]
}

/** Whether two reversals can be one: they name one dispute, or nothing that they name differs. */
const canBeOne = (a: Report, b: Report): boolean => {
  if (a.disputeId !== undefined && a.disputeId === b.disputeId) return true
  if (differ(a.disputeId, b.disputeId) || differ(a.actionId, b.actionId)) return false
  return a.amount === undefined || b.amount === undefined || a.amount === b.amount
}

type Choice = readonly { readonly reversal: Report; readonly of: Group | null }[]

/** Whether a reversal names a dispute or an action of a group. */
const names = (reversal: Report, group: Group, field: 'disputeId' | 'actionId'): boolean =>
  reversal[field] !== undefined && group.some((report) => report[field] === reversal[field])

/** Whether a group has a report that may be later than a reversal: another may undo that one. */
const isAgainAfter = (reversal: Report, group: Group | null): boolean =>
  group?.some(({ at }) => (seconds(reversal.at, at) ?? 0) >= -TOLERANCE) ?? false

/** Every choice of a group for each reversal: those that name a dispute first, then by time. */
const choices = (reversals: readonly Report[], groups: readonly Group[]): readonly Choice[] => {
  const isNamed = (reversal: Report) =>
    groups.some(
      (group) => names(reversal, group, 'disputeId') || hasActionAndAmount(reversal, group),
    )
  const inTime = reversals.toSorted((a, b) => String(a.at).localeCompare(String(b.at)))
  return [...inTime.filter(isNamed), ...inTime.filter((each) => !isNamed(each))].reduce<
    readonly Choice[]
  >(
    (known, reversal) =>
      known.flatMap((chosen) => {
        const all = undoneBy(reversal, groups, (group) =>
          chosen.some(
            ({ of, reversal: other }) =>
              of === group &&
              (seconds(other.at, reversal.at) ?? 0) >= -TOLERANCE &&
              group.every(({ amount = 0 }) => (other.amount ?? amount) >= amount),
          ),
        )
        const ways = all.filter((of) =>
          chosen.every(
            (other) =>
              other.of !== of ||
              isNamed(reversal) ||
              canBeOne(other.reversal, reversal) ||
              isAgainAfter(other.reversal, of),
          ),
        )
        const mayRepeat = chosen.some(
          (other) => other.of === null && canBeOne(other.reversal, reversal),
        )
        const isLoose = !all.some((group) => group !== null && names(reversal, group, 'actionId'))
        return (
          ways.length === 0 || (mayRepeat && isLoose && !isNamed(reversal)) ? [...ways, null] : ways
        ).map((of) => [...chosen, { reversal, of }])
      }),
    [[]],
  )
}

const isTaking = ({ type }: Report): boolean => type === 'payment_chargeback'

/** How many chargebacks reports are of, if only those that are certainly of one are united. */
const countOf = (reports: readonly Report[]): number => {
  const isOne = (group: Group, report: Report): boolean =>
    group.some((each) => areOne(each, report))
  return anchored(reports.filter(isTaking)).reduce<readonly Group[]>((groups, report) => {
    const others = groups.filter((group) => !isOne(group, report))
    return [...others, [report, ...groups.filter((group) => isOne(group, report)).flat()]]
  }, []).length
}

/** How many reversals name the dispute or the action of a report of a chargeback. */
const namedIn = (reports: readonly Report[]): number =>
  reports.filter(
    (reversal) =>
      reversal.type === 'chargeback_reversed' &&
      (['disputeId', 'actionId'] as const).some((field) =>
        names(reversal, reports.filter(isTaking), field),
      ),
  ).length

/**
 * Whether further reports of chargebacks say more than that money is gone: that two reports are of
 * one chargeback, or whose chargeback a reversal undoes.
 */
export const isLinking = (fewer: readonly Report[], all: readonly Report[]): boolean =>
  countOf(all) < countOf(fewer) || namedIn(all) > namedIn(fewer)

/** What all chargebacks together took, in every reading. */
export const chargebackReadings = (
  reports: readonly Report[],
  unnamed: number,
): readonly Gone[] => {
  const taken = anchored(reports.filter(isTaking))
  const reversals = reports.filter(({ type }) => type === 'chargeback_reversed')
  const ways = splits(
    taken,
    (group, report) => !group.some((each) => areTwo(each, report)),
    (group, report) => group.some((each) => areOne(each, report)),
  )
  // what certainly is one may link what certainly is two: only where every way does
  const fewest = Math.min(...ways.map(clashesIn))
  const found = ways.filter((groups) => clashesIn(groups) === fewest)
  const all = found.flatMap((groups) =>
    choices(reversals, groups).flatMap((chosen) =>
      sums(
        groups.map((group) => {
          const own = chosen.filter(({ of }) => of === group).map(({ reversal }) => reversal)
          return leftOf(group, own, unnamed)
        }),
      ),
    ),
  )
  return [...new Set(all)]
}
