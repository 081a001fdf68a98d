/** The finding that only SEPA payments have: no message names the mandate. */
import type { FindingBase } from '../../src/contract/finding.ts'
import type { FindingDefinition } from '../../src/contract/machine-record.ts'
import { isInferred } from '../../src/event/envelope.ts'
import type { SepaPayment } from './memory.ts'

type MandateUnknown = FindingBase & {
  readonly code: 'MandateUnknown'
}

/** Finds payments whose mandate no message names: its collections cannot be counted. */
export const mandateUnknown: FindingDefinition<SepaPayment, string, MandateUnknown> = {
  find: ({ status, context, occurrences }) => {
    if (status === 'none' || context.sourceId !== null) return []
    const first = occurrences.find(({ disposition }) => disposition === 'chart')
    if (first === undefined) return []
    const { key, at, events: reports } = first
    const events = reports
      .filter((event) => !isInferred(event))
      .map(({ metadata }) => metadata.eventId)
    return [{ code: 'MandateUnknown', key, at, ...(events.length === 0 ? {} : { events }) }]
  },
  title: 'Mandate not known',
  explain: () => 'No message names the mandate that the payment was made on.',
  severity: 'notice',
  source: 'decisions#43',
  remedy: { reported: 'Get the payment: the response names its source.' },
  lookUp: 'entity',
}
