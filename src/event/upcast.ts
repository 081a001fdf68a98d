/** Brings stored events from an older form to today's form, one step per schema version. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { tryOr } from '../words/data/attempt.ts'
import type { Json } from '../words/data/canonical.ts'
import { listOf, reader } from '../words/data/codec.ts'
import { isObject } from '../words/data/plain-data.ts'
import { type Unreadable, unreadable } from '../words/data/unreadable-input.ts'

/** A stored event in any form, not decoded yet. */
export interface StoredEvent {
  readonly type: string
  readonly data: { readonly [key: string]: Json | undefined }
  readonly metadata: { readonly [key: string]: Json | undefined }
}

/** A form of an event: its type, and the version of the form. */
export interface Form {
  readonly type: string
  readonly schema: number
}

/**
 * One step from an old form of an event to the next. `step` returns the new data, and also the
 * metadata if they change. `becomes` names the new form.
 */
export interface Upcaster extends Form {
  readonly becomes: Form
  readonly step: (old: StoredEvent) => Pick<StoredEvent, 'data'> & Partial<StoredEvent>
}

/**
 * Steps that cannot be chained. `twice`: two steps begin at the same form, or a step begins at
 * today's form. `gap`: a chain ends before it reaches today's form. `cycle`: a chain returns to
 * itself.
 */
export interface BadUpcasters extends Form {
  readonly error: 'BadUpcasters'
  readonly because: 'twice' | 'gap' | 'cycle'
}

/** Brings a stored event from its own form to today's form. */
export type Upcast = (stored: StoredEvent) => StoredEvent

const FORM = { type: t.string, schema: t.number }

const readSteps = reader(
  listOf(t.type({ ...FORM, becomes: t.type(FORM), step: t.Function }), 'a list of steps'),
)

/** Changes nothing: every form released so far has schema 1. */
export const asStored: Upcast = (stored) => stored

const nameOf = ({ type, schema }: Form): string => `${type}@${schema}`

const formOf = ({ type, metadata }: StoredEvent): Form => {
  const { schema } = metadata as { readonly schema?: unknown }
  return { type, schema: typeof schema === 'number' ? schema : Number.NaN }
}

/** An event that the step cannot handle has no data: the codec then says that they are missing. */
const taken = ({ step, becomes }: Upcaster, old: StoredEvent): StoredEvent => {
  const made: Partial<StoredEvent> = tryOr({}, (): Partial<StoredEvent> => ({ ...step(old) }))
  const data = isObject(made.data) ? made.data : undefined
  const metadata = { ...(made.metadata ?? old.metadata), schema: becomes.schema }
  return { ...old, ...made, type: becomes.type, data, metadata } as StoredEvent
}

const chained = (
  isToday: (form: Form) => boolean,
  upcasters: readonly Upcaster[],
): E.Either<BadUpcasters | Unreadable, Upcast> => {
  const read = readSteps(upcasters)
  if (E.isLeft(read)) return read
  const steps = new Map<string, Upcaster>()
  const bad = ({ type, schema }: Form, because: BadUpcasters['because']) =>
    E.left<BadUpcasters>({ error: 'BadUpcasters', because, type, schema })
  for (const upcaster of upcasters) {
    if (steps.has(nameOf(upcaster)) || isToday(upcaster)) return bad(upcaster, 'twice')
    steps.set(nameOf(upcaster), upcaster)
  }
  for (const first of upcasters) {
    const seen = new Set([nameOf(first)])
    let form = first.becomes
    for (let next = steps.get(nameOf(form)); next !== undefined; next = steps.get(nameOf(form))) {
      if (seen.has(nameOf(form))) return bad(first, 'cycle')
      seen.add(nameOf(form))
      form = next.becomes
    }
    if (!isToday(form)) return bad(form, 'gap')
  }
  return E.right((stored) => {
    let event = stored
    for (let left = steps.size; left > 0; left -= 1) {
      const step = steps.get(nameOf(formOf(event)))
      if (step === undefined) return event
      event = taken(step, event)
    }
    return event
  })
}

/** Chains steps in any order, or refuses them before any event needs one. @spec decisions#44 */
export const upcasting =
  (isToday: (form: Form) => boolean) =>
  (upcasters: readonly Upcaster[]): ReturnType<typeof chained> =>
    tryOr(E.left(unreadable('', 'a list of steps', upcasters)), () => chained(isToday, upcasters))
