// @ts-check
/** Prints a report on a file of recorded messages: `node main.js [FILE] [--json]`. */
import { runAsProgram } from '../program.js'
import { run } from './run.js'

await runAsProgram(run)
