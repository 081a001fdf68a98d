/** A client that repeats its request for a refund until it gets a final answer. */
import { expect } from 'vitest'

/**
 * Requests a refund until the outcome is final, or the answer says that it is not requested again.
 *
 * @param {string} base @param {{ readonly stream: string, readonly key: string }} refund
 */
export const askFor = async (base, { stream, key }) => {
  for (;;) {
    const answer = await fetch(`${base}/streams/${stream}/refunds`, {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: JSON.stringify({ amount: 1000 }),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => null)
    const body = /** @type {any} */ (await answer?.json().catch(() => null))
    if (['accepted', 'done'].includes(body?.is)) return
    if (body?.is === 'inDoubt' && / must not be sent again/.test(body.because.join())) return
    if (body !== null && body !== undefined) expect([202, 503]).toContain(answer?.status)
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100))
  }
}
