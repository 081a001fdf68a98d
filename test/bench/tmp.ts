import { audit, foldStream } from './payfold.ts'
import { histories, logOf, machines } from './work.ts'

if (process.argv[2] === 'fold') {
  const streams = histories(4000, 7)
  const fold = foldStream(machines)
  for (let r = 0; r < +process.argv[3]; r++) {
    const t = process.hrtime.bigint()
    for (const { stream, events } of streams) fold(stream, events)
    if (r % 10 === 9) console.log(Number(process.hrtime.bigint() - t) / 4000)
  }
} else {
  const lines = logOf(4000, 7)
  const text = lines.join('\n') + '\n'
  const run = audit(machines)
  for (let r = 0; r < +process.argv[3]; r++) {
    const t = process.hrtime.bigint()
    run([text])
    if (r % 5 === 4) console.log(Number(process.hrtime.bigint() - t) / 4000)
  }
}
