/** One day of a shop, with a process that is killed in the middle: what each request is answered with. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KEY, provider } from './provider.ts'
import { running } from './running.ts'

const SOURCE = {
  type: 'sepa',
  source_data: {
    first_name: 'Ada',
    last_name: 'Lovelace',
    account_iban: 'DE89370400440532013000',
    billing_descriptor: 'SHOP',
    mandate_type: 'recurring',
  },
  billing_address: { address_line1: 'Am Kai 1', city: 'Hamburg', zip: '20457', country: 'DE' },
}

/** Plays the day against the shop that was compiled in a folder. */
export const story = async (folder: string) => {
  const data = mkdtempSync(join(tmpdir(), 'shop-'))
  const stand = await provider()
  const env = { DATA: data, PROVIDER: stand.url, SECRET: 'sk_test', WEBHOOK_KEY: KEY }
  let shop = await running(folder, env)
  const lines: string[] = []
  const refund = async (payment: string, amount: number, key: string) => {
    const { status, body } = await shop.post(`/payments/${payment}/refunds`, { amount }, key)
    lines.push(`${key} ${amount} ${status} ${body['is']}`)
    return body
  }
  const captured = (event: string) => ({
    id: event,
    type: 'payment_captured',
    created_on: new Date(Date.now() - 2000).toISOString(),
    data: { id: 'pay_1', action_id: 'act_1', amount: 5000, currency: 'EUR' },
  })
  try {
    lines.push(`source ${(await shop.post('/sources', SOURCE)).status}`)
    const paid = await shop.post('/sources/src_1/payments', { amount: 5000 }, 'order-1')
    lines.push(`payment ${paid.status} ${paid.body['is']} ${paid.body['id']}`)
    await refund('pay_1', 100, 'refund-0')
    lines.push(`webhook ${await shop.hook(captured('evt_1'))}`)
    lines.push(`forged ${await shop.hook(captured('evt_1'), 'whsec_of_somebody_else')}`)
    lines.push(`unreadable ${await shop.hook({ id: 'evt_9', type: 'payment_captured', data: {} })}`)
    await shop.kill()
    shop = await running(folder, env)
    stand.loses(true)
    await refund('pay_1', 2000, 'refund-1')
    stand.loses(false)
    await refund('pay_1', 2000, 'refund-1')
    const tooMuch = await refund('pay_1', 3001, 'refund-2')
    lines.push(String((tooMuch['because'] as readonly string[])[0]))
    await refund('pay_1', 3000, 'refund-3')
    await refund('pay_1', 3000, 'refund-3')
    await refund('pay_2', 3000, 'refund-3')
    const { body: view } = await shop.view('payment-pay_1')
    lines.push(`view ${view['status']} ${JSON.stringify(view['sums'])}`)
    return { lines, calls: stand.calls }
  } finally {
    await shop.kill()
    stand.close()
    rmSync(data, { recursive: true, force: true })
  }
}
