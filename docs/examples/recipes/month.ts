import { audit, type StreamSummary } from 'payfold/audit'
import { pf, store } from './shop.ts'

const report = audit(pf)(store.lines().join('\n'))
console.log(typeof report)
