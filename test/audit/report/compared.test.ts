/** Every finding whose judgement compares values names them: what was compared with what, by how much. */
import { describe, expect, test } from 'vitest'
import { amountText, comparedText as comparedIn } from '../../../src/audit/report/compared-text.ts'
import type { Found } from '../../../src/audit/report/report.ts'
import { codesOf } from '../../../src/audit/report/report.ts'
import type { Stream } from '../../../src/words/stream.ts'
import type { Instant } from '../../../src/words/time/instant.ts'
import { machines } from '../../given.ts'
import { type audit, auditor, root } from '../../root.ts'
import {
  CLOCK_AHEAD,
  EXAMPLES,
  LOST_END,
  lines,
  NOT_ALONE,
  OVERPAID,
  SESSION,
  TWO_OUTCOMES,
} from '../examples.ts'
import { auditOf } from '../given.ts'

const comparedText = comparedIn(root)

const REFUND = 'at closedAt closedOn from lastDay length opensAt zone'
const HEADS = 'actual logSize stated statedSize'
const SHARED = 'one other'

/** The names of the values that each finding compares. */
const COMPARED: Readonly<Record<string, string>> = {
  outcomeKnown: 'at outcomeAt',
  withinRefundWindow: REFUND,
  withinChargebackWindow: REFUND,
  withinCaptured: 'available currency wanted',
  moneyAfterEnd: 'at endedAt',
  mandateUsable: 'because since',
  sameCustomer: 'actual expected',
  lateCapture: 'at expiredAt',
  EventInTwo: SHARED,
  CommandInTwo: SHARED,
  ActionInTwo: SHARED,
  CapturedTwice: SHARED,
  SessionUsedTwice: SHARED,
  Unbound: 'action amount command',
  Disagreement: 'by currency named',
  OtherCurrency: 'currency named',
  CapturedDiffers: 'amount by captured captures currency',
  RefundReversed: 'doneAt failedAt',
  Superseded: 'capturedAt endedAt',
  MoreThanCaptured: 'by captured currency refunded',
  DisputeDiffers: 'currency givenBack messages taken',
  OneOrTwo: 'amount chargebacks currency',
  StatementDiffers: 'currency list messages',
  AfterReview: 'currency messageAt messages stated statedAsOf',
  EndsContradict: 'event others',
  NegativeNet: 'captured chargedBack currency net refunded',
  RefundAtRisk: 'currency left refunding short',
  Overruled: 'counts replaced',
  OtherReference: 'listed refund requested',
  OtherSource: 'believed field other',
  ExpiryChanged: 'from to',
  SourceInDoubt: 'from names payment',
  ContradictsItself: 'known shown',
  Contradiction: 'outcomes',
  PriceDiffers: 'field one other',
  ClockSkew: 'claimedAt messageAt',
  ConflictingDuplicate: 'eventId one other',
  FieldDiffers: 'counts field other',
  TakenAfterAll: 'commandId endedAt endedBy takenAt takenBy',
  PaidTwice: 'actions commandId takenAt takenBy',
  Unreadable: 'expected found',
  Altered: 'actual stated',
  Missing: 'from to',
  Moved: 'from to',
  Misplaced: 'revision stream',
  NotFollowing: 'actual stated',
  Conflicting: 'hash other',
  ClockStepsBack: 'before recordedAt',
  OutOfSequence: 'other sequence',
  SequenceMissing: 'from missing to',
  EndUnknown: 'from missing missingOfStreams',
  OrderUnknown: 'at size',
  ReceivedByThen: 'at leftOut',
  HeadDiffers: HEADS,
  OptionUnreadable: 'expected found path',
  WaiverUnreadable: 'expected found path',
  WaiverExpired: 'asOf finding until',
}

/** Why a finding compares no values. */
const NOTHING: Readonly<Record<string, string>> = {
  missingPredecessor: 'the other event is missing',
  channelDataFirst: 'the other event is missing',
  notOfTickets: 'whatever the event says, there is no such event of a ticket',
  NotUnderstood: 'nobody knows what the message means',
  MoneyNotUnderstood: 'nobody knows what the message means',
  Unread: 'nobody knows what the message means',
  MandateUnknown: 'no message names a mandate',
  FailureUnknown: 'no message says how it failed',
  OtherSubject: 'the key names the subject, and the stream its own',
  NotOfThisLifecycle: 'the key names the event, and no machine of the stream has it',
  NotOfTheseMachines: 'the key names the event, and no machine has it',
  NoEntity: 'nothing was found to compare with',
  NoTransition: 'the chart has no transition',
  Unassigned: 'no message names the method',
  NotCanonical: 'a line has one canonical form, and this is another',
  Repeated: 'the two lines are the same',
  SequenceRepeated: 'the two numbers are the same',
  WaiverTwice: 'the two ids are the same',
  WaiverUnused: 'no finding has the id',
  WaiverOfFatal: 'a fatal finding cannot be waived',
  sameCurrency: NOT_ALONE['sameCurrency'] ?? '',
  SubjectUnknown: NOT_ALONE['SubjectUnknown'] ?? '',
}

const foundIn = (
  log: readonly string[],
  auditing: Parameters<typeof audit>[1] = {},
): readonly Found[] => auditOf(log, auditing).findings

const misplaced = (): readonly Found[] => {
  const under = auditor(machines)
  under.line(lines[0] ?? '', { stream: SESSION as Stream, revision: 0 })
  return under.report().findings
}

const waived = (): readonly Found[] => {
  const [finding] = foundIn(EXAMPLES.NegativeNet ?? [])
  const waiver = { finding: finding?.id ?? '', reason: 'x', by: ['Q'], at: '2026-03-01' }
  const waivers = [
    { ...waiver, until: '2026-03-02' },
    { ...waiver, by: [] },
  ]
  const waiversAsOf = '2026-03-03T00:00:00.0000000Z' as Instant
  return foundIn(EXAMPLES.NegativeNet ?? [], { waivers, waiversAsOf })
}

const all: readonly Found[] = [
  ...Object.values(EXAMPLES).flatMap((log) => foundIn(log)),
  ...[OVERPAID, TWO_OUTCOMES, LOST_END].flatMap((log) => foundIn(log)),
  ...foundIn(lines, { heads: [{ root: '0'.repeat(64) }] }),
  ...foundIn(lines, { known: 'yesterday' }),
  ...foundIn(lines.toReversed(), { known: 1 }),
  ...foundIn(CLOCK_AHEAD, { known: '2026-03-10T10:00:00.0000000Z' as Instant }),
  ...misplaced(),
  ...waived(),
]

/** What an audit of a log can find: no facts, nothing that only refuses commands, no raw messages. */
const codes = Object.entries(codesOf(machines)).flatMap(([code, { source, isFact }]) =>
  isFact === true || NOT_ALONE[code] === 'refuses commands' || source === 'decisions#63'
    ? []
    : [code],
)

describe('a finding', () => {
  test('compares values, or there is a reason for which it does not', () => {
    const known = [...Object.keys(COMPARED), ...Object.keys(NOTHING)]
    expect(known.toSorted()).toEqual(codes.toSorted())
  })

  test.each(Object.entries(COMPARED))('names what it compared with what: %s', (code, names) => {
    const own = all.filter((each) => each.code === code)
    expect(own.map(({ compared }) => Object.keys(compared).toSorted().join(' '))).toContain(names)
  })

  test('names both of the values, not only that they differ', () => {
    const of = (code: string) => all.find((each) => each.code === code)?.compared
    expect(of('Disagreement')).toEqual({ named: 'done 100, open 90', by: 10, currency: 'EUR' })
    expect(of('OtherCurrency')).toEqual({ currency: 'EUR', named: 'USD' })
    expect(of('MoreThanCaptured')).toMatchObject({ captured: 1000, refunded: 1001, by: 1 })
    expect(of('Contradiction')).toEqual({ outcomes: 'approved, declined' })
    expect(of('FieldDiffers')).toEqual({ field: 'reference', counts: '"B"', other: '"A"' })
    expect(of('Overruled')).toEqual({
      replaced: 'payment_refund_declined 100',
      counts: 'payment_refunded 100',
    })
  })
})

/** Compared numbers that are no amounts. */
const COUNTS = new Set(
  `captures from last log size missing missing of streams other revision sequence size stated size to
  left out at`.split(/\s+/),
)

/** A compared number as a count or as an amount without its currency. */
const bareNumbers = (found: Found): readonly string[] => {
  const parts = comparedText(found).split(', ')
  return parts.filter((part, index) => {
    const [, name] = /^(.*) -?\d+$/.exec(part) ?? []
    const isUnknown = parts[index + 1]?.startsWith('of a currency that') ?? false
    return name !== undefined && !isUnknown && !name.split(' ').every((word) => COUNTS.has(word))
  })
}

describe('what was compared, on paper', () => {
  const found = (code: string): Found => {
    const own = all.find((each) => each.code === code)
    if (own === undefined) throw new Error(`no finding ${code}`)
    return own
  }
  const textOf = (code: string): string => comparedText(found(code))

  test('has amounts as money, and no number whose unit nobody knows', () => {
    expect(all.flatMap(bareNumbers)).toEqual([])
    expect(textOf('Disagreement')).toBe('by 0.10 EUR, named done 1.00 EUR, open 0.90 EUR')
    expect(textOf('MoreThanCaptured')).toMatch(
      /^by 0.01 EUR, captured 10.00 EUR, refunded 10.01 EUR$/,
    )
  })

  test('says of an amount without a currency that the messages name none', () => {
    const stake = { stream: null, amount: 4990, currency: null }
    expect(amountText(stake)).toBe('4990, of a currency that the messages do not name')
    const { because } = found('Disagreement')
    const compared = { captured: 4990, currency: null }
    expect(comparedText({ ...found('Disagreement'), because, compared, stake: null })).toBe(
      'captured 4990, of a currency that the messages do not name, currency not there',
    )
  })

  test('says that something is not there, and never `null`', () => {
    const lost = all.find(
      ({ code, compared }) => code === 'HeadDiffers' && compared['statedSize'] === null,
    )
    expect(lost === undefined ? '' : comparedText(lost)).toContain('stated size not there')
    for (const each of all) expect(comparedText(each)).not.toMatch(/\bnull\b/)
  })

  test('says nothing that the sentence has word for word; an amount may be another', () => {
    expect(textOf('mandateUsable')).toBe('')
    expect(textOf('withinChargebackWindow')).toMatch(/^opens at [^,]+$/)
    expect(found('withinChargebackWindow').because).toContain(
      '(13 months, then 30 days of enquiry, then 2 bank days of processing; each end moves to a bank day)',
    )
    const told = found('NegativeNet')
    const compared = { refunded: 200, currency: 'EUR', zone: 'Europe/Brussels', short: 'ab' }
    const because = '2.00 EUR more went back, abroad, in Europe/Brussels.'
    expect(comparedText({ ...told, compared, because })).toBe('refunded 2.00 EUR, short ab')
  })

  test('has steps and lists with amounts as money, in their own currency', () => {
    const compared = { counts: 'payment_refunded 4000 EUR', replaced: 'payment_refunded 400 JPY' }
    expect(comparedText({ ...found('Overruled'), compared })).toBe(
      'counts payment_refunded 40.00 EUR, replaced payment_refunded 400 JPY',
    )
    const back = { givenBack: '12000, 12345, 3 more', currency: 'EUR' }
    expect(comparedText({ ...found('DisputeDiffers'), compared: back })).toBe(
      'given back 120.00 EUR, 123.45 EUR, 3 more',
    )
  })

  test('has the currency where it is what was compared', () => {
    expect(textOf('OtherCurrency')).toBe('currency EUR, named USD')
  })
})

test('what to do about money asks whether it has gone back, before anybody pays or recovers it', () => {
  const moving = Object.entries(codesOf(machines)).filter(([, { remedy }]) =>
    /\brefund the\b|\bpay the\b|recovered/.test(remedy.reported),
  )
  expect(moving.map(([code]) => code).toSorted()).toEqual([
    'CapturedTwice',
    'PaidTwice',
    'sameCustomer',
    'withinRefundWindow',
  ])
  for (const [code, { remedy }] of moving) {
    expect([code, remedy.reported]).toEqual([
      code,
      expect.stringMatching(/nothing has (gone|come) back since|unless it fails/),
    ])
  }
})
