// @ts-check
/** Watches one stream of a log: its story in the terminal, as a page, or as a picture to share. */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { visible } from 'payfold/audit'
import { story, storyLines, storyPicture, streamPage } from 'payfold/inspect'
import { entriesIn } from '../audit/entries.js'
import { pf } from '../payfold.js'
import { isSame, troubleOf } from '../trouble.js'
import { streamIn } from './stream.js'

/** The usage text. */
export const USAGE = 'Usage: watch FILE [--stream STREAM] [--html OUT] [--svg OUT], or --help'

/** What `--help` prints. */
const HELP = `Usage: npm start -- watch FILE [--stream STREAM] [--html OUT] [--svg OUT]

FILE             a log, with an entry in each line
--stream STREAM  the stream to watch, such as payment-pay_1; if there is only one, it is that one
--html OUT       write the story as a page
--svg OUT        write the story as a picture; without --html and --svg it is printed

Exit codes: 0; 64 for wrong options or an unknown stream; 66 if FILE cannot be read; 73 if OUT
cannot be written.`

/** The exit codes if watching could not begin. */
const USE = 64
const NO_INPUT = 66
const NO_OUTPUT = 73

/**
 * @typedef {object} Out
 * @property {(text: string) => unknown} write
 */

/** Parses the command line, or says what is wrong with it. @param {readonly string[]} words */
const optionsOf = (words) => {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { stream: { type: 'string' }, html: { type: 'string' }, svg: { type: 'string' } },
    })
    const [file, another] = positionals
    if (file === undefined) return 'Name the file to watch.'
    if (another !== undefined) return 'Only one file can be watched at a time.'
    return { file, stream: values.stream, outs: { html: values.html, svg: values.svg } }
  } catch (error) {
    return error instanceof Error
      ? error.message.replaceAll('\n', ' ')
      : 'These options cannot be read.'
  }
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
  if (words.includes('--help')) {
    stdout.write(`${HELP}\n`)
    return 0
  }
  const options = optionsOf(words)
  if (typeof options === 'string') return giveUp(USE, options, USAGE)
  const { file } = options
  /** @type {Awaited<ReturnType<typeof entriesIn>>} */
  let log
  try {
    log = await entriesIn(file)
  } catch (error) {
    return giveUp(NO_INPUT, `${file}: ${troubleOf(error)}`)
  }
  if (log.broken > 0) {
    const are = log.broken === 1 ? 'is' : 'are'
    stderr.write(`${visible(file)}: ${log.broken} of its lines ${are} not valid. Audit the file.\n`)
  }
  const found = streamIn(log, options.stream)
  if (!('recorded' in found)) {
    const [why = '', ...known] = found
    return giveUp(USE, `${file}: ${why}`, ...known)
  }
  const { stream, recorded } = found
  const tell = story(pf)
  const forms = {
    html: () => streamPage(pf)(stream, recorded),
    svg: () => `${storyPicture(tell(stream, recorded))}\n`,
  }
  const wanted = /** @type {const} */ (['html', 'svg']).flatMap((form) => {
    const out = options.outs[form]
    return out === undefined ? [] : [{ out, write: forms[form] }]
  })
  for (const { out } of wanted) {
    if (await isSame(out, file))
      return giveUp(USE, `${out}: this is the log, so it is not overwritten.`)
  }
  if (wanted.length === 0) stdout.write(`${storyLines(tell(stream, recorded)).join('\n')}\n`)
  const { entries } = tell(stream, recorded)
  const count = `${entries} ${entries === 1 ? 'entry' : 'entries'}`
  for (const { out, write } of wanted) {
    try {
      await writeFile(out, write())
    } catch (error) {
      return giveUp(NO_OUTPUT, `${out}: ${troubleOf(error)}`)
    }
    stdout.write(`${visible(out)}: ${stream}, ${count}\n`)
  }
  return 0
}
