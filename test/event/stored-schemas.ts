/** The JSON Schemas of what is stored, as the files in `schemas` have them. */
import { Report } from '../../src/audit/report/report-codec.ts'
import { Metadata } from '../../src/event/envelope.ts'
import { StoredState } from '../../src/fold/resume.ts'
import { StoredBody } from '../../src/log/line.ts'
import type { Shown } from '../../src/words/data/exact-match.ts'
import { type JsonSchema, schemaOf } from '../../src/words/data/json-schema.ts'
import { everyEvent } from '../root.ts'

const DRAFT = 'https://json-schema.org/draft/2020-12/schema'

/** The schema of one event type. */
export const eventSchema = (type: string): JsonSchema =>
  schemaOf(everyEvent[type]?.codec as unknown as Shown)

const whole = (title: string, schema: JsonSchema): JsonSchema => ({
  $schema: DRAFT,
  title,
  ...schema,
  ...(JSON.stringify(schema).includes('#/$defs/metadata') ? { $defs: { metadata } } : {}),
})

/** The metadata, which all events share, once. */
const metadata = schemaOf(Metadata as unknown as Shown)

const withoutMetadata = (schema: JsonSchema): JsonSchema => {
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>>
  return { ...schema, properties: { ...properties, metadata: { $ref: '#/$defs/metadata' } } }
}

const events: JsonSchema = {
  anyOf: Object.keys(everyEvent).sort().map(eventSchema).map(withoutMetadata),
}

const entry = (): JsonSchema => {
  const body = schemaOf(StoredBody as unknown as Shown)
  const { properties, required } = body as {
    readonly properties: Readonly<Record<string, JsonSchema>>
    readonly required: readonly string[]
  }
  const hash = { type: 'string', pattern: '^[0-9a-f]{64}$' }
  return {
    ...body,
    properties: { ...properties, event: events, hash },
    required: [...new Set([...required, 'event', 'hash'])],
    additionalProperties: false,
  }
}

/** The schemas by the names of their files. */
export const storedSchemas: Readonly<Record<string, JsonSchema>> = {
  event: whole('An event of payfold, form 1', events),
  entry: whole('An entry of a log of payfold, form 1', entry()),
  state: whole('A state of payfold that was kept', schemaOf(StoredState as unknown as Shown)),
  report: whole('A report of an audit by payfold, form 1', schemaOf(Report as unknown as Shown)),
}
