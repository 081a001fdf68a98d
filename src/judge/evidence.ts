/** How complete the evidence about an entity is, which determines how strictly some rules judge. */
import type { Judge } from '../fold/definition.ts'
import type { AnyMachine } from '../fold/machine.ts'
import type { State } from '../fold/state.ts'
import { notReportedQuestions, parkedQuestions } from './open-questions.ts'
import { unanswered } from './questions.ts'

/**
 * The evidence: `unbound` if a message matches no entity, `listed` if the provider listed every
 * action.
 */
export const evidenceIn = (machine: AnyMachine) => {
  const machines = [machine]
  return (state: State): Judge['evidence'] => {
    const parked = unanswered(state, parkedQuestions(machines, state))
    if (parked.some(({ reason }) => reason === 'Unbound')) return 'unbound'
    const asked = notReportedQuestions(machines, state).filter(({ isAskedOnce }) => isAskedOnce)
    return asked.length > 0 && unanswered(state, asked).length === 0 ? 'listed' : 'reported'
  }
}
