// @ts-check
/**
 * The auditor as a program: `npm start -- audit FILE`. The exit code, 0 to 3, shows the severity of
 * the worst finding; any other code says why there is no whole report.
 */
import { runAsProgram } from '../program.js'

// a program that cannot even be loaded fails like any other
await runAsProgram(async (words, outs) => (await import('./run.js')).run(words, outs))
