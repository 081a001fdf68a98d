/** Refused events: only a request reports them, and the provider refused that request. */
import { type DomainEvent, timeOf } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational.ts'
import { type Instant, later } from '../words/instant.ts'

const commandOf = ({ data }: DomainEvent): string | undefined =>
  'commandId' in data && typeof data.commandId === 'string' ? data.commandId : undefined

/** Statuses that do not say whether the provider carried the command out. @spec decisions#46 */
const PROVES_NOTHING: ReadonlySet<number> = new Set([401, 408, 409, 425, 429])

/** Whether a refusal says that the command was not carried out. */
const isProof = ({ data }: DomainEvent): boolean => {
  const { httpStatus } = data as { readonly httpStatus?: number }
  return httpStatus === undefined || !(httpStatus >= 500 || PROVES_NOTHING.has(httpStatus))
}

/** The time at which the provider last refused each command. */
const refusals = (events: readonly DomainEvent[]): ReadonlyMap<string, Instant> => {
  const found = new Map<string, Instant>()
  for (const event of events) {
    const command = event.type === INFORMATIONAL.refusal ? commandOf(event) : undefined
    if (command === undefined || !isProof(event)) continue
    const at = timeOf(event)
    found.set(command, later(at, found.get(command) ?? at))
  }
  return found
}

/**
 * Returns the events that only a refused request reports. An event is not among them if any other
 * message reports the same command, or if the request was sent again after the refusal.
 */
export const refusedAmong = (events: readonly DomainEvent[]): ReadonlySet<DomainEvent> => {
  const refused = refusals(events)
  if (refused.size === 0) return new Set()
  const answered = new Set(
    events.flatMap((event) =>
      event.type !== INFORMATIONAL.refusal && event.metadata.source !== 'request'
        ? (commandOf(event) ?? [])
        : [],
    ),
  )
  return new Set(
    events.filter((event) => {
      const command = commandOf(event)
      if (event.metadata.source !== 'request' || command === undefined) return false
      const at = refused.get(command)
      return at !== undefined && timeOf(event) <= at && !answered.has(command)
    }),
  )
}
