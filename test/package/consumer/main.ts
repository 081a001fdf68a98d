/** The story as a program of its own. */
import { story } from './story.js'

console.log(story().join('\n'))
