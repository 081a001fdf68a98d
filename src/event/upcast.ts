/** Brings stored events of an older form to today's, one step per schema version. */
import type { Json } from '../words/canonical.ts'

/** A stored event whose form is not known yet. */
export interface StoredEvent {
  readonly type: string
  readonly data: { readonly [key: string]: Json | undefined }
  readonly metadata: { readonly [key: string]: Json | undefined }
}

/** For an event type, the steps from schema 1 to 2, from 2 to 3, and so on. */
export type Steps = Readonly<Record<string, readonly ((old: StoredEvent) => StoredEvent)[]>>

/** The steps there are. Every form released so far is schema 1, so there are none. */
export const STEPS: Steps = {}

/**
 * Walks an event from its own schema to the newest. One without a readable schema, or newer than
 * any step, comes back as it is: the codec says what is wrong with it.
 */
export const upcast =
  (steps: Steps) =>
  (stored: StoredEvent): StoredEvent => {
    const schema = stored.metadata['schema']
    const path = Object.hasOwn(steps, stored.type) ? (steps[stored.type] ?? []) : []
    if (typeof schema !== 'number' || !Number.isInteger(schema) || schema < 1) return stored
    return path.slice(schema - 1).reduce<StoredEvent>((old, step, index) => {
      const next = step(old)
      return { ...next, metadata: { ...next.metadata, schema: schema + index + 1 } }
    }, stored)
  }
