/** What happens to a shop with a desk, at random; and what must be true once everything has arrived. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { audit } from '../../src/audit/index.ts'
import { fromResponse } from '../../src/provider/index.ts'
import { mostly } from '../model/lives.ts'
import { type Act, modelProvider } from './model-provider.ts'
import { isLeft, type Opening, pf, processes, type Shop } from './processes.ts'
import { circumstances, fates, living, pick, skews } from './steps.ts'

const step = fc.record({
  ...circumstances,
  what: fc.constantFrom(
    ...(['refund', 'refund', 'refund', 'refund', 'pay', 'pay', 'pay', 'cancel'] as const),
    ...(['ticket', 'ticket', 'ticket', 'ask', 'settle', 'settle', 'stranger', 'forge'] as const),
    ...(['hook', 'hook', 'hook', 'again', 'lose', 'due', 'due'] as const),
  ),
  amount: fc.constantFrom(200, 200, 300, 600),
})
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

/** A history: what is different in it, and what happens. */
export const histories = fc.record({
  habits: fc.record({
    isReferred: fc.boolean(),
    isNamed: mostly(true, false),
    isTicket: fc.boolean(),
  }),
  /** Whether the webhooks of the first two payments have come already. */
  isKnown: mostly(true, false),
  skews,
  steps: fc.array(step, { minLength: 3, maxLength: 16, size: 'max' }),
  /** What look-ups meet at first once everything else is over. */
  after: fc.array(fates, { maxLength: 6 }),
  /** Whether what is open ends late, a thing a day. */
  isLate: mostly(false, true),
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

/** When a ticket expires: nobody knows it, or in a time without a zone, or with one. */
const EXPIRIES = ['none', '2026-03-12T20:00:00', '2026-03-13T00:00:00-03:00']

const ticketOf = (key: string, amount: number, which: number) => ({
  source: {
    ...{ type: 'pagofacil', integration_type: 'direct', country: 'AR' },
    payer: { name: 'Ada Lovelace', email: 'ada@shop.example', document: '12345678' },
    description: EXPIRIES[which % EXPIRIES.length] ?? '',
  },
  ...{ amount, currency: 'ARS' as const, reference: key },
})

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
export const life = async (
  { habits, skews, isKnown, after, isLate }: Omit<History, 'steps'>,
  open?: Opening,
) => {
  const provider = modelProvider(habits)
  const at = processes(provider, skews, open)
  const given = new Map<string, Given>()
  const { faults, called, deliver, hook, happen, end: endOf } = living(provider, at)
  /** How often a ticket was asked for. */
  let tickets = 0
  const command = (shop: Shop, one: Given): void => {
    given.set(JSON.stringify(one), one)
    called('run', runOn(shop, one))
  }
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
    if (what === 'forge') forged(shop, each)
    if (what === 'ticket') {
      tickets += 1
      called('ask', shop.ask('createPayment', {}, ticketOf(key, 5 * amount, which), key))
    }
    deliver(what, shop, which)
    if (what === 'stranger') provider.stranger(payment, amount)
    if (what === 'settle') provider.settle(which, amount !== 600)
    if (what === 'ask') called('ask', shop.ask('getPayment', { payment_id: payment }))
  }
  const run = (each: Step): Promise<void> => happen(each, begin)
  const settle = (round: number): void => {
    for (let which = round; provider.isOpen(); which += 1) {
      provider.settle(which, which % 3 !== 2)
      if (isLate) return
    }
  }
  const end = (): Promise<void> => endOf(settle, after)
  for (const id of ['src_1', 'src_2']) {
    const message = created(provider.now(), id)
    if (message !== null) called('take', at.shop(0).take(message))
    await at.drain()
  }
  for (const webhook of isKnown ? provider.owed : []) {
    hook(at.shop(0), webhook)
    await at.drain()
  }
  return { provider, at, given, faults, run, end, called, asked: () => tickets }
}

export type Life = Awaited<ReturnType<typeof life>>

type LivedPayment =
  Life['provider']['payments'] extends ReadonlyMap<string, infer Payment> ? Payment : never

/** What may be wrong with each kind of thing, once a life has ended. */
type Check = (lived: Life, seen: Ended) => readonly string[]

/** What a desk says of everything, once a life has ended. */
interface Ended {
  readonly views: ReadonlyMap<string, Awaited<ReturnType<Shop['view']>>>
  readonly outcomes: readonly { readonly one: Given; readonly is: string }[]
}

const once: Check = ({ provider: { acts, tickets, tooMuch }, at, asked }) => [
  ...acts.flatMap(({ key }, index) =>
    acts.findIndex((each) => each.key === key) < index ? [`${key} was carried out twice`] : [],
  ),
  ...acts.flatMap(({ key }) => (at.commands.has(key) ? [] : [`${key} was sent, not recorded`])),
  ...(tickets.length > asked() ? ['a ticket was made that nobody asked for'] : []),
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
    return isSame ? [] : [`${stream}: ${JSON.stringify(shown)} should be ${JSON.stringify(truth)}`]
  })

const collections: Check = ({ provider, at }) =>
  [...provider.payments.values()].flatMap(({ id, source }) => {
    if (source === null) return []
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
  // a row of a ticket may be less than its command, by a fee
  const isTicket = lived.provider.payments.get(about)?.source === null
  const isAlike = (each: Pick<Act, 'of' | 'amount'>): boolean =>
    each.of === about && (isTicket || each.amount === amount)
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
    if (is === 'inDoubt')
      return isLeft(lived.at.rows.get(stream), lived.provider.now()) ? [] : [`${key} is in doubt`]
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

const whatBecame = ({ source, end, actions }: LivedPayment): readonly string[] => {
  if (source !== null) return []
  const paid = actions.length === 0 ? (end ?? 'open') : end === null ? 'paid' : 'paid late'
  return [`ticket ${paid}`, ...actions.flatMap(({ fee }) => (fee > 0 ? ['fee'] : []))]
}

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
    ...[...provider.payments.values()].flatMap(whatBecame),
  ]) {
    at.seen[what] = (at.seen[what] ?? 0) + 1
  }
  return [
    ...faults,
    ...[once, saved, sums, collections, ends, audited].flatMap((check) => check(lived, ended)),
  ]
}
