/** The interface's table as data: what can be asked of the provider, and with whose key. */

/** One row: HTTP method, path with its parameters in braces, whose key it takes. */
export interface Endpoint {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'unspecified'
  readonly path: string
  readonly credential: 'secret key' | 'public key'
}

const row = <N extends string>(
  name: N,
  method: Endpoint['method'],
  path: string,
  credential: Endpoint['credential'] = 'secret key',
) => ({ name, method, path, credential }) as const

/**
 * The endpoints of the four lifecycles, by name. Completing a session has no method in the
 * interface; the provider's own libraries POST. @spec interface, Endpoints; wire, 0
 */
export const endpoints = {
  createSession: row('createSession', 'POST', '/sessions'),
  getSession: row('getSession', 'GET', '/sessions/{session_id}', 'public key'),
  submitChannelData: row('submitChannelData', 'PUT', '/sessions/{session_id}/channel-data'),
  completeSession: row('completeSession', 'unspecified', '/sessions/{session_id}/complete'),
  createSource: row('createSource', 'POST', '/sources'),
  getSource: row('getSource', 'GET', '/sources/{id}'),
  cancelMandate: row('cancelMandate', 'POST', '/sepa/mandates/{source_id}/cancel'),
  createPayment: row('createPayment', 'POST', '/payments'),
  getPayment: row('getPayment', 'GET', '/payments/{payment_id}'),
  requestRefund: row('requestRefund', 'POST', '/payments/{payment_id}/refunds'),
  getPaymentActions: row('getPaymentActions', 'GET', '/payments/{id}/actions'),
} as const satisfies Readonly<Record<string, Endpoint>>

/** The name of an endpoint. */
export type EndpointName = keyof typeof endpoints

/** Whether a name is an endpoint's. */
export const isEndpointName = (name: string): name is EndpointName => Object.hasOwn(endpoints, name)
