/** What happens to a shop with a desk, at random; and what must be true once everything has arrived. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { audit } from '../../src/audit/index.ts'
import { fromResponse } from '../../src/provider/index.ts'
import { mostly } from '../model/lives.ts'
import { type Act, HOUR, MINUTE, modelProvider } from './model-provider.ts'
import { isLost, type Opening, pf, processes, type Shop } from './processes.ts'

const step = fc.record({
  wait: mostly(
    MINUTE,
    0,
    1000,
    59_000,
    61_000,
    15 * MINUTE,
    HOUR,
    62 * MINUTE,
    30 * HOUR,
    400 * HOUR,
  ),
  what: fc.constantFrom(
    ...([
      'refund',
      'refund',
      'refund',
      'refund',
      'pay',
      'pay',
      'pay',
      'cancel',
      'hook',
      'hook',
    ] as const),
    ...(['hook', 'due', 'due', 'settle', 'settle', 'stranger', 'again', 'forge', 'ask'] as const),
  ),
  who: fc.nat({ max: 2 }),
  which: fc.nat({ max: 11 }),
  key: fc.nat({ max: 7 }),
  amount: fc.constantFrom(200, 200, 300, 600),
  isDouble: mostly(false, true),
  fate: mostly<Parameters<ReturnType<typeof processes>['meets']>[0]>(
    'ok',
    ...(['ok slowly', '422', '503 before', '503 after', 'lost before', 'lost after'] as const),
  ),
  picks: fc.array(fc.nat({ max: 5 }), { maxLength: 8 }),
  passage: mostly<Parameters<ReturnType<typeof processes>['letThrough']>[1] & string>(
    'goes',
    ...(['is killed before', 'is killed after', 'rejects before', 'rejects after'] as const),
  ),
  isCalm: mostly(false, true),
})
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

/** A history: what is different in it, and what happens. */
export const histories = fc.record({
  habits: fc.record({ isReferred: fc.boolean(), isNamed: mostly(true, false) }),
  /** Whether the webhooks of the first two payments have come already. */
  isKnown: mostly(true, false),
  skews: fc.constantFrom([0, 0, 0], [0, 0], [0, 20_000, -20_000], [0, -20_000]),
  steps: fc.array(step, { minLength: 3, maxLength: 16, size: 'max' }),
})
export type History = typeof histories extends fc.Arbitrary<infer A> ? A : never

/** A command that somebody gave: its name, its data and its key. */
interface Given {
  readonly name: 'requestRefund' | 'createPayment' | 'cancelMandate'
  readonly about: string
  readonly amount: number
  readonly key: string
}

const runOn = (shop: Shop, { name, about, amount, key }: Given) => {
  if (name === 'requestRefund')
    return shop.run(name, { paymentId: about as never, amount: amount as never }, key)
  if (name === 'createPayment') return shop.run(name, { sourceId: about as never, amount }, key)
  return shop.run(name, { sourceId: about as never }, key)
}

const created = (at: number, id: string) => {
  const message = fromResponse({
    ...{ endpoint: 'createSource', status: 201, receivedAt: new Date(at) },
    request: { type: 'sepa', source_data: { mandate_type: 'recurring' } },
    body: {
      id,
      type: 'sepa',
      response_code: '10000',
      response_data: { mandate_reference: 'MREF1' },
    },
  })
  return E.isRight(message) ? message.right : null
}

/** A shop, its provider, and what may happen to them. */
export const life = async ({ habits, skews, isKnown }: Omit<History, 'steps'>, open?: Opening) => {
  const provider = modelProvider(habits)
  const at = processes(provider, skews, open)
  const given = new Map<string, Given>()
  const faults: string[] = []
  /** A call of a desk: it may reject only if a port did. */
  const called = <A>(what: string, call: Promise<A>, then: (value: A) => void = () => {}): void => {
    call.then(then, (error: unknown) => {
      if (!isLost(error)) faults.push(`${what} rejects: ${String(error)}`)
    })
  }
  const command = (shop: Shop, one: Given): void => {
    given.set(JSON.stringify(one), one)
    called('run', runOn(shop, one))
  }
  const hook = (
    shop: Shop,
    webhook: ReturnType<typeof modelProvider>['owed'][number] | undefined,
  ): void => {
    if (webhook === undefined) return
    called('webhook', shop.webhook(webhook.raw, webhook.signature), ({ status, because }) => {
      if (status === 200) webhook.isTaken = true
      if (status !== 200 || because !== null) faults.push(`webhook: ${status} ${because}`)
    })
  }
  const owed = () => provider.owed.filter(({ from, isTaken }) => from <= provider.now() && !isTaken)
  const pick = <A>(all: readonly A[], which: number): A | undefined =>
    all[which % Math.max(1, all.length)]

  const forged = (shop: Shop, { which, amount }: Step): void => {
    const real = pick(provider.owed, which)
    const text = new TextDecoder().decode(real?.raw).replace(/"amount":\d+/, `"amount":${amount}`)
    const raw = new TextEncoder().encode(`${text} `)
    called('webhook', shop.webhook(raw, real?.signature), ({ status }) => {
      if (status !== 401) faults.push(`a forged webhook: ${status}`)
    })
  }
  const begin = (each: Step): void => {
    const { what, who, which, amount } = each
    const shop = at.shop(who)
    const key = `key-${each.key}`
    const payment = pick([...provider.payments.keys()], which) ?? 'pay_1'
    const source = which % 4 === 0 ? 'src_2' : 'src_1'
    if (what === 'refund') command(shop, { name: 'requestRefund', about: payment, amount, key })
    if (what === 'pay') command(shop, { name: 'createPayment', about: source, amount, key })
    if (what === 'cancel') command(shop, { name: 'cancelMandate', about: 'src_2', amount: 0, key })
    if (what === 'hook') hook(shop, pick(owed(), which))
    if (what === 'again')
      hook(
        shop,
        pick(
          provider.owed.filter(({ isTaken }) => isTaken),
          which,
        ),
      )
    if (what === 'forge') forged(shop, each)
    if (what === 'due') called('due', shop.due())
    if (what === 'stranger') provider.stranger(payment, amount)
    if (what === 'settle') provider.settle(which, amount !== 600)
    if (what === 'ask') called('ask', shop.ask('getPayment', { payment_id: payment }))
  }
  const run = async (each: Step): Promise<void> => {
    provider.pass(each.wait)
    at.meets(each.fate)
    begin(each)
    if (each.isDouble) begin({ ...each, who: each.who + 1 })
    for (const [index, which] of each.picks.entries()) {
      await at.letThrough(which, index === each.picks.length - 1 ? each.passage : 'goes')
    }
    if (each.isCalm) await at.drain()
  }
  /** Everything arrives, and whatever is asked is answered, until nothing is asked. */
  const end = async (): Promise<void> => {
    at.meets('ok')
    await at.drain()
    for (let which = 0; provider.isOpen(); which += 1) provider.settle(which, which % 3 !== 2)
    for (let tries = 0; tries < 100 && provider.owed.some(({ isTaken }) => !isTaken); tries += 1) {
      provider.pass(2 * HOUR)
      for (const webhook of owed()) {
        hook(at.shop(0), webhook)
        await at.drain()
      }
    }
    for (let [rounds, told] = [0, 0]; ; rounds += 1) {
      const waiting = [...at.rows.values()].filter(({ due }) => due !== null)
      const next = waiting.flatMap(({ due }) => due ?? []).toSorted()[0]
      // what is left to a person is told for ever
      if (next === undefined || (told > 8 && waiting.every(({ left }) => left.length > 0))) return
      if (rounds > 60) return void faults.push('due: it never ends')
      // the other processes' clocks are never far from this one's
      provider.pass(Math.max(MINUTE, Date.parse(next) - provider.now() + MINUTE))
      called('due', at.shop(rounds).due(), ({ asked }) => {
        told = asked > 0 ? 0 : told + 1
      })
      await at.drain()
    }
  }
  for (const id of ['src_1', 'src_2']) {
    const message = created(provider.now(), id)
    if (message !== null) called('take', at.shop(0).take(message))
    await at.drain()
  }
  for (const webhook of isKnown ? provider.owed : []) {
    hook(at.shop(0), webhook)
    await at.drain()
  }
  return { provider, at, given, faults, run, end, called }
}

export type Life = Awaited<ReturnType<typeof life>>

/** What may be wrong with each kind of thing, once a life has ended. */
type Check = (lived: Life, seen: Ended) => readonly string[]

/** What a desk says of everything, once a life has ended. */
interface Ended {
  readonly views: ReadonlyMap<string, Awaited<ReturnType<Shop['view']>>>
  readonly outcomes: readonly { readonly one: Given; readonly is: string }[]
}

const leftOf = ({ at }: Life, stream: string): readonly string[] => at.rows.get(stream)?.left ?? []

const once: Check = ({ provider: { acts, tooMuch }, at }) => [
  ...acts.flatMap(({ key }, index) =>
    acts.findIndex((each) => each.key === key) < index ? [`${key} was carried out twice`] : [],
  ),
  ...acts.flatMap(({ key }) => (at.commands.has(key) ? [] : [`${key} was sent, not recorded`])),
  ...tooMuch.map((each) => `more refunded than captured: ${each}`),
]

const saved: Check = ({ at }, { views }) =>
  [...at.rows.values()].flatMap(({ stream, status }) => {
    const shown = views.get(stream)?.status
    return shown === status ? [] : [`${stream}: ${status} is saved, ${shown} is shown`]
  })

const sums: Check = (lived, { views }) =>
  [...lived.provider.payments.values()].flatMap((payment) => {
    const stream = `payment-${payment.id}`
    const truth = lived.provider.ledger(payment)
    const shown = views.get(stream)?.sums as Readonly<Record<string, unknown>> | null | undefined
    const isSame = Object.entries(truth).every(([name, value]) => (shown?.[name] ?? 0) === value)
    return isSame || leftOf(lived, stream).length > 0
      ? []
      : [`${stream}: ${JSON.stringify(shown)} should be ${JSON.stringify(truth)}`]
  })

const collections: Check = ({ provider, at }) =>
  [...provider.payments.values()].flatMap(({ id, source }) => {
    const stream = `mandate-${source}`
    const row = at.rows.get(stream)?.state as { context: { collections?: object } } | undefined
    const { collections: known = {} } = row?.context ?? {}
    return Object.hasOwn(known, id) ? [] : [`${stream} has no collection of ${id}`]
  })

const TAKEN = new Set(['accepted', 'done', 'failed'])

/**
 * Whether as many refunds of an amount were taken as were carried out. A row without a reference is
 * counted, for it may be anybody's: which command it is of, nobody can say.
 */
const isCounted = (lived: Life, { about, amount }: Given, { outcomes }: Ended): boolean => {
  const isAlike = (each: Pick<Act, 'of' | 'amount'>): boolean =>
    each.of === about && each.amount === amount
  const { acts, strangers, isReferred } = lived.provider
  const [ours, others] = [acts.filter(isAlike).length, strangers.filter(isAlike).length]
  const taken = outcomes.filter(
    ({ one, is }) => TAKEN.has(is) && isAlike({ of: one.about, amount: one.amount }),
  ).length
  return taken >= ours && taken <= ours + others && (others > 0 || !isReferred)
}

const ends: Check = (lived, seen) =>
  [...lived.at.commands].flatMap(([key, stream]) => {
    const own = seen.outcomes.filter(({ one, is }) => one.key === key && is !== 'keyUsed')
    const [first] = own
    if (first === undefined || own.length > 1) {
      return [`${key}: ${own.map(({ is }) => is).join(', ')}`]
    }
    const { is, one } = first
    if (is === 'inDoubt') return leftOf(lived, stream).length > 0 ? [] : [`${key} is in doubt`]
    const isDone = lived.provider.acts.some((each) => each.key === key)
    if (TAKEN.has(is) === isDone) return []
    const mayDiffer = one.name === 'requestRefund' && isCounted(lived, one, seen)
    return mayDiffer ? [] : [`${key}: ${is}, and it was${isDone ? '' : ' not'} carried out`]
  })

const audited: Check = ({ at, provider }) =>
  audit(pf)(
    at.store.lines().map(
      (line) => `${line}
`,
    ),
  )
    .findings.filter(({ severity }) => severity === 'error')
    // a stranger may refund when we may not: the audit says so, and is right
    .filter(
      ({ code, stream }) =>
        code !== 'withinRefundWindow' ||
        !provider.strangers.some(({ of }) => stream === `payment-${of}`),
    )
    .map((finding) => `audit: ${JSON.stringify(finding)}`)

/** What is wrong with a life that has ended. */
export const wrongIn = async (lived: Life): Promise<readonly string[]> => {
  const { at, given, faults, provider, called } = lived
  const views = new Map<string, Awaited<ReturnType<Shop['view']>>>()
  for (const stream of at.rows.keys()) {
    called('view', at.shop(1).view(stream), (view) => views.set(stream, view))
    await at.drain()
  }
  const outcomes: { one: Given; is: string }[] = []
  for (const one of [...given.values()].filter(({ key }) => at.commands.has(key))) {
    called('run', runOn(at.shop(1), one), ({ is }) => outcomes.push({ one, is }))
    await at.drain()
  }
  const ended = { views, outcomes }
  for (const what of [
    ...outcomes.map(({ is }) => is),
    ...provider.strangers.map(() => 'strangers'),
  ]) {
    at.seen[what] = (at.seen[what] ?? 0) + 1
  }
  return [
    ...faults,
    ...[once, saved, sums, collections, ends, audited].flatMap((check) => check(lived, ended)),
  ]
}
