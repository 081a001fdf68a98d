/** The five functions that a desk works with, the values that go through them, and a store in memory. */
import type { DomainEvent } from '../event/envelope.ts'
import type { Message } from '../provider/read/message.ts'
import type { KeyKind } from '../provider/wire/endpoints.ts'
import { addAll, compare } from '../words/data/lists.ts'

/** One entry of the log. (stream, revision) is unique; so is `command` where it is not null. */
interface LogRow {
  readonly stream: string
  readonly revision: number
  readonly line: string
  readonly command: string | null
}

/**
 * A stream that has changed, or that is to be looked at at another time. It replaces what is stored,
 * unless that has a later revision: then another process was faster.
 */
interface StreamRow {
  readonly stream: string
  /** The revision of its last entry. */
  readonly revision: number
  readonly status: string
  /** The status before. */
  readonly was: string
  /** The whole state, for a read model of your own. */
  readonly state: object
  /** The events that were appended: react to them in the same transaction. */
  readonly news: readonly DomainEvent[]
  /** When something can be looked up; null: not before something new arrives. */
  readonly due: string | null
  /** The questions that only a person can settle, or that are open for a week, one sentence each. */
  readonly left: readonly string[]
}

/** One transaction: all of it is saved, or nothing. */
export interface Save {
  readonly rows: readonly LogRow[]
  /**
   * The message that was read; null if there was none. `unread` says why it could not be read; it is
   * null if it was. A message comes again, or is read again: it replaces the one with its bytes that
   * could not be read.
   */
  readonly message: (Message & { readonly unread: string | null }) | null
  readonly streams: readonly StreamRow[]
}

/** Where a log is kept. `storageLaws` of `payfold/testing` says what each function must do. */
export interface Store {
  /**
   * Returns the lines of these streams from these revisions on, by stream and revision, byte for byte
   * (earlier ones do no harm); with `command`, also the line whose row has it.
   */
  readonly load: (
    streams: readonly { readonly stream: string; readonly revision: number }[],
    command: string | null,
  ) => Promise<readonly string[]>
  /**
   * Saves everything in one transaction and returns true; or saves nothing and returns false, because
   * a (stream, revision) or a command exists already. No row is ever updated.
   */
  readonly save: (save: Save) => Promise<boolean>
  /** Returns the streams whose `due` has come. */
  readonly due: (now: string) => Promise<readonly string[]>
}

/** One HTTP request. End it after `timeoutMs`. */
export interface Call {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Which key belongs into the `Authorization` header: it differs by endpoint, and payfold keeps none. */
  readonly credential: KeyKind
  readonly timeoutMs: number
}

/** What a desk works with: a store, a clock, the keys of webhooks, and an HTTP client. */
export interface Ports extends Store {
  readonly now: () => Date | string
  /** The keys with which the provider signs webhooks, all that are in use. */
  readonly keys: readonly string[]
  /** The secret of the digests of what was received at a time. Without one, anyone can test a guess against them. */
  readonly messageKey?: (receivedAt: string) => string | Uint8Array
  /** Sends one request. It rejects if no response came: then nobody knows whether it arrived. */
  readonly send: (call: Call) => Promise<{ readonly status: number; readonly body: Uint8Array }>
}

/**
 * Makes an empty store in memory. It keeps no messages, which a desk never asks for. `lines` returns the
 * whole log, as an audit reads it.
 */
export const memoryStore = (): Store & { readonly lines: () => readonly string[] } => {
  const log: LogRow[] = []
  const taken = new Set<string>()
  const streams = new Map<string, StreamRow>()
  const namesOf = ({ stream, revision, command }: LogRow): readonly string[] => [
    `revision ${revision} of ${stream}`,
    ...(command === null ? [] : [`command ${command}`]),
  ]
  return {
    load: async (asked, command) =>
      log
        .filter(
          (row) =>
            asked.some(
              ({ stream, revision }) => stream === row.stream && revision <= row.revision,
            ) ||
            (command !== null && command === row.command),
        )
        .toSorted((a, b) => compare(a.stream, b.stream) || a.revision - b.revision)
        .map(({ line }) => line),
    save: async (save) => {
      const names = save.rows.flatMap(namesOf)
      if (new Set(names).size < names.length || names.some((name) => taken.has(name))) return false
      for (const name of names) taken.add(name)
      addAll(log, save.rows)
      for (const row of save.streams) {
        if (row.revision >= (streams.get(row.stream)?.revision ?? -1)) streams.set(row.stream, row)
      }
      return true
    },
    due: async (now) =>
      [...streams.values()].flatMap(({ stream, due }) =>
        due !== null && due <= now ? [stream] : [],
      ),
    lines: () => log.map(({ line }) => line),
  }
}
