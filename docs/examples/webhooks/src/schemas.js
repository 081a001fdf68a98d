/** The service's requests and responses as JSON Schema, for its OpenAPI page. */

const text = { type: 'string' }
const texts = { type: 'array', items: text }
const moment = { ...text, description: 'An instant in UTC, to 100 ns.' }
const minor = { type: 'integer', description: 'Minor units, such as cents.' }

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

/** Why a request was not granted: a name, and sentences for people. */
const problem = {
  description: 'The reasons, in sentences for people.',
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
    at: {
      ...text,
      description: 'Shows the state as of this time, from everything known today; by default now.',
    },
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
  summary: 'Receives a webhook from the provider',
  description:
    'The service verifies the signature over the bytes as they arrived, stores the message, and then reads it. 2xx means that the message is stored.',
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
        description: 'The message is stored.',
        ...object({
          kept: text,
          outcome: text,
          because: orNull(text),
          streams: texts,
          added: minor,
        }),
      },
    },
    [401, 408, 413, 429],
  ),
}

export const streamState = question(
  'The state of a stream',
  object({
    stream: text,
    machine: text,
    status: text,
    revision: { type: 'integer' },
    hash: text,
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
  'Which commands are allowed, until when, and why the other commands are not',
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
        lastDay: orNull(text),
        zone: orNull(text),
        refusals: list(rule),
        inDoubt: orNull(object({ commandId: orNull(text), since: moment })),
      }),
    ),
  }),
)

export const streamQuestions = question(
  'Open questions, each with the request that would settle the question',
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
              from: moment,
            },
            ['from'],
          ),
        ),
      }),
    ),
  }),
)

const refunded = object({ stream: text, commandId: text, outcome: text, sentences: texts })

export const refund = {
  summary: 'Requests a refund',
  description:
    'The refund is decided from the log, and recorded before it is requested. Requests with the same key are the same refund, no matter how many are sent.',
  tags: ['streams'],
  params: stream,
  headers: {
    type: 'object',
    properties: {
      'idempotency-key': {
        ...text,
        description:
          'Names this refund: 1 to 80 characters, which are letters, digits and any of . _ : / # + - (the first one a letter or digit).',
      },
    },
  },
  // the library checks the body, with better messages; this schema is for the page only
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['amount'],
    properties: {
      amount: { ...minor, description: 'Minor units, at least 1.' },
      reference: { ...text, description: 'By default the key.' },
    },
  },
  response: answers(
    {
      200: { description: 'The provider had already accepted the refund.', ...refunded },
      202: {
        description:
          'The refund is recorded. The provider accepted the refund, or it is not known yet whether the provider did (inDoubt). The sentence then says from when on a look-up ends the doubt.',
        ...refunded,
      },
    },
    [400, 404, 409, 413, 422],
  ),
}

export const health = {
  summary: 'Whether messages can be stored',
  tags: ['service'],
  response: {
    200: object({ status: text, database: text, unread: { type: 'integer' } }),
    503: problem,
  },
}
