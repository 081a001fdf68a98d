/** The doubts of a state: the findings that hold commands back until they are settled. */
import type { HeldBack } from '../contract/definition.ts'
import { descriptorsOf } from '../contract/descriptors.ts'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { State } from '../contract/state.ts'

/** Finds the doubts of a state that a machine folded. */
export const doubtsIn = (machine: AnyMachine) => {
  const { of, evidence } = descriptorsOf([machine])
  return (state: Pick<State, 'findings' | 'occurrences'>): readonly HeldBack[] =>
    state.findings.flatMap((finding) => {
      const { holds, lookUp = null } = of(finding)
      if (holds === undefined) return []
      const asks = lookUp === null ? null : machine.subject.lookUp[lookUp].endpoint
      const { code, asks: own = asks } = finding
      return [{ code, asks: own, events: evidence(finding, state), holds }]
    })
}
