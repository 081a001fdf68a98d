// @ts-check
/** Prints a report on a file of recorded messages: `node main.js [FILE] [--json]`. */
import { runAsProgram } from '../program.js'

// a program that cannot even be loaded fails like any other
await runAsProgram(async (words, outs) => (await import('./run.js')).run(words, outs))
