import { describe, expect, test } from 'vitest'
import { nextActions, session } from '../../../machines/index.ts'
import { after, inWords, outcome, scenes } from '../scenes.ts'

const CREATED = '03-02T10:00 session_created non_hosted'
const HOSTED = '03-02T10:00 session_created hosted'
const UNKNOWN = '03-02T10:00 session_created'
const CHANNEL_DATA = '03-02T10:01 channel_data_submitted browser'
const CHALLENGED = '03-02T10:02 session_challenged'
const COMPLETED = '03-02T10:06 session_completed'

const OUTCOMES = [
  ['session_approved', 'approved'],
  ['session_attempted', 'attempted'],
  ['session_unavailable', 'unavailable'],
  ['session_declined', 'declined'],
  ['session_rejected', 'rejected'],
  ['challenge_abandoned', 'challenge_abandoned'],
  ['session_expired', 'expired'],
] as const

describe('a session', () => {
  scenes(
    session,
    `
goes without a challenge from pending over processing to its outcome
  ${CREATED} => pending
  ${CHANNEL_DATA} => processing
  03-02T10:05 session_approved => approved
  ${COMPLETED} => approved
  ! 03-02T11 session_completed => noSuchStep

whose challenge is reported as abandoned and as expired is abandoned, without a finding
  ${CREATED}
  ${CHANNEL_DATA}
  ${CHALLENGED}
  ? 03-02T10:05 session_expired => challenge_abandoned
  03-02T10:05 challenge_abandoned
  03-02T10:09 session_expired => challenge_abandoned

without a challenge that expires is expired, even if it is called abandoned later
  ${CREATED}
  03-02T10:05 session_expired => expired
  03-02T10:09 challenge_abandoned => expired

accepts channel data from the merchant only if it is known not to be hosted
  ${CREATED}
  ! ${CHANNEL_DATA} => allowed

that is hosted accepts no channel data from the merchant
  ${HOSTED}
  ! ${CHANNEL_DATA} => notHosted
  ? ${CHANNEL_DATA} => processing

of which nobody knows whether it is hosted accepts no channel data from the merchant
  ${UNKNOWN}
  ! ${CHANNEL_DATA} => notKnown

whose listed next actions do not belong to its status is a contradiction
  ? ${CREATED} nextActions=["collect_channel_data","issuer_fingerprint"] => pending
  ? ${CREATED} nextActions=[] => pending
  ? ${CREATED} nextActions=["complete"] => pending ContradictsItself
  ? ${CREATED} nextActions=["redirect_cardholder"] => pending ContradictsItself

with single reported steps is in the state they lead to, with a finding
  ? ${CHANNEL_DATA} => processing missingPredecessor
  ? ${CHALLENGED} => challenged missingPredecessor
  ${CREATED}
  ? ${CHALLENGED} => challenged channelDataFirst
  ${CHANNEL_DATA}
  ${CHALLENGED} => challenged

that is hosted may be challenged at once
  ${HOSTED}
  ${CHALLENGED} => challenged

whose completion or outcome has no time has no finding about its completion
  ${UNKNOWN}
  ~03-02T10:09 session_approved (response)
  ${COMPLETED} => approved

whose completion has no time has no finding about it
  ${UNKNOWN}
  03-02T10:05 session_approved
  ~03-02T10:01 session_completed (response) => approved
`,
  )

  test('has next actions by its status, mode and channel', () => {
    const next = (...lines: readonly string[]) => nextActions(after(session, ...lines)).join(' ')
    const collected = 'collect_channel_data issuer_fingerprint'
    expect(next(CREATED)).toBe(collected)
    expect(next(`${CREATED} app`)).toBe('collect_channel_data')
    expect(next(HOSTED)).toBe('redirect_cardholder')
    expect(next(UNKNOWN)).toBe(`redirect_cardholder ${collected}`)
    expect(next(CREATED, CHANNEL_DATA)).toBe('')
    expect(next(CREATED, CHANNEL_DATA, CHALLENGED)).toBe('challenge_cardholder')
    const approved = [CREATED, CHANNEL_DATA, '03-02T10:05 session_approved']
    expect(next(...approved)).toBe('complete')
    expect(next(...approved, COMPLETED)).toBe('')
    const { value } = after(session, ...approved, COMPLETED)
    expect(value).toEqual({ authentication: 'approved', completion: 'completed' })
  })

  test.each(OUTCOMES)('reaches %s from any state: it is %s', (type, status) => {
    const isAbandoned = type === 'challenge_abandoned'
    const isExpired = type === 'session_expired'
    const found = (...before: readonly string[]) =>
      outcome(session, ...before, `03-02T10:05 ${type}`)
    expect(found()).toBe(`${status} missingPredecessor`)
    expect(found(HOSTED)).toBe(status)
    const early = isAbandoned ? 'missingPredecessor' : 'channelDataFirst'
    expect(found(CREATED)).toBe(isExpired ? status : `${status} ${early}`)
    const left = isAbandoned ? `${status} missingPredecessor` : status
    expect(found(CREATED, CHANNEL_DATA)).toBe(left)
    expect(found(HOSTED, CHANNEL_DATA)).toBe(status)
    const asked = after(session, CREATED, CHANNEL_DATA, CHALLENGED, `03-02T10:05 ${type}`)
    expect(inWords(asked)).toBe(isExpired ? 'challenge_abandoned' : status)
    expect(nextActions(asked)).toEqual(['complete'])
  })

  test('that is decided can be completed, whatever the outcome; undecided, it is completed too early', () => {
    for (const [type] of OUTCOMES) {
      const state = after(session, UNKNOWN, `03-02T10:05 ${type}`, COMPLETED)
      expect(state.value).toMatchObject({ completion: 'completed' })
      expect(state.findings).toEqual([])
    }
    expect(after(session, UNKNOWN, COMPLETED).value).toEqual({
      authentication: 'pending',
      completion: 'completed',
    })
  })
})
