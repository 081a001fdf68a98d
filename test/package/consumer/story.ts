/**
 * A small backend for any platform: reads messages, folds, decides, appends, and audits its own
 * log.
 */
import { Currency, instant, isLeft, isRight, money, payfold } from 'payfold'
import { type AuditReport, audit, reportJson } from 'payfold/audit'
import { ownLoop } from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { messageDigest, readMessage, readStored } from 'payfold/provider'

const root = payfold([session, sepaPayment, sepaMandate, ticketPayment])

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
  isVerified: true,
  receivedAt: '2026-06-03T08:00:01Z',
  body: {
    id: 'evt_2',
    type: 'payment_captured',
    created_on: '2026-06-03T08:00:00Z',
    data: { id: 'pay_1', action_id: 'act_1', amount: 12000, currency: 'EUR' },
  },
}

const read = (json: unknown) => {
  const message = readStored(json)
  const reading = isRight(message) ? readMessage(message.right) : message
  return isRight(reading) ? reading.right : []
}

interface Played {
  readonly lines: readonly string[]
  readonly report: AuditReport
}

const played = (): Played | null => {
  const messages = [captured, created, captured].flatMap(read)
  const [first] = messages
  const now = instant('2026-06-10T08:00:00Z')
  if (now === null || first === undefined) return null

  const own = messages.filter(({ stream }) => stream === first.stream)
  const state = root.fold(
    first.stream,
    own.map(({ event }) => event),
  )
  const allowed = root.allowed(state, now)
  const bounds = (isRight(allowed) ? allowed.right : []).map(
    ({ command, amount, until }) => `${command}: up to ${amount?.most} until ${until}`,
  )
  const decisions = [12001, 4000].map((amount) =>
    root.decide(state, {
      type: 'requestRefund',
      data: { paymentId: 'pay_1', amount },
      metadata: { commandId: `refund-${amount}`, now },
    }),
  )
  const refused = decisions.flatMap((decision) =>
    isLeft(decision) && decision.left.error === 'Refused'
      ? decision.left.refusals.map(root.explain)
      : [],
  )
  const decided = decisions
    .flatMap((decision) => (isRight(decision) ? decision.right.events : []))
    .map((event) => ({ stream: first.stream, event }))

  const appended = ownLoop(root).appendAll(new Map(), [...messages, ...decided])
  const lines = isRight(appended) ? appended.right.entries.map(root.toLine) : []
  const report = audit(root)(lines.map((line) => `${line}\n`))
  const kept = lines.map((line) => root.fromLine(line)).filter(isRight).length
  const found = report.findings.map(({ code, because }) => `${code}: ${because}`)
  return {
    lines: [
      state.status,
      ...bounds,
      ...refused,
      `${kept} entries`,
      ...found,
      report.head ?? 'no head',
    ],
    report,
  }
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The digest of amounts in all currencies that can be written: no platform prints its own places. */
const amounts = (): string => {
  const codes = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => `${a}${b}${c}`)))
  const texts = codes
    .filter(Currency.is)
    .flatMap((code) => [0, 5, 1990, 199_000, -199_000].map((amount) => money(amount, code)))
  const bytes = Uint8Array.from(texts.join('\n'), (letter) => letter.charCodeAt(0))
  const made = messageDigest(bytes)
  return `${texts.length} amounts: ${isRight(made) ? made.right : 'no digest'}`
}

/** The output, line by line: the same on every platform. */
export const story = (): readonly string[] => [
  ...(played()?.lines ?? ['no message reported it']),
  amounts(),
]

/** The report of the audit: the same text on every platform, with every release of XState. */
export const reported = (): string => {
  const report = played()?.report
  return report === undefined ? '' : reportJson(report)
}
