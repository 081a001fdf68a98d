import { readFileSync } from 'node:fs'
import { isLeft } from 'fp-ts/lib/Either.js'
import { compare, explainUnreadable, readPolicy } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

const machines = [session, sepaPayment, sepaMandate, ticketPayment]
const log = [readFileSync(new URL('../readme/log.ndjson', import.meta.url), 'utf8')]

const wrong = readPolicy({ refundWindowWeeks: 0 })
if (isLeft(wrong)) console.log(explainUnreadable(wrong.left))

const longer = readPolicy({ refundWindowWeeks: 10 })
if (!isLeft(longer)) {
  for (const { stream, one, other } of compare(
    { machines },
    { machines, policy: longer.right },
  )(log)) {
    console.log(
      `${stream}: before ${JSON.stringify(one?.only)}, after ${JSON.stringify(other?.only)}`,
    )
  }
}
