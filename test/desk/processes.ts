/**
 * Processes that share a store: every call of a port waits until it is let through, in any order, and
 * a process can be killed before or after each of them. What it had begun then never ends.
 */
import { setImmediate } from 'node:timers/promises'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import {
  type Call,
  type Desk,
  desk,
  memoryStore,
  type Ports,
  type Save,
} from '../../src/desk/index.ts'
import { type Payfold, payfold } from '../../src/payfold.ts'
import { right } from '../given.ts'
import type { Fate, ModelProvider } from './model-provider.ts'

export const pf = payfold([sepaPayment, sepaMandate, ticketPayment, session])
type Machines = (typeof pf)['machines'][number]
export type Shop = Desk<Machines>

/** Makes a desk, or one with a mistake in it. */
export type Opening = (pf: Payfold<Machines>, ports: Ports) => Shop

/** How a call of a port ends. */
export type Passage =
  | 'goes'
  | 'is killed before'
  | 'is killed after'
  | 'rejects before'
  | 'rejects after'

/** What answers the calls of the processes. */
export type Provider = Pick<ModelProvider, 'keys' | 'now' | 'receive'>

/** Whether something of a stream is left that only a person can settle. */
export const isLeft = (row: Save['streams'][number] | undefined, now: number): boolean =>
  row !== undefined &&
  right(pf.questions(row.state as never, new Date(now))).some(({ request }) => request === null)

interface Waiting {
  readonly who: number
  readonly name: string
  readonly go: (passage: Passage) => Promise<void>
}

/** An error of a port, as a database or a network has them. */
const LOST = Object.assign(new Error('the connection was lost'), { name: 'ConnectionError' })

export const isLost = (error: unknown): boolean => error === LOST

/** Several processes on one store, and what became of their calls. */
export const processes = (provider: Provider, skews: readonly number[], open: Opening = desk) => {
  const store = memoryStore()
  const rows = new Map<string, Save['streams'][number]>()
  const commands = new Map<string, string>()
  const seen: Record<string, number> = {}
  const count = (what: string): void => {
    seen[what] = (seen[what] ?? 0) + 1
  }
  let waiting: Waiting[] = []
  let fate: Fate = 'ok'

  const gate = <A>(who: number, name: string, act: () => Promise<A>): Promise<A> =>
    new Promise((resolve, reject) => {
      const go = async (passage: Passage): Promise<void> => {
        count(name)
        if (passage !== 'goes') count(passage)
        if (passage === 'is killed before') return kill(who)
        if (passage === 'rejects before') return reject(LOST)
        const end = await act().then(
          (value) => () => resolve(value),
          (error: unknown) => () => reject(error),
        )
        if (passage === 'is killed after') return kill(who)
        return passage === 'rejects after' ? reject(LOST) : end()
      }
      waiting.push({ who, name, go })
    })
  const portsOf = (who: number): Ports => ({
    load: (streams, command) => gate(who, 'load', () => store.load(streams, command)),
    save: (save) =>
      gate(who, 'save', async () => {
        const isSaved = await store.save(save)
        if (!isSaved) count('conflicts')
        for (const row of isSaved ? save.streams : []) {
          if (row.revision >= (rows.get(row.stream)?.revision ?? -1)) rows.set(row.stream, row)
        }
        for (const { command, stream } of isSaved ? save.rows : []) {
          if (command !== null) commands.set(command, stream)
        }
        return isSaved
      }),
    due: (now) => gate(who, 'due', () => store.due(now)),
    now: () => new Date(provider.now() + (skews[who] ?? 0)),
    keys: provider.keys,
    send: async (call: Call) => {
      const since = provider.now()
      const isLate = (): boolean => provider.now() - since >= call.timeoutMs
      const answer = await gate(who, 'send', async () =>
        isLate() ? null : provider.receive(call, fate),
      )
      return gate(who, 'response', async () =>
        answer === null || isLate() ? Promise.reject(TypeError('fetch failed')) : answer,
      )
    },
  })
  const shops = skews.map((_, who) => open(pf, portsOf(who)))
  const kill = (who: number): void => {
    waiting = waiting.filter((each) => each.who !== who)
    shops[who] = open(pf, portsOf(who))
  }
  /** Lets one waiting call through, and waits until its process waits again. */
  const letThrough = async (which: number, passage: Passage = 'goes'): Promise<void> => {
    await setImmediate()
    const [chosen] = waiting.splice(which % Math.max(1, waiting.length), 1)
    if (chosen === undefined) return
    await chosen.go(passage)
    await setImmediate()
  }
  /** Lets every call through, in order, until nobody waits. */
  const drain = async (): Promise<void> => {
    await setImmediate()
    while (waiting.length > 0) await letThrough(0)
  }
  return {
    store,
    rows,
    commands,
    seen,
    drain,
    letThrough,
    shop: (who: number): Shop => shops[who % shops.length] as Shop,
    meets: (next: Fate): void => {
      fate = next
    },
  }
}
