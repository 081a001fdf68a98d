import { shop } from './webhook.ts'

export const refund = async (paymentId: string, amount: number, key: string) => {
  const { is, status, because } = await shop.run('requestRefund', { paymentId, amount }, key)
  return { is, status, because }
}
