/**
 * Webhooks of many streams, generated at random from what the provider can do, and sent in any
 * order.
 */
import fc from 'fast-check'
import { sepaPayment, session, ticketPayment } from 'payfold/machines'
import { deliveries, histories } from 'payfold/testing'

const MACHINES = [sepaPayment, ticketPayment, session]

/**
 * The bodies of the webhooks of this many streams, in the order in which the events happened.
 *
 * @param {number} streams
 * @param {number} seed
 */
export const webhooksOf = (streams, seed) =>
  Array.from({ length: streams }, (_, index) => {
    const machine = MACHINES[index % MACHINES.length] ?? session
    const generated = histories(machine, { name: `t${seed}x${index}` }).chain((history) =>
      deliveries(history),
    )
    // a history that only responses report sends nothing here: generate another
    for (let draw = 0; ; draw += 1) {
      const [delivered = []] = fc.sample(generated, {
        numRuns: 1,
        seed: seed + index * 1000 + draw,
      })
      const bodies = delivered
        .filter(({ kind }) => kind === 'webhook')
        .map(({ body }) => JSON.stringify(body))
      if (bodies.length > 0) return bodies
    }
  })

/**
 * Shuffles, the same way for the same seed.
 *
 * @template T
 * @param {readonly T[]} things
 * @param {number} seed
 * @returns {readonly T[]}
 */
export const shuffled = (things, seed) =>
  fc.sample(fc.shuffledSubarray([...things], { minLength: things.length }), {
    numRuns: 1,
    seed,
  })[0] ?? []

/**
 * Runs work on this many items at a time.
 *
 * @template T
 * @param {readonly T[]} things
 * @param {number} atOnce
 * @param {(thing: T) => Promise<unknown>} work
 */
export const together = async (things, atOnce, work) => {
  const left = [...things]
  const worker = async () => {
    for (let thing = left.pop(); thing !== undefined; thing = left.pop()) await work(thing)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
