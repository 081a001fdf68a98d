/** Promises that the compiler keeps: what must not compile, each with its reason, and what must. */
import * as E from 'fp-ts/lib/Either.js'
import { setup } from 'xstate'
import {
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
import type { Recipes, Terms } from '../../src/fold/machine.ts'
import { strictly } from '../../src/fold/rules.ts'
import {
  type Answered,
  checkRequest,
  type Endpoint,
  type Event,
  endpoints,
  evolve,
  foldStream,
  isUnspecified,
  mandateStream,
  type PaymentId,
  paymentStream,
  type ReceivedResponse,
  type RequestOf,
  readResponse,
  type State,
  type Stream,
  validate,
} from '../../src/index.ts'

declare const event: Event
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

// @ts-expect-error an event without a recipe would teach nothing, in silence
export const missingRecipe: Recipes<Count, Counted> = { added: () => {} }

export const strangeRecipe: Recipes<Count, Counted> = {
  ...allRecipes,
  // @ts-expect-error a recipe for an event that the lifecycle does not have would never be followed
  lost: () => {},
}

// rules and conditions by name -------------------------------------------------
const rules = { isOpen: () => [] }
const conditions = { isEmpty: ({ total }: Count) => total === 0 }
const book = { recipes: {}, rules, conditions }
const charted = setup({
  types: { context: {} as Count, events: {} as Counted },
  guards: {
    rules: (scope, terms: Terms<keyof typeof rules, keyof typeof conditions>) =>
      strictly<Count>(book)(scope, terms),
  },
  actions: { record: () => {} },
})

export const chart = charted.createMachine({
  context: { total: 0 },
  on: {
    added: {
      guard: { type: 'rules', params: { all: ['isOpen'], wish: ['isOpen'], when: 'isEmpty' } },
      actions: 'record',
    },
  },
})

export const misspeltRule = charted.createMachine({
  context: { total: 0 },
  on: {
    // @ts-expect-error a rule that nobody wrote would hold, always
    added: {
      guard: { type: 'rules', params: { all: ['isOpem'] } },
    },
  },
})

export const misspeltWish = charted.createMachine({
  context: { total: 0 },
  on: {
    // @ts-expect-error nor may a rule for wishes be misspelt
    added: {
      guard: { type: 'rules', params: { wish: ['isOpem'] } },
    },
  },
})

export const misspeltCondition = charted.createMachine({
  context: { total: 0 },
  on: {
    // @ts-expect-error a condition that nobody wrote would never hold
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
// @ts-expect-error a mandate does not go on as a payment
evolve(sepaPayment)(mandate, event)
// @ts-expect-error nor does a ticket go on as a SEPA payment
evolve(sepaPayment)(ticket, event)
// @ts-expect-error nor is a wish on a session judged by the state of a payment
validate(session)(payment, event)
// @ts-expect-error a state is never changed in place
payment.status = 'captured'
// @ts-expect-error nor is what it knows
payment.context.amount = null

// which machine folded a stream tells what is in its context -------------------------
const folded = foldStream([session, sepaPayment, sepaMandate, ticketPayment])(stream, [])

export const told = (): unknown => {
  switch (folded.machine) {
    case 'session@1': {
      const context: Session = folded.context
      return context.mode
    }
    case 'sepa-payment@1': {
      const context: SepaPayment = folded.context
      const status: SepaPaymentStatus = folded.status
      return [context.chargebacks, status]
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

// @ts-expect-error before the machine is known, nobody knows whether there are chargebacks
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

// an id is more than a text ----------------------------------------------------------
declare const id: PaymentId
export const named: Stream = paymentStream(id)
// @ts-expect-error a text becomes an id by being decoded, not by being called one
paymentStream('pay_1')
// @ts-expect-error the id of a payment names no mandate
mandateStream(id)
// @ts-expect-error nor is a text the name of a stream
foldStream([session])('session-sid_1', [])

// an answer has the body of its endpoint ----------------------------------------------
declare const received: ReceivedResponse

const bodyIn = <Body>(read: E.Either<unknown, Answered<Body>>): Body | null =>
  E.isRight(read) && read.right.outcome === 'done' ? read.right.body : null

const created = bodyIn(readResponse(endpoints.createSession, received))
export const next: readonly string[] | undefined = created?.next_actions
export const page: string | undefined = created?._links?.redirect?.href
// @ts-expect-error a session is no action
created?.action_id
// @ts-expect-error a link that no session has would be followed to nowhere
created?._links?.download

const refund = bodyIn(readResponse(endpoints.requestRefund, received))
export const refundId: string | undefined = refund?.action_id
// @ts-expect-error a refund that was taken on has no status: it may still be declined
refund?.status

const actions = bodyIn(readResponse(endpoints.getPaymentActions, received))
export const types = actions?.map((action) => action?.type)
// @ts-expect-error one action of a list may be unreadable, and is null
actions?.map((action) => action.type)

export const nobody: null = bodyIn(readResponse(endpoints.completeSession, received))
export const barcode: string | undefined = bodyIn(readResponse(endpoints.getPayment, received))
  ?.source?.ticket?.barcode
export const download: string | undefined = bodyIn(readResponse(endpoints.getFile, received))
  ?._links?.download?.href

const answer = readResponse(endpoints.getPayment, received)
if (E.isRight(answer)) {
  // @ts-expect-error what is refused or open has no body
  answer.right.body
  // @ts-expect-error what is done has no problem
  answer.right.problem
}
if (E.isRight(answer) && answer.right.outcome === 'open') {
  // @ts-expect-error what is open tells nothing
  answer.right.told[0]
}

// @ts-expect-error an answer without its status is neither done nor refused
readResponse(endpoints.getPayment, { receivedAt: received.receivedAt, body: {} })

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
  // @ts-expect-error a session that the merchant runs has no page to come back to
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
  // @ts-expect-error what is wrong is told without the value that is
  checkedRefund.left.problems[0]?.value
}

export const ticketAmount: RequestOf<typeof endpoints.createPayment>['amount'] = '150000'
// @ts-expect-error there is no body to send
export const bodyOfQuery: RequestOf<typeof endpoints.getPayment> = {}

// an endpoint is known to the letter ---------------------------------------------------
export const put: 'PUT' = endpoints.submitChannelData.method
export const path: '/payments/{id}/actions' = endpoints.getPaymentActions.path
export const publicKey: 'public key' = endpoints.getSession.credential
// @ts-expect-error what the interface does not show is seen, not known
export const post: 'POST' = endpoints.createSession.method
export const seenPost: readonly 'POST'[] = endpoints.createSession.method.unspecified
// @ts-expect-error an endpoint that the interface does not have
endpoints.getDispute
// @ts-expect-error the table is not changed in place
endpoints.getFile.method = 'POST'

declare const endpoint: Endpoint
// @ts-expect-error a method may be unspecified: ask before
endpoint.method.toLowerCase()
export const method: string = isUnspecified(endpoint.method) ? 'POST' : endpoint.method
