// @ts-check
/**
 * The auditor as a program: `npm start -- audit FILE`. Its exit code, 0 to 3, follows from the
 * worst finding.
 */
import { run } from './run.js'

process.stdout.on('error', (error) => {
  process.exit('code' in error && error.code === 'EPIPE' ? 0 : 1)
})

process.exitCode = await run(process.argv.slice(2), process)
