import { sepaPayment } from 'payfold/machines'
import { deliveries, faults, histories, planted } from 'payfold/testing'

/** Deliveries with one or two faults in each. Pass them to your own handler. */
export const wrong = histories(sepaPayment)
  .chain((history) => deliveries(history))
  .chain((messages) => planted(messages, faults, 2))

for (const { name, says } of faults.slice(0, 4)) console.log(`${name}: ${says}`)
console.log(`and ${faults.length - 4} more`)
