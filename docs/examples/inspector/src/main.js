// @ts-check
/** XState's inspector for a stored stream: `npm start -- FILE [--stream STREAM]`, until it is stopped. */
import { run } from './run.js'

const ran = await run(process.argv.slice(2))

if ('because' in ran) {
  process.stderr.write(`${ran.because}\n`)
  process.exitCode = ran.exitCode
} else {
  // nothing is left to wait for once the server is closed, so the program ends by itself
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, ran.stop)
  // npm does not pass on a signal that is sent to itself, hence the program's own id
  process.stdout.write(`${ran.said}Ctrl+C ends it, or from elsewhere: kill ${process.pid}\n`)
}
