/** The path of each endpoint, apart from its codecs, so that code can bundle the paths alone. */
import type { Endpoint } from './endpoint.ts'

/** The paths by the endpoint's name, with their parameters in braces. @spec interface#endpoints */
export const PATHS = {
  uploadFile: '/files',
  getFile: '/files/{file_id}',
  getPaymentActions: '/payments/{id}/actions',
  createSession: '/sessions',
  getSession: '/sessions/{session_id}',
  submitChannelData: '/sessions/{session_id}/channel-data',
  completeSession: '/sessions/{session_id}/complete',
  createSource: '/sources',
  getSource: '/sources/{id}',
  cancelMandate: '/sepa/mandates/{source_id}/cancel',
  createPayment: '/payments',
  getPayments: '/payments',
  getPayment: '/payments/{payment_id}',
  requestRefund: '/payments/{payment_id}/refunds',
} as const satisfies Readonly<Record<string, Endpoint['path']>>

/** The names of a path's parameters, in order. */
export const parametersOf = ({ path }: Pick<Endpoint, 'path'>): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
