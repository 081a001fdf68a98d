/** The severity, source and remedy of every code that an audit can report. */
import { descriptorsOf } from '../fold/descriptors.ts'
import type { AnyMachine } from '../fold/machine.ts'
import { PARKED, type ParkedReason } from '../fold/parked.ts'
import type { Severity } from '../words/severity.ts'
import { LOG_FINDINGS, type LogFindingCode } from './log-finding.ts'

/**
 * The code of a finding in the log itself, of a parked event, or of a finding in a stream's events.
 */
export type Code = LogFindingCode | ParkedReason | (string & {})

/** The descriptor of a code. */
export interface CodeDescriptor {
  readonly severity: Severity
  readonly source: string
  readonly remedy: string
}

const UNKNOWN: CodeDescriptor = { severity: 'warning', source: '', remedy: '' }

/** Returns every code that these machines, the fold or the log can produce, with its descriptor. */
export const codesOf = (
  machines: readonly AnyMachine[],
): Readonly<Record<string, CodeDescriptor>> => {
  const { rules, findings } = descriptorsOf(machines)
  const all: Readonly<Record<string, CodeDescriptor>> = {
    ...rules,
    ...LOG_FINDINGS,
    ...findings,
    ...PARKED,
  }
  return Object.fromEntries(
    Object.entries(all).map(([code, { severity, source, remedy }]) => [
      code,
      { severity, source, remedy },
    ]),
  )
}

/** Returns a function that looks up the descriptor of a code among those of these machines. */
export const describerOf = (machines: readonly AnyMachine[]): ((code: Code) => CodeDescriptor) => {
  const codes = codesOf(machines)
  return (code) => (Object.hasOwn(codes, code) ? codes[code] : undefined) ?? UNKNOWN
}
