/** Checks published heads against the log. */
import { headOf } from '../log/head.ts'
import type { Chain } from './chain.ts'
import type { LogFinding } from './log-finding.ts'

/** A published head: of the whole log or, if `lines` is present, of its first `lines` lines. */
export interface PublishedHead {
  readonly head: string
  readonly lines?: number
}

/** Compares published heads with the log while the log is read. */
export const headWatch = (heads: readonly PublishedHead[], read: Chain) => {
  const seen = new Map<PublishedHead, string>()
  return {
    /**
     * Call this after each line. It stores the current head if a head was published for this number
     * of lines.
     */
    passed: (): void => {
      for (const each of heads) if (each.lines === read.lines()) seen.set(each, headOf(read.ends()))
    },
    /**
     * Call this at the end. It returns a finding for every published head that differs from the
     * log's head.
     */
    findings: (): readonly LogFinding[] =>
      heads.flatMap((published): readonly LogFinding[] => {
        const isWhole = published.lines === undefined
        const actual = isWhole ? headOf(read.ends()) : (seen.get(published) ?? null)
        const at = { line: read.lines(), stream: null, revision: null }
        const { head: stated } = published
        return stated === actual ? [] : [{ ...at, code: 'HeadDiffers', stated, actual }]
      }),
  }
}
