// @ts-check
/**
 * The report as a page for people: states, findings, questions, and messages that were not
 * understood.
 */
import { table, wrapped } from './table.js'
import { counted, moment, requestText, viewText } from './words.js'

/**
 * @typedef {import('./report.js').Report} Report
 * @typedef {import('./report.js').StreamReport} StreamReport
 * @typedef {{ width: number, paint: import('./paint.js').Paint }} Page
 */

const KINDS = [
  ['session@', 'Sessions'],
  ['sepa-payment@', 'SEPA payments'],
  ['sepa-mandate@', 'SEPA mandates'],
  ['ticket-payment@', 'Ticket payments'],
  ['unassigned', 'Of another or unknown lifecycle'],
]

/** @param {readonly StreamReport[]} streams @param {Page} page */
const tables = (streams, page) => {
  const [year = ''] = streams
    .map(({ lastEvent }) => lastEvent?.at.slice(0, 4) ?? '')
    .sort()
    .reverse()
  return KINDS.flatMap(([prefix = '', title = '']) => {
    const ours = streams.filter(({ machine }) => machine.startsWith(prefix))
    const rows = ours.map(({ stream, status, view, lastEvent }) => [
      { text: stream },
      { text: status, style: /** @type {const} */ ('bold') },
      { text: viewText(view) },
      {
        text: lastEvent === null ? '' : moment(lastEvent.at, year),
        style: /** @type {const} */ ('dim'),
      },
      { text: lastEvent?.type ?? '', style: /** @type {const} */ ('dim') },
    ])
    return ours.length === 0 ? [] : ['', page.paint('bold', title), ...table(rows, page)]
  })
}

/**
 * Writes one remark after a coloured word.
 *
 * @param {string} lead
 * @param {string} sentence
 * @param {import('./paint.js').Style} style
 * @param {Page} page
 */
const remark = (lead, sentence, style, { width, paint }) => {
  const [first, ...others] = wrapped(`    ${lead}  `, sentence, width)
  return [`    ${paint(style, lead)}  ${first}`, ...others]
}

/**
 * Writes a section with one entry per stream; nothing if no stream has an entry.
 *
 * @param {string} title
 * @param {readonly StreamReport[]} streams
 * @param {(stream: StreamReport) => readonly string[]} linesOf
 * @param {Page} page
 */
const section = (title, streams, linesOf, { paint }) => {
  const said = streams.flatMap((stream) => {
    const lines = linesOf(stream)
    return lines.length === 0 ? [] : [`  ${stream.stream}`, ...lines]
  })
  return said.length === 0 ? [] : ['', paint('bold', title), ...said]
}

/** @param {StreamReport} stream @param {Page} page */
const questionsOf = ({ parked, questions }, page) =>
  questions.flatMap(({ key, because, request }) => {
    const lead = parked.some((each) => each.key === key) ? 'parked' : 'open'
    const ask = `${' '.repeat(lead.length + 6)}ask ${requestText(request)}`
    return [...remark(lead, because, 'yellow', page), ask]
  })

/** @param {Report} report @param {Page} page */
const notUnderstood = ({ unrecognised, unreadable }, page) => {
  const named = unrecognised.map(({ stream, name }) => [
    { text: stream },
    { text: name ?? 'unnamed' },
  ])
  const lines = unreadable.map(({ line, sentence }) => [
    { text: `line ${line}`, style: /** @type {const} */ ('red') },
    { text: sentence },
  ])
  const said = [...table(named, page), ...table(lines, page)]
  return said.length === 0 ? [] : ['', page.paint('bold', 'Not understood'), ...said]
}

/**
 * The page, line by line.
 *
 * @param {Report} report
 * @param {Page} page
 * @returns {readonly string[]}
 */
export const textOf = (report, page) => {
  const { messages, events, repetitions } = report
  const streams = KINDS.flatMap(([prefix = '']) =>
    report.streams.filter(({ machine }) => machine.startsWith(prefix)),
  )
  return [
    `${counted(messages, 'message')}, ${counted(events, 'event')}, ` +
      `${counted(repetitions, 'repetition')} that added nothing, ${counted(streams.length, 'stream')}. ` +
      'Times are UTC.',
    ...tables(streams, page),
    ...section(
      'Findings',
      streams,
      ({ findings }) =>
        findings.flatMap(({ code, sentence }) => remark(code, sentence, 'yellow', page)),
      page,
    ),
    ...section('Parked and open', streams, (stream) => questionsOf(stream, page), page),
    ...notUnderstood(report, page),
  ]
}
