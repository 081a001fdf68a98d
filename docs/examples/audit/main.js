// @ts-check
/**
 * The auditor as a program: `npm start -- audit FILE`. The exit code, 0 to 3, shows the severity of
 * the worst finding.
 */
import { run } from './run.js'

process.stdout.on('error', (error) => {
  process.exit('code' in error && error.code === 'EPIPE' ? 0 : 1)
})

process.exitCode = await run(process.argv.slice(2), process)
