/** The root: machines and a policy, and what the rest of payfold derives from the two. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import type { AnyMachine } from '../contract/machine-record.ts'
import { Metadata } from '../event/envelope.ts'
import { type DecodeEvent, type Decoding, decoding } from '../event/event-decoder.ts'
import type { Upcast } from '../event/upcast.ts'
import { tryOr } from '../words/data/attempt.ts'
import { present } from '../words/data/plain-data.ts'
import { rememberingOf } from '../words/data/result-cache.ts'
import { firstProblem, type Unreadable } from '../words/data/unreadable-input.ts'
import type { Policy, PolicyFields, PolicyOf } from '../words/policy.ts'
import { entityIdOf, prefixOf, Stream } from '../words/stream.ts'
import { PlainText } from '../words/text/plain-text.ts'

/** Machines, and the policy that their rules use. */
export interface Root<M extends AnyMachine = AnyMachine> {
  readonly machines: readonly M[]
  readonly policy: Policy
}

/** The first value that was given as a machine and is none, such as an import that is undefined. */
export const noMachineIn = (machines: unknown): { readonly path: string } | null => {
  if (!Array.isArray(machines)) return { path: 'machines' }
  const index = machines.findIndex((each) =>
    tryOr(true, () => typeof each.id !== 'string' || typeof each.definition.policy !== 'object'),
  )
  return index < 0 ? null : { path: `machines.${index}` }
}

type PolicyIn<M extends AnyMachine> = M extends AnyMachine ? M['definition']['policy'] : never
type Together<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer A) => void
  ? A
  : never

/** The policy of the given machines: the engine's values and the values of each machine. */
export type PolicyFor<M extends AnyMachine> =
  Together<PolicyIn<M>> extends infer F extends PolicyFields ? PolicyOf<F> : Policy

/** Every field of the given machines' policies. */
export const policyFieldsOf = rememberingOf(
  (machines: readonly AnyMachine[]): PolicyFields =>
    Object.assign({}, ...machines.toReversed().map(({ definition }) => definition.policy)),
)

/** Reads stored events of the machines' types; the first machine that defines a type counts. */
export const decodingOf = rememberingOf((machines: readonly AnyMachine[]): Decoding => {
  const own = machines
    .toReversed()
    .map(({ events, informational }) => ({ ...informational, ...events }))
  return decoding(Object.assign({}, ...own))
})

/** Whether any of the machines knows an event type. */
export const isKnownTo =
  (machines: readonly AnyMachine[]) =>
  (type: string): boolean =>
    Object.hasOwn(decodingOf(machines).lifecycle, type)

/** Whether a value is a stream name. A machine with its prefix checks the id. */
const isStreamOf = (machines: readonly AnyMachine[]) => {
  const ids = new Map(machines.toReversed().map(({ subject }) => [subject.prefix, subject.id]))
  return (input: unknown): input is Stream =>
    Stream.is(input) && (ids.get(prefixOf(input))?.is(entityIdOf(input)) ?? true)
}

/** How the given machines check the event types and stream names of their log. */
export const logOf = (machines: readonly AnyMachine[]) => ({
  isKnown: isKnownTo(machines),
  isStream: isStreamOf(machines),
  codecOf: (type: string): unknown =>
    Object.hasOwn(decodingOf(machines).lifecycle, type)
      ? decodingOf(machines).lifecycle[type]?.codec
      : undefined,
})

const AnyEvent = t.type({ metadata: Metadata })

/**
 * Reads the events of a log that may also contain the events of other machines. If none of these
 * machines knows an event's type, only the type and the metadata are read.
 */
export const logDecoder = (machines: readonly AnyMachine[], upcast: Upcast): DecodeEvent => {
  const { decoder, lifecycle } = decodingOf(machines)
  const decode = decoder(upcast)
  const named = (input: object, read: E.Left<Unreadable>): ReturnType<DecodeEvent> => {
    const { type } = input as { readonly type?: unknown }
    if (!PlainText.is(type) || Object.hasOwn(lifecycle, type)) return read
    const isUnknown = read.left.path === 'event.type'
    // an older form whose step failed is no event of other machines
    if (!isUnknown && read.left.path !== 'event') return read
    const decoded = AnyEvent.decode(input)
    // what is wrong is not that nobody knows its type
    if (E.isLeft(decoded)) return isUnknown ? E.mapLeft(firstProblem)(decoded) : read
    const { eventId, occurredAt, recordedAt, source, schema, ...more } = decoded.right.metadata
    const own = { eventId, occurredAt, recordedAt, source, schema }
    const { message, after } = more
    return E.right({ type, data: {}, metadata: { ...own, ...present({ message, after }) } })
  }
  return (input) => {
    const read = decode(input)
    if (E.isRight(read) || typeof input !== 'object' || input === null) return read
    return tryOr(read, () => named(input, read))
  }
}
