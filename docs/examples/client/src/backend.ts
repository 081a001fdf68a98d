/** A backend that calls the provider with the provider's own library, and reads every answer with payfold. */
import { Checkout } from 'checkout-sdk-node'
import { isLeft } from 'fp-ts/lib/Either.js'
import { type EndpointName, fromResponse, readMessage } from 'payfold/provider'

/** One call: the endpoint, its path's parameters, the body, and the idempotency key. */
export interface Wanted {
  readonly endpoint: EndpointName
  readonly params?: Readonly<Record<string, string>>
  readonly request?: unknown
  readonly key?: string | undefined
  readonly receivedAt: string
  readonly askedAt?: string | undefined
}

type Library = InstanceType<typeof Checkout>
type Body = never

/** How the library makes each call of the interface. It has no call for `getSource`. */
const CALLS: Readonly<
  Partial<Record<EndpointName, (library: Library, wanted: Wanted, id: string) => Promise<unknown>>>
> = {
  uploadFile: ({ files }, { request }) => files.upload(request as Body),
  getFile: ({ files }, _, id) => files.getFile(id),
  getPaymentActions: ({ payments }, _, id) => payments.getActions(id),
  createSession: ({ sessions }, { request }) => sessions.request(request as Body),
  getSession: ({ sessions }, _, id) => sessions.get(id, 'browser'),
  submitChannelData: ({ sessions }, { request }, id) => sessions.update(id, request as Body),
  completeSession: ({ sessions }, _, id) => sessions.complete(id),
  createSource: ({ sources }, { request }) => sources.add(request as Body),
  cancelMandate: ({ sepa }, _, id) => sepa.cancelMandate(id),
  createPayment: ({ payments }, { request, key }) => payments.request(request as Body, key),
  getPayments: ({ payments }, { params }) =>
    payments.getPaymentList({ reference: params?.['reference'] } as Body),
  getPayment: ({ payments }, _, id) => payments.get(id),
  requestRefund: ({ payments }, { request, key }, id) => payments.refund(id, request as Body, key),
}

/** The calls of the interface that the library can make. */
export const callable = Object.keys(CALLS) as readonly EndpointName[]

/** The status and body of an error that the library throws. */
const failureOf = (error: unknown) => {
  const { http_code: status = 503, body } = error as { http_code?: number; body?: unknown }
  return { status, body }
}

/** A client of the provider: it calls with the library, and returns what payfold reads. */
export const backend = (host: string, secretKey: string) => {
  const library: Library = new Checkout(secretKey, { host })
  return {
    library,
    call: async (wanted: Wanted) => {
      const { endpoint, params = {}, request, key, receivedAt, askedAt } = wanted
      const id = Object.values(params)[0] ?? ''
      const answered = await (
        CALLS[endpoint]?.(library, wanted, id) ?? Promise.reject(new Error())
      ).then(
        // the library returns the body without its status
        (body) => ({ status: endpoint === 'completeSession' ? 204 : 200, body }),
        failureOf,
      )
      const sent = { endpoint, params, request, commandId: key, askedAt }
      const message = fromResponse({ ...answered, ...sent, receivedAt })
      return isLeft(message) ? message : readMessage(message.right)
    },
  }
}
