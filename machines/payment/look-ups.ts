/** Reads lists of actions, look-ups of a payment, and what persons have stated. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import { impliedEvent } from '../../src/fold/infer.ts'
import { earlier, type TimeText, toInstant } from '../../src/words/instant.ts'
import { compare } from '../../src/words/lists.ts'
import type { Currency } from '../../src/words/money.ts'
import {
  dataOf,
  type Fields,
  type List,
  type LookUp,
  type Row,
  receivedOf,
  report,
  type Stated,
  type Step,
  textOf,
} from './reports.ts'

const stepOf = (approved: unknown): Step => {
  if (approved === true) return 'done'
  return approved === false ? 'failed' : 'open'
}

/** No event: what a row shows that has moved nothing. */
const NOTHING = 'nothing'

/** The events that rows imply, by kind and step. */
const TYPES: Readonly<Record<Row['kind'], Readonly<Record<Step, string>>>> = {
  capture: { open: NOTHING, done: 'payment_captured', failed: NOTHING },
  refund: {
    open: 'payment_refund_pending',
    done: 'payment_refunded',
    failed: 'payment_refund_declined',
  },
  return: { open: 'payment_chargeback', done: 'payment_chargeback', failed: NOTHING },
  void: { open: NOTHING, done: 'payment_canceled', failed: NOTHING },
}

const isKind = (kind: unknown): kind is Row['kind'] =>
  kind === 'capture' || kind === 'refund' || kind === 'return' || kind === 'void'

const withoutAbsent = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  )

const rowOf = (
  list: DomainEvent,
  row: Fields,
  own: Currency,
): readonly Omit<Row, 'askedAt' | 'isOfWhole'>[] => {
  const kind = textOf(row['kind'])?.toLowerCase()
  const id = textOf(row['id'])
  if (id === null || !isKind(kind)) return []
  const { amount, reference, responseCode, occurredAt: at } = row
  const step = stepOf(row['approved'])
  const { paymentId } = dataOf(list)
  const reportedAs = kind === 'return' ? 'return' : undefined
  const event = impliedEvent({
    snapshot: list,
    type: TYPES[kind][step],
    data: withoutAbsent({ paymentId, actionId: id, amount, reference, responseCode, reportedAs }),
    occurredAt: (textOf(at) as TimeText | null) ?? null,
    part: id,
  })
  return [{ ...report(event, step, own), kind, actionId: id, reference: textOf(reference) }]
}

/** Reads a list of all actions. */
export const listOf = (event: DomainEvent, own: Currency): readonly List[] => {
  const { askedAt, actions, unread, reference } = dataOf(event)
  if (!Array.isArray(actions) || reference !== undefined) return []
  const asked = textOf(askedAt)
  const received = receivedOf(event)
  const at = asked === null ? null : toInstant(asked as TimeText)
  // nobody asks after the response: such a clock proves nothing
  const isTimed = at !== null && at <= received
  const read = actions.flatMap((row: Fields) => rowOf(event, row, own))
  const isCaptured = read.some(({ kind, step }) => kind === 'capture' && step === 'done')
  // of a captured payment, a void ends only what was not captured
  const rows = read.filter(({ kind }) => kind !== 'void' || !isCaptured)
  const isOnceEach = new Set(rows.map(({ actionId }) => actionId)).size === rows.length
  const isUnread = unread !== 0 || !isOnceEach
  const isWhole = isTimed && !isUnread
  const since = isTimed ? at : received
  const all = rows.map((row) => ({ ...row, askedAt: since, isOfWhole: isWhole }))
  return [{ event, askedAt: since, received, rows: all, isUnread, isWhole }]
}

/** The order in which lists and look-ups were asked for. */
export const inTime = (a: List | LookUp, b: List | LookUp): number =>
  compare(a.askedAt, b.askedAt) ||
  compare(a.received, b.received) ||
  compare(a.event.metadata.eventId, b.event.metadata.eventId)

/** Reads a look-up of the payment itself. */
export const lookUpOf = (event: DomainEvent, own: Currency): readonly LookUp[] => {
  const { askedAt, status, balances, currency = own } = dataOf(event)
  const isOwn = currency === own
  const asked = textOf(askedAt)
  if (asked === null) return []
  const [at, received] = [toInstant(asked as TimeText), receivedOf(event)]
  if (at > received) return []
  const { refunded } = Object(balances) as Fields
  const shown = isOwn && typeof refunded === 'number' ? refunded : null
  return [{ event, askedAt: at, received, status: textOf(status) ?? '', refunded: shown }]
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Reads what a person has stated. */
export const statedOf = (event: DomainEvent): readonly Stated[] => {
  const { asOf, captured, refunded, chargedBack, by } = dataOf(event)
  const at = textOf(asOf)
  if (at === null || !Array.isArray(by) || by.length < 1 || by.length > 2) return []
  return [
    {
      event,
      // nobody has seen more than what was received by then
      asOf: earlier(toInstant(at as TimeText), receivedOf(event)),
      received: receivedOf(event),
      captured: numberOf(captured),
      refunded: numberOf(refunded),
      chargedBack: numberOf(chargedBack),
    },
  ]
}
