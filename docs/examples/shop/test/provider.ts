/** A stand-in for the provider on this machine: it carries out what it is asked for, once a key. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export const KEY = 'whsec_0123456789abcdef'

const textOf = async (req: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of req) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** What a request of one method and path is answered with. */
const answerTo = (url: string, sent: { reference?: string }, number: number): [number, object] => {
  if (url === '/sources') {
    const response_data = { mandate_reference: 'MREF1' }
    return [201, { id: 'src_1', type: 'sepa', response_code: '10000', response_data }]
  }
  const { reference } = sent
  if (url === '/payments') return [201, { id: 'pay_1', status: 'Pending', reference }]
  return url.endsWith('/refunds') ? [202, { action_id: `act_r${number}`, reference }] : [404, {}]
}

/** Starts the stand-in. */
export const provider = async () => {
  const calls: string[] = []
  let isLosing = false
  const server = createServer(async (req, res) => {
    const body = await textOf(req)
    calls.push(`${req.method} ${req.url} ${req.headers['cko-idempotency-key'] ?? '-'}`)
    if (isLosing) {
      req.socket.destroy()
      return
    }
    const [status, answer] = answerTo(req.url ?? '', JSON.parse(body || '{}'), calls.length)
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    loses: (isOn: boolean): void => {
      isLosing = isOn
    },
    close: (): void => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The signature of a webhook's body. */
export const signed = (raw: string, key = KEY): string =>
  createHmac('sha256', key).update(raw).digest('hex')
