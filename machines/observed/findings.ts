/** The finding that something else counts in the place of a message. */
import type { FindingBase } from '../../src/contract/finding.ts'
import type { FindingDefinition } from '../../src/contract/machine-record.ts'
import type { Occurrence } from '../../src/contract/occurrence.ts'
import { isInferred } from '../../src/event/envelope.ts'
import { addTo, NONE, namedFirst } from '../../src/words/data/lists.ts'

type Overruled = FindingBase & {
  readonly code: 'Overruled'
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

const wordsOf = ({ type, data }: Pick<Occurrence, 'type' | 'data'>): string =>
  [type, data['amount'], data['currency']].filter(isScalar).join(' ')

const countingIn = (occurrences: readonly Occurrence[]): ((replaced: Occurrence) => string) => {
  const counting = new Map<string, string[]>()
  for (const each of occurrences) {
    if (each.disposition !== 'chart') continue
    const { type, data } = each
    addTo(counting, type, wordsOf(each))
    if (data['actionId'] !== undefined) addTo(counting, `action ${data['actionId']}`, wordsOf(each))
  }
  const texts = new Map([...counting].map(([key, words]) => [key, namedFirst(words.sort())]))
  return ({ type, data }) =>
    texts.get(`action ${data['actionId']}`) ?? texts.get(type) ?? 'nothing of this kind'
}

/** Finds what was overruled, but for what look-ups had implied. */
export const overruled: FindingDefinition<object, string, Overruled> = {
  find: ({ occurrences }) => {
    const replaced = occurrences.filter(
      ({ disposition, events }) => disposition === 'overruled' && !events.every(isInferred),
    )
    if (replaced.length === 0) return NONE
    const countsFor = countingIn(occurrences)
    return replaced.map((each) => {
      const compared = { replaced: wordsOf(each), counts: countsFor(each) }
      return { code: 'Overruled', key: each.key, at: each.at, compared }
    })
  },
  title: 'Replaced by what counts in its place',
  explain: ({ key }) =>
    `${key} counts for nothing: another message, a statement or a person counts in its place.`,
  severity: 'notice',
  source: 'decisions#41',
  // what counts in its place has the money
  stake: () => 0,
  remedy: { reported: 'None needed.' },
}
