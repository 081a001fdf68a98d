/** A lifecycle as text: one line per event type, with everything in its row. */
import type { Lifecycle } from '../../src/event/lifecycle.ts'
import { dataFieldsOf } from './shape.ts'

/** Type, identity, phase and clock tolerance, in declared order. */
export const rowsOf = (lifecycle: Lifecycle): readonly string[] =>
  Object.entries(lifecycle).map(
    ([type, { identity, phase, clockTolerance }]) =>
      `${type} ${identity} ${phase} ${clockTolerance}`,
  )

/** The fields that each event type can have, required ones marked with `!`. */
export const fieldRowsOf = (lifecycle: Lifecycle): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(lifecycle).map(([type, { codec }]) => [type, dataFieldsOf(codec).join(' ')]),
  )

/** The name of each codec. */
export const namesOf = (lifecycle: Lifecycle): readonly string[] =>
  Object.values(lifecycle).map(({ codec }) => (codec as { readonly name?: string }).name ?? '')
