/** What the logs must contain. */
import { modelOf } from '../../services/model.js'
import { pf } from '../src/steps.js'

export const { eventIn, linesIn, saidBy, saidIn, sequential, statusesIn } = modelOf(pf)
