/**
 * Payments of 1,000 with reports that do not agree, one to a line: what was reported, and after `=`
 * what payfold makes of it. A report is a letter, a day of March 2026 and what the message names:
 *
 * - `Q` a refund is requested, `G` pending, `D` done, `F` failed; `T` a capture; `E` an end
 * - `C` a chargeback, `W` a reversal
 * - `S` a look-up that shows a status and balances
 * - `V` persons review every open question, and choose the reading of this number
 *
 * `4+60.` is 60 seconds and one tick after ten o'clock on the fourth, and `?4` a message without a
 * time that came then. `100` is an amount, `a8` an action, `d1` a dispute, `c1` a command, `return`
 * and `dispute` a voice, `still` a message that moves no money, `e1` the id of an event.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { shift } from '../../../src/words/instant.ts'
import { instantOf } from '../../given.ts'
import { asked, on, paid, pf, review, stream } from './at-worst.ts'

const TYPES: Readonly<Record<string, string>> = {
  Q: 'refund_requested',
  G: 'payment_refund_pending',
  D: 'payment_refunded',
  F: 'payment_refund_declined',
  T: 'payment_captured',
  E: 'payment_declined',
  C: 'payment_chargeback',
  W: 'chargeback_reversed',
  S: 'state_observed',
}

const NAMES: Readonly<Record<string, string>> = { a: 'actionId', d: 'disputeId', c: 'commandId' }
const PREFIX: Readonly<Record<string, string>> = { a: 'act_', d: 'dsp_', c: 'c-' }

/** What a word of a report says. */
const fieldOf = (type: string, word: string): object => {
  if (/^\d+$/.test(word)) return { amount: Number(word) }
  if (/^e\d$/.test(word)) return {}
  if (word === 'still') return { movesNothing: true }
  if (word === 'return' || word === 'dispute') return { reportedAs: word }
  const balance = /^(captured|refunded):(\d+)$/.exec(word)
  if (balance !== null) return { balances: { [String(balance[1])]: Number(balance[2]) } }
  const [, letter = '', rest = ''] = /^([adc])(\d)$/.exec(word) ?? []
  if (letter !== '') return { [String(NAMES[letter])]: `${PREFIX[letter]}${rest}` }
  return type === 'state_observed' ? { status: word } : { currency: word }
}

const timeOf = (day: string, seconds = '0', tick = ''): string => {
  const at = shift(instantOf(`2026-03-${day.padStart(2, '0')}T10:00:00Z`), Number(seconds))
  return tick === '' ? at : at.replace('0Z', '1Z')
}

/** The event of one report. */
const eventOf = (report: string, index: number): DomainEvent => {
  const [head = '', ...words] = report.split(' ')
  const [, letter = '', untimed, day = '', seconds, tick] =
    /^(\w)(\?)?(\d+)(?:\+(\d+)(\.)?)?$/.exec(head) ?? []
  const type = String(TYPES[letter])
  const fields = words.map((word) => fieldOf(type, word))
  const balances = Object.assign({}, ...fields.map((each) => Object(each).balances))
  const data = Object.assign({}, ...fields, Object.keys(balances).length > 0 ? { balances } : {})
  return on(Number(day), type, data, {
    id: `evt_${words.find((word) => /^e\d$/.test(word)) ?? index}`,
    at: untimed === undefined ? timeOf(day, seconds, tick) : null,
    source: letter === 'S' ? 'response' : letter === 'Q' ? 'request' : 'report',
  })
}

/** The events of a line, with the reviews of what they leave open. */
export const eventsIn = (line: string): readonly DomainEvent[] => {
  const reports = line.split(', ')
  const events = reports.filter((each) => !each.startsWith('V')).map(eventOf)
  const choice = reports.find((each) => each.startsWith('V'))
  if (choice === undefined) return events
  const reviews = asked(...events).map(({ reason, events: ids, readings }, index) =>
    review(
      reason,
      readings[Number(choice.slice(1)) % readings.length] ?? 'counts',
      [...paid, ...events].filter(({ metadata }) => ids.includes(metadata.eventId)),
      { id: index },
    ),
  )
  return [...events, ...reviews]
}

/** What payfold makes of a line: what may be refunded, what is shown as left, findings, questions. */
export const outcomeOf = (line: string): string => {
  const events = eventsIn(line)
  const state = pf.fold(stream, [...paid, ...events])
  const now = instantOf('2026-03-20T10:00:00Z')
  const [allowed, sums] = [pf.allowed(state, now), pf.sums(state)]
  if (E.isLeft(allowed) || E.isLeft(sums)) return 'unreadable'
  const refund = allowed.right.find(({ command }) => command === 'requestRefund')
  const rules = refund?.refusals.map(({ rule }) => rule).join('+') ?? ''
  // a finding is shown with its amounts; that an amount is inferred changes nothing here
  const said = state.findings.filter(({ code }) => code !== 'AmountInferred')
  const findings = said.map(({ code, key: _, at: __, events: ___, ...rest }) => {
    const amounts = Object.values(rest).filter((each) => typeof each === 'number')
    return amounts.length === 0 ? code : `${code}(${amounts.join(' ')})`
  })
  const open = asked(...events).map(
    ({ reason, events: ids, request }) => `${reason}${ids.length}${request === null ? '!' : ''}`,
  )
  const { net, refunded, refunding, chargedBack } = Object(sums.right)
  return [
    `${refund?.amount?.most ?? (rules === '' ? 0 : rules)} of ${net}`,
    [refunded, refunding, chargedBack].join(' '),
    state.status,
    findings.sort().join(' '),
    open.sort().join(' '),
  ].join(' | ')
}
