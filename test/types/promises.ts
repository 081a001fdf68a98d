/**
 * What the compiler checks: code that must not compile, each with its reason, and code that must.
 */

import * as E from 'fp-ts/lib/Either.js'
import { setup } from 'xstate'
import {
  type PaymentSums,
  type SepaMandate,
  type SepaPayment,
  type SepaPaymentStatus,
  type Session,
  sepaMandate,
  sepaPayment,
  session,
  type TicketPayment,
  type TicketPaymentStatus,
  ticketPayment,
} from '../../machines/index.ts'
import { mandateStream } from '../../machines/words/mandate-names.ts'
import { type PaymentId, paymentStream } from '../../machines/words/payment-names.ts'
import type { Recipes, Rule, Terms } from '../../src/contract/definition.ts'
import { strictly } from '../../src/contract/guards.ts'
import { put as putThing } from '../../src/contract/running-sum.ts'
import type { EventOf, FindingOf, RefusalOf, State } from '../../src/contract/state.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { evolve } from '../../src/fold/fold.ts'
import { ownLoop } from '../../src/judge/own-loop.ts'
import type { Judged } from '../../src/judge/state-owner.ts'
import { validate } from '../../src/judge/validate.ts'
import { payfold, readPolicy } from '../../src/payfold.ts'
import { fromResponse, fromWebhook, readMessage } from '../../src/provider/index.ts'
import {
  checkRequest,
  type Endpoint,
  type Endpoints,
  endpoints,
  type RequestOf,
  type ResponseOf,
} from '../../src/provider/wire/endpoints.ts'
import type { Stream } from '../../src/words/stream.ts'
import type { Dated } from '../../src/words/time/dated-values.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import type { Length, Minutes } from '../../src/words/time/length.ts'

declare const event: DomainEvent
declare const stream: Stream

// a recipe for every event ---------------------------------------------------
interface Count {
  readonly total: number
}
type Counted = { readonly type: 'added' } | { readonly type: 'taken' }

export const allRecipes: Recipes<Count, Counted> = {
  added: (known) => {
    known.total += 1
  },
  taken: (known) => {
    known.total -= 1
  },
}

// @ts-expect-error an event without a recipe would change nothing, silently
export const missingRecipe: Recipes<Count, Counted> = { added: () => {} }

export const strangeRecipe: Recipes<Count, Counted> = {
  ...allRecipes,
  // @ts-expect-error a recipe for an event outside the lifecycle would never run
  lost: () => {},
}

// the refusals of a rule ------------------------------------------------------
interface NoLongerValid {
  readonly rule: 'stillValid'
}
type ValidityRule = Rule<Count, Counted, NoLongerValid>

export const refusing: ValidityRule['breaks'][] = [
  () => [{ rule: 'stillValid' }],
  () => [{ rule: 'notKnown', what: 'total' }],
  // @ts-expect-error a refusal of another name has no title, remedy or precedence
  () => [{ rule: 'stilValid' }],
]

// things in a record ----------------------------------------------------------
declare const counts: Record<string, Count>

putThing(counts, 'one', { total: 1 })
// @ts-expect-error a thing of another kind is no thing of the record
putThing(counts, 'one', { totel: 1 })

// rules and conditions by name -------------------------------------------------
const rules = { isOpen: { breaks: () => [] } }
const conditions = { isEmpty: ({ total }: Count) => total === 0 }
const definition = { recipes: {}, rules, conditions, policy: {} }
const charted = setup({
  types: { context: {} as Count, events: {} as Counted },
  guards: {
    rules: (scope, terms: Terms<keyof typeof rules, keyof typeof conditions>) =>
      strictly<Count>(definition)(scope, terms),
  },
  actions: { record: () => {} },
})

export const chart = charted.createMachine({
  context: { total: 0 },
  on: {
    added: {
      guard: { type: 'rules', params: { all: ['isOpen'], command: ['isOpen'], when: 'isEmpty' } },
      actions: 'record',
    },
  },
})

export const misspeltRule = charted.createMachine({
  context: { total: 0 },
  on: {
    // @ts-expect-error a rule that does not exist would never be broken
    added: {
      guard: { type: 'rules', params: { all: ['isOpem'] } },
    },
  },
})

export const misspeltWish = charted.createMachine({
  context: { total: 0 },
  on: {
    // @ts-expect-error nor may a rule for commands be misspelt
    added: {
      guard: { type: 'rules', params: { command: ['isOpem'] } },
    },
  },
})

export const misspeltCondition = charted.createMachine({
  context: { total: 0 },
  on: {
    // @ts-expect-error a condition that does not exist would never be true
    added: {
      guard: { type: 'rules', params: { when: 'isEmtpy' } },
    },
  },
})

export const misspeltEvent = charted.createMachine({
  context: { total: 0 },
  on: {
    // @ts-expect-error an event that never comes
    aded: { actions: 'record' },
  },
})

export const misspeltAction = charted.createMachine({
  context: { total: 0 },
  on: {
    // @ts-expect-error an action that does nothing
    added: { actions: 'recrod' },
  },
})

// a state belongs to its machine -------------------------------------------------
declare const mandate: State<SepaMandate, ReturnType<typeof sepaMandate.status>, 'sepa-mandate@1'>
declare const payment: State<SepaPayment, SepaPaymentStatus, 'sepa-payment@1'>
declare const ticket: State<TicketPayment, TicketPaymentStatus, 'ticket-payment@1'>

export const evolved: typeof payment = evolve(sepaPayment)(payment, event)
// @ts-expect-error a mandate cannot continue as a payment
evolve(sepaPayment)(mandate, event)
// @ts-expect-error nor can a ticket continue as a SEPA payment
evolve(sepaPayment)(ticket, event)
// @ts-expect-error nor can a session's command be judged on the state of a payment
validate(session)(payment, event)
// @ts-expect-error a state is never changed in place
payment.status = 'captured'
// @ts-expect-error nor is its context
payment.context.amount = null

// the machine that folded a stream determines the type of its context ------------------
const four = payfold([session, sepaPayment, sepaMandate, ticketPayment])
const folded = four.fold(stream, [])

export const told = (): unknown => {
  switch (folded.machine) {
    case 'session@1': {
      const context: Session = folded.context
      return context.mode
    }
    case 'sepa-payment@1': {
      const context: SepaPayment = folded.context
      const status: SepaPaymentStatus = folded.status
      return [context.takings, status]
    }
    case 'sepa-mandate@1': {
      const context: SepaMandate = folded.context
      return context.collections
    }
    case 'ticket-payment@1': {
      const context: TicketPayment = folded.context
      const status: TicketPaymentStatus = folded.status
      return [context.ticketExpiresAt, status]
    }
    case 'unassigned': {
      const status: 'unassigned' = folded.status
      return status
    }
    default: {
      const never: never = folded
      return never
    }
  }
}

// @ts-expect-error before the machine is known, there may be no chargebacks
folded.context.chargebacks

if (folded.machine === 'session@1') {
  // @ts-expect-error a session has no chargebacks
  folded.context.chargebacks
  // @ts-expect-error and is never refunded
  export_(folded.status === 'refunded')
}

function export_(value: boolean): boolean {
  return value
}

// combined machines: everything has its own type, without a cast --------------------
declare const now: Instant
declare const commandMetadata: { readonly commandId: string; readonly now: string }

/** The result, if there is one. */
const rightOf = <A>(answered: E.Either<unknown, A>): A | null =>
  E.isRight(answered) ? answered.right : null
/** Whether two types are equal. */
type IsSame<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const isSame = <A, B>(answer: IsSame<A, B>): boolean => answer

const one = payfold([sepaPayment])
const onePayment = one.fold(stream, [event])
export const oneEvolved: typeof onePayment = one.evolve(onePayment, event)
const oneDecided = one.decide(oneEvolved, {
  type: 'requestRefund',
  data: { paymentId: 'pay_1', amount: 300 },
  metadata: commandMetadata,
})
export const toRecord: readonly DomainEvent[] | undefined = rightOf(oneDecided)?.events
export const oneValid: DomainEvent | null = rightOf(ownLoop(one).validate(onePayment, event))
export const oneAllowed: readonly string[] | undefined = rightOf(one.allowed(onePayment, now))?.map(
  ({ command }) => command,
)
export const oneClosing: Instant | undefined = rightOf(one.windows(onePayment, now))?.[0]?.closesAt
const oneSums: PaymentSums | null = rightOf(one.sums(onePayment))
const oneJudged: Judged<PaymentSums> = one.sums(onePayment)
export const net: number | null | undefined = oneSums?.net
isSame<ReturnType<typeof one.sums>, typeof oneJudged>(true)
const oneEndpoint = rightOf(one.questions(onePayment, now))?.[0]?.request?.endpoint
isSame<typeof oneEndpoint, 'requestRefund' | 'getPayment' | 'getPaymentActions' | undefined>(true)
const data = { paymentId: 'pay_1', amount: 'all' } as const
one.decide(onePayment, {
  // @ts-expect-error a command that is misspelt would always be refused
  type: 'requestRefnud',
  data,
  metadata: commandMetadata,
})
one.decide(onePayment, {
  type: 'requestRefund',
  // @ts-expect-error an amount that is misspelt would refund nothing, or everything
  data: { paymentId: 'pay_1', amout: 500 },
  metadata: commandMetadata,
})
one.decide(onePayment, {
  type: 'requestRefund',
  // @ts-expect-error an amount that is undefined is not all
  data: { paymentId: 'pay_1', amount: undefined },
  metadata: commandMetadata,
})
one.decide(onePayment, {
  // @ts-expect-error nor is a mandate's command one of a payment
  type: 'cancelMandate',
  data,
  metadata: commandMetadata,
})
const strange = one.decide(ticket, { type: 'requestRefund', data, metadata: commandMetadata })
if (E.isLeft(strange) && strange.left.error === 'Stale') {
  // a state of unlisted machines is judged by none of the listed ones
  const differs: 'machine' | 'fingerprint' | 'policy' | 'content' | 'tip' = strange.left.differs
  export_(differs === 'machine')
}
if (E.isLeft(strange) && strange.left.error === 'Unreadable') {
  const path: string = strange.left.path
  export_(path === 'state')
}
const summed = four.sums(ticket)
if (E.isLeft(summed)) {
  // whatever is judged, one of three things may be wrong with the state
  const error: 'Stale' | 'Unassigned' | 'Unreadable' = summed.left.error
  export_(error === 'Stale')
}
// @ts-expect-error a view at a time that is none would look like a right one
four.asOf(stream, [event], {}).status

const fourEvolved: typeof folded = four.evolve(folded, event)
const fourDecided = four.decide(fourEvolved, {
  type: 'cancelMandate',
  data: { sourceId: 'src_1' },
  metadata: commandMetadata,
})
export const fourToRecord: readonly DomainEvent[] | undefined = rightOf(fourDecided)?.events
export const fourValid: DomainEvent | null = rightOf(ownLoop(four).validate(folded, event))
export const fourAllowed = rightOf(four.allowed(folded, now))?.map(({ amount }) => amount?.most)
export const fourClosing: Instant | undefined = rightOf(four.windows(folded, now))?.[0]?.closesAt
isSame<ReturnType<typeof four.sums>, Judged<PaymentSums | null>>(true)
const fourEndpoint = rightOf(four.questions(folded, now))?.[0]?.request?.endpoint
isSame<
  typeof fourEndpoint,
  | 'submitChannelData'
  | 'completeSession'
  | 'getSession'
  | 'requestRefund'
  | 'getPayment'
  | 'getPaymentActions'
  | 'createPayment'
  | 'getPayments'
  | 'cancelMandate'
  | 'getSource'
  | undefined
>(true)
four.decide(folded, {
  // @ts-expect-error none of the four has such a command
  type: 'capturePayment',
  data,
  metadata: commandMetadata,
})

// a test for a machine narrows a state to that machine's state
if (four.is(folded, ticketPayment)) {
  const expires: TicketPayment['ticketExpiresAt'] = folded.context.ticketExpiresAt
  const status: TicketPaymentStatus = folded.status
  const sums: PaymentSums | null = rightOf(four.sums(folded))
  export_(expires === null && status === 'expired' && sums === null)
  // @ts-expect-error a ticket has no mandate's command
  folded.context.commandId
  // @ts-expect-error nor is it ever charged back
  export_(folded.status === 'charged_back')
}
// @ts-expect-error an unlisted machine folds no state
one.is(onePayment, ticketPayment)

// so does its name, also for findings: the code discriminates them
if (folded.machine === 'sepa-payment@1') {
  for (const finding of folded.findings) {
    if (finding.code === 'NegativeNet') {
      const difference: number = finding.net
      export_(difference < 0)
      // @ts-expect-error there was no refusal
      finding.refusal.available
    }
    if (finding.code === 'withinNet') {
      const available: number = finding.refusal.available
      export_(available > 0)
      // @ts-expect-error a broken rule has no sums of its own
      finding.net
    }
    // @ts-expect-error a code that no finding has would never match
    export_(finding.code === 'NegativNet')
    // @ts-expect-error nor does a payment have a finding about a session's rule
    export_(finding.code === 'notHosted')
  }
}
for (const finding of folded.findings) {
  if (finding.code === 'notHosted')
    isSame<typeof finding.refusal, { readonly rule: 'notHosted' }>(true)
  if (finding.code === 'NegativeNet') export_(finding.net < 0)
}

// a policy has the values of the listed machines, and no others
const weeks: Dated<Length> = one.policy.refundWindow
export const minutes: Dated<Minutes> = payfold([session]).policy.sessionWindow
export const tolerance: number = payfold([session]).policy.clockToleranceSeconds
isSame<typeof weeks, typeof four.policy.refundWindow>(true)
// @ts-expect-error sessions have no refund window
payfold([session]).policy.refundWindow
// @ts-expect-error a misspelt value would leave the default in place
one.policy.refundWindowWeek
export const longer = payfold([sepaPayment], {
  policy: { ...one.policy, refundWindow: { weeks: 9 } },
})
payfold([sepaPayment], {
  // @ts-expect-error nor is it accepted as a policy
  policy: { ...one.policy, refundWindowWeek: 9 },
})
// @ts-expect-error a policy that lacks a value would leave a rule without its limit
payfold([sepaPayment], { policy: { clockToleranceSeconds: 60 } })
const readChanges = readPolicy([session])({ sessionWindow: { minutes: 30 } })
export const readMinutes: Dated<Minutes> | undefined = rightOf(readChanges)?.sessionWindow
if (E.isRight(readChanges)) {
  export_(payfold([session], { policy: readChanges.right }).policy === readChanges.right)
}

// an id is more than a text ----------------------------------------------------------
declare const id: PaymentId
export const named: Stream = paymentStream(id)
// @ts-expect-error a text becomes an id by decoding, not by a cast
paymentStream('pay_1')
// @ts-expect-error the id of a payment names no mandate
mandateStream(id)
// @ts-expect-error nor is a text the name of a stream
four.fold('session-sid_1', [])

// a response has the body of its endpoint ---------------------------------------------
declare const created: ResponseOf<Endpoints['createSession']>
export const next: readonly string[] | undefined = created.next_actions
export const page: string | undefined = created._links?.redirect?.href
// @ts-expect-error a session is no action
created.action_id
// @ts-expect-error a link that no session has would lead nowhere
created._links?.download

declare const refund: ResponseOf<Endpoints['requestRefund']>
export const refundId: string | undefined = refund.action_id
// @ts-expect-error an accepted refund has no status: it may still be declined
refund.status

declare const actions: ResponseOf<Endpoints['getPaymentActions']>
export const types = actions.map((action) => action?.type)
// @ts-expect-error one action of a list may be unreadable, and is null
actions.map((action) => action.type)

// a message is made of what arrived ----------------------------------------------------
const at = new Date(0)
const hook = fromWebhook(new Uint8Array(), null, [], at)
if (E.isRight(hook)) readMessage(hook.right)
// @ts-expect-error nobody has looked whether it is one
readMessage(hook)
// @ts-expect-error what a store returns is read first
readMessage({ kind: 'webhook', receivedAt: '2026-03-02T10:00:00Z', isVerified: true, body: '' })
// @ts-expect-error a text is no longer the bytes that were signed
fromWebhook('{}', null, [], at)
// @ts-expect-error a response has a status
fromResponse({ endpoint: 'getPayment', receivedAt: at, body: {} })
// @ts-expect-error no endpoint is spelt so
fromResponse({ endpoint: 'getPaymnet', status: 200, receivedAt: at, body: {} })
// @ts-expect-error no field is spelt so
fromResponse({ endpoint: 'getPayment', status: 200, receivedAt: at, asked_at: at })

// a body that was checked has its type -------------------------------------------------
const checkedRefund = checkRequest(endpoints.requestRefund)({})
const checkedSession = checkRequest(endpoints.createSession, { sandbox: true })({})
const checkedPayment = checkRequest(endpoints.createPayment)({})
const checkedFile = checkRequest(endpoints.uploadFile)({})
const checkedNothing = checkRequest(endpoints.getFile)(undefined)

if (E.isRight(checkedRefund)) {
  const { amount }: { readonly amount?: number | undefined } = checkedRefund.right
  export_(amount === 1)
  // @ts-expect-error the currency of a refund is its payment's
  checkedRefund.right.currency
}
if (E.isRight(checkedSession)) {
  const { completion } = checkedSession.right
  const back: string | undefined =
    completion.type === 'hosted' ? completion.success_url : completion.callback_url
  export_(back === '')
  // @ts-expect-error a non-hosted session has no page to return to
  export_(completion.type === 'non_hosted' && completion.success_url === '')
  // @ts-expect-error nor is there a third way to end
  export_(completion.type === 'redirect')
}
if (E.isRight(checkedPayment)) {
  const currency: 'EUR' | 'ARS' = checkedPayment.right.currency
  export_(currency === 'EUR')
  // @ts-expect-error a payment on a source has no payer
  checkedPayment.right.source.payer
}
if (E.isRight(checkedFile)) {
  const file: Uint8Array = checkedFile.right.file
  export_(file.length === 0)
}
if (E.isRight(checkedNothing)) {
  const nothing: never = checkedNothing.right
  export_(nothing)
}
if (E.isLeft(checkedRefund)) {
  export_(checkedRefund.left.problems[0]?.path === 'amount')
  // @ts-expect-error a problem does not contain the wrong value
  checkedRefund.left.problems[0]?.value
}

export const ticketAmount: RequestOf<typeof endpoints.createPayment>['amount'] = '150000'
// @ts-expect-error there is no body to send
export const bodyOfQuery: RequestOf<typeof endpoints.getPayment> = {}

// the types of events, findings and refusals follow from a machine ---------------------
type Captured = Extract<EventOf<typeof sepaPayment>, { readonly type: 'payment_captured' }>
export const capturedAmount = ({ data: { amount } }: Captured): number | undefined => amount
type Seen = Extract<EventOf<typeof sepaPayment>, { readonly type: 'state_observed' }>
export const seenStatus = ({ data: { status } }: Seen): string | undefined => status
// @ts-expect-error a payment has no event of a session
export const notOfAPayment: EventOf<typeof sepaPayment>['type'] = 'session_created'
type Ends = Extract<FindingOf<typeof sepaPayment>, { readonly code: 'EndsContradict' }>
export const otherEnds = ({ others }: Ends): readonly string[] => others
// @ts-expect-error no ticket is collected under a mandate
export const notOfATicket: FindingOf<typeof ticketPayment>['code'] = 'MandateUnknown'
type Short = Extract<RefusalOf<typeof sepaPayment>, { readonly rule: 'withinCaptured' }>
export const available = ({ available }: Short): number => available

// an endpoint has literal types --------------------------------------------------------
export const put: 'PUT' = endpoints.submitChannelData.method
export const path: '/payments/{id}/actions' = endpoints.getPaymentActions.path
export const publicKey: 'public key' = endpoints.getSession.credential
// @ts-expect-error what the interface does not show is an observation, not a fact
export const post: 'POST' = endpoints.createSession.method
export const seenPost: readonly 'POST'[] = endpoints.createSession.method.unspecified
// @ts-expect-error an endpoint that the interface does not have
endpoints.getDispute
// @ts-expect-error the table is not changed in place
endpoints.getFile.method = 'POST'

declare const endpoint: Endpoint
// @ts-expect-error a method may be unspecified: check first
endpoint.method.toLowerCase()
export const method: string = typeof endpoint.method === 'string' ? endpoint.method : 'POST'
