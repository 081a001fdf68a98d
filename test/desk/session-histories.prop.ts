/** A desk in random histories of sessions: nothing is done twice, everything ends, and no forgery counts. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { expect } from 'vitest'
import { mayAuthorize, session } from '../../machines/index.ts'
import { audit } from '../../src/audit/index.ts'
import { desk } from '../../src/desk/index.ts'
import { fromCallback } from '../../src/provider/index.ts'
import { remembering } from '../../src/words/data/result-cache.ts'
import type { Stream } from '../../src/words/stream.ts'
import { right } from '../given.ts'
import { mostly } from '../model/lives.ts'
import type { Fate } from './model-provider.ts'
import { isLeft, pf, processes, type Shop } from './processes.ts'
import { type SessionHabits, sessionProvider } from './session-provider.ts'
import { circumstances, fates, living, pick, skews, trying } from './steps.ts'

const step = fc.record({
  ...circumstances,
  what: fc.constantFrom(
    ...(['create', 'submit', 'submit', 'complete', 'complete', 'move', 'move', 'move'] as const),
    ...(['callback', 'forge', 'get', 'hook', 'hook', 'again', 'lose', 'due'] as const),
  ),
})
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

const histories = fc.record({
  habits: fc.record({ isCompletionShown: mostly(true, false), isReasonNamed: mostly(true, false) }),
  skews,
  steps: fc.array(step, { minLength: 3, maxLength: 16, size: 'max' }),
  after: fc.array(fates, { maxLength: 6 }),
})

const price = { amount: 5000, currency: 'EUR' as never }
const source = { type: 'card', number: '4242424242424242', expiry_month: 1, expiry_year: 2030 }
const COMPLETIONS = [
  { type: 'non_hosted', callback_url: 'https://shop.example/3ds' },
  { type: 'hosted', success_url: 'https://shop.example/1', failure_url: 'https://shop.example/2' },
]
const CHANNEL = {
  ...{ channel: 'browser', accept_header: '*/*', java_enabled: true, language: 'de' },
  ...{ color_depth: '24', screen_height: '1080', screen_width: '1920', timezone: '-60' },
  ...{ user_agent: 'Mozilla/5.0', ip_address: '1.12.123.255', three_ds_method_completion: 'U' },
}

/** What a cardholder's outcome allows. */
const ALLOWED = new Map([
  ['approved', 'yes'],
  ...['attempted', 'unavailable'].map((status) => [status, 'choice'] as const),
])

/** A command that somebody gave. */
interface Given {
  readonly name: 'submitChannelData' | 'completeSession'
  readonly about: string
  readonly key: string
}

const runOn = (shop: Shop, { name, about, key }: Given) => {
  const body = name === 'submitChannelData' ? { body: CHANNEL } : {}
  return shop.run(name, { sessionId: about as never }, key, body)
}

/** Each line is read once, however often somebody asks. */
const entryOf = remembering((line: string) => right(pf.fromLine(line)))

/** A shop, its provider, and what may happen to their sessions. */
const life = async (habits: SessionHabits, skewed: readonly number[], after: readonly Fate[]) => {
  const provider = sessionProvider(habits)
  const at = processes(provider, skewed)
  const given = new Map<string, Given>()
  const { faults, called, deliver, happen, end: endOf } = living(provider, at)
  /** Reads the store as it is, whatever the processes do. */
  const reader: Shop = desk(pf, {
    ...{ ...at.store, keys: [], now: () => new Date(provider.now()) },
    send: () => Promise.reject(Error('nothing is sent')),
  })
  const answerOn = async (id: string): Promise<string | null> => {
    const stream = `session-${id}` as Stream
    const lines = await at.store.load([{ stream, revision: 0 }], null)
    const own = lines.map(entryOf).filter((entry) => entry.stream === stream)
    const now = new Date(provider.now()).toISOString()
    // what a view shows, without its story
    const state = right(pf.at(pf.fold(stream, own), now))
    return pf.is(state, session) ? mayAuthorize(state, { ...price, now }, pf.policy).answer : null
  }
  /** Nothing is allowed that the provider did not allow. */
  const judge = async (): Promise<void> => {
    for (const each of provider.sessions.values()) {
      const [answer, status] = [await answerOn(each.id), provider.lastOf(each).status]
      const isAllowed = answer === 'yes' || answer === 'choice'
      if (isAllowed && answer !== ALLOWED.get(status))
        faults.push(`${each.id} ${status}: ${answer}`)
    }
  }
  const create = (shop: Shop, which: number): void => {
    const completion = COMPLETIONS[which % 2] as object
    called('ask', shop.ask('createSession', {}, { source, completion, ...price }))
  }
  const callBack = (shop: Shop, body: object | undefined): void => {
    const message = fromCallback(body, new Date(provider.now()))
    if (body !== undefined && E.isRight(message)) called('take', shop.take(message.right))
  }
  const begin = ({ what, who, which, key }: Step): void => {
    const shop = at.shop(who)
    const about = pick([...provider.sessions.keys()], which) ?? 'sid_0'
    const command = (name: Given['name']): void => {
      const one = { name, about, key: `key-${key}` }
      given.set(JSON.stringify(one), one)
      called('run', runOn(shop, one))
    }
    deliver(what, shop, which)
    if (what === 'create') create(shop, which)
    if (what === 'submit') command('submitChannelData')
    if (what === 'complete') command('completeSession')
    if (what === 'move') provider.settle(which, key)
    if (what === 'callback') callBack(shop, pick(provider.callbacks, which))
    if (what === 'get') called('ask', shop.ask('getSession', { session_id: about }))
    if (what !== 'forge') return
    const status = ['approved', 'declined', 'expired', 'pending'][key % 4]
    const forged = { id: about, status, ...price, approved: status === 'approved' }
    callBack(shop, { ...forged, completed: key > 3 })
  }
  const run = async (each: Step): Promise<void> => {
    await happen(each, begin)
    await judge()
  }
  const settle = (round: number): void => provider.settle(round, round)
  for (const which of [0, 1]) {
    create(at.shop(0), which)
    await at.drain()
  }
  return { provider, at, faults, given, run, reader, answerOn, end: () => endOf(settle, after) }
}

type Life = Awaited<ReturnType<typeof life>>

const wrongSessions = async ({ provider, at, reader, answerOn }: Life) => {
  const wrong: string[] = []
  for (const each of provider.sessions.values()) {
    const { status } = provider.lastOf(each)
    at.seen[status] = (at.seen[status] ?? 0) + 1
    const shown = [(await reader.view(`session-${each.id}`))?.status, await answerOn(each.id)]
    // two names for the end of one challenge
    const ends = /expired|abandoned/.test(status) ? ['expired', 'challenge_abandoned'] : [status]
    const isRight = ends.includes(String(shown[0])) && shown[1] === (ALLOWED.get(status) ?? 'no')
    if (!isRight) wrong.push(`${each.id} is ${status}: ${shown}`)
  }
  return wrong
}

const TAKEN = new Set(['accepted', 'done', 'failed'])

const wrongCommands = async ({
  provider: { acts, sessions, lastOf, now },
  at,
  given,
  reader,
}: Life) => {
  const outcomes: { readonly one: Given; readonly is: string }[] = []
  for (const one of [...given.values()].filter(({ key }) => at.commands.has(key))) {
    outcomes.push({ one, is: (await runOn(reader, one)).is })
  }
  return [...at.commands].flatMap(([key, stream]) => {
    const own = outcomes.filter(({ one, is }) => one.key === key && is !== 'keyUsed')
    const [{ is, one } = { is: 'unknown', one: null }] = own
    at.seen[is] = (at.seen[is] ?? 0) + 1
    if (one === null || own.length > 1) return [`${key}: ${own.map((each) => each.is)}`]
    if (is === 'inDoubt') return isLeft(at.rows.get(stream), now()) ? [] : [`${key} is in doubt`]
    const isDone = acts.some((each) => each.key === key)
    // a step can happen only once, whoever asked for it
    const isByAnother = acts.some((each) => each.of === one.about && each.name === one.name)
    const ofOne = sessions.get(one.about)
    // a session expires with or without channel data
    const isPast = is === 'ended' && ofOne !== undefined && lastOf(ofOne).status === 'expired'
    const isRight = TAKEN.has(is) ? isDone || isByAnother : !isDone || isPast
    return isRight ? [] : [`${key}: ${is}, and it was${isDone ? '' : ' not'} carried out`]
  })
}

const wrongIn = async (lived: Life): Promise<readonly string[]> => {
  const { acts } = lived.provider
  const keys = acts.map(({ key }) => key)
  const lines = lived.at.store.lines().map((line) => `${line}\n`)
  return [
    ...lived.faults,
    ...keys.filter((key, index) => keys.indexOf(key) < index).map((key) => `${key} was done twice`),
    ...keys.filter((key) => !lived.at.commands.has(key)).map((key) => `${key} was not recorded`),
    ...(await wrongSessions(lived)),
    ...(await wrongCommands(lived)),
    ...audit(pf)(lines)
      .findings.filter(({ severity }) => severity === 'error')
      .map((finding) => `audit: ${JSON.stringify(finding)}`),
  ]
}

/** What is rare, and yet has to happen: an idle rule proves nothing. */
const RARE = [
  ...['is killed after', 'rejects after', 'conflicts', 'is lost', 'done', 'refused', 'ended'],
  ...['approved', 'declined', 'attempted', 'unavailable', 'expired', 'challenge_abandoned'],
]

const TITLE = 'a desk does nothing twice with a session, knows its end, and believes no callback'

trying(TITLE, histories, RARE, async ({ habits, skews: skewed, steps, after }) => {
  const lived = await life(habits, skewed, after)
  for (const each of steps) await lived.run(each)
  await lived.end()
  expect(await wrongIn(lived)).toEqual([])
  return lived.at.seen
})
