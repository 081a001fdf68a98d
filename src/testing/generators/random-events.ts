/** Generates random events from a lifecycle's codecs, with few ids, amounts and times, so that they collide. */
import fc from 'fast-check'
import type { AnyMachine } from '../../contract/machine-record.ts'
import type { DomainEvent, Metadata } from '../../event/envelope.ts'
import { INFORMATIONAL } from '../../event/informational-events.ts'
import { exactAt } from '../../words/data/exact-match.ts'
import { dataOf, present, TIMES } from './event-data.ts'

const metadata: fc.Arbitrary<Metadata> = fc
  .record({
    eventId: fc.integer({ min: 1, max: 40 }).map((n) => `evt_${n}`),
    occurredAt: fc.option(fc.constantFrom(...TIMES), { freq: 4 }),
    recordedAt: fc.constantFrom(...TIMES),
    source: fc.constantFrom('report', 'report', 'response', 'request'),
    schema: fc.constant(1),
    claimedAt: fc.option(fc.constantFrom(...TIMES), { nil: undefined, freq: 9 }),
  })
  .map((fields) => present(fields) as unknown as Metadata)

const SUBJECTS: readonly string[] = ['sessionId', 'paymentId', 'sourceId']

/** The id of the stream's entity. */
export const idOf = ({ sample }: AnyMachine['subject']): string => sample.replace(/0$/, '1')

/** Makes data refer to the stream's entity; a snapshot names no other entity. */
const aboutOne = (subject: AnyMachine['subject'], isSnapshot: boolean, data: object): object => {
  const others = isSnapshot ? SUBJECTS.filter((name) => name !== subject.field) : []
  const own = Object.fromEntries(Object.entries(data).filter(([name]) => !others.includes(name)))
  return subject.field in data || isSnapshot ? { ...own, [subject.field]: idOf(subject) } : own
}

/** The currency that amounts are in unless they are in another. */
const MOST = 'EUR'

/** Gives most amounts the machine's own currency, if its context names one. */
const inOwn = ({ context }: Eventful, data: object): object => {
  const { currency: own = MOST } = context as { readonly currency?: string | null }
  return 'currency' in data && data.currency === MOST ? { ...data, currency: own ?? MOST } : data
}

const eventOf = (type: string, codec: unknown, machine: Eventful): fc.Arbitrary<DomainEvent> => {
  const data = dataOf(codec)
  // an event that no field of this name belongs to would lose it in the log
  const isNaming = exactAt(codec, ['data', machine.subject.field]) !== null
  const isSnapshot = type === INFORMATIONAL.snapshot && isNaming
  return fc.record({ type: fc.constant(type), data, metadata }).map((event) => ({
    ...event,
    data: inOwn(machine, aboutOne(machine.subject, isSnapshot, event.data)),
  }))
}

/** Events of another lifecycle that a stream can receive, by the field that names its entity. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  paymentId: ['payment_expired', 'payment_capture_pending'],
}

const foreign = ({ events, subject }: Eventful): readonly fc.Arbitrary<DomainEvent>[] =>
  (FOREIGN[subject.field] ?? []).flatMap((type) =>
    Object.hasOwn(events, type)
      ? []
      : [
          fc.record({
            type: fc.constant(type),
            data: fc.constant({ [subject.field]: idOf(subject) }),
            metadata,
          }),
        ],
  )

type Eventful = Pick<AnyMachine, 'events' | 'informational' | 'subject' | 'context'>

/** Generates up to ten events of the lifecycle, of other lifecycles, and informational ones. */
export const eventsOf = (machine: Eventful): fc.Arbitrary<readonly DomainEvent[]> => {
  const of = (lifecycle: AnyMachine['events']) =>
    Object.entries(lifecycle).map(([type, { codec }]) => eventOf(type, codec, machine))
  const others = [...of(machine.informational), ...foreign(machine)]
  const event = fc.oneof(
    { weight: 12, arbitrary: fc.oneof(...of(machine.events)) },
    ...(others.length === 0 ? [] : [{ weight: 3, arbitrary: fc.oneof(...others) }]),
  )
  return fc.array(event, { maxLength: 10 })
}
