/** The finding that something else counts in the place of a message. */
import type { Compared, FindingBase } from '../../src/contract/finding.ts'
import type { FindingDefinition } from '../../src/contract/machine-record.ts'
import type { Occurrence } from '../../src/contract/occurrence.ts'
import { isInferred } from '../../src/event/inferred.ts'

/** Messages that a statement or a person has replaced: they are kept, and count for nothing. */
type Overruled = FindingBase & {
  readonly code: 'Overruled'
}

/** What is replaced, and what of the same action, or else of the same kind, counts in its place. */
const comparedIn = ({ type, data }: Occurrence, all: readonly Occurrence[]): Compared => {
  const { actionId } = data
  const counting = all.filter(({ disposition }) => disposition === 'chart')
  const own = counting.filter(
    (each) => actionId !== undefined && each.data['actionId'] === actionId,
  )
  const others = own.length > 0 ? own : counting.filter((each) => each.type === type)
  const wordsOf = (said: Pick<Occurrence, 'type' | 'data'>): string =>
    [said.type, said.data['amount'], said.data['currency']].filter(isScalar).join(' ')
  const counts = others.map(wordsOf).sort().join(', ')
  return {
    replaced: wordsOf({ type, data }),
    counts: counts === '' ? 'nothing of this kind' : counts,
  }
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

/** Finds what was overruled, but for what look-ups had implied. */
export const overruled: FindingDefinition<object, string, Overruled> = {
  find: ({ occurrences }) =>
    occurrences
      .filter(({ disposition, events }) => disposition === 'overruled' && !events.every(isInferred))
      .map((each) => {
        const { key, at } = each
        return { code: 'Overruled', key, at, compared: comparedIn(each, occurrences) }
      }),
  title: 'Replaced by what counts in its place',
  explain: ({ key }) =>
    `${key} counts for nothing: another message, a statement or a person counts in its place.`,
  severity: 'notice',
  source: 'decisions#41',
  remedy: { reported: 'None needed.' },
}
