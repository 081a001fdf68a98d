/** All that the programs print: the same lines wherever they run. */
import { digests } from './digests.js'
import { story } from './story.js'

export const said = (): readonly string[] => [...story(), ...digests()]
