/**
 * The life of commands with a provider that answers late or never, loses answers, fails after it has
 * acted, and keeps no keys; and with a backend that crashes, stalls and races.
 */

import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { expect } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { ownLoop } from '../../src/judge/own-loop.ts'
import type { Entry } from '../../src/log/entry.ts'
import { emptyTip, type Tip } from '../../src/log/tip.ts'
import { payfold } from '../../src/payfold.ts'
import type { Stream } from '../../src/words/stream.ts'
import { type Instant, later, shift } from '../../src/words/time/instant.ts'
import { instantOf, machines } from '../given.ts'
import { readDelivery } from '../read-delivery.ts'

export const pf = payfold(machines)
export const START = instantOf('2026-03-10T10:00:00Z')
export const HOUR = 3600
/** How long the provider may take to show what it did. */
const SETTLES = pf.policy.settleMinutes * 60

/** One of some values, the first most often. */
export const mostly = <A>(usual: A, ...others: readonly A[]): fc.Arbitrary<A> =>
  fc.oneof(
    { weight: others.length + 2, arbitrary: fc.constant(usual) },
    { weight: others.length, arbitrary: fc.constantFrom(usual, ...others) },
  )

const step = fc.record({
  wait: mostly(3720, 0, 1, 60, 120, HOUR, 3660, 3719, 25 * HOUR),
  what: mostly('command', 'hooks', 'look', 'stranger'),
  which: mostly(0, 1, 2),
  crash: mostly('none', 'beforeAppend', 'afterAppend', 'afterSend'),
  stalls: mostly(59, 0, 30, 60, 600, 23 * HOUR),
  travels: mostly(60, 0, 1, 59),
  answer: mostly('ok', '422', '409', '408after', '503before', '503after'),
  isLost: fc.boolean(),
  late: mostly(0, 1, HOUR, 30 * HOUR),
  shows: mostly(SETTLES, 0, 300),
  isRace: fc.boolean(),
  isReferred: fc.boolean(),
  end: mostly<'done' | 'open' | 'declined'>('done', 'open', 'declined'),
})
/** What happens next, and what goes wrong with it. */
export type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

/** What the provider carried out: its id, the key that it came with, and when. */
export interface Action {
  readonly id: string
  readonly key: string
  readonly amount: number
  readonly at: Instant
  readonly end: 'done' | 'open' | 'declined'
  /** From when on look-ups show it, in seconds from the start. */
  readonly shownFrom: number
}

type Decided = Parameters<typeof pf.decide>[1]

/** A kind of command: what is known before, and the messages about what it causes. */
export interface Kind {
  readonly stream: Stream
  readonly before: readonly DomainEvent[]
  readonly endpoint: string
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

/** What anybody may send at any time: it changes nothing. */
const LOOK_UPS = ['getPayment', 'getPaymentActions', 'getPayments', 'getSource', 'getSession']

/** The requests of questions that are more than a look-up. */
const commandsIn = (questions: ReturnType<typeof pf.questions>): readonly unknown[] =>
  E.isLeft(questions)
    ? [questions.left]
    : questions.right
        .map(({ request }) => request)
        .filter((request) => {
          const { endpoint, params: _, from: __, ...more } = request ?? { endpoint: 'getPayment' }
          return !LOOK_UPS.includes(endpoint) || Object.keys(more).length > 0
        })

/** Seconds from the start, as an instant. */
const at = (seconds: number): Instant => shift(START, seconds)

/** What a backend and its provider do, as far as the clock has come. */
export const world = (kind: Kind, amounts: readonly number[]) => {
  let now = 0
  let lookedAt: Instant | null = null
  let tip: Tip = emptyTip(kind.stream)
  const log: Entry[] = []
  const actions: Action[] = []
  const queue: { readonly at: number; readonly run: () => void }[] = []
  const append = (events: readonly DomainEvent[], expected?: number | null): boolean => {
    const appended = ownLoop(pf).append(tip, events, expected ?? undefined)
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
  const act = (
    key: string,
    amount: number,
    { end, shows }: Pick<Step, 'end' | 'shows'>,
  ): Action => {
    const id = kind.id(actions.length + 1)
    const action: Action = { id, key, amount, at: at(now), end, shownFrom: now + shows }
    actions.push(action)
    return action
  }
  /** The provider's answer to a request: its status and body. It acts on whatever arrives. */
  const carriedOut = (key: string, amount: number, each: Step) => {
    const { answer } = each
    if (answer === '409' || answer === '422') return { status: Number(answer), body: {} }
    if (answer === '503before') return { status: 503, body: {} }
    const action = act(key, amount, each)
    return answer === 'ok'
      ? kind.accepted(action)
      : { status: Number.parseInt(answer, 10), body: {} }
  }
  /** Decides a command, appends its event, and sends its request once, as far as nothing goes wrong. */
  const command = (each: Step) => {
    const { which, crash, stalls, travels, isLost, late, isRace } = each
    const id = `c-${which}`
    const decide = () => pf.decide(state(), kind.command(id, amounts[which] ?? 1, at(now)))
    const [decided, theirs] = [decide(), decide()]
    if (E.isLeft(decided) || crash === 'beforeAppend') return
    const { events, expected, request } = decided.right
    if (request === null || !append(events, expected)) return
    if (isRace && E.isRight(theirs)) expect(append(theirs.right.events, expected)).toBe(false)
    const leaves = now + stalls
    if (crash === 'afterAppend' || at(leaves) >= request.sendBy) return
    queue.push({
      at: leaves + travels,
      run: () => {
        const { amount = 0 } = Object(request.body)
        const { status, body } = carriedOut(id, amount, each)
        if (isLost || crash === 'afterSend') return
        const { commandId, params } = request
        const about = { kind: 'response', endpoint: kind.endpoint, params }
        const message = { ...about, request: request.body, commandId, status, body }
        queue.push({ at: now + late, run: () => append(read(message)) })
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
    for (const lookUp of kind.lookUps(actions.filter(({ shownFrom }) => shownFrom <= now))) {
      const askedAt = at(now)
      const message = { ...lookUp, kind: 'response', askedAt, status: 200 }
      const answered = () => {
        append(read(message))
        lookedAt = lookedAt === null ? askedAt : later(lookedAt, askedAt)
      }
      queue.push({ at: now + late, run: answered })
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
  const run = (each: Step) => {
    pass(each.wait)
    if (each.what === 'command') command(each)
    if (each.what === 'hooks') hooks(each)
    if (each.what === 'look') look(each.late)
    if (each.what === 'stranger' && mostOf() >= 100) act('stranger', 100, { ...each, shows: 0 })
    expect(commandsIn(pf.questions(state(), at(now)))).toEqual([])
  }
  const mostOf = (): number => {
    const allowed = pf.allowed(state(), at(now))
    const refund = E.isRight(allowed)
      ? allowed.right.find(({ command }) => command === 'requestRefund')
      : null
    return refund?.amount?.most ?? 0
  }
  /** The commands that are unanswered, though a look-up that was asked late enough was answered. */
  const unanswered = (): readonly string[] =>
    ['c-0', 'c-1', 'c-2'].filter((id) => {
      const status = pf.commandStatus(state(), id, at(now))
      if (E.isLeft(status) || status.right === null || lookedAt === null) return E.isLeft(status)
      const { state: how, askFrom } = status.right
      return askFrom <= lookedAt && (how === 'recorded' || how === 'unanswered')
    })
  return { run, pass, look, hooks, append, state, mostOf, unanswered, actions, now: () => at(now) }
}

/** The commands of a life, and what happens: it begins with a command. */
export const scenes = fc
  .record({
    amounts: fc.array(fc.constantFrom(200, 200, 300), { minLength: 3, maxLength: 3 }),
    steps: fc.array(step, { minLength: 3, maxLength: 12, size: 'max' }),
  })
  .map(({ amounts, steps }) => {
    const [first] = steps
    return { amounts, steps: first === undefined ? [] : [{ ...first, what: 'command' }, ...steps] }
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
