import Elk from 'elkjs/lib/elk.bundled.js'
import { layoutGraph, picture, readLayout } from 'payfold/inspect'
import { rentalDeposit } from '../deposit/index.ts'

const laid = await new Elk.default().layout(layoutGraph(rentalDeposit))
const layout = readLayout(rentalDeposit, laid)

console.log(`${Object.keys(layout.lines).length} lines in ${layout.width} × ${layout.height}`)

// keep the layout as data in your machine's record
export const drawn = picture({ ...rentalDeposit, layout })
