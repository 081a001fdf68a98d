/** Every public codec by name: what is exported, the endpoints', and the events' of every machine. */
import * as t from 'io-ts'
import * as machinesPage from '../../machines/index.ts'
import * as page from '../../src/index.ts'
import type { Schema } from '../../src/words/codec.ts'
import { machines } from '../given.ts'

const isCodec = (value: unknown): value is t.Mixed => value instanceof t.Type

/** What is a codec among some named things. */
const codecsIn = (place: string, things: object): readonly (readonly [string, t.Mixed])[] =>
  Object.entries(things).flatMap(([name, thing]: [string, unknown]) =>
    isCodec(thing) ? [[`${place}${name}`, thing] as const] : [],
  )

/** Every public codec, whether it is a Standard Schema or not. */
export const codecs: readonly (readonly [string, t.Mixed])[] = [
  ...codecsIn('', { ...page, ...machinesPage }),
  ...Object.values(page.endpoints).flatMap((endpoint) => codecsIn(`${endpoint.name}.`, endpoint)),
  ...machines.flatMap(({ id, events }) =>
    Object.entries(events).flatMap(([type, kind]) => codecsIn(`${id} ${type}.`, kind)),
  ),
]

/** The same as other libraries take them. */
export const schemas: readonly (readonly [string, Schema<unknown>])[] = codecs.map(
  ([name, codec]) => [name, codec as unknown as Schema<unknown>] as const,
)
