/** Renders one stream as a page: the headline, what is wrong, the story, the chart. */
import type { AnyMachine } from '../../contract/machine-record.ts'
import type { State } from '../../contract/state.ts'
import type { DomainEvent } from '../../event/envelope.ts'
import { foldersOf, machineOf } from '../../fold/assign.ts'
import type { Root } from '../../fold/root.ts'
import type { Entry } from '../../log/entry.ts'
import { timeInWords } from '../../story/person-days.ts'
import { eventsIn, type Story, story } from '../../story/story.ts'
import type { StoryRow } from '../../story/story-rows.ts'
import { datedRows, headlineIn, nextIn, oddIn, smallPrint } from '../../story/story-text.ts'
import type { Stream } from '../../words/stream.ts'
import { localTime, type Zone } from '../../words/time/calendar.ts'
import { toInstant } from '../../words/time/instant.ts'
import { escaped } from '../picture/escaped-text.ts'
import { SIZE } from '../picture/layout-graph.ts'
import { pictures } from '../picture/picture.ts'
import { chip, page } from './html.ts'
import { copied, findingList, rowDetails } from './row-details.ts'

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
  list.append(...rows.toSorted((a, b) => byReceipt ? a.dataset.entry - b.dataset.entry : 0))
})
wide.addEventListener('change', show)
const asked = rows.find((row) => row.id && '#' + row.id === location.hash) ?? (wide.matches ? rows.at(-1) : null)
if (asked) choose(asked)
`

/** A time in UTC, with the time of the zone's own clocks on hover. */
const timeOf = (at: string, words: string, zone: Zone | null): string => {
  const instant = toInstant(at as Parameters<typeof toInstant>[0])
  const own = zone === null ? '' : `, ${localTime(instant, zone)} in ${zone}`
  const title = `${timeInWords(instant)}${own}`
  return `<time datetime="${escaped(at)}" title="${escaped(title)}">${escaped(words)}</time>`
}

const rowOf = ({ row, day }: { row: StoryRow; day: string }, index: number, zone: Zone | null) => {
  const { amount, words, findings, isOnChart, entries, at } = row
  const odd = oddIn(row).map((text) => `<span class="soft odd">${escaped(text)}</span>`)
  const chips = findings.map(({ title, severity }) => chip(title, severity))
  const kind =
    findings.find(({ severity }) => severity !== 'notice')?.severity ?? (isOnChart ? '' : 'aside')
  const money = amount === null ? '' : `<b class="amount">${escaped(amount)}</b> `
  return {
    open:
      `<li id="row-${index + 1}" data-entry="${entries[0] ?? 0}" class="row ${kind}"><details><summary>` +
      `${timeOf(at, day, zone)} <span class="what">${money}<span>${escaped(words)}</span></span> ${[...odd, ...chips].join(' ')}</summary><div class="more">` +
      `<h2 class="of-row">${escaped(amount === null ? words : `${amount} ${words}`)} <code>${escaped(row.type)}</code></h2>`,
    close: '</div></details></li>',
  }
}

const windowsIn = (story: Story): readonly string[] => {
  const line = ({ text, allows }: Story['windows'][number]): string =>
    `<li title="${escaped(allows)}">${escaped(text)}</li>`
  const past = story.windows.filter(({ isPast }) => isPast)
  const next = nextIn(story)
  if (story.windows.length === 0) return []
  return [
    '<h2>What may come next</h2>',
    next.length === 0
      ? '<p class="soft">Every window is over.</p>'
      : `<ul class="next">${next.map(line).join('')}</ul>`,
    past.length === 0
      ? ''
      : `<details class="past"><summary>${past.length} over</summary><ul class="next">${past.map(line).join('')}</ul></details>`,
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

const openIn = ({ findings, questions }: Story): readonly string[] => [
  ...(findings.length === 0
    ? []
    : [`<section><h2>Findings</h2>${findingList(findings)}</section>`]),
  ...(questions.length === 0
    ? []
    : [
        '<section><h2>Questions</h2><ul class="notes">',
        ...questions.map(
          ({ because, settledBy }) =>
            `<li class="warning"><span>${escaped(because)}</span><br><span>${escaped(settledBy)}.</span></li>`,
        ),
        '</ul></section>',
      ]),
]

const NO_MACHINE =
  '<p class="panel">No machine handles this stream yet: no message shows what kind of payment it is.</p>'

/** The chart: drawn where its text has 11 pixels or more, elsewhere a list of its states. */
const chartIn = (machine: AnyMachine, { drawn, listed }: ReturnType<typeof pictures>) => {
  const least = Math.ceil(((machine.layout?.width ?? 0) + 16) * (11 / SIZE))
  const style = `@container (min-width: ${least}px) { .chart.drawn { display: block; } .chart.drawn + .listed { display: none; } }`
  const body = `<section class="whole"><h2>Where it stands</h2>${drawn ?? ''}${listed}</section>`
  return { body, styles: drawn === null ? [] : [style] }
}

const rowsIn = (story: Story, more: (row: StoryRow) => string): readonly string[] => {
  const zone = story.windows.find((each) => each.zone !== null)?.zone ?? null
  if (story.rows.length === 0) return ['<p class="soft">No entries yet.</p>']
  return [
    '<div class="told"><section><h2>What happened <button type="button" class="order" aria-pressed="false" hidden>by receipt</button></h2><ol class="story-rows">',
    ...datedRows(story).map((dated, index) => {
      const { open, close } = rowOf(dated, index, zone)
      return `${open}${more(dated.row)}${close}`
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
    const chart =
      machine === null
        ? { body: NO_MACHINE, styles: [] }
        : chartIn(machine, pictures(machine, state, { policy: root.policy }))
    const body = [
      ...headIn(told),
      '<main>',
      ...openIn(told),
      ...rowsIn(told, rowDetails(root, machine, state, recorded)),
      chart.body,
      `<footer class="soft">${smallPrint({ ...told, root: null }).join(' · ')}${told.root === null ? '' : ` · root ${copied(told.root)}`}</footer>`,
      '</main>',
    ]
    const scripts = told.rows.length === 0 ? [] : [`{${STEPPING}}`]
    return page(`${stream} · payfold`, body, { scripts, styles: chart.styles })
  }
}
