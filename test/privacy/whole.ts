/**
 * Complete messages of every kind, as a backend keeps them: with all their fields, and all personal
 * data.
 */
import { type Kept, messages } from '../provider/read/messages.ts'
import { REQUESTS, RESPONSES } from '../provider/wire/examples.ts'

/** Every form of every response, each with every form of its request. */
const answers: readonly Kept[] = RESPONSES.flatMap((response) => {
  const requests = REQUESTS.filter(({ endpoint }) => endpoint === response.endpoint)
  const sent = requests.length === 0 ? [{ name: 'nothing', body: undefined }] : requests
  return sent.map((request) => ({
    name: `${response.name}, in response to ${request.name}`,
    delivery: {
      kind: 'response',
      receivedAt: '2026-03-02T10:05:00Z',
      endpoint: response.endpoint,
      params: response.params,
      request: request.body,
      status: response.status,
      commandId: 'command-1',
      body: response.body,
    },
  }))
})

/** Every message. */
export const whole: readonly Kept[] = [...messages, ...answers]
