/** The enumerations in messages about mandates, and the name of a mandate's stream. */
import * as t from 'io-ts'
import { standard } from '../../src/words/data/codec.ts'
import { type Stream, streamOf } from '../../src/words/stream.ts'
import type { SourceId } from './payment-names.ts'

/** How often a mandate may be used: once, or repeatedly. */
export const MandateType = standard(
  t.keyof({ single: null, recurring: null }, 'single or recurring'),
)
export type MandateType = t.TypeOf<typeof MandateType>

/** The stream of a mandate, by the id of its source. */
export const mandateStream = (id: SourceId): Stream => streamOf('mandate', id)
