/** What a new payment on a mandate would break. */
import * as E from 'fp-ts/lib/Either.js'
import { instantOf } from '../../given.ts'
import { root } from '../../root.ts'

export const NOW = instantOf('2026-03-20T10:00:00Z')

/** The rules that a new payment on the mandate would break. */
export const refused = (state: Parameters<typeof root.decide>[0]): readonly string[] => {
  const data = { sourceId: String(state.stream).slice('mandate-'.length) as never, amount: 100 }
  const metadata = { commandId: 'c-9', now: NOW }
  const decided = root.decide(state, { type: 'createPayment', data, metadata })
  if (E.isRight(decided)) return []
  return 'refusals' in decided.left
    ? decided.left.refusals.map(({ rule }) => rule)
    : [JSON.stringify(decided.left)]
}
