/** Which findings are new, gone or unchanged since an earlier report. */
import { describe, expect, test } from 'vitest'
import type { AuditReport, Found } from '../../../src/audit/report/report.ts'
import { since } from '../../../src/audit/report/report-difference.ts'
import { machines } from '../../given.ts'
import { audit } from '../../root.ts'

const empty = audit(machines)([])

const found = (more: Partial<Found> = {}): Found => ({
  id: 'a',
  line: 3,
  stream: 'payment-pay_1' as Found['stream'],
  revision: 2,
  code: 'Unbound',
  title: 'Title',
  key: 'payment_refunded:evt_1',
  because: 'Because.',
  compared: {},
  entries: [],
  stake: null,
  severity: 'warning',
  source: 'decisions#61',
  remedy: 'Do it.',
  waived: null,
  ...more,
})

const reportOf = (...findings: readonly Found[]): AuditReport => ({ ...empty, findings })

const compared = (earlier: readonly Found[], now: readonly Found[]) => {
  const { appeared, gone, stayed } = since(reportOf(...earlier), reportOf(...now))
  return { appeared: appeared.map(({ line }) => line), gone: gone.map(({ line }) => line), stayed }
}

describe('two findings', () => {
  test('are one if they have one id, even on another line', () => {
    expect(compared([found()], [found({ line: 9, because: 'For another reason.' })])).toEqual({
      appeared: [],
      gone: [],
      stayed: 1,
    })
  })

  test('are two with another id', () => {
    const other = found({ line: 4, id: 'b' })
    expect(compared([found()], [found(), other])).toEqual({ appeared: [4], gone: [], stayed: 1 })
    expect(compared([found(), other], [found()])).toEqual({ appeared: [], gone: [4], stayed: 1 })
    expect(compared([found()], [other])).toEqual({ appeared: [4], gone: [3], stayed: 0 })
  })

  test('that are alike in everything are as many as there are', () => {
    const copies = [1, 2, 3].map((line) => found({ line }))
    expect(compared(copies.slice(0, 1), copies)).toEqual({ appeared: [2, 3], gone: [], stayed: 1 })
    expect(compared(copies, copies.slice(0, 1))).toEqual({ appeared: [], gone: [2, 3], stayed: 1 })
    expect(compared(copies, copies)).toEqual({ appeared: [], gone: [], stayed: 3 })
  })
})
