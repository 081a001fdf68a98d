/** The events of every machine: their phases and clock tolerances. Its page lists their ids and fields. */
import { describe, expect, test } from 'vitest'
import { namesOf, rowsOf } from '../event/lifecycle.ts'
import { byId } from '../given.ts'

/** Events by the phase that sorts them at one time, and events whose clocks may differ. */
const PHASES: Readonly<Record<string, readonly string[]>> = {
  'session@1': [
    'session_created',
    'channel_data_submitted',
    'session_challenged',
    'session_approved session_attempted session_unavailable session_declined session_rejected ' +
      'challenge_abandoned session_expired',
    'session_completed',
  ],
  'sepa-payment@1': [
    'payment_pending',
    '',
    'payment_declined payment_canceled',
    'payment_captured',
    'refund_requested payment_refund_pending payment_refunded payment_refund_declined ' +
      'payment_chargeback chargeback_reversed',
  ],
  'ticket-payment@1': [
    'payment_pending',
    'payment_capture_pending',
    'payment_declined payment_expired',
    'payment_captured',
    'refund_requested payment_refund_pending payment_refunded payment_refund_declined ' +
      'payment_chargeback chargeback_reversed',
  ],
  'sepa-mandate@1': [
    'mandate_created',
    'collection_presented collection_ended collection_captured mandate_cancelled',
  ],
}

const TOLERANT = ['payment_chargeback beginning', 'chargeback_reversed undoing']
const TOLERANCES: Readonly<Record<string, readonly string[]>> = {
  'session@1': [],
  'sepa-payment@1': TOLERANT,
  'ticket-payment@1': TOLERANT,
  'sepa-mandate@1': [
    ...['collection_presented beginning', 'collection_ended end', 'collection_captured end'],
    'mandate_cancelled stop',
  ],
}

describe.each(byId)('the events of %s', (id, { events }) => {
  const rows = rowsOf(events).map((row) => row.split(' '))

  test('have their phases, in the order that resolves ties', () => {
    const found: string[][] = (PHASES[id] ?? []).map(() => [])
    for (const [type = '', , phase = ''] of rows) found[Number(phase)]?.push(type)
    expect(found.map((types) => types.join(' '))).toEqual(PHASES[id])
  })

  test('have their clock tolerances', () => {
    const tolerant = rows.filter(([, , , tolerance]) => tolerance !== 'none')
    expect(tolerant.map(([type, , , tolerance]) => `${type} ${tolerance}`)).toEqual(TOLERANCES[id])
  })

  test('have the same names as their codecs', () => {
    expect(namesOf(events)).toEqual(Object.keys(events))
  })
})
