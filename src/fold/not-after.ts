/** The times of occurrences for which the provider gave none: no later than what follows them. */
import type { Lifecycle } from '../event/lifecycle.ts'
import { earlier } from '../words/instant.ts'
import { addTo } from '../words/lists.ts'
import type { Occurrence } from './occurrence.ts'

/**
 * Limits the time of an occurrence for which the provider gave no time. The occurrence is no later
 * than the entity's next stage: a step is requested before it is carried out, however late the
 * response arrives.
 */
export const notAfterItsNext = (
  lifecycle: Lifecycle,
  occurrences: readonly Occurrence[],
): readonly Occurrence[] => {
  const isOpen = ({ timed, entityId, disposition }: Occurrence): boolean =>
    !timed && entityId !== '' && disposition === 'chart'
  if (!occurrences.some(isOpen)) return occurrences
  const declared = Object.keys(lifecycle)
  const stage = ({ type }: Occurrence): number => declared.indexOf(type)
  const timed = new Map<string, Occurrence[]>()
  for (const each of occurrences) {
    if (each.timed) addTo(timed, each.entityId, each)
  }
  return occurrences.map((each) => {
    if (!isOpen(each)) return each
    const next = (timed.get(each.entityId) ?? []).filter((other) => stage(other) > stage(each))
    return { ...each, at: next.reduce((at, other) => earlier(at, other.at), each.at) }
  })
}
