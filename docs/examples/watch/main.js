// @ts-check
/** Watching as a program: `npm start -- watch FILE --stream STREAM --html OUT`. */
import { runAsProgram } from '../program.js'
import { run } from './run.js'

await runAsProgram(run)
