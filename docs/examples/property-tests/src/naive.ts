/**
 * The handler that most people write first: a `switch` over the webhook's type. It is wrong, and
 * the laws show it.
 */
import type { Order, Shop } from './shop.ts'

interface Webhook {
  readonly type: string
  readonly data: { readonly id: string; readonly amount: number }
}

/** A shop that applies each message as it arrives. */
export const naiveShop = (): Shop => {
  const orders = new Map<string, Order>()
  return {
    webhook: (bytes) => {
      const { type, data } = JSON.parse(new TextDecoder().decode(bytes)) as Webhook
      const payment = data.id
      const nothing = { status: 'new', captured: 0, refunded: 0, chargedBack: 0, findings: [] }
      const order = orders.get(payment) ?? { payment, ...nothing }
      switch (type) {
        case 'payment_pending':
          orders.set(payment, { ...order, status: 'pending' })
          break
        case 'payment_declined':
          orders.set(payment, { ...order, status: 'declined' })
          break
        case 'payment_captured':
          orders.set(payment, { ...order, status: 'captured', captured: data.amount })
          break
        case 'payment_refunded': {
          const refunded = order.refunded + data.amount
          const status = refunded < (order.captured ?? 0) ? 'partially_refunded' : 'refunded'
          orders.set(payment, { ...order, status, refunded })
          break
        }
        case 'payment_chargeback': {
          const chargedBack = order.chargedBack + data.amount
          orders.set(payment, { ...order, status: 'charged_back', chargedBack })
          break
        }
      }
      return { status: 200 }
    },
    answer: () => {},
    orders: () => [...orders.values()],
  }
}
