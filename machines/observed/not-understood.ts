/** The findings about messages, statuses and actions whose meaning is not understood. */
import type { FindingBase } from '../../src/contract/finding.ts'
import type { FindingDefinition } from '../../src/contract/machine-record.ts'
import type { Occurrence } from '../../src/contract/occurrence.ts'

/** A message that cannot be read in one field has its `path`; `name` is null if it may not be kept. */
type Strange<Code extends string> = FindingBase & {
  readonly code: Code
  readonly what: 'message' | 'status' | 'action'
  readonly name: string | null
  readonly path?: string
}

interface Understood {
  readonly messages: ReadonlySet<string>
  readonly statuses: ReadonlySet<string>
  readonly actions: ReadonlySet<string>
}

/** The name under which readers report a status that they do not know. */
const STATUS_NAMES: ReadonlySet<string> = new Set(['payment_status', 'session_status'])

const textIn = ({ data }: Occurrence, field: string): string | null => {
  const value = data[field]
  return typeof value === 'string' ? value : null
}

const namedIn = (
  occurrence: Occurrence,
): Pick<Strange<string>, 'what' | 'name' | 'path'> | null => {
  const { type } = occurrence
  const name = textIn(occurrence, 'name')
  if (type === 'unrecognised') {
    const path = textIn(occurrence, 'path')
    if (path !== null) return { what: 'message', name, path }
    return name !== null && STATUS_NAMES.has(name)
      ? { what: 'status', name: textIn(occurrence, 'reason') }
      : { what: 'message', name }
  }
  const status = textIn(occurrence, 'status')
  if (type === 'state_observed') return status === null ? null : { what: 'status', name: status }
  return type === 'action_observed' ? { what: 'action', name: textIn(occurrence, 'action') } : null
}

const BY_KIND = { message: 'messages', status: 'statuses', action: 'actions' } as const

const SAID: Readonly<Record<Strange<string>['what'], string>> = {
  message: 'A message of the type',
  status: 'The status',
  action: 'An action of the type',
}

/** Finds what a machine does not understand. */
export const notUnderstood = <Code extends string>(
  code: Code,
  understood: Understood,
): FindingDefinition<object, string, Strange<Code>> => ({
  causes: ['unrecognised', 'state_observed', 'action_observed'],
  find: ({ occurrences }) =>
    occurrences.flatMap((occurrence) => {
      const named = namedIn(occurrence)
      if (named === null) return []
      const { what, name, path } = named
      if (path === undefined && name !== null && understood[BY_KIND[what]].has(name)) return []
      const { key, at } = occurrence
      return [{ code, key, at, ...named }]
    }),
  title: 'Not understood',
  explain: ({ what, name, path }) =>
    `${SAID[what]} ${name ?? 'other'} was reported, whose ` +
    (path === undefined ? 'meaning is not known.' : `field ${path} cannot be read.`),
  severity: 'notice',
  source: 'decisions#49',
  remedy: { reported: 'Ask the provider what it means.' },
  lookUp: 'entity',
})
