/**
 * Streams in words, a line for each event: `01-02 payment_captured 1000 EUR`. A day is of 2026, or names its
 * year, and is at ten o'clock where it names no time. `~` before it: only the receipt is known. A word is an id
 * by its prefix, an amount, a currency, one of a few words of a field, a field with its value, or, in brackets,
 * the source of the event. Short are `list act_c Capture 1000, …`, `look` (of the entity) and `word` (of a
 * person), which are as of their time.
 */
import { expect, test } from 'vitest'
import type { Machine } from '../../src/contract/machine-record.ts'
import type { State } from '../../src/contract/state.ts'
import type { DomainEvent, Source } from '../../src/event/envelope.ts'
import { present } from '../../src/words/data/plain-data.ts'
import { given, refusedBy, reported, summary } from '../given.ts'
import { rowsIn } from '../model/money/message-lines.ts'

/** The whole time of a day, with or without its year, and with as much of the time as it needs. */
export const time = (text: string): string => {
  const [day = '', clock = '10'] = text.split('T')
  const whole = [...clock.split(':'), '00', '00'].slice(0, 3).join(':')
  return `${day.length > 5 ? day : `2026-${day}`}T${whole}Z`
}

const PREFIXES: Readonly<Record<string, string>> = {
  pay: 'paymentId',
  src: 'sourceId',
  sid: 'sessionId',
  cus: 'customerId',
  act: 'actionId',
  dsp: 'disputeId',
}

const WORDS: Readonly<Record<string, string>> = {
  single: 'mandateType',
  recurring: 'mandateType',
  hosted: 'mode',
  non_hosted: 'mode',
  browser: 'channel',
  app: 'channel',
}

const valueIn = (text: string): unknown => {
  if (/^(\d+|true|false|\[.*\]|\{.*\})$/.test(text)) return JSON.parse(text)
  return text
}

const fieldOf = (word: string): object => {
  const [name = '', ...value] = word.split('=')
  if (value.length > 0) return { [name]: valueIn(value.join('=')) }
  const field = WORDS[word] ?? PREFIXES[word.split('_')[0] ?? '']
  if (field !== undefined) return { [field]: word }
  return /^\d+$/.test(word) ? { amount: Number(word) } : { currency: word }
}

const APPROVED = { done: true, failed: false, open: undefined } as const

/** The type and the data of what shows or says how things were at a time. */
const shownAt = (name: string, at: string, text: string): readonly [string, object] | undefined => {
  if (name === 'look') return ['state_observed', { askedAt: at }]
  if (name === 'word') return ['reviewed', { asOf: at, by: ['ann'] }]
  if (name !== 'list' && name !== 'unread') return undefined
  const actions = rowsIn(text).map(({ state, amount, ...row }) =>
    present({ ...row, amount: amount ?? undefined, approved: APPROVED[state] }),
  )
  return ['actions_listed', { askedAt: at, actions, unread: name === 'list' ? 0 : 1 }]
}

/** The event of a line; it is about the first payment, session or source where it names no other. */
export const eventIn = (
  { subject }: { readonly subject: { readonly field: string; readonly prefix: string } },
  line: string,
): DomainEvent => {
  const [, day = '', name = '', rest = ''] = /^(\S+) (\S+) ?(.*)$/.exec(line.trim()) ?? []
  const [at = '', recordedAt = at] = day.replace('~', '').split('>').map(time)
  const shown = shownAt(name, at, rest)
  const words = shown?.[0] === 'actions_listed' ? [] : rest.split(' ').filter((word) => word !== '')
  const source = words.find((word) => word.startsWith('('))?.slice(1, -1)
  const fields = words.filter((word) => !/^(\(|id=)/.test(word)).map(fieldOf)
  const own = { payment: 'pay_1', mandate: 'src_1', session: 'sid_1' }[subject.prefix]
  const data = Object.assign({ [subject.field]: own }, shown?.[1], ...fields)
  const stamp = {
    at: shown !== undefined || day.startsWith('~') ? null : at,
    recordedAt,
    id: words.find((word) => word.startsWith('id='))?.slice(3),
    source: (source ?? (shown === undefined ? undefined : 'response')) as Source | undefined,
  }
  return reported(shown?.[0] ?? name, data, present(stamp))
}

/** The state after the events of some lines. */
export const after = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  ...lines: readonly string[]
): State<C, S, N> => given(machine, ...lines.map((line) => eventIn(machine, line)))

/** A state in words: its status, its findings, and after a `/` why events are parked. */
export const inWords = (state: State): string => {
  const { status, findings, parked } = summary(state)
  return [status, ...findings, ...(parked.length === 0 ? [] : ['/', ...parked])].join(' ')
}

/** The state after some lines in words. */
export const outcome = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  ...lines: readonly string[]
): string => inWords(after(machine, ...lines))

/** The rules that the command of the last line would break after the other lines; else `allowed`. */
export const refusal = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  ...lines: readonly string[]
): string => {
  const state = after(machine, ...lines.slice(0, -1))
  return refusedBy(machine, state, eventIn(machine, lines.at(-1) ?? '')).join(' ') || 'allowed'
}

/**
 * A test for each scene: its name, and its lines, each with the state in words that follows, if that is asked.
 * A line with `?` is only tried, and so is the command of a line with `!`, which the rules refuse or allow.
 * Each scene begins with the lines before it; `read` says in words what follows from some lines.
 */
export const scenes = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  text: string,
  before: readonly string[] = [],
  read = (...lines: readonly string[]): string => outcome(machine, ...lines),
): void => {
  test.each(
    text
      .trim()
      .split('\n\n')
      .map((scene) => scene.split('\n')),
  )('%s', (_, ...lines) => {
    const known = [...before]
    for (const line of lines) {
      const [said = '', expected] = line.trim().split(/ *=> */)
      const tried = [...known, said.replace(/^[?!] /, '')].filter((each) => each !== '')
      const found = said.startsWith('!') ? refusal(machine, ...tried) : read(...tried)
      if (expected !== undefined) expect(`${said} => ${found}`).toBe(`${said} => ${expected}`)
      if (said !== '' && !/^[?!]/.test(said)) known.push(said)
    }
  })
}
