/** The lines as a separate program. */
import { said } from './said.js'

console.log(said().join('\n'))
