/** Would a step be allowed: asked of the strict judge, answered with everything that is broken. */
import * as E from 'fp-ts/lib/Either.js'
import type { Event } from '../event/envelope.ts'
import { timeOf } from '../event/envelope.ts'
import { bind } from '../fold/bind.ts'
import type { Folding } from '../fold/fold.ts'
import type { Machine } from '../fold/machine.ts'
import { asEvent, occurrence } from '../fold/occurrence.ts'
import { broken, strictJudge } from '../fold/rules.ts'
import { tellTime } from '../fold/run.ts'
import { runner } from '../fold/runner.ts'
import { eventsOf, type State } from '../fold/state.ts'
import { defaultPolicy } from '../words/policy.ts'
import { inPrecedence, type Refusal } from '../words/refusal.ts'
import { moneyBack } from './questions.ts'

/** A wish that may not be done: every rule it breaks, in order of precedence. */
export interface Refused {
  readonly error: 'Refused'
  readonly refusals: readonly Refusal[]
}

const refused = (refusals: readonly Refusal[]): E.Either<Refused, never> =>
  E.left({ error: 'Refused', refusals: inPrecedence(refusals) })

/**
 * Asks whether a wished event may happen to a state, at the event's own time. Right: it may. Left:
 * every rule it breaks; `noSuchStep` where the chart has no such arrow.
 */
export const validate = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { policy = defaultPolicy }: Folding = {},
) => {
  const open = runner(machine, strictJudge(policy))
  return (state: State<C, S, N>, event: Event): E.Either<Refused, Event> => {
    const walk = open.walk(state)
    tellTime(walk, timeOf(event))
    const position = walk.position()
    const bound = bind(machine.events, [...eventsOf(state), event], policy)
    const about = bound.find((each) => each.event === event)?.about ?? ''
    const wished = asEvent(occurrence(event.type, about, 'chart', [event]))
    const arrows = open.arrows(position, wished)
    if (arrows.length === 0) {
      const status = machine.status(position.value)
      return refused([{ rule: 'noSuchStep', event: event.type, status }])
    }
    const judge = strictJudge(policy, moneyBack(state))
    const scope = { context: position.context, event: wished }
    const refusals = arrows.flatMap(({ terms: { all = [], wish = [] } }) =>
      broken(machine.book, [...all, ...wish], scope, judge),
    )
    return refusals.length === 0 ? E.right(event) : refused(refusals)
  }
}
