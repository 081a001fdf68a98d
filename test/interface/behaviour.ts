/** What the interface defines besides fields: statuses, steps, calls, events, errors, limits. */

/**
 * A row: the interface's name for it, the code (`file#name`), and the test that proves it (`file ›
 * title`).
 */
export type Row = readonly [row: string, home: string, proof: string]

/** A table of the interface, or the sentences under one of its headings. */
export interface Rows {
  readonly title: string
  readonly isTable: boolean
  readonly rows: readonly Row[]
}

/**
 * Every other row of the interface, in its order. Names that share code and test are in one row. The last
 * heading is what messages have besides the interface. @spec interface#on-the-wire
 */
const TEXT = `
Action types and meaning (table)
Authorization; Capture; Refund; Void; Card Verification; Payout |
  src/provider/read/payment-response.ts#actionEvent | test/provider/read/action.test.ts › of type %s with %j is
  %s

The list of actions
The list is returned newest first | src/provider/read/payment-response.ts#getPaymentActions |
  test/provider/read/action.test.ts › is reported in its own order, each action with its own id

Session statuses (table)
pending; processing; approved; attempted; unavailable; declined; rejected; challenge_abandoned; expired |
  machines/session/snapshot.ts#impliedBySession | test/machines/snapshots.test.ts › in the non-hosted mode
  implies these by its status

Next actions (table)
redirect_cardholder; collect_channel_data; issuer_fingerprint; challenge_cardholder; complete |
  machines/session/memory.ts#nextActions | test/machines/session/chart.test.ts › has next actions by its status,
  mode and channel

Session modes
non_hosted and non-hosted | src/provider/wire/requests.ts#Completion |
  test/provider/read/session-response.test.ts › requested with %j and answered %j is of mode %j
hosted: the service collects channel data | machines/session/rules.ts#notHosted |
  test/machines/session/chart.test.ts › accepts channel data from the merchant only if it is known not to be
  hosted
Outcome by callback | src/provider/read/session-events.ts#readCallback | test/provider/read/callback.test.ts › reports
  what the session has become
protocol_version, 1.0 fallback | machines/session/memory.ts#protocolVersion |
  test/machines/session/memory.test.ts › takes every value from %s alone

Mandates
A source belongs to one customer | machines/sepa-mandate/rules.ts#sameCustomer |
  test/machines/sepa-mandate/chart.test.ts › belongs to its customer only
single: usable once | machines/sepa-mandate/rules.ts#mandateUsable | test/machines/sepa-mandate/chart.test.ts ›
  for single use accepts no second payment while one is open, nor after one was captured
recurring: reusable | machines/sepa-mandate/chart.ts#sepaMandate | test/machines/sepa-mandate/chart.test.ts ›
  for recurring use accepts payment after payment
Cancel: unusable for new payments | machines/sepa-mandate/rules.ts#mandateUsable |
  test/machines/sepa-mandate/chart.test.ts › that was cancelled accepts no new payment, while open ones continue

States and transitions, session (table)
(none) · Create session | machines/session/chart.ts#sessionChart | test/provider/read/session-response.test.ts ›
  pending is reported with all its fields, those of the request, and its command
pending · Submit channel data | machines/session/chart.ts#sessionChart | test/machines/session/chart.test.ts ›
  goes without a challenge from pending over processing
processing · Issuer outcome; challenge · Cardholder does not finish; pending · Channel data cannot be collected
  | machines/session/chart.ts#sessionChart | test/machines/session/chart.test.ts › reaches %s from any state: it
  is %s
any outcome · Complete session | machines/session/rules.ts#outcomeKnown | test/judge/validate.test.ts › on a
  session that is completed before its outcome

States and transitions, SEPA payment (table)
(none) · Create payment with source; Pending · Settlement | machines/sepa-payment/chart.ts#sepaPaymentChart |
  test/machines/sepa-payment/chart.test.ts › is pending until it is captured, declined or canceled
captured · Refund | machines/sepa-payment/rules.ts#withinRefundWindow | test/machines/sepa-payment/chart.test.ts
  › may be refunded until the last of 56 days
captured · Chargeback | machines/sepa-payment/rules.ts#withinChargebackWindow |
  test/machines/sepa-payment/chart.test.ts › may be charged back until the last day of thirteen months

States and transitions, ticket payment (table)
(none) · Create payment; Pending · Customer pays the ticket; Pending · Ticket expires |
  machines/ticket-payment/chart.ts#ticketPaymentChart | test/machines/ticket-payment/chart.test.ts › is pending,
  then perhaps capture pending, and then captured, expired or declined
captured · Refund succeeds | machines/ticket-payment/chart.ts#ticketPaymentChart |
  test/machines/ticket-payment/chart.test.ts › may be refunded in parts, years later
captured · Refund declined | machines/ticket-payment/chart.ts#ticketPaymentChart |
  test/machines/ticket-payment/chart.test.ts › whose refund is declined is as it was

Endpoints (table)
POST /files; GET /files/{file_id}; GET /payments/{id}/actions; POST /sessions; GET /sessions/{session_id}; PUT
  /sessions/{session_id}/channel-data; (see note) /sessions/{session_id}/complete; POST /sources; GET
  /sources/{id}; POST /payments; GET /payments/{payment_id}; POST /sepa/mandates/{source_id}/cancel; POST
  /payments/{payment_id}/refunds | src/provider/wire/endpoints.ts#endpoints |
  test/provider/wire/endpoints.test.ts › the endpoints are the rows of the interface

What is not shown
Method of session creation; Method and body of session completion; Body of mandate cancellation; Other success
  statuses | src/provider/wire/endpoints.ts#endpoints | test/provider/wire/endpoints.test.ts › what is
  unspecified has its evidence
Cancel path with sepa-external | src/provider/wire/bodies.ts#MandateCancellation |
  test/provider/read/sepa-response.test.ts › a mandate that was cancelled
Session self link on another host | src/provider/wire/tolerant-values.ts#link |
  test/provider/read/session-response.test.ts › without an id is unreadable: neither its link
Fields of payments by other methods | src/provider/read/payment-fields.ts#methodOf | test/sequences.test.ts › of
  a card belongs to no lifecycle here
Webhook and callback payloads | src/provider/read/webhook.ts#readWebhook | test/provider/read/webhook.test.ts ›
  about a payment, in the newer dialect, reports balances and the day of the debit
Complete list of payment statuses | machines/payment/snapshot.ts#impliedByPayment |
  test/machines/snapshots.test.ts › whose status is %j implies %j

Sandbox simulator links
simulator:payment-succeed; simulator:payment-expire; simulator:refund-succeed; simulator:refund-fail |
  src/testing/generators/sandbox.ts#ticketSandbox | test/testing/sandbox.test.ts › reaches its end with %s,
  without a finding

Authentication (table)
Files, payment actions, create session, sources, payments, mandate cancel, refunds; Get session details |
  src/provider/wire/endpoints.ts#endpoints | test/provider/wire/endpoints.test.ts › the endpoints are the rows
  of the interface

Webhooks for the ticket method (table)
payment_pending; payment_capture_pending; payment_captured; payment_expired; payment_declined;
  payment_refund_pending; payment_refunded; payment_refund_declined | src/provider/read/webhook.ts#readWebhook |
  test/provider/read/webhook.test.ts › of type %s is read

SEPA events
payment_captured; payment_refunded; payment_chargeback | src/provider/read/webhook.ts#readWebhook |
  test/provider/read/webhook.test.ts › of type %s is read

Errors (table)
Get payment actions for an unknown payment; Retrieve a source that does not exist |
  src/provider/wire/endpoints.ts#endpoints | test/provider/wire/endpoints.test.ts › an endpoint states what a
  status means if the interface does
Create session accepted | src/provider/read/response.ts#readResponse |
  test/provider/read/session-response.test.ts › is reported alike with status %j
Complete session successful | src/provider/wire/endpoints.ts#NoContent |
  test/provider/read/session-response.test.ts › with a body of %j has the id of its path
Create ticket payment accepted | src/provider/read/payment-response.ts#createPayment |
  test/testing/sandbox.test.ts › reaches its end with %s, without a finding

Error bodies and response codes
response_code 10000, Approved | src/provider/read/payment-response.ts#approvalOf |
  test/provider/read/action.test.ts › of type %s with %j is %s
Shape of error bodies (not shown) | src/provider/wire/bodies.ts#Problem |
  test/provider/read/refused-request.test.ts › reports which command was refused, how, and for which payment

Limits (table)
File size | src/provider/wire/file.ts#MOST_BYTES | test/provider/wire/file.test.ts › has 4,194,304 bytes at most
File formats | src/provider/wire/file.ts#BEGINNINGS | test/provider/wire/file.test.ts › that begins like %s may
  be sent, and may not if a byte is missing or wrong
Request encoding | src/provider/wire/endpoints.ts#endpoints | test/provider/wire/endpoints.test.ts › the
  endpoints are the rows of the interface
File purpose | src/provider/wire/file.ts#FileUploadRequest | test/provider/wire/file.test.ts › the purpose of a
  file
Download link lifetime | src/provider/wire/file.ts#downloadExpiresAt | test/provider/wire/download.test.ts ›
  expires after the stated time from the receipt of the record
Refund claim window | machines/sepa-payment/rules.ts#withinRefundWindow |
  test/machines/sepa-payment/chart.test.ts › may be refunded until the last of 56 days
Refund processing time | machines/sepa-payment/rules.ts#withinRefundWindow |
  test/machines/sepa-payment/chart.test.ts › whose refund request was never reported is judged at the first
  stage, with four more days
Funds debit delay | src/testing/generators/sandbox.ts#sepaSandbox | test/testing/sandbox.test.ts › collects one
  or two days after the payment was requested
Chargeback window | machines/sepa-payment/rules.ts#withinChargebackWindow |
  test/machines/sepa-payment/chart.test.ts › may be charged back until the last day of thirteen months
Mandate expiry | machines/sepa-mandate/uses.ts#expiresAt | test/machines/sepa-mandate/chart.test.ts › expires
  after 36 months without a collection, on the day after the anniversary
Sandbox BIC | src/provider/wire/requests.ts#SandboxSourceRequest | test/provider/wire/source-request.test.ts ›
  is in the sandbox only one, or none
Ticket method currency and country | src/provider/wire/requests.ts#CreatePaymentRequest |
  test/provider/wire/payment-request.test.ts › is in AR
Ticket method refunds | machines/ticket-payment/chart.ts#ticketPaymentChart |
  test/machines/ticket-payment/chart.test.ts › may be refunded in parts, years later
Ticket method chargebacks | machines/ticket-payment/chart.ts#ticketPayment |
  test/machines/ticket-payment/chart.test.ts › that is charged back has lost the money, though no bank can take
  cash back

SEPA sandbox
invalid bank details; accepted but never collected; cancelled before collection; collected and paid out; RFND;
  ACT; NSF; OTHR; FRM | src/testing/generators/sandbox.ts#sepaSandbox | test/testing/sandbox.test.ts › reaches
  its end with %s, without a finding
status codes 1 to 4 | src/testing/generators/sandbox.ts#sepaSandbox | test/testing/sandbox.test.ts › has the
  nine accounts and the four simulators

Seen on the wire
a card's number as \`number\`, a network token as \`token\` | src/provider/wire/requests.ts#CreateSessionRequest |
  test/provider/wire/session-request.test.ts › is also called \`number\`, as by every library of the provider
a refund without a body | src/provider/wire/requests.ts#RefundRequest |
  test/provider/wire/payment-request.test.ts › without an amount is refused: everything that is left would go
parts of a form as readers of forms hand them over | src/provider/wire/file.ts#FileUploadRequest |
  test/provider/wire/file.test.ts › may be %s, and is judged in the same way
a declined payment without a status | src/provider/read/payment-response.ts#createPayment |
  test/provider/read/payment-response.test.ts › %j is declined, with the code %j
statuses of cards and payouts | src/provider/read/payment-response.ts#createPayment |
  test/provider/read/payment-response.test.ts › by another method is only observed as %s
a source that was refused (20087) | src/provider/read/response.ts#createSource |
  test/provider/read/sepa-response.test.ts › with %j is no mandate
Oxxo and Boleto, which look like tickets | src/provider/read/payment-fields.ts#methodOf |
  test/provider/read/payment-response.test.ts › with the source %j in %s has the method %j
\`authentication_failed\` without \`"data":\` | src/provider/read/body.ts#parseWebhook |
  test/provider/read/repair.test.ts › is read with %s, as if it were whole, and says so
the payment that a session authenticates | machines/across.ts#sessionRelations |
  test/provider/read/webhook.test.ts › about an authentication reports the session, with its
  amount given as text
long references, and what is withheld | src/provider/wire/tolerant-values.ts#chosen |
  test/provider/read/withheld.test.ts › %s is withheld, and the event says so
a webhook, callback or response that anyone may have sent | src/provider/read/stream-event.ts#unsigned |
  test/model/forged.prop.ts › says the same with forged messages and without them
reason codes that end a mandate | machines/words/bank-reasons.ts#reasons |
  test/machines/sepa-mandate/refused-by-bank.test.ts › %s holds new payments, whatever it ended, in
  either field
`

const rowsIn = (text: string): readonly Row[] => {
  const [names = '', home = '', proof = ''] = text.replace(/\n +/g, ' ').split(' | ')
  return names.split('; ').map((name): Row => [name, home, proof])
}

export const behaviour: readonly Rows[] = TEXT.trim()
  .split('\n\n')
  .map((block) => {
    const [title = '', ...rows] = block.split(/\n(?! )/)
    const isTable = title.endsWith(' (table)')
    return { title: title.replace(' (table)', ''), isTable, rows: rows.flatMap(rowsIn) }
  })
