/** What this service adds to the requests of the framework. */
import 'fastify'
import type { Admitted } from './bounds.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** what the request came to, for the log */
    outcome: object | null
    /** whether a webhook is signed, as far as is known */
    isSigned: boolean
    /** the permission to read the body of a webhook */
    admitted: Admitted | null
  }
}
