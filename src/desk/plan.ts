/** What a step of a desk comes to: what to load, what to save, what to send, what to answer. */
import type { Refusal } from '../contract/refusal.ts'
import type { Message } from '../provider/read/message.ts'
import type { EndpointName } from '../provider/wire/endpoints.ts'
import { Stream } from '../words/stream.ts'
import type { Instant } from '../words/time/instant.ts'
import type { AnyPayfold, KnownStreams, LoadedStream } from './loaded-stream.ts'
import type { Call, Ports, Save } from './ports.ts'

/** Each outcome of a command, with its usual HTTP status. */
const STATUS = {
  accepted: 202,
  done: 200,
  failed: 409,
  inDoubt: 202,
  refused: 409,
  ended: 409,
  keyUsed: 422,
  notFound: 404,
  unassigned: 409,
  invalid: 400,
} as const

/** What a command came to, with a fitting HTTP status. */
export interface Outcome {
  readonly is: keyof typeof STATUS
  readonly status: number
  /** The provider's id of what it became; null if none is known. */
  readonly id: string | null
  /** Why, in sentences for a person. */
  readonly because: readonly string[]
  /** The broken rules with their values, for a text in the customer's language. */
  readonly refusals: readonly Refusal[]
}

/** Makes an outcome with the usual HTTP status. */
export const outcome = (
  is: Outcome['is'],
  because: readonly string[] = [],
  more: Partial<Outcome> = {},
): Outcome => ({ is, status: STATUS[is], id: null, because, refusals: [], ...more })

/** Streams have to be loaded first, and the line that has this command. */
export interface LoadFirst {
  readonly next: 'load'
  readonly streams: readonly string[]
  readonly command: string | null
}

/** The lines are not those of a log, or what they hold cannot be continued. */
export interface NoLog {
  readonly next: 'wrong'
  readonly because: string
}

/** What only a person can settle. */
export interface LeftToAPerson {
  readonly stream: string
  readonly because: string
}

/** A request to make. */
export interface Outgoing {
  readonly endpoint: EndpointName
  readonly params: Readonly<Record<string, string>>
  readonly body: object | null
  readonly commandId?: string | undefined
}

/** A request to send once, before `sendBy` if it has one; `about` is what its response is read with. */
export interface Sending {
  readonly call: Call
  readonly sendBy: Instant | null
  readonly about: Omit<Outgoing, 'body'> & { readonly request: object | undefined }
}

/** What is to be done: save, and send only if it was saved; if not, load again and plan again. */
export interface Plan {
  readonly next: 'plan'
  readonly save: Save
  readonly sends: readonly Sending[]
  /** What a command came to so far; null if the step was none. */
  readonly outcome: Outcome | null
  readonly left: readonly LeftToAPerson[]
  /** The requests are look-ups without which a command cannot be decided: then plan it once more. */
  readonly isOnceMore: boolean
  /** The streams as they are once it is saved. */
  readonly known: KnownStreams
}

/** What comes next in a step. */
export type Planned = LoadFirst | NoLog | Plan

/** On what a step is planned: `usedOn` is the stream on which its key was used; null if it was not. */
export interface Planning {
  readonly pf: AnyPayfold
  readonly known: KnownStreams
  readonly usedOn: string | null
  readonly now: Instant
  /** The key of the digest of what was received at a time. */
  readonly messageKey?: Ports['messageKey'] | undefined
}

/** A save of nothing. */
export const NO_SAVE: Save = { rows: [], message: null, streams: [] }

/** A plan with some parts; it does nothing else. */
export const planned = (parts: Partial<Plan>): Plan => ({
  next: 'plan',
  save: NO_SAVE,
  sends: [],
  outcome: null,
  left: [],
  isOnceMore: false,
  known: new Map(),
  ...parts,
})

/** A plan that only says what a command came to. */
export const answered = (...of: Parameters<typeof outcome>): Plan =>
  planned({ outcome: outcome(...of) })

/** Says what is wrong with a log. */
export const noLog = (because: string): NoLog => ({ next: 'wrong', because })

/** Says that the lines of a stream are not those of a log. */
export const brokenStream = (stream: string): NoLog =>
  noLog(
    Stream.is(stream)
      ? `${stream}: a line is missing, not valid, or out of order. Return all lines of a stream, in the order of their revisions.`
      : 'This is not the name of a stream, such as payment-pay_1.',
  )

/** Saves a message alone, which cannot be read now. */
export const unreadMessage = (message: Message, unread: string): Plan =>
  planned({ save: { ...NO_SAVE, message: { ...message, unread } } })

/** The streams among these that are not known, and the line of a command; null if all are. */
export const notLoaded = (
  { known }: Pick<Planning, 'known'>,
  streams: readonly string[],
  command: string | null = null,
): LoadFirst | null => {
  const missing = [...new Set(streams)].filter((stream) => !known.has(stream))
  return missing.length === 0 ? null : { next: 'load', streams: missing, command }
}

/** A stream of which something is known; else what to load, or that nothing is known. */
export const knownStream = (
  at: Planning,
  stream: string,
  command: string | null = null,
): LoadedStream | LoadFirst | Plan => {
  const loaded = at.known.get(stream)
  return loaded !== undefined && loaded.tip.revision >= 0
    ? loaded
    : (notLoaded(at, [stream], command) ?? answered('notFound', [`Nothing is known of ${stream}.`]))
}
