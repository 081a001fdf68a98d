/** Commands: the steps a backend can take, each with the event it would cause. */
import * as t from 'io-ts'
import type { Lifecycle } from '../event/lifecycle.ts'
import type { EndpointName } from '../wire/endpoints.ts'
import type { WindowName } from '../words/window.ts'

/** The name of a step: that of the request it is taken by. */
export type CommandName = Extract<
  EndpointName,
  'requestRefund' | 'createPayment' | 'cancelMandate' | 'submitChannelData' | 'completeSession'
>

/** What goes with a command. */
export interface CommandCard {
  /** The event that it would cause. */
  readonly event: string
  /** The field that says what it is about. */
  readonly subject: 'paymentId' | 'sourceId' | 'sessionId'
  /** The window outside of which it is refused. */
  readonly window: WindowName | null
}

/** Every command's card. `createPayment` is a step on a mandate: a payment is made on it. */
export const COMMANDS: Readonly<Record<CommandName, CommandCard>> = {
  requestRefund: { event: 'refund_requested', subject: 'paymentId', window: 'refund' },
  createPayment: { event: 'collection_presented', subject: 'sourceId', window: 'mandate' },
  cancelMandate: { event: 'mandate_cancelled', subject: 'sourceId', window: null },
  submitChannelData: { event: 'channel_data_submitted', subject: 'sessionId', window: null },
  completeSession: { event: 'session_completed', subject: 'sessionId', window: null },
}

/** The commands of a lifecycle: those whose event it has. */
export const commandsOf = (lifecycle: Lifecycle): readonly CommandName[] =>
  (Object.keys(COMMANDS) as CommandName[]).filter((name) =>
    Object.hasOwn(lifecycle, COMMANDS[name].event),
  )

/** Which command it is, and when it is wished: any readable time. */
export interface CommandMetadata {
  /** The idempotency key that goes to the provider with the request. */
  readonly commandId: string
  readonly now: string
}

/** A step that a backend would take. */
export interface Command<T extends string = CommandName> {
  readonly type: T
  readonly data: Readonly<Record<string, unknown>>
  readonly metadata: CommandMetadata
}

/** What a command must have to be looked into. */
export const AnyCommand = t.type(
  {
    type: t.string,
    data: t.UnknownRecord,
    metadata: t.type({ commandId: t.string, now: t.string }),
  },
  'command',
)
