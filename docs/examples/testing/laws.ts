import { ticketPayment } from 'payfold/machines'
import { obeysTheLaws } from 'payfold/testing'

for (const { name, check } of obeysTheLaws(ticketPayment, { numRuns: 10 })) {
  check()
  console.log(name)
}
