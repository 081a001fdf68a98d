/** Identifies what judges a log: the machines, the policy, and the release that reads the log. */
import { fingerprint } from '../fold/fingerprint.ts'
import { decodingOf, policyFieldsOf, type Root } from '../fold/root.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { hash } from '../words/hash/hash.ts'
import { defaultPolicyOf, policyHash } from '../words/policy.ts'
import { VERSION } from '../words/version.ts'
import type { JudgedBy } from './report/report.ts'

/**
 * Identifies what judges. Reports, or parts of one report, are comparable only if this is equal.
 */
export const judgedBy = ({ machines, policy }: Root): JudgedBy => ({
  machines: machines.map((machine) => ({ id: machine.id, fingerprint: fingerprint(machine) })),
  policy: policyHash(policyFieldsOf(machines), policy),
  reader: `${VERSION} ${hash(canonicalText(Object.keys(decodingOf(machines).lifecycle).sort()))}`,
})

/** The values of a policy that are not the default. */
export const changedValues = ({ machines, policy }: Root): Readonly<Record<string, Json>> => {
  const usual = Object.entries(defaultPolicyOf(policyFieldsOf(machines)))
  const values = policy as unknown as Readonly<Record<string, Json>>
  const text = (value: unknown): string => canonicalText((value ?? null) as Json)
  return Object.fromEntries(
    usual.flatMap(([name, value]) =>
      text(values[name]) === text(value) ? [] : [[name, values[name] ?? null] as const],
    ),
  )
}
