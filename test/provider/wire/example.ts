/** What an example of a body is. */
import type { EndpointName } from '../../../src/provider/wire/endpoints.ts'

/** A body that may be sent. */
export interface RequestExample {
  readonly name: string
  readonly endpoint: EndpointName
  readonly body: unknown
}

/** An answer, with the parameters of the path that was asked. */
export interface ResponseExample {
  readonly name: string
  readonly endpoint: EndpointName
  readonly status: number
  readonly params: object
  readonly body: unknown
}

/** Links as a body carries them, by their names. */
export const linksTo = (addresses: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(addresses).map(([name, href]) => [name, { href }]))
