/** The page on delivery: the fold draws its picture. */
import * as E from 'fp-ts/lib/Either.js'
import { payfold, type Stream } from 'payfold'
import { sepaPayment } from 'payfold/machines'
import { expect, test } from 'vitest'
import { messages } from '../../docs/examples/delivery/messages.ts'
import { readDelivery } from '../read-delivery.ts'
import { type Drawn, picture } from './picture.ts'

const pf = payfold([sepaPayment])
const stream = 'payment-pay_1' as Stream

const drawn: readonly Drawn[] = messages.flatMap((message) => {
  const reading = readDelivery(message)
  if (E.isLeft(reading)) throw new Error('a message of the example cannot be read')
  return reading.right.map(({ event }) => ({ received: message.receivedAt, event }))
})

test('the fold draws the picture', async () => {
  const state = pf.fold(
    stream,
    drawn.map(({ event }) => event),
  )
  const statuses = state.occurrences.map((_, row) => {
    const known = state.occurrences.slice(0, row + 1).flatMap(({ events }) => events)
    return pf.fold(stream, known).status
  })
  await expect(picture(drawn, state, statuses)).toMatchFileSnapshot('../../docs/delivery.svg')
})
