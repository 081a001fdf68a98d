/** What a report says of a whole log, besides its findings and its streams. */
import type { Root } from '../fold/root.ts'
import { earlier, type Instant, later } from '../words/time/instant.ts'
import type { Merging } from './auditing.ts'
import { covered, inOrder, type PlacedFinding } from './finding-order.ts'
import { changedValues, judgedBy } from './judged-by.ts'
import type { HeadCheck } from './reading/heads.ts'
import { checksOf } from './report/checks.ts'
import { sentenceOf } from './report/quotable.ts'
import { counted, type ReportFrame } from './report/report.ts'
import { waiversAsGiven } from './report/waivers.ts'
import type { StreamAudit } from './stream-audit.ts'

const timesOf = (first: Instant | null, latest: Instant | null) => ({ first, latest })

/** What was read of the streams that were merged so far. */
export const readSoFar = () => {
  const counts = new Map<string, number>()
  const facts: Record<string, number> = {}
  let [streams, sequenced] = [0, 0]
  let first: Instant | null = null
  let latest: Instant | null = null
  return {
    add: ({ end, recordedAt, tried, facts: own }: StreamAudit): void => {
      if (recordedAt !== null) latest = later(recordedAt, latest ?? recordedAt)
      if (end.size > 0) streams += 1
      if (end.lastSequence !== null) sequenced += end.size
      if (end.firstAt !== null) first = earlier(end.firstAt, first ?? end.firstAt)
      for (const [name, many] of Object.entries(tried)) {
        counts.set(name, (counts.get(name) ?? 0) + many)
      }
      for (const [name, many] of Object.entries(own)) facts[name] = (facts[name] ?? 0) + many
    },
    read: () => ({ ...{ counts, facts, streams, sequenced }, ...timesOf(first, latest) }),
  }
}

/** What a report says besides its two lists is made of this. */
interface Framing extends ReturnType<ReturnType<typeof readSoFar>['read']> {
  readonly root: Root
  readonly merging: Merging
  readonly lines: number
  readonly all: readonly PlacedFinding[]
  readonly heads: readonly HeadCheck[]
  readonly ended: Pick<ReportFrame, 'known' | 'head' | 'root' | 'order' | 'size'>
}

/** The findings in their order, and the report without its two lists. */
export const framed = (framing: Framing) => {
  const { root, merging, lines, all, heads, ended, first, latest, facts } = framing
  const { counts, streams, sequenced } = framing
  const now = merging.occurred ?? merging.now ?? latest
  const findings = covered(root, all, merging.waivers, now)
    .sort(inOrder)
    .map(({ found }) => found)
  const messages = merging.messages ?? null
  const tried = { lines, streams, sequenced, heads, messages, counts }
  const frame = {
    form: 1 as const,
    by: judgedBy(root),
    now,
    occurred: merging.occurred ?? null,
    lines,
    received: first === null || latest === null ? null : { first, last: latest },
    policy: changedValues(root),
    waivers: waiversAsGiven(merging.waivers ?? []),
    heads,
    checks: checksOf(root.machines, tried, findings),
    facts,
    ...ended,
    ...counted(findings),
  }
  const sentence = sentenceOf({ ...frame, messages: messages !== null })
  return { findings, frame: { ...frame, sentence } satisfies ReportFrame }
}
