/** Plants the faults of a provider into messages. */
import fc from 'fast-check'
import type { Fault } from './fault.ts'
import { lookUpFaults } from './look-up-faults.ts'
import type { Delivery } from './messages.ts'
import { sequenceFaults } from './sequence-faults.ts'
import { sessionFaults } from './session-faults.ts'
import { webhookFaults } from './webhook-faults.ts'

/** Every fault: each is a named way in which a message is wrong, or comes too often. */
export const faults: readonly Fault[] = [
  ...webhookFaults,
  ...sequenceFaults,
  ...lookUpFaults,
  ...sessionFaults,
]

/** A fault, and the message in whose place it was planted. */
export interface PlantedFault {
  readonly fault: Fault
  readonly message: Delivery
}

/** Messages of which some are wrong, and the faults that were planted into them. */
export interface Planted {
  readonly delivered: readonly Delivery[]
  readonly planted: readonly PlantedFault[]
}

/** What a message says: the same each time that it is delivered. */
const contentOf = (message: Delivery): string =>
  JSON.stringify(message.kind === 'response' ? message : message.body)

/** A fault, and a message in whose place it can be planted. */
type Possible = readonly PlantedFault[]

/** A few faults, each in one message. */
const some = (possible: Possible, count: number): fc.Arbitrary<Possible> => {
  const most = Math.min(count, possible.length)
  return fc.subarray([...possible], { minLength: Math.min(1, most), maxLength: most })
}

/** One fault, in every message to which it can happen. */
const everywhere = (possible: Possible): fc.Arbitrary<Possible> => {
  const names = [...new Set(possible.map(({ fault }) => fault.name))]
  return names.length === 0
    ? fc.constant([])
    : fc.constantFrom(...names).map((name) => possible.filter(({ fault }) => fault.name === name))
}

/**
 * Plants faults into messages: a few, each into one message, or one fault into every message to which
 * it can happen. Its messages come in place of that message, as often as that message is delivered.
 * `count` is the greatest number of different faults.
 */
export const planted = (
  messages: readonly Delivery[],
  which: readonly Fault[] = faults,
  count = 3,
): fc.Arbitrary<Planted> => {
  const possible = messages.flatMap((message) =>
    which.flatMap((fault) =>
      fault.plant(message, messages).length > 0 ? [{ fault, message }] : [],
    ),
  )
  const chosen = fc.oneof(
    { weight: 4, arbitrary: some(possible, count) },
    { weight: 1, arbitrary: everywhere(possible) },
  )
  return chosen.map((all) => {
    const byMessage = new Map(all.map((each) => [contentOf(each.message), each]))
    return {
      delivered: messages.flatMap(
        (message) => byMessage.get(contentOf(message))?.fault.plant(message, messages) ?? [message],
      ),
      planted: [...byMessage.values()],
    }
  })
}
