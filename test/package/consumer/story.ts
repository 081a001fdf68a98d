/** A backend in small, wherever it runs: reads what came, folds, decides, appends, and audits its own log. */
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import {
  allowed,
  appendAll,
  audit,
  decide,
  explain,
  fold,
  fromLine,
  instant,
  readDelivery,
  type Told,
  toLine,
} from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

const created = {
  kind: 'response',
  receivedAt: '2026-06-01T09:30:00Z',
  endpoint: 'createPayment',
  request: { source: { type: 'id', id: 'src_1' }, amount: 12000, currency: 'EUR' },
  status: 201,
  body: { id: 'pay_1', status: 'Pending' },
}

const captured = {
  kind: 'webhook',
  receivedAt: '2026-06-03T08:00:01Z',
  body: {
    id: 'evt_2',
    type: 'payment_captured',
    created_on: '2026-06-03T08:00:00Z',
    data: { id: 'pay_1', action_id: 'act_1', amount: 12000, currency: 'EUR' },
  },
}

const read = (delivery: unknown): readonly Told[] => {
  const reading = readDelivery(delivery)
  return isRight(reading) ? reading.right : []
}

/** What it has to say, line by line: the same everywhere. */
export const story = (): readonly string[] => {
  const told = [captured, created, captured].flatMap(read)
  const [first] = told
  const now = instant('2026-06-10T08:00:00Z')
  if (now === null || first === undefined) return ['nothing was told']

  const own = told.filter(({ stream }) => stream === first.stream)
  const state = fold(sepaPayment)(own.map(({ event }) => event))
  const bounds = allowed(sepaPayment)(state, now).map(
    ({ command, amount, until }) => `${command}: up to ${amount?.most} until ${until}`,
  )
  const answers = [12001, 4000].map((amount) =>
    decide(sepaPayment)(state, {
      type: 'requestRefund',
      data: { paymentId: 'pay_1', amount },
      metadata: { commandId: `refund-${amount}`, now },
    }),
  )
  const refused = answers.flatMap((answer) =>
    isLeft(answer) && answer.left.error === 'Refused' ? answer.left.refusals.map(explain) : [],
  )
  const decided = answers
    .flatMap((answer) => (isRight(answer) ? answer.right.events : []))
    .map((event): Told => ({ stream: first.stream, event }))

  const appended = appendAll(new Map(), [...told, ...decided])
  const lines = isRight(appended) ? appended.right.entries.map(toLine) : []
  const report = audit([session, sepaPayment, sepaMandate, ticketPayment])(
    lines.map((line) => `${line}\n`),
  )
  const kept = lines.map(fromLine).filter(isRight).length
  const found = report.findings.map(({ code, because }) => `${code}: ${because}`)
  return [state.status, ...bounds, ...refused, `${kept} entries`, ...found, report.head]
}
