/**
 * A provider of sessions as a model: it carries out whatever arrives, shows late what it did, and owes
 * webhooks and callbacks, which it sends again until somebody takes them.
 */
import type { Call } from '../../src/desk/index.ts'
import { type Owed, receiving } from './model-provider.ts'
import { bytes, KEY, signed } from './provider.ts'

const START = Date.parse('2026-03-10T08:00:00Z')

/** What is different from one history to the next. */
export interface SessionHabits {
  /** Whether look-ups show whether a session was completed. */
  readonly isCompletionShown: boolean
  /** Whether webhooks say how an authentication failed. */
  readonly isReasonNamed: boolean
}

/** A session, as it is from a time on. */
interface Shown {
  readonly at: number
  readonly status: string
  readonly isCompleted: boolean
}

interface ModelSession {
  readonly id: string
  readonly mode: string
  readonly amount: number
  readonly past: Shown[]
}

const iso = (ms: number): string => new Date(ms).toISOString()

const ENDS = ['approved', 'declined', 'attempted', 'unavailable', 'rejected', 'expired']

/** What a session may become next, by its status. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  pending: ['expired'],
  processing: ['challenged', ...ENDS],
  challenged: ['challenge_abandoned', ...ENDS],
}

const nextOf = ({ mode }: ModelSession, status: string): readonly string[] =>
  NEXT[mode === 'hosted' && status === 'pending' ? 'challenged' : status] ?? []

const FAILURES: ReadonlySet<string> = new Set(['declined', 'rejected', 'unavailable'])

/** Makes a provider without sessions. */
export const sessionProvider = ({ isCompletionShown, isReasonNamed }: SessionHabits) => {
  let now = START
  const sessions = new Map<string, ModelSession>()
  const owed: Owed[] = []
  const callbacks: object[] = []
  const acts: { readonly key: string; readonly of: string; readonly name: string }[] = []

  const lastOf = ({ past }: ModelSession): Shown => past.at(-1) as Shown
  const priceOf = ({ amount }: ModelSession) => ({ amount, currency: 'EUR' })
  const bodyOf = (session: ModelSession, at: number) => {
    const { id, mode, past } = session
    const { status, isCompleted } = past.findLast((each) => each.at <= at) ?? (past[0] as Shown)
    return {
      ...{ id, status, completion: { type: mode }, ...priceOf(session) },
      ...(isCompletionShown ? { completed: isCompleted } : {}),
      ...(nextOf(session, status).length === 0 ? { approved: status === 'approved' } : {}),
    }
  }
  const owe = (type: string, session: ModelSession, more: object): void => {
    const data = { session_id: session.id, ...priceOf(session), processed_on: iso(now), ...more }
    const [raw, signature] = signed({ id: `evt_${owed.length}`, type, created_on: iso(now), data })
    const isLosable = type !== 'authentication_started'
    owed.push({ raw, signature, from: now, isLosable, isTaken: false })
  }
  const webhookFor = (session: ModelSession, status: string, isChallenged: boolean): void => {
    if (status === 'approved' || status === 'attempted')
      owe(`authentication_${status}`, session, {})
    if (FAILURES.has(status)) {
      owe('authentication_failed', session, isReasonNamed ? { reason: status } : {})
    }
    if (status === 'expired' || status === 'challenge_abandoned') {
      owe('authentication_expired', session, { challenged: isChallenged })
    }
  }
  const become = (session: ModelSession, status: string): void => {
    const isChallenged = lastOf(session).status === 'challenged'
    session.past.push({ at: now, status, isCompleted: false })
    webhookFor(session, status, isChallenged)
    if (nextOf(session, status).length === 0) callbacks.push(bodyOf(session, now))
  }
  const refused = {
    status: 422,
    body: bytes({ error_type: 'request_invalid', error_codes: ['no'] }),
  }

  /** Carries a request out, and says how it was answered. */
  const carriedOut = ({ path, body, headers }: Call) => {
    const [, , id = '', last = ''] = path.split('/')
    const key = headers['Cko-Idempotency-Key'] ?? ''
    if (id === '') {
      const { amount, completion } = JSON.parse(body ?? '{}')
      const made: ModelSession = {
        ...{ id: `sid_${sessions.size}`, mode: completion.type.replace('-', '_'), amount },
        past: [{ at: now, status: 'pending', isCompleted: false }],
      }
      sessions.set(made.id, made)
      owe('authentication_started', made, {})
      return { status: 201, body: bytes(bodyOf(made, now)) }
    }
    const session = sessions.get(id)
    if (session === undefined) return { status: 404, body: bytes({}) }
    const { status } = lastOf(session)
    if (last === 'complete') {
      if (nextOf(session, status).length > 0) return refused
      acts.push({ key, of: id, name: 'completeSession' })
      session.past.push({ at: now, status, isCompleted: true })
      return { status: 204, body: new Uint8Array() }
    }
    if (status !== 'pending' || session.mode === 'hosted') return refused
    acts.push({ key, of: id, name: 'submitChannelData' })
    become(session, 'processing')
    return { status: 200, body: bytes(bodyOf(session, now)) }
  }
  const lookedUp = (call: Call, isFresh: boolean) => {
    const session = sessions.get(call.path.split('/')[2] ?? '')
    return session === undefined
      ? { status: 404, body: bytes({}) }
      : { status: 200, body: bytes(bodyOf(session, isFresh ? now : now - 250_000)) }
  }
  const { looked, receive } = receiving({
    lookUp: lookedUp,
    carryOut: carriedOut,
    refuse: () => refused,
  })
  const open = (): readonly ModelSession[] =>
    [...sessions.values()].filter((each) => nextOf(each, lastOf(each).status).length > 0)
  return {
    sessions,
    owed,
    callbacks,
    acts,
    looked,
    keys: [KEY],
    receive,
    lastOf,
    now: () => now,
    pass: (ms: number): void => {
      now += ms
    },
    /** Moves an open session on. */
    settle: (which: number, how: number): void => {
      const all = open()
      const session = all[which % Math.max(1, all.length)]
      if (session === undefined) return
      const next = nextOf(session, lastOf(session).status)
      become(session, next[how % next.length] ?? 'expired')
    },
    isOpen: () => open().length > 0,
  }
}
