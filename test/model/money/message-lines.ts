/**
 * Messages of one payment in words, a line for each: `3 payment_refunded act_1 3000`. The day comes first,
 * also as `3+299s`; `@2` is the day on which it happened, `@-` none. A word is an id by its prefix (`act_`,
 * `dsp_`), an amount, a currency, or a field with its value. Short are `list act_c Capture 10000, …` (rows are
 * done but where they say `open` or `failed`), `look Refunded` and `reviewed`, which are as of their day.
 */
import type { Message, Row, Step } from './money-model.ts'

const DAY = 86_400

const secondsOf = (day: string): number => {
  const [days = '', seconds = '0'] = day.replace('s', '').split('+')
  return Math.round(Number(days) * DAY) + Number(seconds)
}

/** The fields that a word is; of a row, `-` is an amount that nobody knows. */
const fieldsOf = (word: string): object => {
  const [name = '', value] = word.split('=')
  if (value !== undefined) return { [name]: /^\d+$/.test(value) ? Number(value) : value }
  if (word.startsWith('act_')) return { actionId: word }
  if (word.startsWith('dsp_')) return { disputeId: word }
  if (word === '@-') return { happenedAt: null }
  if (word.startsWith('@')) return { happenedAt: secondsOf(word.slice(1)) }
  return /^\d+$/.test(word) ? { amount: Number(word) } : { currency: word }
}

/** The rows of a list: the id, the kind and the amount of each, and perhaps its state and its reference. */
export const rowsIn = (text: string): readonly Row[] =>
  text.trim() === '' ? [] : text.split(',').map(rowOf)

const rowOf = (text: string): Row => {
  const [id = '', kind, amount, ...more] = text.trim().split(' ')
  const state = more.find((each): each is Step => each === 'open' || each === 'failed') ?? 'done'
  const [reference] = more.filter((each) => each !== state)
  const row = {
    id,
    kind: kind as Row['kind'],
    amount: amount === '-' ? null : Number(amount),
    state,
  }
  return reference === undefined ? row : { ...row, reference }
}

/** Messages that show what was when they were asked for, or say what was as of a time. */
const SHORT: Readonly<Record<string, readonly [type: string, asOf: 'askedAt' | 'asOf']>> = {
  list: ['actions_listed', 'askedAt'],
  unread: ['actions_listed', 'askedAt'],
  look: ['state_observed', 'askedAt'],
  reviewed: ['reviewed', 'asOf'],
}

/** One message. */
export const message = (line: string): Message => {
  const [, day = '', name = '', rest = ''] = /^(\S+) (\S+) ?(.*)$/.exec(line.trim()) ?? []
  const at = secondsOf(day)
  const [type, asOf] = SHORT[name] ?? [name]
  const found = { type, receivedAt: at, happenedAt: asOf === undefined ? at : null }
  const own = { id: `${type}_${day}`, ...found, ...(asOf === undefined ? {} : { [asOf]: at }) }
  if (type === 'actions_listed') {
    return { ...own, rows: rowsIn(rest), unread: name === 'unread' }
  }
  const words = rest.split(' ').filter((word) => word !== '')
  const status = name === 'look' ? words.shift()?.replace('_', ' ') : undefined
  const fields = Object.assign({}, ...words.map(fieldsOf)) as object
  const { actionId } = fields as Partial<Message>
  const id = actionId === undefined ? own.id : `${own.id}_${actionId}`
  return { ...own, id, ...(status === undefined ? {} : { status }), ...fields } as Message
}

/** The messages of some lines. */
export const messagesIn = (text: string): readonly Message[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(message)
