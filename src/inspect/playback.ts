/** A recorded stream as XState's inspector sees an actor, with the times it really had. */
import type { Event } from '../event/envelope.ts'
import { explainFinding } from '../fold/finding.ts'
import { type Folding, folder } from '../fold/fold.ts'
import type { Machine, Named } from '../fold/machine.ts'
import { termsOf } from '../fold/rules.ts'
import type { Position } from '../fold/run.ts'
import { ranIn, type State } from '../fold/state.ts'
import { PARKED } from '../judge/questions.ts'
import { type Instant, millisecondsOf } from '../words/instant.ts'
import type { Stream } from '../words/stream.ts'
import { inWords } from './chart.ts'
import { trails } from './trail.ts'

/** What every wire event has: whose it is, its own name, and when, in milliseconds since 1970. */
interface Wired {
  readonly sessionId: string
  readonly rootId: string
  readonly id: string
  readonly createdAt: string
  readonly _version: string
}

/** How an actor stands, as XState writes it; with all that was found by then, in words, where there is any. */
export interface Snapshot {
  readonly status: string
  readonly value: unknown
  readonly context: unknown
  readonly findings?: readonly string[]
}

/** There is an actor, and a chart that it runs by, as JSON. */
export interface ActorSeen extends Wired {
  readonly type: '@xstate.actor'
  readonly name: string
  readonly definition: string
  readonly snapshot: Snapshot
  readonly parentId: undefined
}

/** An event comes to it. */
export interface EventSeen extends Wired {
  readonly type: '@xstate.event'
  readonly event: Named
  readonly sourceId: undefined
}

/** It stands so after an event. */
export interface SnapshotSeen extends Wired {
  readonly type: '@xstate.snapshot'
  readonly event: Named
  readonly snapshot: Snapshot
}

/** What the clients of `@statelyai/inspect` take. */
export type InspectionEvent = ActorSeen | EventSeen | SnapshotSeen

/** The form of wire events: that of this release of `@statelyai/inspect`. */
const FORM = '0.7.2'

/** How a chart is told what it begins with. */
const INIT: Named = { type: 'xstate.init' }

/** What playing back takes beside the machine: the policy, and the stream that the actor is named after. */
export interface Playing extends Folding {
  readonly stream?: Stream
}

/** A chart's definition as JSON, what its guards say in words. */
const definitionOf = ({ chart }: Pick<Machine<object, string, string>, 'chart'>): string =>
  JSON.stringify(chart.config, (name, value: unknown) => {
    if (name !== 'guard') return value
    const words = inWords(termsOf(value))
    return words === '' ? undefined : { type: words }
  })

/** What was found and what no arrow took, in words, by the occurrence that it is about. */
const foundIn = ({ findings, parked }: State): readonly (readonly [string, string])[] => [
  ...findings.map((each) => [each.key, `${each.code}: ${explainFinding(each)}`] as const),
  ...parked.map(({ key, reason }) => [key, `${reason}: ${key} ${PARKED[reason]}`] as const),
]

/**
 * Plays a stream back: the actor, then each event with how the actor stands after it, in the order of what
 * caused what. Works out each when it is asked for. @spec design, 11 Seen
 */
export const playback = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { stream, ...folding }: Playing = {},
) => {
  const { fold } = folder(machine, folding)
  const { start, walk } = trails(machine, folding)
  const sessionId = stream ?? machine.id

  const snapshotOf = (position: Position<C>, findings: readonly string[]): Snapshot => ({
    ...(machine.chart.resolveState(position as never).toJSON() as Snapshot),
    ...(findings.length === 0 ? {} : { findings }),
  })

  return function* (events: readonly Event[]): Generator<InspectionEvent> {
    const state = fold(events)
    const found = foundIn(state)
    const ran = ranIn(state).map(({ key }) => key)
    const last = ran.at(-1) ?? null
    const onChart = new Set(ran)
    const shown: string[] = []
    let count = 0

    const wired = (at: Instant | undefined): Wired => {
      const id = `${sessionId}/${count}`
      count += 1
      const createdAt = String(at === undefined ? 0 : millisecondsOf(at))
      return { sessionId, rootId: sessionId, id, createdAt, _version: FORM }
    }

    /** An event, and how the actor stands after it. */
    const pair = function* (
      event: Named,
      at: Instant | undefined,
      after: Position<C>,
    ): Generator<InspectionEvent> {
      yield { type: '@xstate.event', event, sourceId: undefined, ...wired(at) }
      yield {
        type: '@xstate.snapshot',
        event,
        snapshot: snapshotOf(after, [...shown]),
        ...wired(at),
      }
    }

    /** Adds what was found at an occurrence; at the last of them what is about none on the chart, too. */
    const show = (at: string | null): void => {
      const isOfIt = (key: string): boolean => key === at || (at === last && !onChart.has(key))
      shown.push(...found.flatMap(([key, words]) => (isOfIt(key) ? words : [])))
    }

    const began = state.occurrences[0]?.at
    const definition = definitionOf(machine)
    const snapshot = snapshotOf(start, [])
    const actor = { name: sessionId, definition, snapshot, parentId: undefined }
    yield { type: '@xstate.actor', ...actor, ...wired(began) }
    show(null)
    yield* pair(INIT, began, start)
    for (const { event, key, at, after } of walk(state)) {
      if (key !== null) show(key)
      yield* pair(event, at, after)
    }
  }
}
