// @ts-check
/**
 * Shows a stored stream as a page, and in XState's inspector when asked, until it is stopped: `npm start -- FILE [--stream
 * STREAM]`.
 */
import { run } from './run.js'

const ran = await run(process.argv.slice(2))

if ('because' in ran) {
  process.stderr.write(`${ran.because}\n`)
  process.exitCode = ran.exitCode
} else {
  // once the server is closed, nothing else is pending, so the program ends by itself
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, ran.stop)
  // npm does not forward the signals that it receives, so this prints the process id of the program
  process.stdout.write(
    `${ran.said}Press Ctrl+C to end it, or from another terminal: kill ${process.pid}\n`,
  )
}
