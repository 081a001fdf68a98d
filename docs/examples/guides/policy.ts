import { readFileSync } from 'node:fs'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { payfold, readPolicy } from 'payfold'
import { compare } from 'payfold/audit'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

const machines = [session, sepaPayment, sepaMandate, ticketPayment]
const pf = payfold(machines)
const log = [readFileSync(new URL('../readme/log.ndjson', import.meta.url), 'utf8')]

const wrong = readPolicy(machines)({ refundWindow: { weeks: 4, days: 3 } })
if (isLeft(wrong)) console.log(pf.explain(wrong.left))

const policy = readPolicy(machines)({ refundWindow: { weeks: 10 } })
if (isRight(policy)) {
  const longer = payfold(machines, { policy: policy.right })
  for (const { stream, one, other } of compare({ root: pf }, { root: longer })(log)) {
    console.log(
      `${stream}: before ${JSON.stringify(one?.only)}, after ${JSON.stringify(other?.only)}`,
    )
  }
}
