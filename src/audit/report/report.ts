/** The report of an audit: the codes and findings, the result of every stream, and what judged them. */
import type { StateValue } from 'xstate'
import type { Descriptor } from '../../contract/descriptor.ts'
import { descriptorsOf } from '../../contract/descriptors.ts'
import type { AnyMachine, Sums } from '../../contract/machine-record.ts'
import type { ParkedReason } from '../../contract/parked-reasons.ts'
import { type Json, textInUtf8 } from '../../words/data/canonical.ts'
import type { Currency } from '../../words/money.ts'
import { type Severity, worse } from '../../words/severity.ts'
import type { Stream } from '../../words/stream.ts'
import type { Instant } from '../../words/time/instant.ts'
import { MESSAGE_FINDINGS, type MessageFindingCode } from '../messages/message-finding.ts'
import type { HeadCheck, LogHead } from '../reading/heads.ts'
import type { KnownReport } from '../reading/known-at.ts'
import { LOG_FINDINGS, type LogFindingCode, type LogLocation } from '../reading/log-finding.ts'
import type { EvidentEntry } from '../reading/log-lines.ts'

/** The code of a finding in the log, in raw messages or in a stream's events, or of a parked event. */
export type Code = LogFindingCode | MessageFindingCode | ParkedReason | (string & {})

/** Returns everything that an audit can find under these machines, by its code. */
export const codesOf = (machines: readonly AnyMachine[]): Readonly<Record<string, Descriptor>> => ({
  ...descriptorsOf(machines).all,
  ...LOG_FINDINGS,
  ...MESSAGE_FINDINGS,
})

/** Who waived a finding, when and why; `until` is the last day on which the waiver holds. */
export interface Waived {
  readonly reason: string
  readonly by: readonly string[]
  readonly at: string
  readonly until: string | null
}

/** An amount in minor units of a currency, null if none was named, and the stream whose money it is. */
export interface Stake {
  readonly stream: Stream | null
  readonly amount: number
  readonly currency: Currency | null
}

/**
 * One finding, at the first entry that reports it, with the entries that it rests on. `key` is the key
 * of its occurrence, or null for a finding about the log itself. Its `id` is made of its code, its
 * stream and the hashes of its entries: other evidence makes another finding. `compared` are the
 * values that were compared, and `stake` the most money that hangs on it, if anybody can tell. A
 * waived finding is shown, but is counted only as waived.
 */
export interface Found extends LogLocation {
  readonly id: string
  readonly code: Code
  readonly severity: Severity
  readonly title: string
  readonly key: string | null
  readonly because: string
  readonly compared: Readonly<Record<string, string | number | boolean | null>>
  readonly entries: readonly EvidentEntry[]
  readonly stake: Stake | null
  readonly source: string
  readonly remedy: string
  readonly waived: Waived | null
}

/**
 * An open question, what settles it, and the most money that hangs on it, in minor units of a currency;
 * null if unknown.
 */
export interface OpenPoint {
  readonly reason: string
  readonly because: string
  readonly settledBy: string
  readonly amount: number | null
  readonly currency: Currency | null
}

/** What a person has decided: how a doubt ends, or that a command is over. `at` is its receipt. */
export interface PersonsWord {
  readonly what: 'reviewed' | 'given up'
  readonly by: readonly string[]
  readonly because: string
  readonly at: string
}

/** The result of a stream. If it is not valid, nobody knows what happened in it: only the log is judged. */
export interface StreamReport {
  readonly stream: Stream
  readonly machine: string
  readonly status: string
  readonly value: StateValue
  readonly entries: number
  readonly isValid: boolean
  /** The heads, by their number in `heads`, that vouch for all of its entries if the log agrees. */
  readonly covering: readonly number[]
  readonly sums: Sums | null
  readonly questions: readonly OpenPoint[]
  readonly words: readonly PersonsWord[]
  /** The method of the payment, or the machine. */
  readonly method: string
  /** The month in which the money came in, in UTC; null if none did. */
  readonly month: string | null
  /** How much of its money nobody may move while doubts are open. */
  readonly held: number
  readonly related: readonly Related[]
}

/** A related stream; `phrase` precedes it in a line of text. */
export interface Related {
  readonly name: string
  readonly phrase: string
  readonly stream: Stream
}

/** Identifies what judged a log, and the release that read it: reports are comparable if all are equal. */
export interface JudgedBy {
  readonly machines: readonly { readonly id: string; readonly fingerprint: string }[]
  readonly policy: string
  readonly reader: string
}

/**
 * A check. `tried` is how often, and `unit` on what, as the word for one of them. It is null if it was not
 * checked, and then `needs` says what that would need. `failed` counts every finding, waived ones included.
 */
export interface Check {
  readonly of: 'log' | 'streams' | 'nothing'
  readonly name: string
  readonly title: string
  readonly tried: number | null
  readonly unit: string
  readonly failed: number
  readonly needs: string | null
}

/** The money that hangs on open findings in a currency, each stream's once; null beyond what a number holds. */
interface AtStake {
  readonly currency: Currency | null
  readonly amount: number | null
  readonly streams: number
}

/**
 * A whole report. `now` is the time by which what is expected is overdue, or null for an empty log. `head`
 * is the root of the log's tree over its `size` entries, or null if the log is not whole.
 */
export interface AuditReport extends LogHead {
  readonly form: 1
  readonly by: JudgedBy
  readonly now: Instant | null
  /** The time after which nothing counts as having happened; null if none was asked for. */
  readonly occurred: Instant | null
  readonly lines: number
  /** When the first and the last entry were received. */
  readonly received: { readonly first: Instant; readonly last: Instant } | null
  /** The policy's values that are not the default. */
  readonly policy: Readonly<Record<string, Json>>
  readonly waivers: readonly Json[]
  /** The time by which they expire: that of the audit. Null without waivers, or if nobody said it. */
  readonly waiversAsOf: Instant | null
  readonly checks: readonly Check[]
  /** What happened in the course of business and is no finding, by code, with how often. */
  readonly facts: Readonly<Record<string, number>>
  /** The one sentence to quote. */
  readonly sentence: string
  readonly known: KnownReport | null
  readonly heads: readonly HeadCheck[]
  readonly findings: readonly Found[]
  readonly streams: readonly StreamReport[]
  readonly counts: Readonly<Record<Severity, number>>
  readonly waived: number
  readonly worst: Severity | null
  readonly atStake: readonly AtStake[]
}

/** The file that was read, as its owner can check it. */
export interface InputFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** What some streams have in common, and what their sums add up to: null beyond what a number holds. */
export interface Total {
  readonly isValid: boolean
  readonly currency: Currency | null
  readonly method: string
  readonly month: string | null
  readonly status: string
  readonly streams: number
  readonly sums: Readonly<Record<string, number | null>>
  readonly held: number | null
}

/**
 * The report as it is written and signed: of the streams, it has only those with a finding or a
 * question, and those that are not valid. The others are in a table, which it names by its hash.
 */
export interface WrittenReport extends AuditReport {
  readonly input: InputFile | null
  readonly totals: readonly Total[]
  /** The version of XState that ran the charts; null if the caller did not say. */
  readonly xstate: string | null
  /** How many units of each currency a sample was to have; null if none was drawn. */
  readonly sample: number | null
  /** The tables and the pages of streams. */
  readonly tables: readonly { readonly name: string; readonly sha256: string }[]
}

/** Writes a report as canonical JSON: the same report gives the same bytes. @spec sources#rfc-8785 */
export const reportJson = (report: AuditReport): string => textInUtf8(report as unknown as Json)

/** Whether a head vouches for a stream: null without any; one that cannot tell what differs vouches for none. */
export const isVouchedFor = (
  { heads }: Pick<AuditReport, 'heads'>,
  { isValid, covering }: Pick<StreamReport, 'isValid' | 'covering'>,
): boolean | null =>
  heads.length === 0
    ? null
    : isValid &&
      heads.every(({ cannotTell }) => !cannotTell) &&
      (heads.some(({ result }) => result === 'equal') ||
        covering.some((index) => (heads[index]?.result ?? 'later') !== 'later'))

/** A report without its two lists, which may not fit in memory. */
export type ReportFrame = Omit<AuditReport, 'findings' | 'streams'>

/**
 * Returns the JSON text around a report's two lists: before the findings, between the findings and
 * the streams, and after the streams. Write each list as the canonical text of its members,
 * separated by commas.
 */
export const reportFrame = (frame: ReportFrame): readonly [string, string, string] => {
  const parts = Object.entries(frame)
  const text = (from: string, to: string): string =>
    textInUtf8(
      Object.fromEntries(parts.filter(([name]) => name > from && name < to)) as unknown as Json,
    ).slice(1, -1)
  return [
    `{${text('', 'findings')},"findings":[`,
    `],${text('findings', 'streams')},"streams":[`,
    `],${text('streams', '~')}}`,
  ]
}

/** How many findings are open, by severity, how many are waived, and the worst of those that are open. */
export type Counts = Pick<AuditReport, 'counts' | 'waived' | 'worst'>

/** Counts a list of findings. */
export const counted = (findings: readonly Found[]): Counts => {
  const counts: Record<Severity, number> = { notice: 0, warning: 0, error: 0, fatal: 0 }
  const open = findings.filter(({ waived }) => waived === null)
  let worst: Severity | null = null
  for (const { severity } of open) {
    counts[severity] += 1
    worst = worse(worst, severity)
  }
  return { counts, waived: findings.length - open.length, worst }
}
