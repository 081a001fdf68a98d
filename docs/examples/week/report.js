// @ts-check
/** The whole report on a file of messages, as plain data. */
import { pf } from '../payfold.js'
import { foldAll } from './fold.js'
import { openLogs } from './logs.js'
import { readLine } from './read.js'
import { viewOf } from './view.js'

/**
 * @typedef {import('./fold.js').Folded} Folded
 * @typedef {import('payfold').Stream} Stream
 * @typedef {ReturnType<typeof describe>} StreamReport
 *
 * @typedef {object} Report
 * @property {number} messages lines that were not blank
 * @property {number} events the number of events in the log
 * @property {number} repetitions events that were in the logs already
 * @property {readonly string[]} log the lines of the log, as an audit reads them
 * @property {readonly StreamReport[]} streams
 * @property {readonly { stream: Stream, name: string | null }[]} unrecognised
 * @property {readonly { line: number, sentence: string }[]} unreadable
 */

/**
 * The last occurrence on the chart or, if it is later, the last occurrence off the chart.
 * Occurrences are in causal order, so an occurrence that was reported late is not taken for the
 * last.
 *
 * @param {Folded} state
 */
const lastEventOf = ({ occurrences }) => {
  const step = occurrences.findLast(({ disposition }) => disposition === 'chart')
  const beside = occurrences
    .filter(({ disposition }) => disposition !== 'chart')
    .reduce((a, b) => (a === undefined || b.at >= a.at ? b : a), step)
  return beside === undefined ? null : { type: beside.type, at: beside.at }
}

/**
 * The questions that a state leaves open at the time of its last event, because a recording has no
 * later time.
 *
 * @param {Folded} state
 */
const questionsOf = (state) => {
  const last = lastEventOf(state)
  const questions = last === null ? null : pf.questions(state, last.at)
  return questions?._tag === 'Right' ? questions.right : []
}

/**
 * @param {Stream} stream
 * @param {Folded} state
 */
const describe = (stream, state) => ({
  stream,
  machine: state.machine,
  status: state.status,
  view: viewOf(state, lastEventOf(state)?.at ?? ''),
  findings: state.findings.map((finding) => ({ ...finding, sentence: pf.explain(finding) })),
  parked: state.parked,
  questions: questionsOf(state),
  lastEvent: lastEventOf(state),
})

/**
 * @param {Stream} stream
 * @param {Folded} state
 */
const unrecognisedIn = (stream, { occurrences }) =>
  occurrences
    .filter(({ type }) => type === 'unrecognised')
    .map(({ data }) => ({ stream, name: typeof data['name'] === 'string' ? data['name'] : null }))

/**
 * Reads lines one by one, appends their events to logs, and folds the logs at the end.
 *
 * @param {AsyncIterable<import('./lines.js').Line>} lines
 * @returns {Promise<Report>}
 */
export const reportOn = async (lines) => {
  const logs = openLogs()
  const unreadable = []
  let [messages, reported, added] = [0, 0, 0]
  for await (const { number, text } of lines) {
    messages += 1
    const reading = readLine(text)
    if (reading._tag === 'Left') {
      unreadable.push({ line: number, sentence: pf.explain(reading.left) })
    } else {
      reported += reading.right.length
      added += logs.add(reading.right)
    }
  }
  // an audit infers what payments imply for their mandates
  const log = [...logs.lines()]
  const states = [...foldAll(logs)]
  return {
    messages,
    events: log.length,
    repetitions: reported - added,
    log,
    streams: states.map(([stream, state]) => describe(stream, state)),
    unrecognised: states.flatMap(([stream, state]) => unrecognisedIn(stream, state)),
    unreadable,
  }
}
