import { readers, shop } from './shop.ts'

// in a database: select stream, needs_a_person from streams where needs_a_person <> '[]'
const left = new Map<string, readonly string[]>()
readers.push(({ streams }) => {
  for (const row of streams) left.set(row.stream, row.left)
})

const message = {
  kind: 'response',
  endpoint: 'getPaymentActions',
  params: { id: 'pay_1' },
  receivedAt: '2026-06-10T07:00:00Z',
  status: 200,
} as const
console.log(message.kind, await shop.due())
for (const [stream, sentences] of left) for (const each of sentences) console.log(stream, each)
