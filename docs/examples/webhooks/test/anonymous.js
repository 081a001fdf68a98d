/** Sends large webhooks that are not signed, several at once and without a pause, until it is to end. */
import { Agent, request } from 'node:http'

const [base = '', signature = '', senders = '8', bytes = '0'] = process.argv.slice(2)
const body = Buffer.alloc(Number(bytes), 'x')
const headers = {
  'content-length': body.length,
  ...(signature === '' ? {} : { 'cko-signature': signature }),
}
const agent = new Agent({ keepAlive: true })
/** How often each status came; `broken`: the connection ended before. @type {Record<string, number>} */
const sent = {}
let isOver = false
const LONGEST_MS = 60_000
const began = Date.now()

/** @returns {Promise<string | number>} */
const sendOne = () =>
  new Promise((resolve) => {
    const one = request(`${base}/webhooks`, { method: 'POST', headers, agent }, (response) => {
      response.resume()
      response.once('close', () => resolve(response.statusCode ?? 0))
    })
    one.once('error', () => resolve('broken'))
    one.end(body)
  })

process.on('message', () => {
  isOver = true
})
process.send?.('begun')
await Promise.all(
  Array.from({ length: Number(senders) }, async () => {
    while (!isOver && Date.now() - began < LONGEST_MS) {
      const status = await sendOne()
      sent[status] = (sent[status] ?? 0) + 1
    }
  }),
)
process.send?.(sent)
process.disconnect?.()
agent.destroy()
