/** The stored lines that every release must read: each event type in each of its released forms. */
import { readFileSync } from 'node:fs'

/** A stored event as it is in a line, undecoded. */
export interface StoredLine {
  readonly line: string
  readonly stream: string
  readonly hash: string
  readonly event: {
    readonly type: string
    readonly data: Readonly<Record<string, unknown>>
    readonly metadata: Readonly<Record<string, unknown>>
  }
}

/** The lines of the events of schema 1, in the order of the log. */
export const schema1: readonly StoredLine[] = readFileSync(
  'test/event/fixtures/schema-1.ndjson',
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => ({ line, ...JSON.parse(line) }))
