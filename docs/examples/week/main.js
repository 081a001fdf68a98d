// @ts-check
/** Prints a report on a file of recorded messages: `node main.js [FILE] [--json]`. */
import { run } from './run.js'

process.stdout.on('error', (error) => {
  process.exit('code' in error && error.code === 'EPIPE' ? 0 : 1)
})

process.exitCode = await run(process.argv.slice(2), process)
