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

/** A body that may be sent to an endpoint. */
export const request = (endpoint: EndpointName, name: string, body: unknown): RequestExample => ({
  name,
  endpoint,
  body,
})

/** Makes responses of endpoints, with the path parameters that each endpoint has. */
export const answersTo =
  (paths: Partial<Record<EndpointName, object>>) =>
  (endpoint: EndpointName, status: number, name: string, body: unknown): ResponseExample => ({
    name,
    endpoint,
    status,
    params: paths[endpoint] ?? {},
    body,
  })
