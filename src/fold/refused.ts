/** What did not happen: events that only a request tells of which the provider refused. */
import { type Event, timeOf } from '../event/envelope.ts'
import { type Instant, later } from '../words/instant.ts'

const commandOf = ({ data }: Event): string | undefined =>
  'commandId' in data && typeof data.commandId === 'string' ? data.commandId : undefined

/** When each command was last refused. */
const refusals = (events: readonly Event[]): ReadonlyMap<string, Instant> => {
  const found = new Map<string, Instant>()
  for (const event of events) {
    const command = event.type === 'request_refused' ? commandOf(event) : undefined
    if (command === undefined) continue
    const at = timeOf(event)
    found.set(command, later(at, found.get(command) ?? at))
  }
  return found
}

/**
 * Events that only a refused request tells of. Another word on the same command keeps them, and so does
 * asking again after the refusal.
 */
export const refusedAmong = (events: readonly Event[]): ReadonlySet<Event> => {
  const refused = refusals(events)
  if (refused.size === 0) return new Set()
  const answered = new Set(
    events.flatMap((event) =>
      event.type !== 'request_refused' && event.metadata.source !== 'request'
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
