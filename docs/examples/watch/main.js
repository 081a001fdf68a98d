// @ts-check
/** Watching as a program: `npm start -- watch FILE --stream STREAM --html OUT`. */
import { run } from './run.js'

process.stdout.on('error', (error) => {
  process.exit('code' in error && error.code === 'EPIPE' ? 0 : 1)
})

process.exitCode = await run(process.argv.slice(2), process)
