/**
 * The expected result for each recorded message: webhooks, responses, requests, and messages of
 * other kinds.
 */
import type { EndpointName } from '../../src/provider/wire/endpoints.ts'

const linesOf = (table: string): readonly string[] =>
  table
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('//'))

/** The events of each webhook. */
export const WEBHOOKS: Readonly<Record<string, string>> = Object.fromEntries(
  linesOf(`
webhook-authentication_approved-1 session-sid_26tzrqszpi4eppau7ehuyubdxa: session_approved
webhook-authentication_expired-1 session-sid_26tzrqsz454eppau7ehuyubdxa: challenge_abandoned
webhook-authentication_failed-1 session-sid_26tzrqszpi4eppau7ehuyubdxa: session_unavailable
webhook-authentication_started-1 session-sid_26tzrqszpi4eppau7ehuyubdxa: session_created
webhook-dispute_canceled-1 payment-pay_qfln1shzuox5yq96gr7m: chargeback_reversed
webhook-dispute_evidence_required-1 payment-pay_cnhuomagalglgozxy5zm: payment_chargeback
webhook-dispute_evidence_submitted-1 payment-pay_cnhuomagalglgozxy5zm: payment_chargeback
webhook-payment_approved-1 payment-pay_uqw2tkfecmnebhtt23fv6nbxka: unrecognised
webhook-payment_canceled-1 payment-pay_wtdnbqr2oarebnxeudvehbnrki: payment_canceled
webhook-payment_captured-1 payment-pay_xskg4u47uabenhpxfvpmqduume: payment_captured
webhook-payment_captured-2 payment-pay_waji5li3mqtetnaor77xmow4bq: payment_captured
webhook-payment_chargeback-1 payment-pay_zlrug3xvfbsulovtpu2hhi33tq: payment_chargeback
webhook-payment_declined-1 payment-pay_pfyq4sdkrvoexn737g2e26c3xm: payment_declined
webhook-payment_expired-1 payment-pay_y3oqhf46pyzuxjbcn2giaqnb44: payment_expired
webhook-payment_paid-1 payment-pay_fk234x52k6i4rmjmqnzx474fqi: unrecognised
webhook-payment_pending-1 payment-pay_y3oqhf46pyzuxjbcn2giaqnb44: payment_pending
webhook-payment_refund_declined-1 payment-pay_y3oqhf46pyzuxjbcn2giaqnb44: payment_refund_declined
webhook-payment_refund_pending-1 payment-pay_wafpfwejyitetb5aolywmqbxny: payment_refund_pending
webhook-payment_refunded-1 payment-pay_pswr5qaqzzferh2puzfyrefzuy: payment_refunded
webhook-payment_returned-1 payment-pay_3tg7yzq34lmmpdn2exmgjm4fvm: unrecognised
second-webhook-charge.captured-1 unknown-evt_hxkvhyiokc6u7bd6mlo5u4dg3e: unrecognised
second-webhook-dispute_canceled-3 payment-pay_cnhuomagalglgozxy5zm: chargeback_reversed
second-webhook-dispute_evidence_required-2 payment-pay_cnhuomagalglgozxy5zm: payment_chargeback
second-webhook-not_a_real_event_type-1 unknown-evt_unknownunknownunknownunknow: unrecognised
second-webhook-payment_approved-5 payment-pay_nlntlwuhz422lolewyc7kdmq6i: unrecognised
second-webhook-payment_captured-12 payment-pay_griq7wyqkggu7mnk7ecm6ysrl4: payment_captured
second-webhook-payment_compliance_review-1 payment-pay_axh4wk2nhjqenlr2vqvm6kxqta: unrecognised
second-webhook-payment_declined-3 payment-pay_pfyq4sdkrvoexn737g2e26c3xm: payment_declined
second-webhook-payment_declined-5 payment-pay_pfyq4sdkrvoexn737g2e26c3xm: payment_declined
second-webhook-payment_paid-2 payment-pay_g2fmfh6hwj4eho5lm7jrxu4pne: unrecognised
second-webhook-payment_refund_declined-3 payment-pay_y3oqhf46pyzuxjbcn2giaqnb44: payment_refund_declined
second-webhook-payment_refund_pending-2 payment-pay_wafpfwejyitetb5aolywmqbxny: payment_refund_pending
second-webhook-payment_returned-2 payment-pay_3tg7yzq34lmmpdn2exmgjm4fvm: unrecognised
`).map((line) => line.split(/ (.*)/, 2)),
)

type Response = readonly [EndpointName, number, readonly string[]]

/** Each response: its endpoint, its status, and its events. */
export const RESPONSES: Readonly<Record<string, Response>> = Object.fromEntries(
  linesOf(`
session-create-response-1 createSession 201 session-sid_jlfm4ithpgpefdxgzzdnc3xrc4: session_created
session-get-response-1 getSession 200 session-sid_jlfm4ithpgpefdxgzzdnc3xrc4: state_observed
session-channel-data-response-1 submitChannelData 200 session-sid_rwhwl4kb3eeenglibbvej2qtdy: state_observed
source-create-sepa-1 createSource 201 mandate-src_327s3pwdcx3upjqzu4uk66ecim: mandate_created
source-create-ach-1 createSource 201 unknown-command-1: unrecognised
mandate-cancel-sepa-1 cancelMandate 200 mandate-src_1: mandate_cancelled
payment-create-sepa-1 createPayment 201 payment-pay_6thh5vhggyjudgzfznx2fkuede: payment_pending
payment-create-ticket-1 createPayment 202 payment-pay_edov5e5m4zreda7hs4mnzgusze: payment_pending
payment-create-redirect-apm-1 createPayment 202 payment-pay_lz7qli3tgjkeza44waf2kqljam: payment_pending
payment-create-redirect-apm-2 createPayment 202 payment-pay_y3oqhf46pyzuxjbcn2giaqnb44: payment_pending
payment-create-3ds-pending-1 createPayment 202 payment-pay_k72n4u433mierlthuim5oc5syu: payment_pending
// a request, so it contains no payment yet
payment-create-ticket-request-1 createPayment 202 Unreadable at 'id'
payment-details-apm-knet-1 getPayment 200 payment-pay_4gubyq2w335upc54dx7a4257lq: state_observed
payment-details-card-verified-1 getPayment 200 payment-pay_je5hbbb4u3oe7k4u3lbwlu3zkq: state_observed
payment-actions-card-1 getPaymentActions 200 payment-pay_1: payment_captured, payment-pay_1: action_observed
refund-response-1 requestRefund 202 payment-pay_1: refund_requested
refund-response-2 requestRefund 202 payment-pay_1: refund_requested
error-422-payment-1 createPayment 422 unknown-command-1: request_refused
error-422-payment-2 createPayment 422 unknown-command-1: request_refused
error-422-refund-1 requestRefund 422 payment-pay_1: request_refused
error-422-source-1 createSource 422 unknown-command-1: request_refused
// only its response_code says that it failed, which is not read: it counts as accepted
second-am-failed_authorize_response createPayment 201 payment-pay_awjzhfj776gulbp2nuslj4agbu: payment_declined
second-am-successful_purchase_initial_stored_credential_response createPayment 201 payment-pay_7jcf4ovmwnqedhtldca3fjli2y: state_observed
second-error-422-5 createPayment 422 unknown-command-1: request_refused
second-java-alternative-get_payment_response getPayment 200 payment-pay_mbabizu24mvu3mela5njyhpit4: state_observed
second-java-corporate-get_payment_response getPayment 200 payment-pay_mbabizu24mvu3mela5njyhpit4: state_observed
second-java-plan-get_payment_context_response getPayment 200 payment-pay_mbabizu24mvu3mela5njyhpit4: state_observed
second-net-Sender-GetPaymentResponseInstrumentSender getPayment 200 payment-pay_mbabizu24mvu3mela5njyhpit4: state_observed
second-node-createPayment-201-17 createPayment 201 payment-pay_gwqbb7qbjiee3edqmyk3dme50p: state_observed
second-node-createPayment-201-21 createPayment 201 payment-pay_bvxdyo7xdssuhcx3e74dpcrfmu: state_observed
second-node-createPayment-201-31 createPayment 201 payment-pay_gjulv7byhhwerb3jyx2547xlme: state_observed
// a payout with the status "Paid"
second-node-createPayment-201-37 createPayment 201 payment-pay_7h44sudteoc4jdu7hjcto6bs6a: state_observed
second-node-createPayment-201-38 createPayment 201 payment-pay_idt2rgacxglehoyhiu7fu3e4we: payment_declined
second-node-createPayment-201-42 createPayment 201 payment-pay_hwdmkbyibmdezc37pw2ed5uhdi: state_observed
second-node-createPayment-201-44 createPayment 201 payment-pay_6thh5vhggyjudgzfznx2fkuede: payment_pending
second-node-createPayment-201-50 createPayment 201 payment-pay_3ioomvvwvx2u3na4llqircyui4: state_observed
second-node-createPayment-202-1 createPayment 202 payment-pay_bvoryvj7bktuvdv7aajab6zixu: payment_pending
second-node-createPayment-422-3 createPayment 422 unknown-command-1: request_refused
// it is unknown whether it was carried out, so no event is reported
second-node-createPayment-429-1 createPayment 429 unknown-command-1: request_refused
second-node-createPayment-500-1 createPayment 500 unknown-command-1: request_failed
second-payment-create-card-5 createPayment 201 payment-pay_myt64vzjr6ielel7wgbtqsprci: state_observed
second-refund-response-real-1 requestRefund 202 payment-pay_1: refund_requested
`).map((line) => {
    const [name = '', endpoint, status, ...events] = line.split(' ')
    return [name, [endpoint as EndpointName, Number(status), events.join(' ').split(', ')]]
  }),
)

/** Messages without a lifecycle or an endpoint here, and where they fail to be a webhook. */
export const OTHERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    type: [
      ...'capture-response-1 dispute-details-1 dispute-evidence-1 dispute-list-1'.split(' '),
      ...'dispute-scheme-files-1 error-422-capture-1 error-422-dispute-1'.split(' '),
      ...'error-422-dispute-2 error-422-file-1 event-notification-1 events-page-abc-1'.split(' '),
      ...'file-get-response-1 file-upload-response-1 financial-actions-1'.split(' '),
      ...'mandate-get-sepa-1 void-response-1 workflow-event-2'.split(' '),
    ],
    '': 'event-types-abc-1 webhook-config-abc-1 webhook-config-list-1'.split(' '),
    data: 'instrument-create-sepa-nas-1 workflow-event-1'.split(' '),
  }).flatMap(([path, names]) => names.map((name) => [name, path] as const)),
)

/**
 * The mistakes in each request, by the check of its endpoint. The provider refused none of them.
 */
export const REQUESTS: Readonly<Record<string, readonly [EndpointName, readonly string[]]>> = {
  'second-request-payment-rapipago-1': ['createPayment', ['source.payer.document']],
  // a hosted session gets its card from the provider's page
  'second-request-session-hosted-1': ['createSession', []],
  // the libraries write `three_ds_method_completion`, which is read as well
  'second-request-session-channel-browser-1': ['submitChannelData', []],
}
