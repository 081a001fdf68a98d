/** What only one stream may have, compared across all streams of a log. */
import type { AnyMachine, Claim, SharedKey } from '../contract/machine-record.ts'
import { withoutOthers } from '../merge/stream-subject.ts'
import { compare, listsOf, NONE } from '../words/data/lists.ts'
import type { Currency } from '../words/money.ts'
import { prefixOf, type Stream } from '../words/stream.ts'
import { type Instant, secondsBetween } from '../words/time/instant.ts'
import type { EvidentEntry } from './reading/log-lines.ts'
import type { AuditedStream } from './report/audited-stream.ts'
import type { Found } from './report/report.ts'
import { greatestNamed } from './report/stake.ts'
import { finder } from './report/summary.ts'

/** A claim of a stream, with the entry that shows it and the amount that the entry names. */
export interface StreamClaim extends Omit<Claim, 'event' | 'at'> {
  readonly stream: Stream
  readonly code: string
  readonly at: Instant | null
  readonly amount: number | null
  readonly currency: Currency | null
  readonly entry: EvidentEntry
}

/** Lists what a stream claims, as far as entries of its own show it. */
export const claimsIn = (
  machine: AnyMachine | undefined,
  { stream, state, entryOf }: AuditedStream,
  currency: Currency | null,
): readonly StreamClaim[] => {
  const whole = withoutOthers(state)
  const claims: StreamClaim[] = []
  for (const [code, { of }] of Object.entries(machine?.across ?? {})) {
    for (const { key, holder, event, at = null } of of(whole as never, stream)) {
      const { entry, amount = null, currency: named } = entryOf(event) ?? {}
      if (entry?.stream !== stream) continue
      claims.push({ stream, code, key, holder, at, currency: named ?? currency, entry, amount })
    }
  }
  return claims
}

/** The order in which claims are compared: those of one key come one after the other. */
export const byKey = (a: StreamClaim, b: StreamClaim): number =>
  compare(a.code, b.code) ||
  compare(a.key, b.key) ||
  compare(prefixOf(a.stream), prefixOf(b.stream)) ||
  compare(a.at ?? '', b.at ?? '') ||
  a.entry.line - b.entry.line

/** Prepares to find what several have, in claims that are in order. */
export const sharing = (machines: readonly AnyMachine[]) => {
  const found = finder(machines)
  const definitions = new Map(machines.flatMap(({ across = {} }) => Object.entries(across)))

  const isNext = (last: StreamClaim, next: StreamClaim): boolean => {
    if (last.code !== next.code || last.key !== next.key) return false
    const { isOfKind, withinSeconds: most } = definitions.get(next.code) ?? {}
    if (isOfKind && prefixOf(last.stream) !== prefixOf(next.stream)) return false
    if (most === undefined || last.at === null || next.at === null) return true
    return secondsBetween(last.at, next.at) <= most
  }

  /** For each holder but the first, what it has and the one before it has as well. */
  function* findingsOf(group: readonly StreamClaim[]): Generator<Found> {
    let before: readonly StreamClaim[] = NONE
    for (const own of listsOf(group.map((each) => [each.holder, each])).values()) {
      const claims = [...before, ...own].toSorted((a, b) => a.entry.line - b.entry.line)
      const [one, other] = [before[0], own.at(-1)]
      before = own
      if (one === undefined || other === undefined) continue
      const { code, key, at, currency, entry, holder } = other
      const named = greatestNamed(claims, currency)
      const stake = named && { stream: holder, ...named }
      const shared: SharedKey = { code, key, at, one: one.holder, other: holder }
      yield found(shared, entry, { entries: claims.map((each) => each.entry), stake })
    }
  }

  return function* (claims: Iterable<StreamClaim>): Generator<Found> {
    let group: StreamClaim[] = []
    for (const each of claims) {
      const last = group.at(-1)
      if (last !== undefined && !isNext(last, each)) {
        yield* findingsOf(group)
        group = []
      }
      group.push(each)
    }
    yield* findingsOf(group)
  }
}
