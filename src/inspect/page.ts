/** One stream as a page: the chart, and a timeline to step through. */
import type { Event } from '../event/envelope.ts'
import { occurredAt } from '../event/envelope.ts'
import type { Folding } from '../fold/fold.ts'
import type { AnyMachine } from '../fold/machine.ts'
import { toInstant } from '../words/instant.ts'
import type { Stream } from '../words/stream.ts'
import { chip, data, facts, page, sumOf, time } from './html.ts'
import type { Lasting } from './lasting.ts'
import { layout } from './layout.ts'
import { type Note, SUM_TITLES } from './notes.ts'
import { svg } from './picture.ts'
import { STEPPING } from './script.ts'
import { escaped } from './text.ts'
import { type Learnt, type Step, type Watched, watching } from './watched.ts'

const BEFORE = 'Nothing has been told yet'

const nameOf = ({ event }: Step): string => event?.type ?? BEFORE

/** A step in a few words, as it is read out. */
const wordsOf = (step: Step, index: number, count: number): string =>
  `Step ${index} of ${count - 1}: ${nameOf(step)}. Status: ${step.status}.`

/** The fields of what was told, as they are kept. */
const toldIn = (event: Event): readonly (readonly [string, string])[] =>
  Object.entries(event.data).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])

const changeOf = ({ field, before, after }: Learnt): readonly [string, string] => [
  field,
  before === null ? (after ?? '') : `${before} → ${after ?? 'not known'}`,
]

const stepOf = (step: Step, index: number, count: number): string => {
  const { event, learnt, isLate } = step
  const words = escaped(wordsOf(step, index, count))
  const begin = `<article class="step" id="step-${index}" data-words="${words}"><h2>${escaped(nameOf(step))} ${chip(step.status)}</h2>`
  if (event === null) return `${begin}</article>`
  const { eventId, source, recordedAt } = event.metadata
  const at = occurredAt(event.metadata)
  const happened = at === null ? 'at a time that nobody told' : time(at)
  return [
    begin,
    `<p>Happened ${happened}, recorded ${time(toInstant(recordedAt))}${isLate ? ` ${chip('heard late', 'warning')}` : ''}</p>`,
    `<p class="soft mono">${escaped(eventId)}, a ${escaped(source)}</p>`,
    '<h3>Told</h3>',
    facts(toldIn(event)),
    learnt.length === 0
      ? '<h3>Learnt</h3><p class="soft">Nothing that was not known.</p>'
      : `<h3>Learnt</h3>${facts(learnt.map(changeOf))}`,
    '</article>',
  ].join('\n')
}

const momentOf = ({ event }: Step): string => {
  if (event === null) return ''
  return time(occurredAt(event.metadata) ?? toInstant(event.metadata.recordedAt))
}

/** What was found new at each step. */
const foundAt = (notes: Watched['notes'], count: number): readonly (readonly Note[])[] => {
  const found = Array.from({ length: count }, (): Note[] => [])
  for (const { from, what } of notes) if (what.kind === 'finding') found[from]?.push(what)
  return found
}

const entryOf = (step: Step, index: number, fresh: readonly Note[]): string => {
  const badges = [
    ...(step.isLate ? [chip('late', 'warning')] : []),
    ...fresh.map(({ title, tone }) => chip(title, tone)),
  ]
  return `<li><a href="#step-${index}">${momentOf(step)}<b>${escaped(nameOf(step))}</b> ${badges.join(' ')}</a></li>`
}

/** From which step on something holds, and until which, where that is over. */
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
  ['finding', 'Findings', 'Nothing to find fault with.'],
  ['question', 'Questions', 'No question is open.'],
  ['window', 'Windows of time', 'No window.'],
]

const groupOf = (
  [kind, title, none]: (typeof GROUPS)[number],
  notes: Watched['notes'],
): readonly string[] => {
  const own = notes
    .filter(({ what }) => what.kind === kind)
    .toSorted((a, b) => SUM_TITLES.indexOf(a.what.title) - SUM_TITLES.indexOf(b.what.title))
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
  ['previous', '‹', 'Step before'],
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

const pageOf = ({ stream, machine, steps, notes, marks }: Watched): string => {
  const last = steps.length - 1
  const found = foundAt(notes, steps.length)
  const { status = '' } = steps.at(-1) ?? {}
  const label = `The chart of ${machine?.id ?? ''}.`
  const picture =
    machine === null
      ? '<p class="panel">No machine takes this stream yet: no message has told what kind of payment it is.</p>'
      : `<div class="scroll" role="region" aria-label="Chart" tabindex="0">${svg(layout(machine.chart.root), label, () => '', '')}</div>`
  return page(`${stream} · payfold`, [
    `<header><h1>${escaped(stream)}</h1>`,
    `<p>${chip(status)} <span class="soft">${escaped(machine?.id ?? 'no machine')} · ${last} ${last === 1 ? 'entry' : 'entries'}, in the order in which they were recorded</span></p></header>`,
    '<main>',
    controls(last),
    picture,
    '<div class="watch"><div>',
    '<section class="panel" aria-label="This step">',
    ...steps.map((step, index) => stepOf(step, index, steps.length)),
    '</section>',
    ...GROUPS.flatMap((group) => groupOf(group, notes)),
    '</div>',
    `<section><h2 id="timeline">Timeline</h2><ol class="timeline" aria-labelledby="timeline" tabindex="0">`,
    ...steps.map((step, index) => entryOf(step, index, found[index] ?? [])),
    '</ol></section></div>',
    '</main>',
    data(
      'marks',
      marks.map(({ what, from, until }) => ({ ...what, from, until })),
    ),
    `<script>{${STEPPING}}</script>`,
  ])
}

/**
 * Renders a stream as one HTML page that needs nothing beside it: its events in the order in which they were
 * recorded, and at each step the chart, what was told and learnt, sums, findings, questions, windows. Every
 * text in it is shown as text. @spec design, 11 Seen
 */
export const streamPage = (machines: readonly AnyMachine[], folding: Folding = {}) => {
  const watch = watching(machines, folding)
  return (stream: Stream, events: readonly Event[]): string => pageOf(watch(stream, events))
}
