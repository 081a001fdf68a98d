import { openShop } from './shop.ts'

const { shop } = await openShop()

// Express:  app.post('/webhooks', express.raw({ type: () => true, limit: '4mb' }), async (req, res) =>
//             res.sendStatus((await shop.webhook(req.body, req.get('cko-signature'))).status))
// Fastify:  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, raw, done) => done(null, raw))
//           app.post('/webhooks', async ({ body, headers }, reply) =>
//             reply.code((await shop.webhook(body, headers['cko-signature'])).status).send())

/** Hono, Bun, Deno, Next and Workers: whatever hands over a `Request` of the web platform. */
export const onWebhook = async (request: Request): Promise<Response> => {
  const raw = new Uint8Array(await request.arrayBuffer())
  const { status } = await shop.webhook(raw, request.headers.get('cko-signature'))
  return new Response(null, { status })
}

const forged = new Request('https://shop.example/webhooks', { method: 'POST', body: '{}' })
console.log((await onWebhook(forged)).status)
