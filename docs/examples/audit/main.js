// @ts-check
/** The auditor as a program: `npm start -- audit FILE`. Ends with 0 to 3, by the worst that was found. */
import { run } from './run.js'

process.stdout.on('error', (error) => {
  process.exit('code' in error && error.code === 'EPIPE' ? 0 : 1)
})

process.exitCode = await run(process.argv.slice(2), process)
