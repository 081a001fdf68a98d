// @ts-check
/** XState's inspector for a stored stream: `npm start -- FILE [--stream STREAM]`, until Ctrl+C. */
import { run } from './run.js'

const ran = await run(process.argv.slice(2))

if ('because' in ran) {
  process.stderr.write(`${ran.because}\n`)
  process.exitCode = ran.exitCode
} else {
  // nothing is left to wait for once the server is closed, so the program ends by itself
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, ran.stop)
  process.stdout.write(ran.said)
}
