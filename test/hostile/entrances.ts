/**
 * Every function that takes input from outside: each takes anything, and says what it made of it.
 */
import * as E from 'fp-ts/lib/Either.js'
import { sepaPayment, session } from '../../machines/index.ts'
import { reportJson } from '../../src/audit/report.ts'
import { since } from '../../src/audit/since.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { fold } from '../../src/fold/fold.ts'
import type { AnyMachine } from '../../src/fold/machine.ts'
import { resume } from '../../src/fold/saved.ts'
import type { Command } from '../../src/judge/commands.ts'
import { decide } from '../../src/judge/decide.ts'
import { tentative } from '../../src/judge/tentative.ts'
import { toLine } from '../../src/log/text.ts'
import { emptyTip } from '../../src/log/tip.ts'
import { payfold, readPolicy as policyOf } from '../../src/payfold.ts'
import { readCallback } from '../../src/provider/read/callback.ts'
import { readDelivery } from '../../src/provider/read/delivery.ts'
import { readResponse } from '../../src/provider/read/response.ts'
import { explainBadSignature, verifySignature } from '../../src/provider/read/signature.ts'
import type { Reading } from '../../src/provider/read/stream-event.ts'
import { readWebhook } from '../../src/provider/read/webhook.ts'
import { checkRequest, explainUnsendable } from '../../src/provider/wire/check.ts'
import { type EndpointName, endpoints } from '../../src/provider/wire/endpoints.ts'
import { downloadExpiresAt } from '../../src/provider/wire/file.ts'
import type { Json } from '../../src/words/canonical.ts'
import { canonicalText } from '../../src/words/canonical.ts'
import type { Schema } from '../../src/words/codec.ts'
import type { TimeText } from '../../src/words/instant.ts'
import type { Stream } from '../../src/words/stream.ts'
import { explainUnreadable } from '../../src/words/unreadable.ts'
import { machines } from '../given.ts'
import {
  append,
  audit,
  auditStream,
  decodeEvent,
  explainFinding,
  foldStream,
  fromLine,
  mergeAudits,
  questions,
  readPolicy,
  reportText,
  root,
} from '../root.ts'
import { schemas } from '../words/schemas.ts'

const HEARD = '2026-03-02T10:05:00Z' as TimeText

/**
 * The result of one input at one entrance: `read`, or the name of the error; anything else is a
 * bug.
 */
export type Outcome = string

/** Reports a broken promise: the result of reading is none of the allowed ones. */
export class Broken extends Error {}

const must = (holds: boolean, promise: string): void => {
  if (!holds) throw new Broken(promise)
}

const isSentence = (text: string): boolean => /\S.*\.$/s.test(text)

const asText = (value: unknown): string => {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}

const isJson = (value: unknown): boolean => {
  const text = JSON.stringify(value)
  return JSON.stringify(JSON.parse(text)) === text && canonicalText(value as Json).length > 0
}

const folded = foldStream(machines)

const nothing = fold(sepaPayment)([])

/** A root with one machine, to which the events and values of others mean nothing. */
const only = payfold([session])

/** The state of a session without events, folded by all machines and by its own alone. */
const waiting = only.fold('session-sid_1' as Stream, [])

/** Input that was accepted once is accepted again. */
const seen = new Set<string>()

/** Any events that were read can be stored, read back, folded and judged. */
const goesOn = (stream: Stream, events: readonly DomainEvent[]): void => {
  const reported = JSON.stringify([stream, events])
  if (seen.has(reported)) return
  if (seen.size < 100_000) seen.add(reported)
  const appended = append(emptyTip(stream), events)
  must(E.isRight(appended), 'the events can be appended')
  if (E.isLeft(appended)) return
  const back = appended.right.entries.map((entry) => fromLine(toLine(entry)))
  must(back.every(E.isRight), 'what was appended can be read back')
  const state = folded(stream, events)
  must(isJson(state), 'a state is JSON')
  must(state.findings.map(explainFinding).every(isSentence), 'a finding is a sentence')
  must(isJson(questions(state)), 'questions are JSON')
}

/** More events than a real stream has are not folded here, because a fold takes time for each. */
const MANY = 200

const reported = (reading: Reading): Outcome => {
  if (E.isLeft(reading)) {
    if (reading.left.error === 'OtherSubject') return reading.left.error
    must(isSentence(explainUnreadable(reading.left)), 'a problem is a sentence')
    must(reading.left.path.length < 200, 'a path is short')
    return reading.left.error
  }
  const streams = new Map<Stream, DomainEvent[]>()
  for (const { stream, event } of reading.right) {
    must(E.isRight(decodeEvent(event)), 'what was read is an event')
    const events = streams.get(stream)
    if (events === undefined) streams.set(stream, [event])
    else events.push(event)
  }
  for (const [stream, events] of streams) goesOn(stream, events.slice(0, MANY))
  return reading.right.length === 0 ? 'no event' : 'read'
}

const names = Object.keys(endpoints) as readonly EndpointName[]

const asParams = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const toEndpoint = (name: EndpointName) => (value: unknown) => {
  const params = { id: 'pay_1', payment_id: 'pay_1', session_id: 'sid_1', source_id: 'src_1' }
  const received = { params, request: value, status: 200, body: value, receivedAt: HEARD }
  const answered = readResponse(endpoints[name], received)
  const refused = readResponse(endpoints[name], {
    ...received,
    params: asParams(value),
    status: 422,
  })
  reported(E.map(({ events }: { events: readonly never[] }) => events)(refused as never))
  return reported(E.map(({ events }: { events: readonly never[] }) => events)(answered as never))
}

const checked = (name: EndpointName) => (value: unknown) => {
  const result = checkRequest(endpoints[name], { sandbox: true })(value)
  if (E.isRight(result)) {
    must(Object.is(result.right, value), 'a request is returned unchanged')
    return 'sendable'
  }
  must(explainUnsendable(result.left).every(isSentence), 'a problem is a sentence')
  must(result.left.problems.length > 0, 'an unsendable request says why')
  return result.left.error
}

const signed = (value: unknown): Outcome => {
  const text = asText(value)
  const header = Array.isArray(value) ? value.map(asText) : text
  const keys = [text.slice(0, 100).padEnd(16, '.'), 'a key of the tests']
  const result = verifySignature(text, header, keys)
  if (E.isRight(result)) return 'signed'
  must(isSentence(explainBadSignature(result.left)), 'a problem is a sentence')
  return `${result.left.error}: ${result.left.because}`
}

const downloaded = (value: unknown): Outcome => {
  const body = { id: 'file_1', _links: { download: { href: asText(value) } } }
  const read = readResponse(endpoints.getFile, { status: 200, body, receivedAt: HEARD })
  if (E.isLeft(read) || read.right.outcome !== 'done') return 'unread'
  return downloadExpiresAt(read.right.body, HEARD) === null ? 'says nothing' : 'says when'
}

/** Any input that is passed as a log has a report, in both forms, without valid entries. */
const audited =
  (all: readonly AnyMachine[]) =>
  (value: unknown): Outcome => {
    const text = asText(value)
    const report = audit(all, { heads: [{ root: text.slice(0, 64) }] })([text, '\n', text])
    must(isJson(JSON.parse(reportJson(report))), 'a report is JSON')
    must(reportText(report).length > 0, 'a report is a text')
    must(
      report.findings.every(({ because }) => isSentence(because)),
      'a finding is a sentence',
    )
    return report.findings[0]?.code ?? 'nothing found'
  }

/** The same under any key of a store, and in parts. */
const auditedInParts = (value: unknown): Outcome => {
  const text = asText(value)
  const stored = [text, text].map((line, revision) => ({ line, revision }))
  const part = auditStream(machines)(text as Stream, stored)
  must(isJson(JSON.parse(JSON.stringify(part))), 'a part is JSON')
  const report = mergeAudits(machines)([part])
  must(isJson(JSON.parse(reportJson(report))), 'a report is JSON')
  return report.findings[0]?.code ?? 'nothing found'
}

const whole = audit(machines)([])

const either = (result: E.Either<{ readonly error: string }, unknown>): Outcome =>
  E.isLeft(result) ? result.left.error : 'read'

/** Reads by a Standard Schema, as other libraries do. */
const asStandard = (schema: Schema<unknown>) => (value: unknown) => {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) return 'promised'
  const issues = result.issues ?? []
  must(
    issues.every(({ message }) => isSentence(message)),
    'an issue is a sentence',
  )
  return result.issues === undefined ? 'read' : 'issues'
}

/** Every entrance by name. */
export const entrances: Readonly<Record<string, (value: unknown) => Outcome>> = {
  readWebhook: (value) =>
    reported(readWebhook({ isVerified: true, body: value, receivedAt: HEARD })),
  readCallback: (value) => reported(readCallback({ body: value, receivedAt: HEARD })),
  readDelivery: (value) => reported(readDelivery(value)),
  'readDelivery of a webhook': (value) =>
    reported(readDelivery({ kind: 'webhook', isVerified: true, receivedAt: HEARD, body: value })),
  ...Object.fromEntries(names.map((name) => [`readResponse ${name}`, toEndpoint(name)])),
  ...Object.fromEntries(names.map((name) => [`checkRequest ${name}`, checked(name)])),
  ...Object.fromEntries(schemas.map(([name, schema]) => [`~standard ${name}`, asStandard(schema)])),
  verifySignature: signed,
  downloadExpiresAt: downloaded,
  fromLine: (value) => either(fromLine(asText(value))),
  'fromLine of one machine': (value) => either(only.fromLine(asText(value))),
  audit: audited(machines),
  'audit by one machine': audited([session]),
  'audit by none': audited([]),
  auditStream: auditedInParts,
  since: (value) => either(since(value, whole)),
  resume: (value) => either(resume(sepaPayment)(value)),
  'resume by all': (value) => either(root.resume(value)),
  'resume by one machine': (value) => either(only.resume(value)),
  decodeEvent: (value) => either(decodeEvent(value)),
  'decode of one machine': (value) => either(only.decode(value)),
  append: (value) => either(append(emptyTip('payment-pay_1' as Stream), [value as DomainEvent])),
  readPolicy: (value) => either(readPolicy(value as never)),
  'readPolicy of one machine': (value) => either(policyOf([session])(value as never)),
  decide: (value) => either(decide(sepaPayment)(nothing, value as Command)),
  'decide by all': (value) => either(root.decide(waiting, value as never)),
  'decide by one machine': (value) => either(only.decide(waiting, value as never)),
  'decide a refund': (value) =>
    either(
      decide(sepaPayment)(nothing, {
        type: 'requestRefund',
        data: asParams(value),
        metadata: { commandId: asText(value), now: asText(value) },
      }),
    ),
  tentative: (value) =>
    either(
      tentative(decodeEvent, 'refund_requested', asParams(value), {
        commandId: asText(value),
        now: asText(value),
      }),
    ),
}
