/** Valid input: complete messages of every kind, and the lines of the log that they become. */
import * as E from 'fp-ts/lib/Either.js'
import { toLine } from '../../src/log/line.ts'
import { emptyTip } from '../../src/log/tip.ts'
import { whole } from '../privacy/whole.ts'
import { readDelivery } from '../read-delivery.ts'
import { append } from '../root.ts'

export { whole } from '../privacy/whole.ts'

/** The log's lines for all events of these messages. */
export const stored: readonly string[] = [
  ...new Set(
    whole.flatMap(({ delivery }) => {
      const reading = readDelivery(delivery)
      const reported = E.isRight(reading) ? reading.right : []
      return reported.flatMap(({ stream, event }) => {
        const appended = append(emptyTip(stream), [event])
        return E.isRight(appended) ? appended.right.entries.map(toLine) : []
      })
    }),
  ),
]
