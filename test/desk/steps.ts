/** What every random history has: the steps of several processes, what becomes of them, and how all ends. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../for-all.ts'
import { mostly } from '../model/lives.ts'
import { type Fate, HOUR, MINUTE, type Owed } from './model-provider.ts'
import {
  isLeft,
  isLost,
  type Passage,
  type Provider,
  type processes,
  type Shop,
} from './processes.ts'

const DAY = 24 * HOUR

/** What requests meet. */
export const fates = mostly<Fate>(
  'ok',
  ...(['ok slowly', '422', '503 before', '503 after', 'lost before', 'lost after'] as const),
)

const WAITS = [0, 1000, 59_000, 61_000, 15 * MINUTE, HOUR, 62 * MINUTE, 30 * HOUR, 400 * HOUR]

/** When a step happens, who takes it, and what becomes of it. */
export const circumstances = {
  wait: mostly(MINUTE, ...WAITS),
  who: fc.nat({ max: 2 }),
  which: fc.nat({ max: 11 }),
  key: fc.nat({ max: 7 }),
  isDouble: mostly(false, true),
  fate: fates,
  picks: fc.array(fc.nat({ max: 5 }), { maxLength: 8 }),
  passage: mostly<Passage>(
    'goes',
    ...(['is killed before', 'is killed after', 'rejects before', 'rejects after'] as const),
  ),
  isCalm: mostly(false, true),
}

/** By how much the clocks of the processes differ. */
export const skews = fc.constantFrom([0, 0, 0], [0, 0], [0, 20_000, -20_000], [0, -20_000])

type Circumstances = {
  readonly [Name in keyof typeof circumstances]: (typeof circumstances)[Name] extends fc.Arbitrary<
    infer A
  >
    ? A
    : never
}

/** A provider that owes webhooks, and of which something may be open. */
interface OwingProvider extends Provider {
  readonly owed: readonly Owed[]
  /** How often each look-up was sent. */
  readonly looked: Map<string, number>
  readonly isOpen: () => boolean
  readonly pass: (ms: number) => void
}

/** A look-up comes later and later. */
const MOST_LOOK_UPS = 80

/** One of some things. */
export const pick = <A>(all: readonly A[], which: number): A | undefined =>
  all[which % Math.max(1, all.length)]

/** Lets steps happen, and notes what is wrong with them. */
export const living = (provider: OwingProvider, at: ReturnType<typeof processes>) => {
  const faults: string[] = []
  /** A call of a desk: it may reject only if a port did. */
  const called = <A>(what: string, call: Promise<A>, then: (value: A) => void = () => {}): void => {
    call.then(then, (error: unknown) => {
      if (!isLost(error)) faults.push(`${what} rejects: ${String(error)}`)
    })
  }
  const hook = (shop: Shop, webhook: Owed | undefined): void => {
    if (webhook === undefined) return
    called('webhook', shop.webhook(webhook.raw, webhook.signature), ({ status, because }) => {
      if (status === 200) webhook.isTaken = true
      if (status !== 200 || because !== null) faults.push(`webhook: ${status} ${because}`)
    })
  }
  const owed = () => provider.owed.filter(({ from, isTaken }) => from <= provider.now() && !isTaken)
  const taken = () => provider.owed.filter(({ isTaken }) => isTaken)
  const lose = (which: number): void => {
    const losable = provider.owed.filter(({ isLosable, isTaken }) => isLosable && !isTaken)
    const lost = pick(losable, which)
    if (lost === undefined) return
    lost.isTaken = true
    at.seen['is lost'] = (at.seen['is lost'] ?? 0) + 1
  }
  /** A webhook arrives, or arrives again, or never. */
  const deliver = (what: string, shop: Shop, which: number): void => {
    if (what === 'hook') hook(shop, pick(owed(), which))
    if (what === 'again') hook(shop, pick(taken(), which))
    if (what === 'lose') lose(which)
    if (what === 'due') called('due', shop.due())
  }
  const happen = async <S extends Circumstances>(
    each: S,
    begin: (each: S) => void,
  ): Promise<void> => {
    provider.pass(each.wait)
    at.meets(each.fate)
    begin(each)
    if (each.isDouble) begin({ ...each, who: each.who + 1 })
    for (const [index, which] of each.picks.entries()) {
      await at.letThrough(which, index === each.picks.length - 1 ? each.passage : 'goes')
    }
    if (each.isCalm) await at.drain()
  }
  const arrive = async (): Promise<void> => {
    for (const webhook of owed()) {
      hook(at.shop(0), webhook)
      await at.drain()
    }
  }
  /**
   * Everything ends and arrives, and whatever is asked is answered at last, until nothing is asked.
   * `settle` ends what is open, all or some of it; look-ups meet what `after` says, and then no harm.
   */
  const end = async (settle: (round: number) => void, after: readonly Fate[]): Promise<void> => {
    at.meets('ok')
    await at.drain()
    provider.looked.clear()
    const over = provider.now() + 40 * DAY
    for (let [rounds, told] = [0, 0]; ; rounds += 1) {
      settle(rounds)
      await arrive()
      const waiting = [...at.rows.values()].filter(({ due }) => due !== null)
      const next = waiting.flatMap(({ due }) => due ?? []).toSorted()[0]
      const isMore = provider.isOpen() || provider.owed.some(({ isTaken }) => !isTaken)
      const isOver = waiting.every((row) => isLeft(row, provider.now()))
      // what is left to a person is told for ever
      if (!isMore && (next === undefined || (told > 8 && isOver))) break
      if (provider.now() > over) {
        if (!isOver) faults.push('due: it never ends')
        break
      }
      // the other processes' clocks are never far from this one's
      const wait = Date.parse(next ?? '9999-01-01') - provider.now() + MINUTE
      provider.pass(Math.max(MINUTE, isMore ? Math.min(wait, 26 * HOUR) : wait))
      at.meets(after[rounds] ?? 'ok')
      called('due', at.shop(rounds).due(), ({ asked }) => {
        told = asked > 0 ? 0 : told + 1
      })
      await at.drain()
    }
    for (const [path, times] of provider.looked) {
      if (times > MOST_LOOK_UPS) faults.push(`${path} was looked up ${times} times`)
    }
  }
  return { faults, called, deliver, hook, happen, end }
}

/** Who only wants to know whether a mistake is found needs no smallest case. */
const runs = { ...runsOf(60, 5), endOnFailure: process.env['CASES'] !== undefined }

/** Tries histories to their ends, each of which returns what happened; what is rare has to happen. */
export const trying = <A>(
  title: string,
  histories: fc.Arbitrary<A>,
  rare: readonly string[],
  live: (history: A) => Promise<Readonly<Record<string, number>>>,
): void => {
  const happened = new Set<string>()
  const property = fc.asyncProperty(histories, async (history) => {
    for (const what of Object.keys(await live(history))) happened.add(what)
  })
  test(title, () => fc.assert(property, runs))
  test('what is rare has happened', () => {
    expect(rare.filter((what) => !happened.has(what))).toEqual([])
  })
}
