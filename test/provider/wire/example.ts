/** The type of an example of a body. */
import type { EndpointName } from '../../../src/provider/wire/endpoints.ts'

/** A body that may be sent. */
export interface RequestExample {
  readonly name: string
  readonly endpoint: EndpointName
  readonly body: unknown
}

/** A response, with the path parameters of the request. */
export interface ResponseExample {
  readonly name: string
  readonly endpoint: EndpointName
  readonly status: number
  readonly params: object
  readonly body: unknown
}

/** Links in a body, by their names. */
export const linksTo = (addresses: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(addresses).map(([name, href]) => [name, { href }]))
