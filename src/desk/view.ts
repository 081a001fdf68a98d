/** A stream as a person reads it. */
import * as E from 'fp-ts/lib/Either.js'
import { eventsOf } from '../contract/state.ts'
import { timeOf } from '../event/envelope.ts'
import type { Instant } from '../words/time/instant.ts'
import { type AnyPayfold, type LoadedStream, listed } from './loaded-stream.ts'

/** What a person is shown of a stream at a time. */
export const viewOf = (pf: AnyPayfold, { tip, state }: LoadedStream, now: Instant) => {
  const at = E.getOrElse(() => state)(pf.at(state, now) as E.Either<unknown, typeof state>)
  return {
    stream: tip.stream as string,
    status: at.status,
    sums: E.getOrElseW(() => null)(pf.sums(at)),
    allowed: listed(pf.allowed(state, now)).map(({ refusals, inDoubt, ...each }) => ({
      ...each,
      because: [...refusals.map(pf.explain), ...(inDoubt === null ? [] : [pf.explain(inDoubt)])],
    })),
    findings: at.findings.map(pf.explain),
    questions: listed(pf.questions(state, now)).map(({ because, request }) => ({
      because,
      isForAPerson: request === null,
    })),
    windows: listed(pf.windows(state, now)),
    history: eventsOf(state).map((event) => ({
      at: timeOf(event),
      type: event.type,
      data: event.data,
      source: event.metadata.source,
    })),
    state: at,
  }
}

/** A stream as a person reads it: status, money, what is allowed, what is open, what happened. */
export type View = ReturnType<typeof viewOf>
