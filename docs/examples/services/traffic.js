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
    // no webhook reports a history that only responses report: generate another history
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
 * Shuffles a list; the same seed always shuffles it in the same way.
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
 * Runs work on `atOnce` items at a time.
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
