/** Renders one stream as a page: the chart, and a timeline to step through. */
import { type DomainEvent, occurredAt } from '../../event/envelope.ts'
import type { Root } from '../../fold/root.ts'
import type { Entry } from '../../log/entry.ts'
import type { Stream } from '../../words/stream.ts'
import { toInstant } from '../../words/time/instant.ts'
import { escaped } from '../picture/escaped-text.ts'
import { layout } from '../picture/layout.ts'
import { svg } from '../picture/picture.ts'
import { eventsIn } from '../story/story.ts'
import type { Change } from './changes.ts'
import { chip, data, facts, page, sumOf, time } from './html.ts'
import type { Lasting } from './lasting-facts.ts'
import type { Note } from './notes.ts'
import { type Watched, type WatchedStep, watching } from './watched-steps.ts'

/**
 * Shows one step at a time: buttons, slider, timeline, arrow keys and `#step-3` in the address
 * choose the step. Without this script, the page shows everything at once.
 */
const STEPPING = `
const all = (selector) => [...document.querySelectorAll(selector)]
const steps = all('.step')
const last = steps.length - 1
// show the step that the address names, do not scroll to it
for (const step of steps) step.removeAttribute('id')
const lasting = all('[data-from]').map((element) => ({
  element,
  from: Number(element.dataset.from),
  until: element.dataset.until === '' ? Infinity : Number(element.dataset.until),
}))
const drawn = new Map()
for (const element of all('[data-state], [data-edge]')) {
  const key = element.dataset.state ?? element.dataset.edge
  drawn.set(key, [...(drawn.get(key) ?? []), element])
}
const marks = JSON.parse(document.getElementById('marks').textContent)
const links = all('.timeline a')
const timeline = document.querySelector('.timeline')
const slider = document.querySelector('.controls input')
const said = document.querySelector('.controls output')
const picture = document.querySelector('.scroll svg')
let now = -1

const isAt = (step) => (each) => each.from <= step && step < (each.until ?? Infinity)

const show = (wanted) => {
  const step = Math.min(last, Math.max(0, wanted))
  if (step === now) return
  now = step
  steps.forEach((element, index) => { element.hidden = index !== step })
  for (const each of lasting) each.element.hidden = !isAt(step)(each)
  for (const group of all('[data-group]')) {
    const isEmpty = [...group.querySelectorAll('[data-from]')].every(({ hidden }) => hidden)
    group.querySelector('.empty').hidden = !isEmpty
  }
  for (const elements of drawn.values()) {
    for (const element of elements) element.classList.remove('visited', 'current', 'taken')
  }
  for (const mark of marks.filter(isAt(step))) {
    for (const element of drawn.get(mark.key) ?? []) element.classList.add(mark.kind)
  }
  const here = document.querySelector('.current')
  if (here !== null) {
    const frame = here.closest('.scroll')
    const [box, view] = [here.getBoundingClientRect(), frame.getBoundingClientRect()]
    if (box.left < view.left || box.right > view.right) {
      frame.scrollLeft += (box.left + box.right - view.left - view.right) / 2
    }
  }
  links.forEach((link, index) => {
    if (index === step) link.setAttribute('aria-current', 'step')
    else link.removeAttribute('aria-current')
  })
  const item = links[step].parentElement
  const [above, below] = [item.offsetTop, item.offsetTop + item.offsetHeight]
  if (above < timeline.scrollTop) timeline.scrollTop = above
  if (below > timeline.scrollTop + timeline.clientHeight) timeline.scrollTop = below - timeline.clientHeight
  const words = steps[step].dataset.words
  slider.value = String(step)
  slider.setAttribute('aria-valuetext', words)
  said.textContent = words
  if (picture !== null) picture.setAttribute('aria-label', picture.dataset.label + ' ' + words)
  document.querySelector('[data-go="first"]').disabled = step === 0
  document.querySelector('[data-go="previous"]').disabled = step === 0
  document.querySelector('[data-go="next"]').disabled = step === last
  document.querySelector('[data-go="last"]').disabled = step === last
  if (location.hash !== '#step-' + step) history.replaceState(null, '', '#step-' + step)
}

const asked = () => {
  const found = /^#step-(\\d+)$/.exec(location.hash)
  return found === null ? last : Number(found[1])
}
const go = { first: () => 0, previous: () => now - 1, next: () => now + 1, last: () => last }
const keys = { ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last' }

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-go]')
  if (button !== null) show(go[button.dataset.go]())
  const link = event.target.closest('.timeline a')
  if (link === null) return
  event.preventDefault()
  show(links.indexOf(link))
})
document.addEventListener('keydown', (event) => {
  const isTaken = event.target instanceof Element && event.target.closest('input, .scroll') !== null
  if (isTaken || event.altKey || event.ctrlKey || event.metaKey || !Object.hasOwn(keys, event.key)) return
  event.preventDefault()
  show(go[keys[event.key]]())
})
slider.addEventListener('input', () => show(Number(slider.value)))
window.addEventListener('hashchange', () => show(asked()))
show(asked())
`

const BEFORE = 'No events yet'

const nameOf = ({ event }: WatchedStep): string => event?.type ?? BEFORE

/** Describes a step in a few words, for screen readers too. */
const wordsOf = (step: WatchedStep, index: number, count: number): string =>
  `Step ${index} of ${count - 1}: ${nameOf(step)}. Status: ${step.status}.`

/** The fields of an event's data, as they are stored. */
const dataIn = (event: DomainEvent): readonly (readonly [string, string])[] =>
  Object.entries(event.data).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])

const changeOf = ({ field, before, after }: Change): readonly [string, string] => [
  field,
  before === null ? (after ?? '') : `${before} → ${after ?? 'unknown'}`,
]

const stepOf = (step: WatchedStep, index: number, count: number): string => {
  const { event, applied, isLate } = step
  const words = escaped(wordsOf(step, index, count))
  const begin = `<article class="step" id="step-${index}" data-words="${words}"><h2>${escaped(nameOf(step))} ${chip(step.status)}</h2>`
  if (event === null) return `${begin}</article>`
  const { eventId, source, recordedAt } = event.metadata
  const at = occurredAt(event.metadata)
  const happened = at === null ? 'at an unknown time' : time(at)
  return [
    begin,
    `<p>Happened ${happened}, recorded ${time(toInstant(recordedAt))}${isLate ? ` ${chip('received late', 'warning')}` : ''}</p>`,
    `<p class="soft mono">${escaped(eventId)}, source: ${escaped(source)}</p>`,
    '<h3>Event data</h3>',
    facts(dataIn(event)),
    applied.length === 0
      ? '<h3>Changes</h3><p class="soft">No changes.</p>'
      : `<h3>Changes</h3>${facts(applied.map(changeOf))}`,
    '</article>',
  ].join('\n')
}

const timeOf = ({ event }: WatchedStep): string => {
  if (event === null) return ''
  return time(occurredAt(event.metadata) ?? toInstant(event.metadata.recordedAt))
}

/** Returns the findings that are new at each step. */
const foundAt = (notes: Watched['notes'], count: number): readonly (readonly Note[])[] => {
  const found = Array.from({ length: count }, (): Note[] => [])
  for (const { from, what } of notes) if (what.kind === 'finding') found[from]?.push(what)
  return found
}

const entryOf = (step: WatchedStep, index: number, fresh: readonly Note[]): string => {
  const badges = [
    ...(step.isLate ? [chip('late', 'warning')] : []),
    ...fresh.map(({ title, tone }) => chip(title, tone)),
  ]
  return `<li><a href="#step-${index}">${timeOf(step)}<b>${escaped(nameOf(step))}</b> ${badges.join(' ')}</a></li>`
}

/** Describes the steps during which a note is true. */
const spanOf = ({ from, until }: Lasting<Note>): string =>
  until === null
    ? `since step ${from}`
    : until === from + 1
      ? `step ${from}`
      : `steps ${from} to ${until - 1}`

const noteOf = (note: Lasting<Note>): string => {
  const { title, text, more, tone, kind } = note.what
  const held = `data-from="${note.from}" data-until="${note.until ?? ''}"`
  if (kind === 'sum') {
    return `<li ${held}>${sumOf(title, text)}</li>`
  }
  const said = more === '' ? '' : `<br><span>${escaped(more)}</span>`
  return `<li class="${tone}" ${held}><b>${escaped(title)}</b> <span>${escaped(text)}</span>${said} <small>${spanOf(note)}</small></li>`
}

const GROUPS: readonly (readonly [Note['kind'], string, string])[] = [
  ['sum', 'Money', 'No sums.'],
  ['finding', 'Findings', 'No findings.'],
  ['question', 'Questions', 'No open questions.'],
  ['window', 'Windows of time', 'No windows.'],
]

const groupOf = (
  [kind, title, none]: (typeof GROUPS)[number],
  { notes, machine }: Watched,
): readonly string[] => {
  const titles = Object.values(machine?.sums?.titles ?? {}).map((sum) => sum.title)
  const own = notes
    .filter(({ what }) => what.kind === kind)
    .toSorted((a, b) => titles.indexOf(a.what.title) - titles.indexOf(b.what.title))
  if (kind === 'sum' && own.length === 0) return []
  const items = own.map(noteOf)
  return [
    `<section data-group="${kind}"><h2>${title}</h2>`,
    `<p class="soft empty"${own.length === 0 ? '' : ' hidden'}>${none}</p>`,
    `<ul class="${kind === 'sum' ? 'sums' : 'notes'}">${items.join('\n')}</ul></section>`,
  ]
}

const BUTTONS = [
  ['first', '«', 'First step'],
  ['previous', '‹', 'Previous step'],
  ['next', '›', 'Next step'],
  ['last', '»', 'Last step'],
] as const

const controls = (last: number): string =>
  [
    '<nav class="controls" aria-label="Steps">',
    ...BUTTONS.map(
      ([go, sign, words]) =>
        `<button type="button" data-go="${go}" aria-label="${words}">${sign}</button>`,
    ),
    `<input type="range" min="0" max="${last}" value="${last}" aria-label="Step">`,
    '<output aria-live="polite"></output></nav>',
  ].join('')

const pageOf = (watched: Watched): string => {
  const { stream, machine, steps, notes, marks } = watched
  const last = steps.length - 1
  const found = foundAt(notes, steps.length)
  const { status = '' } = steps.at(-1) ?? {}
  const label = `The chart of ${machine?.id ?? ''}.`
  const picture =
    machine === null
      ? '<p class="panel">No machine handles this stream yet: no message shows what kind of payment it is.</p>'
      : `<div class="scroll" role="region" aria-label="Chart" tabindex="0">${svg(layout(machine.chart.root), label, () => '', '')}</div>`
  const body = [
    `<header><h1>${escaped(stream)}</h1>`,
    `<p>${chip(status)} <span class="soft">${escaped(machine?.id ?? 'no machine')} · ${last} ${last === 1 ? 'entry' : 'entries'}, in the order in which they were recorded</span></p></header>`,
    '<main>',
    controls(last),
    picture,
    '<div class="watch"><div>',
    '<section class="panel" aria-label="This step">',
    ...steps.map((step, index) => stepOf(step, index, steps.length)),
    '</section>',
    ...GROUPS.flatMap((group) => groupOf(group, watched)),
    '</div>',
    `<section><h2 id="timeline">Timeline</h2><ol class="timeline" aria-labelledby="timeline" tabindex="0">`,
    ...steps.map((step, index) => entryOf(step, index, found[index] ?? [])),
    '</ol></section></div>',
    '</main>',
    data(
      'marks',
      marks.map(({ what, from, until }) => ({ ...what, from, until })),
    ),
  ]
  return page(`${stream} · payfold`, body, [`{${STEPPING}}`])
}

/**
 * Renders a stream as one self-contained HTML page: its events in the order in which they were
 * recorded, and for each step the chart, the event's data, the changes, sums, findings, questions
 * and windows. All text is escaped. @spec decisions#21
 */
export const streamPage = (root: Root) => {
  const watch = watching(root)
  return (stream: Stream, recorded: readonly (DomainEvent | Entry)[]): string =>
    pageOf(watch(stream, eventsIn(recorded)))
}
