/** What this service adds to the requests of the framework. */
import 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** what the request came to, for the log */
    outcome: object | null
  }
}
