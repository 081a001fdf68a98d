/**
 * Two clients that request one refund: the one that most people write, which repeats its request
 * until there is a response; and one that asks payfold first.
 */
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { type DomainEvent, type Entry, payfold, Stream } from 'payfold'
import { emptyTip, ownLoop } from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { readMessage, readStored } from 'payfold/provider'

/** A response, or null if it was lost. */
export type Answer = { readonly status: number; readonly body: object } | null

/** Sends the request for a refund under a key. */
export type Ask = (key: string, amount: number) => Answer

/** A client with one refund to request; it wakes up now and then. */
export interface Client {
  wake(now: string): void
}

/** Repeats its request under the same key until there is a response. */
export const naiveClient = (ask: Ask): Client => {
  let isAnswered = false
  return {
    wake: () => {
      if (isAnswered) return
      isAnswered = ask('refund-1', 1000) !== null
    },
  }
}

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])

/** Records what it decides, and then sends it, once. */
export const carefulClient =
  (paid: readonly DomainEvent[]) =>
  (ask: Ask): Client => {
    const stream = 'payment-pay_one'
    if (!Stream.is(stream)) throw new Error('a wrong stream')
    let tip = emptyTip(stream)
    const log: Entry[] = []
    const append = (events: readonly DomainEvent[]) => {
      const appended = ownLoop(pf).append(tip, events)
      if (isLeft(appended)) throw new Error(pf.explain(appended.left))
      tip = appended.right.tip
      log.push(...appended.right.entries)
    }
    append(paid)
    return {
      wake: (now) => {
        const data = { paymentId: 'pay_one', amount: 1000 }
        const metadata = { commandId: 'refund-1', now }
        const decided = pf.decide(pf.fold(stream, log), { type: 'requestRefund', data, metadata })
        if (isLeft(decided) || decided.right.request === null) return
        const { events, request } = decided.right
        append(events)
        const { endpoint, params, commandId, body } = request
        const answer = ask('refund-1', 1000)
        if (answer === null) return
        const about = {
          kind: 'response',
          receivedAt: now,
          endpoint,
          params,
          commandId,
          request: body,
        }
        const stored = readStored({ ...about, ...answer })
        const read = isLeft(stored) ? stored : readMessage(stored.right)
        if (isRight(read)) append(read.right.map(({ event }) => event))
      },
    }
  }
