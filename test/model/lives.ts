/**
 * The life of commands with a provider that answers late or never, loses answers, fails after it has
 * acted, and forgets keys; and with a backend that crashes, stalls and races.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { expect } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Entry } from '../../src/log/entry.ts'
import { emptyTip, type Tip } from '../../src/log/tip.ts'
import { payfold } from '../../src/payfold.ts'
import { readDelivery } from '../../src/provider/index.ts'
import { type Instant, shift } from '../../src/words/instant.ts'
import type { Stream } from '../../src/words/stream.ts'
import { instantOf, machines } from '../given.ts'

export const pf = payfold(machines)
export const START = instantOf('2026-03-10T10:00:00Z')
export const HOUR = 3600
/** How long the provider keeps a key. */
const KEPT = 24 * HOUR

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
/** What happens next, and what goes wrong with it. */
export type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

/** What the provider carried out: its id, the key that it came with, and when. */
export interface Action {
  readonly id: string
  readonly key: string
  readonly amount: number
  readonly at: Instant
}

type Decided = Parameters<typeof pf.decide>[1]

/** A kind of command: what is known before, and the messages about what it causes. */
export interface Kind {
  readonly stream: Stream
  readonly before: readonly DomainEvent[]
  readonly endpoint: string
  /** Whether the provider keeps keys for it. */
  readonly isKeyed: boolean
  readonly command: (commandId: string, amount: number, now: Instant) => Decided
  /** The status and the body of the response that accepts it. */
  readonly accepted: (action: Action) => { readonly status: number; readonly body: object }
  readonly id: (count: number) => string
  /** The webhook about what it caused; null if the provider sends none that names it. */
  readonly webhook: (action: Action, reference: object) => object | null
  /** The look-ups that list what commands caused. */
  readonly lookUps: (actions: readonly Action[]) => readonly object[]
  /** What messages about it mean for its own stream. */
  readonly own: (read: readonly { stream: string; event: DomainEvent }[]) => readonly DomainEvent[]
}

/** Seconds from the start, as an instant. */
const at = (seconds: number): Instant => shift(START, seconds)

/** What a backend and its provider do, as far as the clock has come. */
export const world = (kind: Kind, amounts: readonly number[]) => {
  let now = 0
  let tip: Tip = emptyTip(kind.stream)
  const log: Entry[] = []
  const actions: Action[] = []
  const keys = new Map<string, { readonly since: number; readonly action: Action }>()
  const queue: { readonly at: number; readonly run: () => void }[] = []
  const append = (events: readonly DomainEvent[], expected?: number | null): boolean => {
    const appended = pf.append(tip, events, expected ?? undefined)
    if (E.isLeft(appended)) {
      expect(appended.left).toHaveProperty('error', 'RevisionConflict')
      return false
    }
    tip = appended.right.tip
    log.push(...appended.right.entries)
    return true
  }
  append(kind.before)
  const state = () => pf.fold(kind.stream, log)
  const read = (message: object): readonly DomainEvent[] => {
    const events = readDelivery({ ...message, receivedAt: at(now) })
    if (E.isLeft(events)) throw new Error(JSON.stringify(events.left))
    return kind.own(events.right)
  }
  const act = (key: string, amount: number): Action => {
    const action = { id: kind.id(actions.length + 1), key, amount, at: at(now) }
    actions.push(action)
    return action
  }
  /** The provider's answer to a request: its status and body. */
  const carriedOut = (key: string, amount: number, answer: string) => {
    const known = keys.get(key)
    const isKept = known !== undefined && now - known.since < KEPT
    if (answer === '409') return { status: 409, body: {} }
    if (answer === '422') return { status: 422, body: {} }
    if (answer === '503before') return { status: 503, body: {} }
    const action = isKept ? known.action : act(key, amount)
    if (answer === '503after') return { status: 503, body: {} }
    if (!isKept && kind.isKeyed) keys.set(key, { since: now, action })
    return kind.accepted(action)
  }
  const send = (id: string, { crash, stalls, travels, answer, isLost, late, isRace }: Step) => {
    const attempt = pf.attempt(state(), id, at(now))
    if (E.isLeft(attempt)) return
    const { attempt: number, events, expected, request, sendBy } = attempt.right
    if (crash === 'beforeAppend') return
    expect(append(events, expected)).toBe(true)
    if (isRace) {
      const theirs = events.map((each) => ({ ...each, data: { ...each.data, attempt: 99 } }))
      expect(append(theirs, expected)).toBe(false)
    }
    if (crash === 'afterAppend') return
    const leaves = now + stalls
    if (at(leaves) >= sendBy) return
    const isGone = isLost || crash === 'afterSend'
    // a failure after the effect whose answer is lost looks like no answer to everybody
    const given = answer === '503after' && isGone ? 'ok' : answer
    queue.push({
      at: leaves + travels,
      run: () => {
        const { amount = 0 } = Object(request.body)
        const { status, body } = carriedOut(id, amount, given)
        if (isGone) return
        const headers = request.headers
        const about = { kind: 'response', endpoint: kind.endpoint, params: request.params }
        const message = { ...about, request: request.body, headers, status, body, attempt: number }
        const waits = given === '503after' ? 0 : late
        queue.push({ at: now + waits, run: () => append(read(message)) })
      },
    })
  }
  const hooks = ({ isReferred, late }: Pick<Step, 'isReferred' | 'late'>) => {
    for (const action of actions) {
      const reference = isReferred ? { reference: action.key } : {}
      const body = kind.webhook(action, reference)
      const message = { kind: 'webhook', isVerified: true, body }
      if (body === null) continue
      queue.push({ at: now + late, run: () => append(read(message)) })
    }
  }
  const look = (late: number) => {
    for (const lookUp of kind.lookUps(actions)) {
      const message = { ...lookUp, kind: 'response', askedAt: at(now), status: 200 }
      queue.push({ at: now + late, run: () => append(read(message)) })
    }
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
    const command = kind.command(`c-${which}`, amounts[which] ?? 1, at(now))
    const decided = pf.decide(state(), command)
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
  return { run, pass, look, hooks, append, state, mostOf, actions, now: () => at(now) }
}

/** The commands of a life, and what happens: it begins with a decision. */
export const scenes = fc
  .record({
    amounts: fc.array(fc.constantFrom(200, 200, 300), { minLength: 3, maxLength: 3 }),
    steps: fc.array(step, { minLength: 3, maxLength: 12, size: 'max' }),
  })
  .map(({ amounts, steps }) => {
    const [first] = steps
    return { amounts, steps: first === undefined ? [] : [{ ...first, what: 'decide' }, ...steps] }
  })

/** Whether a life left no command in doubt. */
export const doubtsOf = (life: ReturnType<typeof world>): readonly string[] => {
  const open = pf.questions(life.state(), life.now())
  if (E.isLeft(open)) return [JSON.stringify(open.left)]
  return open.right.filter(({ reason }) => reason === 'InDoubt').map(({ key }) => key)
}

/** The keys of what was carried out for us: each stands once, or a command was carried out twice. */
export const keysOf = ({ actions }: Pick<ReturnType<typeof world>, 'actions'>): readonly string[] =>
  actions.map(({ key }) => key).filter((key) => key !== 'stranger')
