/** What everything that can be found has in common: one record each, and what it rests on. */
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment } from '../../machines/index.ts'
import { LOG_FINDINGS } from '../../src/audit/reading/log-finding.ts'
import { codesOf } from '../../src/audit/report/report.ts'
import { descriptorsOf, doubtsIn } from '../../src/contract/descriptors.ts'
import { notInDoubt } from '../../src/contract/engine-requirements.ts'
import { strictJudge } from '../../src/contract/guards.ts'
import type { AnyMachine } from '../../src/contract/machine-record.ts'
import { given, instantOf, machines, pay, reported, src } from '../given.ts'
import { audit, root } from '../root.ts'

const found = Object.entries(codesOf(machines))

describe('everything that can be found', () => {
  test('is of rules, findings, parked occurrences, logs and messages', () => {
    expect(Object.keys(codesOf(machines))).toEqual(
      expect.arrayContaining(['noSuchStep', 'PaidTwice', 'Unsigned', 'Altered', 'NoMessage']),
    )
  })

  test.each(found)('%s says in a few words what is wrong, and in which source', (_, descriptor) => {
    expect(descriptor.title).toMatch(/^[A-Z][^.:]{4,47}[^.:\s]$/)
    expect(descriptor.source).toMatch(/^(interface|decisions|sources|delivery|commands|audit)#\S/)
  })

  test('has no title twice, but where one thing is found in two ways', () => {
    const titles = found.map(([, { title }]) => title)
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
  })

  test.each(found)('%s says what to do before a step, and about what has happened', (_, each) => {
    const { asked = 'No command is refused for it.', reported } = each.remedy
    for (const text of [asked, reported]) expect(text).toMatch(/^[A-Z].*\.$/)
  })

  test('is explained by one function, a line of a report included', () => {
    const { findings } = audit(machines)(['nothing\n'])
    expect(findings.map(({ because }) => because)).toEqual(findings.map(root.explain))
    expect(findings.map(({ code }) => code)).toEqual(['Unreadable'])
  })

  test('keeps its name in the log, whatever machines call theirs', () => {
    const machine: AnyMachine = {
      ...(sepaPayment as unknown as AnyMachine),
      findings: {
        Unreadable: {
          title: 'Another one',
          find: () => [],
          explain: () => 'Another one.',
          severity: 'notice',
          source: 'decisions#1',
          remedy: { reported: 'Nothing.' },
        },
      },
    }
    const [line] = audit([machine])(['nothing\n']).findings
    expect(line?.severity).toBe(LOG_FINDINGS.Unreadable.severity)
  })
})

test.each(['collection_presented', 'collection_captured', 'collection_ended'])(
  'a step that payfold derived %s is not called reported, where nothing created its mandate',
  (type) => {
    const state = given(sepaMandate, reported(type, { ...src, ...pay }))
    expect(state.findings.map(root.explain)).toEqual([
      'The log has no entry that creates mandate src_1.',
    ])
  },
)

describe('what a finding rests on', () => {
  const at = instantOf('2026-03-02T10:00:00Z')
  const state = given(sepaPayment, reported('payment_pending', { ...pay }, { id: 'evt_1' }))
  const key = state.occurrences[0]?.key ?? ''
  const own = { code: 'Held', key, at }
  /** A machine with one finding, which names neither events nor a look-up of its own. */
  const holding = (more: object): AnyMachine => {
    const machine = sepaPayment as unknown as AnyMachine
    const descriptor = {
      title: 'Held back',
      find: () => [own],
      explain: () => 'Held back.',
      severity: 'notice',
      source: 'decisions#1',
      remedy: { reported: 'Wait.' },
      holds: ['refund_requested'],
      ...more,
    } as const
    return { ...machine, findings: { Held: descriptor } }
  }
  const evidence = (more: object, finding: object = own) =>
    descriptorsOf([holding(more)]).evidence(finding as typeof own, state)

  test('are the events of its occurrence, or those that it lists, or those that its record names', () => {
    expect(evidence({})).toEqual(['evt_1'])
    expect(evidence({}, { ...own, events: ['evt_2'] })).toEqual(['evt_2'])
    expect(evidence({ evidence: () => ['evt_3'] }, { ...own, events: ['evt_2'] })).toEqual([
      'evt_3',
    ])
  })

  test('is what a refusal names that it holds, with the look-up that its record asks', () => {
    const held = { ...state, findings: [own] }
    const doubts = (more: object) =>
      doubtsIn(holding(more))(held).map(({ asks, events }) => ({ asks, events }))
    expect(doubts({ lookUp: 'actions' })).toEqual([
      { asks: 'getPaymentActions', events: ['evt_1'] },
    ])
    expect(doubts({ lookUp: null })).toEqual([{ asks: null, events: ['evt_1'] }])
    expect(doubts({})).toEqual([{ asks: null, events: ['evt_1'] }])
    const judge = strictJudge(root.policy, doubtsIn(holding({}))(held))
    expect(notInDoubt.breaks({}, { type: 'refund_requested' }, judge)).toEqual([
      { rule: 'notInDoubt', doubts: [{ code: 'Held', asks: null, events: ['evt_1'] }] },
    ])
    expect(notInDoubt.breaks({}, { type: 'payment_canceled' }, judge)).toEqual([])
  })

  test('is, of a refusal by doubts, what they rest on', () => {
    const doubt = (...events: readonly string[]) => ({ code: 'Unbound', asks: null, events })
    const refusal = { rule: 'notInDoubt', doubts: [doubt('evt_1', 'evt_2'), doubt('evt_2')] }
    expect(descriptorsOf(machines).evidence(refusal, state)).toEqual(['evt_1', 'evt_2'])
  })
})
