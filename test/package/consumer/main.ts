/** The story as a separate program. */
import { story } from './story.js'

console.log(story().join('\n'))
