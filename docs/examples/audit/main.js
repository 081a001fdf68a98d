// @ts-check
/**
 * The auditor as a program: `npm start -- audit FILE`. The exit code, 0 to 3, shows the severity of
 * the worst finding; any other code says why there is no whole report.
 */
import { runAsProgram } from '../program.js'
import { run } from './run.js'

await runAsProgram(run)
