/** The doubts of a state: the findings that hold commands back until they are settled. */
import type { HeldBack } from '../fold/definition.ts'
import type { FindingBase } from '../fold/finding.ts'
import type { Machine } from '../fold/machine.ts'

/** Whether a finding of a machine holds anything, and what: the types of the events of commands. */
export const holdsOf = (
  machine: Pick<Machine<never, never, string>, 'findings'>,
  { code }: FindingBase,
): readonly string[] =>
  Object.hasOwn(machine.findings, code) ? (machine.findings[code]?.holds ?? []) : []

/** Finds the doubts of a state that a machine folded. */
export const doubtsIn =
  (machine: Pick<Machine<never, never, string>, 'findings'>) =>
  ({ findings }: { readonly findings: readonly FindingBase[] }): readonly HeldBack[] =>
    findings.flatMap((finding) => {
      const holds = holdsOf(machine, finding)
      return holds.length === 0 ? [] : [{ finding, holds }]
    })
