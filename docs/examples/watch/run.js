// @ts-check
/** Watches one stream of a log: step by step in the terminal, or as a page. */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { visible } from 'payfold/audit'
import { streamPage } from 'payfold/inspect'
import { pf } from '../payfold.js'
import { isSame, troubleOf } from '../trouble.js'
import { readLog, streamIn } from './stream.js'

/** The usage text. */
export const USAGE = 'Usage: watch FILE [--stream STREAM] [--html OUT]'

/** The exit codes if watching could not begin. */
const USE = 64
const NO_INPUT = 66
const NO_OUTPUT = 73

/**
 * @typedef {import('payfold').DomainEvent} DomainEvent
 * @typedef {object} Out
 * @property {(text: string) => unknown} write
 */

/** Parses the command line, or says what is wrong with it. @param {readonly string[]} words */
const optionsOf = (words) => {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { stream: { type: 'string' }, html: { type: 'string' } },
    })
    const [file, another] = positionals
    if (file === undefined || another !== undefined)
      return 'Only one file can be watched at a time.'
    return { file, stream: values.stream, html: values.html }
  } catch (error) {
    return error instanceof Error ? error.message : 'These options cannot be read.'
  }
}

/**
 * Writes a stream for the terminal: one line per entry, with the status after that entry and the
 * findings that are new.
 *
 * @param {import('payfold').Stream} stream
 * @param {readonly DomainEvent[]} events
 */
const asText = (stream, events) => {
  /** @type {Set<string>} */
  const said = new Set()
  const lines = events.flatMap((event, index) => {
    const { status, findings } = pf.fold(stream, events.slice(0, index + 1))
    const { occurredAt, recordedAt } = event.metadata
    const fresh = findings.flatMap((finding) => {
      const words = `${finding.code}: ${pf.explain(finding)}`
      if (said.has(words)) return []
      said.add(words)
      return [`      ${words}`]
    })
    return [
      `${String(index + 1).padStart(4)}  ${occurredAt ?? recordedAt}  ${event.type} → ${status}`,
      ...fresh,
    ]
  })
  return [stream, ...lines].map(visible)
}

/**
 * Runs the command line and returns the exit code: 0; 64 for wrong options or an unknown stream; 66
 * for a file that cannot be read; 73 for a file that cannot be written.
 *
 * @param {readonly string[]} words
 * @param {{ readonly stdout: Out, readonly stderr: Out }} outs
 * @returns {Promise<number>}
 */
export const run = async (words, { stdout, stderr }) => {
  /** @param {number} exitCode @param {readonly string[]} lines */
  const giveUp = (exitCode, ...lines) => {
    stderr.write(`${lines.map(visible).join('\n')}\n`)
    return exitCode
  }
  const options = optionsOf(words)
  if (typeof options === 'string') return giveUp(USE, options, USAGE)
  const { file, html } = options
  /** @type {Awaited<ReturnType<typeof readLog>>} */
  let log
  try {
    log = await readLog(file)
  } catch (error) {
    return giveUp(NO_INPUT, `${file}: ${troubleOf(error)}`)
  }
  if (log.broken > 0) {
    stderr.write(`${visible(file)}: ${log.broken} of its lines are not valid. Audit the file.\n`)
  }
  const found = streamIn(log, options.stream)
  if (!('events' in found)) {
    const [why = '', ...known] = found
    return giveUp(USE, `${file}: ${why}`, ...known)
  }
  const { stream, events } = found
  if (html !== undefined && (await isSame(html, file))) {
    return giveUp(USE, `${html}: this is the log, so no page is written to it.`)
  }
  if (html === undefined) {
    stdout.write(`${asText(stream, events).join('\n')}\n`)
    return 0
  }
  try {
    await writeFile(html, streamPage(pf)(stream, events))
  } catch (error) {
    return giveUp(NO_OUTPUT, `${html}: ${troubleOf(error)}`)
  }
  stdout.write(
    `${visible(html)}: ${stream}, ${events.length} ${events.length === 1 ? 'entry' : 'entries'}\n`,
  )
  return 0
}
