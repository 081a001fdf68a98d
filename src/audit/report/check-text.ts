/** What was checked, in words: what failed, what was tried, what there was not, and what nobody tried. */
import { count, listsOf } from '../../words/data/lists.ts'
import { HEAD } from './checks.ts'
import type { Check, WrittenReport } from './report.ts'

const triedOn = ({ tried, unit }: Check): string =>
  unit === 'entry' ? count(tried ?? 0, unit, 'entries') : count(tried ?? 0, unit)

/** What became of a check, in words. The title of a head says it all. */
export const checkText = (check: Check): string => {
  const { name, title, tried, failed, needs } = check
  if (tried === null) return `${title}: not checked, needs ${needs}`
  if (tried === 0) return `${title}: nothing to try`
  if (name === 'head') return title
  return `${title}: tried on ${triedOn(check)}, failed ${failed.toLocaleString('en-US')}`
}

export const checksByResult = ({ checks }: Pick<WrittenReport, 'checks'>) => {
  const tried = checks.filter((each) => each.tried !== null && each.tried + each.failed > 0)
  const rules = tried.filter(({ of }) => of === 'streams')
  const heads = tried.filter(({ name }) => name === 'head')
  const failed = rules.filter((each) => each.failed > 0)
  const passed = rules.filter((each) => each.failed === 0)
  const nothing = checks.filter((each) => each.tried === 0 && each.failed === 0)
  const many = count(passed.length, failed.length === 0 ? 'rule' : 'other rule')
  const groups = listsOf(passed.map((check) => [triedOn(check), check.title]))
  return {
    /** The checks of the log as a log; those of heads apart, and first what failed. */
    log: tried.filter(({ of, name }) => of !== 'streams' && name !== 'head'),
    heads: heads.toSorted((one, other) => other.failed - one.failed),
    failed,
    nothing,
    unchecked: checks.filter((each) => each.tried === null),
    /** How many rules passed, in words; empty if none did. */
    passed:
      passed.length === 0
        ? ''
        : `${many} ${passed.length === 1 ? 'was' : 'were'} tried, and none failed`,
    /** The rules that passed, by what they were tried on: one after the other, with what the next are on. */
    passedRules: [...groups].flatMap(([on, [first, ...others]]) => [
      `on ${on}: ${first}`,
      ...others,
    ]),
    nothingText:
      nothing.length === 0
        ? ''
        : `Nothing to try: ${nothing.map(({ title }) => title).join('; ')}.`,
    headsText: heads.length === 0 ? '' : `A head is ${HEAD}.`,
  }
}
