/** A stream as a person reads it. */
import * as E from 'fp-ts/lib/Either.js'
import { eventsOf } from '../contract/state.ts'
import type { Instant } from '../words/time/instant.ts'
import type { Root, StreamEnd } from './stream-end.ts'

const none = <A>(read: E.Either<unknown, readonly A[]>): readonly A[] =>
  E.getOrElseW(() => [])(read)

/** What a person is shown of a stream at a time. */
export const viewOf = (pf: Root, { tip, state }: StreamEnd, now: Instant) => {
  const at = E.getOrElseW(() => state)(pf.at(state, now)) as StreamEnd['state']
  return {
    stream: tip.stream as string,
    status: at.status,
    sums: E.getOrElseW(() => null)(pf.sums(at)),
    allowed: none(pf.allowed(state, now)).map(({ refusals, inDoubt, ...each }) => ({
      ...each,
      because: [...refusals.map(pf.explain), ...(inDoubt === null ? [] : [pf.explain(inDoubt)])],
    })),
    findings: at.findings.map(pf.explain),
    questions: none(pf.questions(state, now)).map(({ because, request }) => ({
      because,
      isForAPerson: request === null,
    })),
    windows: none(pf.windows(state, now)),
    history: eventsOf(state).map(({ type, data, metadata }) => ({
      at: metadata.occurredAt ?? metadata.recordedAt,
      type,
      data,
      source: metadata.source,
    })),
    state: at,
  }
}

/** A stream as a person reads it: status, money, what is allowed, what is open, what happened. */
export type View = ReturnType<typeof viewOf>
