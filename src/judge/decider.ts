/** A machine as the plain decider that event stores take. */
import * as E from 'fp-ts/lib/Either.js'
import type { Event } from '../event/envelope.ts'
import { type Folding, folder } from '../fold/fold.ts'
import type { Machine } from '../fold/machine.ts'
import type { State } from '../fold/state.ts'
import type { Command } from './commands.ts'
import { decide } from './decide.ts'

/** The field's shape: what a command causes, what an event makes of a state, where all begins and ends. */
export interface Decider<C extends object, S extends string, N extends string> {
  /** The events that a command causes; none where it is done, in doubt or refused: `decide` says why. */
  readonly decide: (command: Command<string>, state: State<C, S, N>) => Event[]
  readonly evolve: (state: State<C, S, N>, event: Event) => State<C, S, N>
  /** Where all begins, as a function: some stores ask for it so. */
  readonly initialState: () => State<C, S, N>
  /** The same as a value. */
  readonly initial: State<C, S, N>
  /** Whether no arrow leads anywhere else: nothing that happens now changes where it stands. */
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
        (): Event[] => [],
        ({ events }: { readonly events: readonly Event[] }) => [...events],
      )(decideOn(state, command)),
    evolve,
    initialState: () => initial,
    initial,
    isTerminal: ({ value, context }) => {
      const here = machine.chart.resolveState({ value, context })._nodes
      const arrows = here.flatMap((node) => [...node.transitions.values()].flat())
      return arrows.every(({ target = [] }) => target.every((node) => here.includes(node)))
    },
  }
}
