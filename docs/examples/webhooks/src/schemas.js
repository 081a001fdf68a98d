/** What the service takes and answers, as JSON Schema: what its OpenAPI page is made of. */

const text = { type: 'string' }
const texts = { type: 'array', items: text }
const moment = { ...text, description: 'An instant in UTC at 100 ns.' }
const minor = { type: 'integer', description: 'Minor units: cents.' }

/** @param {Record<string, object>} properties @param {readonly string[]} [nullable] */
const object = (properties, nullable = []) => ({
  type: 'object',
  additionalProperties: true,
  required: Object.keys(properties).filter((name) => !nullable.includes(name)),
  properties,
})

/** @param {object} schema */
const orNull = (schema) => ({ anyOf: [schema, { type: 'null' }] })

/** @param {object} items */
const list = (items) => ({ type: 'array', items })

const rule = object({ rule: text, sentence: text, remedy: text, source: text })

/** Why a request was not granted: a name, and sentences that can be shown. */
const problem = {
  description: 'Why not, in sentences that can be shown.',
  ...object({ error: text, sentences: texts, rules: list(rule) }, ['rules']),
}

const stream = {
  type: 'object',
  required: ['id'],
  properties: {
    id: {
      ...text,
      description: 'A stream: payment-pay_…, mandate-src_…, session-sid_…',
      examples: ['payment-pay_example'],
    },
  },
}

const asOf = {
  type: 'object',
  properties: {
    at: { ...text, description: 'What is known today, judged at this moment; now, if left out.' },
  },
}

/** @param {object} answer @param {readonly number[]} problems */
const answers = (answer, problems) => ({
  ...Object.fromEntries([...problems, 503].map((status) => [status, problem])),
  ...answer,
})

/** @param {string} summary @param {object} answer */
const question = (summary, answer) => ({
  summary,
  tags: ['streams'],
  params: stream,
  querystring: asOf,
  response: answers({ 200: answer }, [400, 404]),
})

export const webhook = {
  summary: 'Takes a webhook of the provider’s',
  description:
    'The signature is checked over the bytes as they came; what is believed is kept, then read. 2xx: it is kept.',
  tags: ['webhooks'],
  consumes: ['application/json'],
  headers: {
    type: 'object',
    properties: {
      'cko-signature': { ...text, description: 'HMAC-SHA256 of the body, in hexadecimal digits.' },
    },
  },
  response: answers(
    {
      200: {
        description: 'It is kept.',
        ...object({
          kept: text,
          outcome: text,
          because: orNull(text),
          streams: texts,
          added: minor,
        }),
      },
    },
    [401, 408, 413],
  ),
}

export const streamState = question(
  'How a stream stands',
  object({
    stream: text,
    machine: text,
    status: text,
    revision: { type: 'integer' },
    head: text,
    sums: {},
    findings: list(object({ code: text, key: text, at: orNull(moment), sentence: text })),
    parked: list(object({ key: text, reason: text })),
    windows: list(
      object({
        name: text,
        entityId: {},
        opensAt: moment,
        closesAt: moment,
        isOpen: { type: 'boolean' },
        allows: text,
      }),
    ),
  }),
)

export const streamAllowed = question(
  'What may be done, until when, and why not',
  object({
    stream: text,
    machine: text,
    at: moment,
    commands: list(
      object({
        command: text,
        isAllowed: { type: 'boolean' },
        amount: orNull(object({ least: minor, most: minor, currency: orNull(text) })),
        until: orNull(moment),
        refusals: list(rule),
        inDoubt: orNull(object({ commandId: orNull(text), since: moment })),
      }),
    ),
  }),
)

export const streamQuestions = question(
  'What is open, and the request that would settle it',
  object({
    stream: text,
    at: moment,
    questions: list(
      object({
        id: text,
        key: text,
        reason: text,
        because: text,
        request: orNull(
          object(
            {
              endpoint: text,
              params: { type: 'object', additionalProperties: text },
              commandId: text,
            },
            ['commandId'],
          ),
        ),
      }),
    ),
  }),
)

const refunded = object({ stream: text, commandId: text, outcome: text, sentences: texts })

export const refund = {
  summary: 'Asks for a refund',
  description:
    'Decided on the log, recorded, and only then asked for. The same key is the same refund, however often it is sent.',
  tags: ['streams'],
  params: stream,
  headers: {
    type: 'object',
    properties: {
      'idempotency-key': {
        ...text,
        description: 'Names this refund: 1 to 80 letters, digits, . _ : / # + -',
      },
    },
  },
  // checked by the library, which says more: here for the page alone
  body: {
    type: 'object',
    additionalProperties: false,
    properties: {
      amount: { ...minor, description: 'Minor units, at least 1; all there is, if left out.' },
      reference: text,
    },
  },
  response: answers(
    {
      200: { description: 'The provider had it already.', ...refunded },
      202: {
        description: 'It is recorded; the provider has it, or nobody knows yet.',
        ...refunded,
      },
    },
    [400, 404, 409, 413, 422],
  ),
}

export const health = {
  summary: 'Whether messages can be kept',
  tags: ['service'],
  response: {
    200: object({ status: text, database: text, unread: { type: 'integer' } }),
    503: problem,
  },
}
