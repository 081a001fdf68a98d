/** Random stores of raw messages with the log that came of them, and faults to plant in either. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { type DomainEvent, payfold, type Stream } from 'payfold'
import { auditMessages, type MessageReport } from 'payfold/audit'
import { ownLoop, type Tip, tipOf } from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { messageDigest } from 'payfold/provider'
import { type Delivery, deliveries, histories } from 'payfold/testing'
import { readDelivery } from '../read-delivery.ts'

const machines = [session, sepaPayment, sepaMandate, ticketPayment] as const
export const pf = payfold(machines)

/** A stored message: how it came, and its bytes. */
export interface Kept {
  readonly about: Readonly<Record<string, unknown>>
  readonly raw: Uint8Array
}

/** An event on its stream. */
export interface OnStream {
  readonly stream: Stream
  readonly event: DomainEvent
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
export const textOf = ({ raw }: Kept): string => new TextDecoder().decode(raw)

const keptOf = ({ body, ...about }: Delivery): Kept => ({ about, raw: bytes(JSON.stringify(body)) })

const KEY = { messageKey: 'a key of the backend' }

export type Binding = { readonly messageKey?: string }

export const digestOf = (kept: Kept, binding: Binding): string =>
  E.getOrElse(() => 'none')(messageDigest(kept.raw, binding))

export const readKept =
  (binding: Binding) =>
  ({ about, raw }: Kept) =>
    readDelivery({ ...about, body: raw }, { ...pf.policy, ...binding })

/** Appends, as a backend does: message by message. */
export const logOf = (batches: readonly (readonly OnStream[])[]): readonly string[] => {
  const tips = new Map<Stream, Tip>()
  return batches.flatMap((batch) => {
    const appended = ownLoop(pf).appendAll(tips, batch)
    if (E.isLeft(appended)) throw new Error(JSON.stringify(appended.left))
    for (const [stream, tip] of appended.right.tips) tips.set(stream, tip)
    return appended.right.entries.map(pf.toLine)
  })
}

/** The tips of a log. */
export const tipsOf = (log: readonly string[]): ReadonlyMap<Stream, Tip> => {
  const entries = log.flatMap((line) => {
    const read = pf.fromLine(line)
    return E.isRight(read) ? [read.right] : []
  })
  const streams = new Set(entries.map(({ stream }) => stream))
  return new Map(
    [...streams].map((stream) => [
      stream,
      tipOf(
        stream,
        entries.filter((entry) => entry.stream === stream),
      ),
    ]),
  )
}

export const eventsIn = (kept: Kept, binding: Binding): readonly OnStream[] =>
  E.getOrElse((): readonly OnStream[] => [])(readKept(binding)(kept))

/** A store, the log of its messages, and how they are named. */
export interface World {
  readonly store: readonly Kept[]
  readonly log: readonly string[]
  readonly binding: Binding
  /** The digests of stored messages that were never appended. */
  readonly forgotten: ReadonlySet<string>
}

/** Random worlds: the deliveries of one history, of which some were perhaps never appended. */
export const worlds = (withForgotten: boolean): fc.Arbitrary<World> =>
  fc
    .constantFrom(...machines)
    .chain((machine) => histories(machine))
    .chain((history) => fc.tuple(deliveries(history), fc.boolean(), fc.infiniteStream(fc.nat(9))))
    .map(([all, isKeyed, rolls]) => {
      const store = all.map(keptOf)
      const binding = isKeyed ? KEY : {}
      const digests = [...new Set(store.map((kept) => digestOf(kept, binding)))]
      const forgotten = new Set(
        withForgotten ? digests.filter(() => (rolls.next().value ?? 9) === 0) : [],
      )
      const appended = store.filter((kept) => !forgotten.has(digestOf(kept, binding)))
      return {
        store,
        binding,
        forgotten,
        log: logOf(appended.map((kept) => eventsIn(kept, binding))),
      }
    })

/** The digest that each line names; null if it names none. */
export const namedIn = (log: readonly string[]): readonly (string | null)[] =>
  log.map((line) => /"message":"([0-9a-f]{64})"/.exec(line)?.[1] ?? null)

/** The audit of a world, with today's reader or another. */
export const audited = (
  { store, log, binding }: Pick<World, 'store' | 'log' | 'binding'>,
  read = readKept(binding),
): MessageReport =>
  auditMessages<Kept>(pf, { digestOf: ({ raw }) => messageDigest(raw, binding), read })(
    log.map((line) => `${line}\n`),
    store,
  )
