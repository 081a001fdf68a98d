/** The life of a command: its states, what leads to each, and when. Picture: docs/commands.md */
import { type DomainEvent, receivedAt, recordedAt } from '../event/envelope.ts'
import type { Policy } from '../words/policy.ts'
import { type Instant, secondsBetween, shift } from '../words/time/instant.ts'

/** Every state of a command: the states before it, and what leads to it. `docs/commands.md` prints it. */
export const LIFE = {
  recorded: {
    from: [],
    when: 'its event was appended at the revision that was read; it may be sent once, before `sendBy`',
  },
  unanswered: { from: ['recorded'], when: '`sendBy` has passed: no response, 408, 5xx, a crash' },
  taken: {
    from: ['recorded', 'unanswered', 'refused', 'ended'],
    when: 'a 2xx response that can be read; any message that names its id; a row of a list that is matched with it',
  },
  refused: { from: ['recorded', 'unanswered'], when: 'a 4xx response, but not 408' },
  ended: {
    from: ['unanswered'],
    when: 'a look-up sent at `askFrom` or later does not show it; or a person ends it',
  },
  done: { from: ['taken'], when: 'a message or a person says that it was carried out' },
  failed: { from: ['taken'], when: 'a message says that it failed' },
  reversed: { from: ['done'], when: 'a later statement shows that it failed after all' },
} as const

/** The state of a command at a time. */
export type CommandState = keyof typeof LIFE

/** The life of one command, up to the last message about it. */
export interface Life {
  readonly commandId: string
  /** The event that was recorded before its request was sent: what was commanded. */
  readonly commanded: DomainEvent
  /** Its state apart from the time, and from what it became once it was taken. */
  readonly state: Extract<CommandState, 'recorded' | 'taken' | 'refused' | 'ended'>
  /** The event that says so; that event itself while no other does. */
  readonly by: DomainEvent
  /** Its request must not be sent from this time on. */
  readonly sendBy: Instant
  /** A look-up that is asked from this time on shows what became of it. */
  readonly askFrom: Instant
  /** The provider's id of what it became; null while no message names it. */
  readonly entityId: string | null
}

/**
 * When a command may be sent, by the clock of who decided it, and from when a look-up shows what became of
 * it: later, if that clock was behind the log.
 */
export const timesOf = (
  commanded: DomainEvent,
  { sendSeconds, settleMinutes }: Policy,
): Pick<Life, 'sendBy' | 'askFrom'> => ({
  sendBy: shift(recordedAt(commanded), sendSeconds),
  askFrom: shift(receivedAt(commanded), 2 * sendSeconds + settleMinutes * 60),
})

/** Whether a command is over, and was not carried out. */
export const isOver = (state: CommandState): state is 'refused' | 'ended' =>
  state === 'refused' || state === 'ended'

/** Whether nobody knows whether the provider has a command. */
export const isOpen = (state: CommandState): boolean =>
  state === 'recorded' || state === 'unanswered'

/** What look-ups leave open for so long, a person hears of, too. */
export const PATIENCE_SECONDS = 7 * 86_400

/**
 * Whether a time is so late that only a clock that was wrong can have given it. Nobody knows when a command
 * with such a `sendBy` was recorded: it is not sent any more, and a person who has looked may give it up.
 */
export const isFarAhead = (at: Instant, now: Instant): boolean =>
  secondsBetween(now, at) > PATIENCE_SECONDS
