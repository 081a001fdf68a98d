/** Plays back a recorded stream as an actor in XState's inspector, with its real times. */
import type { Named } from '../contract/definition.ts'
import { descriptorsOf } from '../contract/descriptors.ts'
import { termsOf } from '../contract/guards.ts'
import type { AnyMachine, Machine } from '../contract/machine-record.ts'
import { ranIn, type State } from '../contract/state.ts'
import type { DomainEvent } from '../event/envelope.ts'
import { type Folding, folder } from '../fold/fold.ts'
import type { Entry } from '../log/entry.ts'
import type { Position } from '../run/chart-run.ts'
import { frozen, thawed } from '../words/data/plain-data.ts'
import type { Stream } from '../words/stream.ts'
import { type Instant, millisecondsOf } from '../words/time/instant.ts'
import { inWords } from './picture/chart.ts'
import { pathOf } from './picture/path.ts'

/** The fields of every wire event. `createdAt` is in milliseconds since 1970. */
interface Wired {
  readonly sessionId: string
  readonly rootId: string
  readonly id: string
  readonly createdAt: string
  readonly _version: string
}

/** A snapshot of an actor as XState writes it, with the findings up to then as sentences. */
export interface Snapshot {
  readonly status: 'active' | 'done' | 'error' | 'stopped'
  readonly value: unknown
  readonly context: unknown
  readonly findings?: readonly string[]
}

/** Announces an actor and its chart; `definition` is the chart as JSON. */
export interface ActorSeen extends Wired {
  readonly type: '@xstate.actor'
  readonly name: string
  readonly definition: string
  readonly snapshot: Snapshot
  readonly parentId: undefined
}

/** Reports that the actor receives an event. */
export interface EventSeen extends Wired {
  readonly type: '@xstate.event'
  readonly event: Named
  readonly sourceId: undefined
}

/** Reports the actor's snapshot after an event. */
export interface SnapshotSeen extends Wired {
  readonly type: '@xstate.snapshot'
  readonly event: Named
  readonly snapshot: Snapshot
}

/** Any event that the clients of `@statelyai/inspect` take. */
export type InspectionEvent = ActorSeen | EventSeen | SnapshotSeen

/** The release of `@statelyai/inspect` that defines this form of wire events. */
const FORM = '0.7.2'

const wiring = (sessionId: string) => {
  let count = 0
  return (at: Instant | undefined): Wired => {
    const id = `${sessionId}/${count}`
    count += 1
    const createdAt = String(at === undefined ? 0 : millisecondsOf(at))
    return { sessionId, rootId: sessionId, id, createdAt, _version: FORM }
  }
}

const INIT: Named = { type: 'xstate.init' }

/** The options of a playback: the policy, and the stream: events about another subject count for nothing. */
export interface Playing extends Folding {
  readonly stream?: Stream
}

const definitionOf = ({ chart }: Pick<AnyMachine, 'chart'>): string =>
  JSON.stringify(chart.config, (name, value: unknown) => {
    if (name !== 'guard') return value
    const words = inWords(termsOf(value))
    return words === '' ? undefined : { type: words }
  })

const foundIn = (
  machine: AnyMachine,
  { findings, parked }: State,
): readonly (readonly [string, string])[] => {
  const { explain } = descriptorsOf([machine])
  return [...findings, ...parked].map((each) => {
    const code = 'code' in each ? each.code : each.reason
    return [each.key, `${code}: ${explain(each)}`]
  })
}

/** Collects findings during playback: each snapshot shows the findings up to that point. */
const showing = (machine: AnyMachine, state: State) => {
  const found = foundIn(machine, state)
  const ran = ranIn(state).map(({ key }) => key)
  const last = ran.at(-1) ?? null
  const onChart = new Set(ran)
  const shown: string[] = []
  /** Adds the findings of an occurrence; at the last one, also those of what did not run. */
  const show = (at: string | null): void => {
    const isOfIt = (key: string): boolean => key === at || (at === last && !onChart.has(key))
    for (const [key, words] of found) if (isOfIt(key)) shown.push(words)
  }
  return { shown, show }
}

/**
 * Prepares to play back the events or entries of a stream: yields the actor, then each event and the actor's snapshot after
 * it, in causal order. Each event is computed only when it is requested. @spec decisions#21
 */
export const playback = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { stream, ...folding }: Playing = {},
) => {
  const { fold } = folder(machine, folding)
  const sessionId = stream ?? machine.id

  const snapshotOf = (position: Position<object>, findings: readonly string[]): Snapshot => {
    const context = frozen(thawed(position.context))
    return {
      ...(machine.chart.resolveState({ ...position, context } as never).toJSON() as Snapshot),
      ...(findings.length === 0 ? {} : { findings }),
    }
  }

  return function* (recorded: readonly (DomainEvent | Entry)[]): Generator<InspectionEvent> {
    const events = recorded.map((each) => ('event' in each ? each.event : each))
    const state = fold(events, stream ?? null)
    const { start, steps } = pathOf(machine, state, folding)
    const { shown, show } = showing(machine, state)
    const wired = wiring(sessionId)

    const pair = function* (
      event: Named,
      at: Instant | undefined,
      after: Position<object>,
    ): Generator<InspectionEvent> {
      yield { type: '@xstate.event', event, sourceId: undefined, ...wired(at) }
      const snapshot = snapshotOf(after, [...shown])
      yield { type: '@xstate.snapshot', event, snapshot, ...wired(at) }
    }

    const began = state.occurrences[0]?.at
    const definition = definitionOf(machine)
    const snapshot = snapshotOf(start, [])
    const actor = { name: sessionId, definition, snapshot, parentId: undefined }
    yield { type: '@xstate.actor', ...actor, ...wired(began) }
    show(null)
    yield* pair(INIT, began, start)
    for (const { event, key, at, after } of steps) {
      if (key !== null) show(key)
      yield* pair(event, at, after)
    }
  }
}
