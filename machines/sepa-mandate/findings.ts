/** The finding about messages that a mandate does not understand. */
import { notUnderstood } from '../observed/not-understood.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** Every finding. */
export const findings = {
  NotUnderstood: notUnderstood({ messages: NOTHING, statuses: NOTHING, actions: NOTHING }),
}
