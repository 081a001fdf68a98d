/** The events of a mandate: keys, phases and fields, written out. */
import { describe, expect, test } from 'vitest'
import { sepaMandateEvents } from '../../../machines/sepa-mandate/events.ts'
import { fieldRowsOf, namesOf, rowsOf } from '../../event/lifecycle.ts'

const COLLECTION = 'amount commandId customerId paymentId reference sourceId!'

describe('the events of a mandate', () => {
  test('are these, in the order that resolves ties, each with its key, phase and clock tolerance', () => {
    expect(rowsOf(sepaMandateEvents)).toEqual([
      'mandate_created once 0 none',
      'collection_presented collection 1 beginning',
      'collection_ended collection 1 end',
      'collection_captured collection 1 end',
      'mandate_cancelled once 1 stop',
    ])
  })

  test('have these fields, the marked ones always', () => {
    expect(fieldRowsOf(sepaMandateEvents)).toEqual({
      mandate_created: 'commandId customerId mandateReference mandateType responseCode sourceId!',
      collection_presented: COLLECTION,
      collection_ended: COLLECTION,
      collection_captured: COLLECTION,
      mandate_cancelled: 'commandId sourceId!',
    })
  })

  test('have the same names as their codecs', () => {
    expect(namesOf(sepaMandateEvents)).toEqual(Object.keys(sepaMandateEvents))
  })
})
