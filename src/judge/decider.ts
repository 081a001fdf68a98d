/** Adapts a machine to the plain decider that event stores expect. */
import * as E from '#fp-ts/Either'
import type { Machine } from '../contract/machine-record.ts'
import type { State } from '../contract/state.ts'
import type { DomainEvent } from '../event/envelope.ts'
import { type Folding, folder } from '../fold/fold.ts'
import { type Command, decide } from './decide.ts'

/** The decider pattern: decides commands, evolves states, and knows the first and last states. */
export interface Decider<C extends object, S extends string, N extends string> {
  /**
   * The events that a command causes. None can mean five things: it is done, in doubt, over, refused,
   * or not readable. So never take none for done: `pf.decide` says which.
   */
  readonly decide: (command: Command, state: State<C, S, N>) => DomainEvent[]
  readonly evolve: (state: State<C, S, N>, event: DomainEvent) => State<C, S, N>
  /** Returns the state of a stream without events; a function, because some stores expect one. */
  readonly initialState: () => State<C, S, N>
  /** The state of a stream without events. */
  readonly initial: State<C, S, N>
  /** Whether no transition leads to another state, so that the status can no longer change. */
  readonly isTerminal: (state: State<C, S, N>) => boolean
}

/** Makes the plain decider of a machine. */
export const decider = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  folding: Folding = {},
): Decider<C, S, N> => {
  const { initial, evolve } = folder(machine, folding)
  const decideOn = decide(machine, folding)
  return {
    decide: (command, state) =>
      E.match(
        (): DomainEvent[] => [],
        ({ events }: { readonly events: readonly DomainEvent[] }) => [...events],
      )(decideOn(state, command)),
    evolve,
    initialState: () => initial,
    initial,
    isTerminal: ({ value, context }) => {
      const here = machine.chart.resolveState({ value, context })._nodes
      const transitions = here.flatMap((node) => [...node.transitions.values()].flat())
      return transitions.every(({ target = [] }) => target.every((node) => here.includes(node)))
    },
  }
}
