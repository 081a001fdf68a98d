// @ts-check
/** Watching as a program: `npm start -- watch FILE --stream STREAM --html OUT`. */
import { runAsProgram } from '../program.js'

// a program that cannot even be loaded fails like any other
await runAsProgram(async (words, outs) => (await import('./run.js')).run(words, outs))
