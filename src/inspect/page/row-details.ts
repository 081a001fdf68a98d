/** What a row of a story folds out to: its findings and entries, the changes, what was allowed then. */
import type { AnyMachine } from '../../contract/machine-record.ts'
import type { State } from '../../contract/state.ts'
import { type DomainEvent, dataIn, occurredAt } from '../../event/envelope.ts'
import type { Kind } from '../../event/lifecycle.ts'
import type { Root } from '../../fold/root.ts'
import { type Allowance, allowed } from '../../judge/allowed.ts'
import { explainer } from '../../judge/explain.ts'
import type { Entry } from '../../log/entry.ts'
import { timeInWords } from '../../story/person-days.ts'
import type { StoryFinding, StoryRow } from '../../story/story-rows.ts'
import type { Shown } from '../../words/data/exact-match.ts'
import { ownAt } from '../../words/data/plain-data.ts'
import { type Currency, money } from '../../words/money.ts'
import { formatted, type Instant, toInstant } from '../../words/time/instant.ts'
import { escaped } from '../picture/escaped-text.ts'
import type { ChartPath } from '../picture/path.ts'
import { chip, facts } from './html.ts'

type NamedValue = readonly [string, string]

const amountsIn = ({ name, type, types = [], props = {} }: Shown, own = ''): readonly string[] =>
  name.startsWith('an amount')
    ? [own]
    : [
        ...(type === undefined ? [] : amountsIn(type, own)),
        ...types.flatMap((each) => amountsIn(each, own)),
        ...Object.entries(props).flatMap(([field, codec]) => amountsIn(codec, field)),
      ]

const shortTime = (text: string): string =>
  /^\d{4}-.*\.\d{7}Z$/.test(text) ? formatted(text as Instant) : text

/** Writes the values in some data, each with the path to it, and amounts as money. */
const factsIn = (kinds: readonly (Kind | undefined)[], own: Currency | null) => {
  const amounts = new Set([
    'amounts',
    ...kinds.flatMap((kind) =>
      kind === undefined ? [] : amountsIn(kind.codec as unknown as Shown),
    ),
  ])
  const isAmount = (path: string): boolean =>
    amounts.has(path.split('.').findLast((name) => !/^\d+$/.test(name)) ?? '')
  const walk = (value: unknown, path: string, currency: Currency | null): readonly NamedValue[] => {
    if (value === null || value === undefined) return []
    if (typeof value !== 'object') {
      const isMoney = typeof value === 'number' && isAmount(path)
      return [[path, isMoney ? money(value, currency) : shortTime(String(value))]]
    }
    const { currency: within = currency } = value as { readonly currency?: Currency | null }
    return Object.entries(value).flatMap(([name, inner]) =>
      walk(inner, path === '' ? name : `${path}.${name}`, within),
    )
  }
  return (value: unknown): readonly NamedValue[] => walk(value, '', own)
}

/** The parts of two contexts that differ: contexts share what did not change. */
const differing = (before: unknown, after: unknown): readonly [unknown, unknown] => {
  if (before === after) return [undefined, undefined]
  if (typeof before !== 'object' || typeof after !== 'object') return [before, after]
  if (before === null || after === null) return [before, after]
  type Fields = Record<string, unknown>
  const [old, now, was, is] = [before, after, {}, {}] as [Fields, Fields, Fields, Fields]
  const compare = (name: string): void => {
    if (old[name] === now[name]) return
    ;[was[name], is[name]] = differing(ownAt(old, name), ownAt(now, name))
  }
  for (const name in now) compare(name)
  for (const name in old) if (!(name in now)) compare(name)
  return [was, is]
}

const changesBetween = (
  say: (value: unknown) => readonly NamedValue[],
  before: object,
  after: object,
): readonly NamedValue[] => {
  const [was, is] = differing(before, after).map((value) => Object.fromEntries(say(value)))
  return Object.keys({ ...is, ...was }).flatMap((field): NamedValue[] => {
    const [old, now] = [ownAt(was ?? {}, field), ownAt(is ?? {}, field)]
    const change = old === undefined ? now : `${old} → ${now ?? 'none'}`
    return old === now || change === undefined ? [] : [[field, change]]
  })
}

const allowedText =
  (explain: ReturnType<typeof explainer>) =>
  (each: Allowance): NamedValue => {
    const { command, isAllowed, amount, until, refusals, inDoubt } = each
    if (!isAllowed) {
      const why = [...refusals, ...(inDoubt === null ? [] : [inDoubt])].map(explain)
      return [command, why.length === 0 ? 'done already' : `not allowed: ${why.join(' ')}`]
    }
    const { least, most, currency } = amount ?? { least: 0, most: 0, currency: null }
    const bounds = amount === null ? [] : [`${money(least, currency)} to ${money(most, currency)}`]
    const end = until === null ? [] : [`before ${timeInWords(until)}`]
    return [command, ['allowed', ...bounds, ...end].join(', ')]
  }

/** How many rows say what was allowed then: each asks the whole stream up to it. */
const JUDGED = 100

interface RowStep {
  readonly changes: readonly NamedValue[]
  readonly allowed: readonly NamedValue[]
}

interface RecordedStream {
  readonly state: State
  readonly recorded: readonly (DomainEvent | Entry)[]
  readonly path: ChartPath | null
}

const stepsIn = (
  { machines, policy }: Root,
  machine: AnyMachine,
  { state, path }: RecordedStream,
  say: (value: unknown) => readonly NamedValue[],
): ReadonlyMap<string, RowStep> => {
  const judge = allowed(machine, { policy })
  const inWords = allowedText(explainer(machines))
  const places = new Map(state.occurrences.map(({ key }, index) => [key, index]))
  const found = state.findings.map((each) => [places.get(each.key) ?? -1, each] as const)
  const steps = new Map<string, RowStep>()
  for (const { key, at, before, after } of path?.steps ?? []) {
    const place = key === null ? undefined : places.get(key)
    if (key === null || place === undefined) continue
    const { value, context } = after
    const changes = changesBetween(say, before.context, context)
    steps.set(key, { changes, allowed: [] })
    if (place < state.occurrences.length - JUDGED) continue
    const then: State = {
      ...{ ...state, status: machine.status(value), value, context, now: null },
      occurrences: state.occurrences.slice(0, place + 1),
      findings: found.flatMap(([on, each]) => (on <= place ? each : [])),
    }
    steps.set(key, { changes, allowed: judge(then, at).map(inWords) })
  }
  return steps
}

const findingIn = ({ title, because, remedy, severity }: StoryFinding): string =>
  `<li class="${severity}"><b>${escaped(title)}</b> <span>${escaped(because)}</span><br><span>${escaped(remedy)}</span></li>`

export const findingList = (all: readonly StoryFinding[]): string =>
  all.length === 0 ? '' : `<ul class="notes">${all.map(findingIn).join('\n')}</ul>`

/** An id that a click selects, to copy it. */
export const copied = (id: string): string => `<span class="id">${escaped(id)}</span>`

const entryIn = (
  each: DomainEvent | Entry,
  number: number,
  data: readonly NamedValue[],
): string => {
  const { metadata } = 'event' in each ? each.event : each
  const happened = occurredAt(metadata)
  const ids: readonly NamedValue[] = [
    ['event', metadata.eventId],
    ...('hash' in each ? [['hash', each.hash] as const] : []),
    ...(metadata.message === undefined ? [] : [['message', String(metadata.message)] as const]),
  ]
  const times = `${happened === null ? '' : `happened ${timeInWords(happened)}, `}recorded ${timeInWords(toInstant(metadata.recordedAt))}`
  const listed = ids.map(([name, id]) => `<dt>${name}</dt><dd>${copied(id)}</dd>`).join('')
  return `<h3>Entry ${number} ${chip(metadata.source)}</h3><p class="soft">${escaped(times)}</p>${facts(data)}<dl class="ids">${listed}</dl>`
}

export const rowDetails = (root: Root, machine: AnyMachine | null, stream: RecordedStream) => {
  const kindOf = (type: string): Kind | undefined =>
    ownAt(machine?.events ?? {}, type) ?? ownAt(machine?.informational ?? {}, type)
  const { currency = null } = stream.state.context as { readonly currency?: Currency | null }
  const sayContext = factsIn(Object.values(machine?.events ?? {}), currency)
  const steps =
    machine === null ? new Map<string, RowStep>() : stepsIn(root, machine, stream, sayContext)
  const section = (title: string, rows: readonly NamedValue[] = []): string =>
    rows.length === 0 ? '' : `<h3>${title}</h3>${facts(rows)}`
  return ({ key, entries, findings }: StoryRow): string =>
    [
      findingList(findings),
      ...entries.flatMap((number) => {
        const each = stream.recorded[number - 1]
        if (each === undefined) return []
        const event = 'event' in each ? each.event : each
        return entryIn(each, number, factsIn([kindOf(event.type)], currency)(dataIn(event)))
      }),
      section('Changes', steps.get(key)?.changes),
      section('Allowed then', steps.get(key)?.allowed),
    ].join('\n')
}
