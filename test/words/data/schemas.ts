/**
 * Every public codec by name: the exported ones, the endpoints', and the events' and policies' of
 * every machine.
 */
import * as t from 'io-ts'
import * as machinesPage from '../../../machines/index.ts'
import * as page from '../../../src/index.ts'
import * as machinePage from '../../../src/machine.ts'
import * as provider from '../../../src/provider/index.ts'
import type { Schema } from '../../../src/words/data/codec.ts'
import { machines } from '../../given.ts'

const isCodec = (value: unknown): value is t.Mixed => value instanceof t.Type

/** The codecs among some named values. */
const codecsIn = (place: string, things: object): readonly (readonly [string, t.Mixed])[] =>
  Object.entries(things).flatMap(([name, thing]: [string, unknown]) =>
    isCodec(thing) ? [[`${place}${name}`, thing] as const] : [],
  )

/** Every public codec, whether it is a Standard Schema or not. */
export const codecs: readonly (readonly [string, t.Mixed])[] = [
  ...codecsIn('', { ...page, ...provider, ...machinePage, ...machinesPage }),
  ...Object.values(provider.endpoints).flatMap((endpoint) =>
    codecsIn(`${endpoint.name}.`, endpoint),
  ),
  ...machines.flatMap(({ id, events, informational }) =>
    Object.entries({ ...events, ...informational }).flatMap(([type, kind]) =>
      codecsIn(`${id} ${type}.`, kind),
    ),
  ),
  ...machines.flatMap(({ id, definition }) =>
    Object.entries(definition.policy).flatMap(([name, field]) =>
      codecsIn(`${id} policy ${name}.`, field),
    ),
  ),
]

/** The same as other libraries see them. */
export const schemas: readonly (readonly [string, Schema<unknown>])[] = codecs.map(
  ([name, codec]) => [name, codec as unknown as Schema<unknown>] as const,
)
