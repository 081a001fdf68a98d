/**
 * The life of refunds with a provider that answers late or never, loses answers, fails after it has
 * acted, and forgets keys; and with a backend that crashes, stalls and races. Each command is carried
 * out at most once, and nothing is held once a look-up was answered.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { emptyTip, type Tip } from '../../src/log/append.ts'
import type { Entry } from '../../src/log/entry.ts'
import { payfold } from '../../src/payfold.ts'
import { readDelivery } from '../../src/provider/index.ts'
import { type Instant, shift } from '../../src/words/instant.ts'
import type { Stream } from '../../src/words/stream.ts'
import { instantOf, machines, reported } from '../given.ts'

const RUNS = Number(process.env['RUNS'] ?? 1000)
/** The default run tries the same cases each time. */
const runs = process.env['RUNS'] === undefined ? { numRuns: RUNS, seed: 5 } : { numRuns: RUNS }
const PATIENCE = 3 * 3_600_000
const pf = payfold(machines)
const stream = 'payment-pay_1' as Stream
const START = instantOf('2026-03-10T10:00:00Z')
const CAPTURED = 1000
const HOUR = 3600
/** How long the provider keeps a key. */
const KEPT = 24 * HOUR

const paid = [
  reported(
    'payment_pending',
    { paymentId: 'pay_1', amount: CAPTURED, currency: 'EUR', method: 'sepa', sourceId: 'src_1' },
    { at: shift(START, -48 * HOUR), id: 'evt_pending' },
  ),
  reported(
    'payment_captured',
    { paymentId: 'pay_1', amount: CAPTURED },
    { at: shift(START, -24 * HOUR), id: 'evt_captured' },
  ),
]

/** One of some values, the first most often. */
const mostly = <A>(usual: A, ...others: readonly A[]): fc.Arbitrary<A> =>
  fc.oneof(
    { weight: others.length + 2, arbitrary: fc.constant(usual) },
    { weight: others.length, arbitrary: fc.constantFrom(usual, ...others) },
  )

const step = fc.record({
  wait: mostly(120, 0, 1, 60, 119, HOUR, 22 * HOUR, 23 * HOUR - 121, 23 * HOUR, 25 * HOUR),
  what: mostly('send', 'decide', 'hooks', 'look', 'stranger'),
  which: mostly(0, 1, 2),
  crash: mostly('none', 'beforeAppend', 'afterAppend', 'afterSend'),
  stalls: mostly(0, 30, 59, 60, 600, 23 * HOUR),
  travels: mostly(0, 1, 59, 60),
  answer: mostly('ok', '422', '409', '503before', '503after', '503after'),
  isLost: fc.boolean(),
  late: mostly(0, 1, HOUR, 30 * HOUR),
  isRace: fc.boolean(),
  isReferred: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

interface Action {
  readonly id: string
  readonly key: string
  readonly amount: number
  readonly at: number
}

/** Seconds from the start, as an instant. */
const at = (seconds: number): Instant => shift(START, seconds)

/** What a backend and its provider do, as far as the clock has come. */
const world = (amounts: readonly number[]) => {
  let now = 0
  let tip: Tip = emptyTip(stream)
  const log: Entry[] = []
  const actions: Action[] = []
  const keys = new Map<string, { readonly since: number; readonly action: Action }>()
  const queue: { readonly at: number; readonly run: () => void }[] = []
  const append = (events: readonly DomainEvent[], expected?: number | null): boolean => {
    const appended = pf.append(tip, events, expected ?? undefined)
    if (E.isLeft(appended)) {
      expect(appended.left.error).toBe('RevisionConflict')
      return false
    }
    tip = appended.right.tip
    log.push(...appended.right.entries)
    return true
  }
  append(paid)
  const state = () => pf.fold(stream, log)
  const read = (message: object): readonly DomainEvent[] => {
    const events = readDelivery({ ...message, receivedAt: at(now) })
    if (E.isLeft(events)) throw new Error(JSON.stringify(events.left))
    return events.right.map(({ event }) => event)
  }
  const act = (key: string, amount: number): Action => {
    const action = { id: `act_${actions.length + 1}`, key, amount, at: now }
    actions.push(action)
    return action
  }
  /** The provider's answer to a refund: its status and body. */
  const carriedOut = (key: string, amount: number, answer: string) => {
    const known = keys.get(key)
    const isKept = known !== undefined && now - known.since < KEPT
    if (answer === '409') return { status: 409, body: {} }
    if (answer === '422') return { status: 422, body: {} }
    if (answer === '503before') return { status: 503, body: {} }
    const action = isKept ? known.action : act(key, amount)
    if (answer === '503after') return { status: 503, body: {} }
    if (!isKept) keys.set(key, { since: now, action })
    return { status: 202, body: { action_id: action.id } }
  }
  const send = (id: string, { crash, stalls, travels, answer, isLost, late, isRace }: Step) => {
    const attempt = pf.attempt(state(), id, at(now))
    if (E.isLeft(attempt)) return
    const { attempt: number, events, expected, request, sendBy } = attempt.right
    if (crash === 'beforeAppend') return
    expect(append(events, expected)).toBe(true)
    if (isRace)
      expect(
        append(
          events.map((e) => ({ ...e, data: { ...e.data, attempt: 99 } })),
          expected,
        ),
      ).toBe(false)
    if (crash === 'afterAppend') return
    const leaves = now + stalls
    if (at(leaves) >= sendBy) return
    const isGone = isLost || crash === 'afterSend'
    // a failure after the effect whose answer is lost cannot be told from no answer by anybody
    const given = answer === '503after' && isGone ? 'ok' : answer
    queue.push({
      at: leaves + travels,
      run: () => {
        const { amount } = request.body as { readonly amount: number }
        const { status, body } = carriedOut(id, amount, given)
        if (isGone) return
        const headers = request.headers
        const about = { kind: 'response', endpoint: 'requestRefund', params: request.params }
        const message = { ...about, request: request.body, headers, status, body, attempt: number }
        const waits = given === '503after' ? 0 : late
        queue.push({ at: now + waits, run: () => append(read(message)) })
      },
    })
  }
  const hooks = ({ isReferred, late }: Step) => {
    for (const { id, key, amount, at: on } of actions) {
      const reference = isReferred ? { reference: key } : {}
      const data = {
        id: 'pay_1',
        action_id: id,
        amount,
        currency: 'EUR',
        processed_on: at(on),
        ...reference,
      }
      const body = { id: `evt_${id}`, type: 'payment_refunded', created_on: at(on), data }
      queue.push({ at: now + late, run: () => append(read({ kind: 'webhook', body })) })
    }
  }
  const look = (late: number) => {
    const body = actions.map(({ id, amount, at: on }) => ({
      id,
      type: 'Refund',
      amount,
      approved: true,
      processed_on: at(on),
    }))
    const about = { kind: 'response', endpoint: 'getPaymentActions', params: { id: 'pay_1' } }
    const message = { ...about, askedAt: at(now), status: 200, body }
    queue.push({ at: now + late, run: () => append(read(message)) })
  }
  const pass = (seconds: number) => {
    const until = now + seconds
    for (;;) {
      const due = queue.filter((each) => each.at <= until).sort((a, b) => a.at - b.at)[0]
      if (due === undefined) break
      queue.splice(queue.indexOf(due), 1)
      now = Math.max(now, due.at)
      due.run()
    }
    now = until
  }
  const decide = (which: number) => {
    const decided = pf.decide(state(), {
      type: 'requestRefund',
      data: { paymentId: 'pay_1', amount: amounts[which] ?? 1 },
      metadata: { commandId: `c-${which}`, now: at(now) },
    })
    if (E.isRight(decided)) append(decided.right.events, decided.right.expected)
  }
  const run = (each: Step) => {
    pass(each.wait)
    if (each.what === 'decide') decide(each.which)
    if (each.what === 'send') send(`c-${each.which}`, each)
    if (each.what === 'hooks') hooks(each)
    if (each.what === 'look') look(each.late)
    if (each.what === 'stranger' && mostOf() >= 100) act('stranger', 100)
  }
  const mostOf = (): number => {
    const allowed = pf.allowed(state(), at(now))
    const refund = E.isRight(allowed)
      ? allowed.right.find(({ command }) => command === 'requestRefund')
      : null
    return refund?.amount?.most ?? 0
  }
  return { run, pass, look, hooks, state, mostOf, actions, now: () => at(now) }
}

const total = (all: readonly Action[]): number => all.reduce((sum, { amount }) => sum + amount, 0)

const scenes = fc.record({
  amounts: fc.array(fc.constantFrom(200, 200, 300), { minLength: 3, maxLength: 3 }),
  steps: fc.array(step, { minLength: 3, maxLength: 12, size: 'max' }),
})

describe('refunds', () => {
  test(
    'are carried out at most once each, and none is in doubt after a late look-up',
    () => {
      fc.assert(
        fc.property(scenes, ({ amounts, steps }) => {
          const life = world(amounts)
          const all: Step[] = [{ ...(steps[0] as Step), what: 'decide' }, ...steps]
          for (const each of all) life.run(each)
          // everything arrives, and what is then asked is answered
          life.pass(80 * HOUR)
          life.look(0)
          life.pass(1)
          const ours = life.actions.filter(({ key }) => key !== 'stranger')
          expect(new Set(ours.map(({ key }) => key)).size).toBe(ours.length)
          const open = pf.questions(life.state(), life.now())
          expect(
            E.isRight(open) && open.right.filter(({ reason }) => reason === 'InDoubt'),
          ).toEqual([])
          const sums = pf.sums(life.state())
          expect(E.isRight(sums) && sums.right).toMatchObject({
            net: CAPTURED - total(life.actions),
            netAtWorst: CAPTURED - total(life.actions),
          })
        }),
        runs,
      )
    },
    PATIENCE,
  )

  test(
    'never leave more to be refunded than there is, unless a stranger refunds unseen',
    () => {
      fc.assert(
        fc.property(scenes, ({ amounts, steps }) => {
          const life = world(amounts)
          const all: Step[] = [{ ...(steps[0] as Step), what: 'decide' }, ...steps]
          for (const each of all) {
            if (each.what === 'stranger') continue
            life.run(each)
            expect(life.mostOf()).toBeLessThanOrEqual(CAPTURED - total(life.actions))
          }
        }),
        runs,
      )
    },
    PATIENCE,
  )
})
