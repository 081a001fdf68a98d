/** Renders one stream as a page: the headline, what is wrong, the story, the chart. */
import type { AnyMachine } from '../../contract/machine-record.ts'
import type { Occurrence } from '../../contract/occurrence.ts'
import type { State } from '../../contract/state.ts'
import { contentHash } from '../../event/content-hash.ts'
import { type DomainEvent, dataIn, occurredAt, recordedAt } from '../../event/envelope.ts'
import type { Kind } from '../../event/lifecycle.ts'
import { foldersOf, machineOf } from '../../fold/assign.ts'
import type { Root } from '../../fold/root.ts'
import { type Allowance, allowed } from '../../judge/allowed.ts'
import { explainer } from '../../judge/explain.ts'
import type { Entry } from '../../log/entry.ts'
import { dateIn, dayOf, timeInWords } from '../../story/person-days.ts'
import { countedIn, eventsIn, type Story, story } from '../../story/story.ts'
import type { StoryFinding, StoryRow } from '../../story/story-rows.ts'
import { datedRows, headlineIn, nextIn, smallPrint, whatIn } from '../../story/story-text.ts'
import type { Shown } from '../../words/data/exact-match.ts'
import { NONE } from '../../words/data/lists.ts'
import { isObject, ownAt, thawed } from '../../words/data/plain-data.ts'
import { type Currency, money } from '../../words/money.ts'
import type { Stream } from '../../words/stream.ts'
import { localTime, type Zone } from '../../words/time/calendar.ts'
import { formatted, type Instant, toInstant } from '../../words/time/instant.ts'
import { escaped } from '../picture/escaped-text.ts'
import { SIZE } from '../picture/layout-graph.ts'
import { type ChartPath, pathOf } from '../picture/path.ts'
import { pictures } from '../picture/picture.ts'
import { chip, facts, page } from './html.ts'

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

/**
 * The parts of two values that differ. The first one is brought up to date, so many levels deep: that is how
 * deep a run changes its context in place; below that, contexts share what did not change.
 */
const differing = (before: unknown, after: unknown, levels = 0): readonly [unknown, unknown] => {
  if (before === after) return [undefined, undefined]
  if (typeof before !== 'object' || typeof after !== 'object') return [before, after]
  if (before === null || after === null) return [before, after]
  type Fields = Record<string, unknown>
  const [old, now, was, is] = [before, after, {}, {}] as [Fields, Fields, Fields, Fields]
  const compare = (name: string): void => {
    const [past, present] = [ownAt(old, name), ownAt(now, name)]
    const isOpen = levels > 1 && isObject(past) && isObject(present)
    ;[was[name], is[name]] = differing(past, present, isOpen ? levels - 1 : 0)
    if (levels > 0 && !isOpen)
      old[name] = levels > 1 && isObject(present) ? { ...present } : present
  }
  for (const name in now) if (old[name] !== now[name]) compare(name)
  for (const name in old) if (!(name in now)) compare(name)
  return [was, is]
}

/** The changes in a context since it was `seen`, which is brought up to date. */
const changesSince = (
  say: (value: unknown) => readonly NamedValue[],
  seen: object,
  context: object,
): readonly NamedValue[] => {
  const [was, is] = differing(seen, context, 2).map((value) => Object.fromEntries(say(value)))
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
  const seen = thawed(path?.start.context ?? {})
  for (const { key, at, after } of path?.steps ?? []) {
    const { value, context } = after
    const changes = changesSince(say, seen, context)
    const place = key === null ? undefined : places.get(key)
    if (key === null || place === undefined) continue
    steps.set(key, { changes, allowed: [] })
    if (place < state.occurrences.length - JUDGED) continue
    const then: State = {
      ...{ ...state, status: machine.status(value), value, context: thawed(context), now: null },
      // of a frozen list, the events are collected once
      occurrences: Object.freeze(state.occurrences.slice(0, place + 1)),
      findings: found.flatMap(([on, each]) => (on <= place ? each : [])),
    }
    steps.set(key, { changes, allowed: judge(then, at).map(inWords) })
  }
  return steps
}

const notes = (items: readonly string[]): string =>
  items.length === 0 ? '' : `<ul class="notes">${items.join('\n')}</ul>`

const findingIn = ({ title, because, remedy, severity }: StoryFinding): string =>
  `<li class="${severity}"><b>${escaped(title)}</b> <span>${escaped(because)}</span><br><span>${escaped(remedy)}</span></li>`

/** An id that a click selects, to copy it. */
const copied = (id: string): string => `<span class="id">${escaped(id)}</span>`

const entryIn = (each: DomainEvent | Entry, title: string, data: readonly NamedValue[]) => {
  const { metadata } = 'event' in each ? each.event : each
  const happened = occurredAt(metadata)
  const ids: readonly NamedValue[] = [
    ['event', metadata.eventId],
    ...('hash' in each ? [['hash', each.hash] as const] : []),
    ...(metadata.message === undefined ? [] : [['message', String(metadata.message)] as const]),
  ]
  const times = `${happened === null ? '' : `happened ${timeInWords(happened)}, `}recorded ${timeInWords(toInstant(metadata.recordedAt))}`
  const listed = ids.map(([name, id]) => `<dt>${name}</dt><dd>${copied(id)}</dd>`).join('')
  return `<h3>${title} ${chip(metadata.source)}</h3><p class="soft">${escaped(times)}</p>${facts(data)}<dl class="ids">${listed}</dl>`
}

const rowDetails = (root: Root, machine: AnyMachine | null, stream: RecordedStream) => {
  const kindOf = (type: string): Kind | undefined =>
    ownAt(machine?.events ?? {}, type) ?? ownAt(machine?.informational ?? {}, type)
  const { currency = null } = stream.state.context as { readonly currency?: Currency | null }
  const sayContext = factsIn(Object.values(machine?.events ?? {}), currency)
  const steps =
    machine === null ? new Map<string, RowStep>() : stepsIn(root, machine, stream, sayContext)
  const section = (title: string, rows: readonly NamedValue[] = []): string =>
    rows.length === 0 ? '' : `<h3>${title}</h3>${facts(rows)}`
  const said = (each: DomainEvent | Entry, title: string): string => {
    const event = 'event' in each ? each.event : each
    return entryIn(each, title, factsIn([kindOf(event.type)], currency)(dataIn(event)))
  }
  const counted = countedIn(stream.recorded)
  const own = new Set(counted)
  const others = eventsIn(stream.recorded.filter((each) => !own.has(each)))
  const contents = new Set(others.map(contentHash))
  const impliedIn = ({ events }: Occurrence): readonly DomainEvent[] =>
    contents.size === 0 ? NONE : events.filter((each) => contents.has(contentHash(each)))
  const implied = new Map(stream.state.occurrences.map((each) => [each.key, impliedIn(each)]))
  return ({ key, entries, findings }: StoryRow): string =>
    [
      notes(findings.map(findingIn)),
      ...entries.flatMap((number) => {
        const each = counted[number - 1]
        return each === undefined
          ? []
          : said(each, `${'hash' in each ? 'Entry' : 'Event'} ${number}`)
      }),
      ...(implied.get(key) ?? NONE).map((each) => said(each, 'From another stream')),
      section('Changes', steps.get(key)?.changes),
      section('Allowed then', steps.get(key)?.allowed),
    ].join('\n')
}

/**
 * On a wide window, shows the details of one row beside the story; arrow keys go from row to row. A
 * switch sorts the rows by receipt. Without this script, each row folds out in its place.
 */
const STEPPING = `
const list = document.querySelector('.story-rows')
const beside = document.querySelector('.beside')
const rows = [...list.children]
const wide = matchMedia('(min-width: 1100px)')
const detailsIn = (row) => row.querySelector('details')
const show = () => {
  for (const row of rows) if (!row.querySelector('.more')) detailsIn(row).append(beside.querySelector('.more'))
  const open = rows.find((row) => detailsIn(row).open)
  if (wide.matches && open) beside.append(open.querySelector('.more'))
  beside.hidden = !(wide.matches && open)
}
const choose = (row) => {
  for (const each of rows) if (each !== row && wide.matches) detailsIn(each).open = false
  detailsIn(row).open = true
  show()
}
for (const row of rows) detailsIn(row).addEventListener('toggle', () => {
  if (wide.matches && detailsIn(row).open) choose(row)
  show()
})
list.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const at = [...list.children].findIndex((row) => row.contains(document.activeElement))
  const next = step && at >= 0 ? list.children[at + step] : null
  if (!next) return
  event.preventDefault()
  next.querySelector('summary').focus()
  if (wide.matches) choose(next)
})
const order = document.querySelector('.order')
order.hidden = rows.length < 2
order.addEventListener('click', () => {
  const byReceipt = order.getAttribute('aria-pressed') !== 'true'
  order.setAttribute('aria-pressed', byReceipt)
  list.append(...rows.toSorted((a, b) => byReceipt ? a.dataset.receipt - b.dataset.receipt : 0))
  for (const time of list.querySelectorAll('summary time')) {
    const { textContent, dataset } = time
    time.textContent = dataset.day
    dataset.day = textContent
  }
})
wide.addEventListener('change', show)
const go = () => {
  const asked = rows.find((row) => '#' + row.id === location.hash) ?? null
  if (asked) choose(asked)
  asked?.scrollIntoView()
  return asked
}
addEventListener('hashchange', go)
if (!go() && wide.matches) choose(rows.at(-1))
`

/** A time in UTC, with the time of the zone's own clocks on hover, and its day as another order shows it. */
const timeOf = (at: string, words: string, zone: Zone | null): string => {
  const instant = toInstant(at as Parameters<typeof toInstant>[0])
  const own = zone === null ? '' : `, ${localTime(instant, zone)} in ${zone}`
  return `<time datetime="${escaped(at)}" title="${escaped(timeInWords(instant) + own)}" data-day="${escaped(dayOf(dateIn(at, zone)))}">${escaped(words)}</time>`
}

type DatedRow = ReturnType<typeof datedRows>[number]

const rowOf = ({ row, odd }: DatedRow, time: string, more: string, place: string): string => {
  const { amount, words, type, findings, isOnChart } = row
  const soft = odd.map((text) => `<span class="soft odd">${escaped(text)}</span>`)
  const chips = findings.map(({ title, severity }) => chip(title, severity))
  const worst = findings.find(({ severity }) => severity !== 'notice')?.severity
  const money = amount === null ? '' : `<b class="amount">${escaped(amount)}</b> `
  return (
    `<li ${place} class="row ${worst ?? (isOnChart ? '' : 'aside')}"><details><summary>` +
    `${time} <span class="what">${money}<span>${escaped(words)}</span></span> ${[...soft, ...chips].join(' ')}</summary>` +
    `<div class="more"><h2 class="of-row">${escaped(whatIn(row))} <code>${escaped(type)}</code></h2>${more}</div></details></li>`
  )
}

const windowsIn = ({ windows }: Story): readonly string[] => {
  const listed = (all: Story['windows']): string => {
    const lines = all.map(
      ({ text, allows }) => `<li title="${escaped(allows)}">${escaped(text)}</li>`,
    )
    return `<ul class="next">${lines.join('')}</ul>`
  }
  const [past, next] = [windows.filter(({ isPast }) => isPast), nextIn({ windows })]
  return [
    ...(next.length === 0 ? [] : [`<h2>What may come next</h2>${listed(next)}`]),
    ...(past.length === 0
      ? []
      : [
          `<details class="past"><summary>${past.length} ${past.length === 1 ? 'window is' : 'windows are'} over</summary>${listed(past)}</details>`,
        ]),
  ]
}

const headIn = (story: Story): readonly string[] => {
  const { wrong, money } = headlineIn(story)
  const { stream, machine, status } = story
  return [
    '<header>',
    ...(wrong === '' || money === '' ? [] : [`<p class="alarm">${escaped(wrong)}</p>`]),
    `<h1>${escaped(money === '' ? wrong : money)}</h1>`,
    `<p class="soft">${copied(stream)} · ${escaped(machine ?? 'no machine')} · <code>${escaped(status)}</code></p></header>`,
  ]
}

const section = (title: string, items: string): string =>
  items === '' ? '' : `<section><h2>${title}</h2>${items}</section>`

const openIn = ({ findings, questions }: Story): readonly string[] => {
  const open = questions.map(
    ({ because, settledBy }) =>
      `<li class="warning"><span>${escaped(because)}</span><br><span>${escaped(settledBy)}.</span></li>`,
  )
  return [section('Findings', notes(findings.map(findingIn))), section('Questions', notes(open))]
}

const NO_MACHINE =
  '<p class="panel">No machine handles this stream yet: no message shows what kind of payment it is.</p>'

/** The chart: drawn where its text has 11 pixels or more, elsewhere a list of its states. */
const chartIn = (machine: AnyMachine, { drawn, listed }: ReturnType<typeof pictures>) => {
  const least = Math.ceil(((machine.layout?.width ?? 0) + 16) * (11 / SIZE))
  const style = `@container (min-width: ${least}px) { .chart.drawn { display: block; } .chart.drawn + .listed { display: none; } }`
  const body = `<section class="whole"><h2>Where it stands</h2>${drawn ?? ''}${listed}</section>`
  return { body, styles: drawn === null ? [] : [style] }
}

/** A row's place by receipt: of its first entry or, if it has none, of the first one that implies it. */
const receiptsIn = (recorded: readonly (DomainEvent | Entry)[]) => {
  const counted = countedIn(recorded)
  const times = eventsIn(recorded).map((event) => formatted(recordedAt(event)))
  return ({ entries: [first], reportedAt }: StoryRow): number => {
    const own = first === undefined ? undefined : counted[first - 1]
    return 1 + (own === undefined ? times.indexOf(reportedAt) : recorded.indexOf(own))
  }
}

const rowsIn = (
  story: Story,
  recorded: readonly (DomainEvent | Entry)[],
  more: (row: StoryRow) => string,
): readonly string[] => {
  const receiptOf = receiptsIn(recorded)
  if (story.rows.length === 0) return ['<p class="soft">No entries yet.</p>']
  return [
    '<div class="told"><section><h2>What happened <button type="button" class="order" aria-pressed="false" hidden>by receipt</button></h2><ol class="story-rows">',
    ...datedRows(story).map((dated, index) => {
      const { row, day } = dated
      const place = `id="row-${index + 1}" tabindex="-1" data-receipt="${receiptOf(row)}"`
      return rowOf(dated, timeOf(row.at, day, story.zone), more(row), place)
    }),
    '</ol>',
    ...windowsIn(story),
    '</section><aside class="beside panel" aria-label="Details" tabindex="0" hidden></aside></div>',
  ]
}

/**
 * Renders a stream as one self-contained HTML page: the headline, findings and questions, what happened,
 * each row with its entries, changes and what was allowed, the windows, and the chart. All text is
 * escaped. @spec decisions#21
 */
export const streamPage = (root: Root) => {
  const tell = story(root)
  const { fold } = foldersOf(root)
  return (stream: Stream, recorded: readonly (DomainEvent | Entry)[]): string => {
    const events = eventsIn(recorded)
    const machine = machineOf(root.machines, stream, events)
    const state = fold(stream, events) as State
    const told = tell(stream, recorded)
    const path = machine && pathOf(machine, state, { policy: root.policy })
    const chart =
      machine === null
        ? { body: NO_MACHINE, styles: [] }
        : chartIn(machine, pictures(machine, state, path))
    const body = [
      ...headIn(told),
      '<main>',
      ...openIn(told),
      ...rowsIn(told, recorded, rowDetails(root, machine, { state, recorded, path })),
      chart.body,
      `<footer class="soft">${smallPrint({ ...told, root: null }).join(' · ')}${told.root === null ? '' : ` · root ${copied(told.root)}`}</footer>`,
      '</main>',
    ]
    const scripts = told.rows.length === 0 ? [] : [`{${STEPPING}}`]
    return page(`${stream} · payfold`, body, { scripts, styles: chart.styles })
  }
}
