import { describe, expect, test } from 'vitest'
import { nextActions, session } from '../../../machines/index.ts'
import { fine, given, refusedBy, reported, sid, summary } from '../../given.ts'

const created = (more: object = {}, at = '2026-03-02T10:00:00Z') =>
  reported('session_created', { ...sid, ...more }, { at })
const channelData = (at = '2026-03-02T10:01:00Z') =>
  reported('channel_data_submitted', { ...sid, channel: 'browser' }, { at })
const challenged = (at = '2026-03-02T10:02:00Z') => reported('session_challenged', sid, { at })
const outcome = (name: string, at = '2026-03-02T10:05:00Z', more: object = {}) =>
  reported(name, { ...sid, ...more }, { at })
const completed = (at = '2026-03-02T10:06:00Z') => reported('session_completed', sid, { at })
const nonHosted = { mode: 'non_hosted' }

describe('a session', () => {
  test('goes without a challenge from pending over processing to its outcome', () => {
    expect(summary(given(session, created(nonHosted)))).toEqual(fine('pending'))
    expect(summary(given(session, created(nonHosted), channelData()))).toEqual(fine('processing'))
    const all = [created(nonHosted), channelData(), outcome('session_approved'), completed()]
    const state = given(session, ...all)
    expect(summary(state)).toEqual(fine('approved'))
    expect(state.value).toEqual({ authentication: 'approved', completion: 'completed' })
  })

  test('has next actions by its status, mode and channel', () => {
    const next = (...events: ReturnType<typeof reported>[]) =>
      nextActions(given(session, ...events))
    expect(next(created(nonHosted))).toEqual(['collect_channel_data', 'issuer_fingerprint'])
    expect(next(created({ ...nonHosted, channel: 'app' }))).toEqual(['collect_channel_data'])
    expect(next(created({ mode: 'hosted' }))).toEqual(['redirect_cardholder'])
    expect(next(created())).toEqual([
      'redirect_cardholder',
      'collect_channel_data',
      'issuer_fingerprint',
    ])
    expect(next(created(nonHosted), channelData())).toEqual([])
    expect(next(created(nonHosted), channelData(), challenged())).toEqual(['challenge_cardholder'])
    const approved = [created(nonHosted), channelData(), outcome('session_approved')]
    expect(next(...approved)).toEqual(['complete'])
    expect(next(...approved, completed())).toEqual([])
  })

  test('whose challenge is reported as abandoned and as expired is abandoned, without a finding', () => {
    const both = [
      outcome('challenge_abandoned'),
      outcome('session_expired', '2026-03-02T10:09:00Z'),
    ]
    const before = [created(nonHosted), channelData(), challenged()]
    expect(summary(given(session, ...before, ...both))).toEqual(fine('challenge_abandoned'))
    expect(summary(given(session, ...before, outcome('session_expired')))).toEqual(
      fine('challenge_abandoned'),
    )
  })

  test('without a challenge that expires is expired, even if it is called abandoned later', () => {
    const events = [created(nonHosted), outcome('session_expired')]
    expect(summary(given(session, ...events))).toEqual(fine('expired'))
    const later = outcome('challenge_abandoned', '2026-03-02T10:09:00Z')
    expect(summary(given(session, ...events, later))).toEqual(fine('expired'))
  })

  test('accepts channel data from the merchant only if it is known not to be hosted', () => {
    expect(refusedBy(session, given(session, created(nonHosted)), channelData())).toEqual([])
    const hosted = given(session, created({ mode: 'hosted' }))
    expect(refusedBy(session, hosted, channelData())).toEqual(['notHosted'])
    expect(refusedBy(session, given(session, created()), channelData())).toEqual(['notKnown'])
    expect(summary(given(session, created({ mode: 'hosted' }), channelData()))).toEqual(
      fine('processing'),
    )
  })

  test('that is completed twice refuses the second time', () => {
    const all = [created(nonHosted), channelData(), outcome('session_approved'), completed()]
    expect(refusedBy(session, given(session, ...all), completed('2026-03-02T11:00:00Z'))).toEqual([
      'noSuchStep',
    ])
  })

  test('whose listed next actions do not belong to its status is a contradiction', () => {
    const listing = (...nextActions: string[]) =>
      summary(given(session, created({ ...nonHosted, nextActions }))).findings
    expect(listing('collect_channel_data', 'issuer_fingerprint')).toEqual([])
    expect(listing()).toEqual([])
    expect(listing('complete')).toEqual(['ContradictsItself'])
    expect(listing('redirect_cardholder')).toEqual(['ContradictsItself'])
  })

  const OUTCOMES = [
    ['session_approved', 'approved'],
    ['session_attempted', 'attempted'],
    ['session_unavailable', 'unavailable'],
    ['session_declined', 'declined'],
    ['session_rejected', 'rejected'],
    ['challenge_abandoned', 'challenge_abandoned'],
    ['session_expired', 'expired'],
  ] as const
  const found = (status: string, ...findings: string[]) => ({ status, findings, parked: [] })

  test.each(OUTCOMES)('reaches %s from any state: it is %s', (type, status) => {
    const isAbandoned = type === 'challenge_abandoned'
    const isExpired = type === 'session_expired'
    const reported = (...before: ReturnType<typeof created>[]) =>
      summary(given(session, ...before, outcome(type)))
    expect(reported()).toEqual(found(status, 'missingPredecessor'))
    expect(reported(created({ mode: 'hosted' }))).toEqual(fine(status))
    const early = isAbandoned ? 'missingPredecessor' : 'channelDataFirst'
    expect(reported(created(nonHosted))).toEqual(isExpired ? fine(status) : found(status, early))
    expect(reported(created(nonHosted), channelData())).toEqual(
      isAbandoned ? found(status, 'missingPredecessor') : fine(status),
    )
    expect(reported(created({ mode: 'hosted' }), channelData())).toEqual(fine(status))
    const left = isExpired ? 'challenge_abandoned' : status
    const asked = given(session, created(nonHosted), channelData(), challenged(), outcome(type))
    expect([summary(asked), nextActions(asked)]).toEqual([fine(left), ['complete']])
  })

  test('that is decided can be completed, whatever the outcome; undecided, it is completed too early', () => {
    for (const [type] of OUTCOMES) {
      const state = given(session, created(), outcome(type), completed())
      expect(state.value).toMatchObject({ completion: 'completed' })
      expect(state.findings).toEqual([])
    }
    expect(given(session, created(), completed()).value).toEqual({
      authentication: 'pending',
      completion: 'completed',
    })
  })

  test('with single reported steps is in the state they lead to, with a finding', () => {
    const alone = (...events: ReturnType<typeof created>[]) => summary(given(session, ...events))
    expect(alone(channelData())).toEqual(found('processing', 'missingPredecessor'))
    expect(alone(challenged())).toEqual(found('challenged', 'missingPredecessor'))
    expect(alone(created({ mode: 'hosted' }), challenged())).toEqual(fine('challenged'))
    expect(alone(created(nonHosted), challenged())).toEqual(found('challenged', 'channelDataFirst'))
    expect(alone(created(nonHosted), channelData(), challenged())).toEqual(fine('challenged'))
  })

  test('whose completion or outcome has no time has no finding about its completion', () => {
    const untimed = (type: string, on: string) =>
      reported(type, sid, { at: null, recordedAt: on, source: 'response' })
    const approved = outcome('session_approved', '2026-03-02T10:05:00Z')
    const late = untimed('session_approved', '2026-03-02T10:09:00Z')
    expect(summary(given(session, created(), late, completed()))).toEqual(fine('approved'))
    const early = untimed('session_completed', '2026-03-02T10:01:00Z')
    expect(summary(given(session, created(), approved, early))).toEqual(fine('approved'))
  })
})
