// @ts-check
/** XState's inspector for a stored stream: `npm start -- inspector FILE --stream STREAM [--url VIEWER]`. */
import { parseArgs } from 'node:util'
import { machineOf } from 'payfold'
import { troubleOf } from '../trouble.js'
import { MACHINES, readLog, streamIn } from '../watch/stream.js'
import { HOSTED, serve } from './serve.js'

const USAGE = 'Usage: inspector FILE [--stream STREAM] [--port PORT] [--url VIEWER]'

const asked = () => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        stream: { type: 'string' },
        port: { type: 'string', default: '0' },
        url: { type: 'string', default: HOSTED },
      },
    })
    const [file, another] = positionals
    const isWhole = /^\d{1,5}$/.test(values.port) && URL.canParse(values.url)
    if (file === undefined || another !== undefined || !isWhole) return USAGE
    return { file, stream: values.stream, port: Number(values.port), viewer: values.url }
  } catch (error) {
    return error instanceof Error ? `${error.message}\n${USAGE}` : USAGE
  }
}

/** @param {number} exitCode @param {string} words */
const giveUp = (exitCode, words) => {
  process.stderr.write(`${words}\n`)
  process.exitCode = exitCode
}

const options = asked()
if (typeof options === 'string') giveUp(64, options)
else {
  const { file, port, viewer } = options
  try {
    const found = streamIn(await readLog(file), options.stream)
    const machine =
      typeof found === 'string' ? null : machineOf(MACHINES, found.stream, found.events)
    if (typeof found === 'string') giveUp(64, `${file}: ${found}`)
    else if (machine === null) giveUp(64, `${found.stream}: no machine takes it.`)
    else {
      const { url } = await serve(machine, found.stream, found.events, { port, viewer })
      process.stdout.write(`${found.stream}: ${url}\n`)
      const { host } = new URL(viewer)
      process.stdout.write(
        `What you see there is shown by ${host}, which receives it. Ctrl+C ends.\n`,
      )
    }
  } catch (error) {
    giveUp(66, `${file}: ${troubleOf(error)}`)
  }
}
