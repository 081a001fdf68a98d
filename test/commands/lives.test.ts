/** What is wrong with the commands of a stream: each finding as a whole, with the messages that show it. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session } from '../../machines/index.ts'
import { livesIn } from '../../src/commands/stream-commands.ts'
import type { AnyMachine } from '../../src/contract/machine-record.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { readPolicy } from '../../src/payfold.ts'
import type { Policy } from '../../src/words/policy.ts'
import { instantOf, machines, reported } from '../given.ts'

const read = readPolicy(machines)({})
if (E.isLeft(read)) throw new Error('no policy')
const policy: Policy = read.right

const AT = instantOf('2026-03-10T10:00:00Z')
const NEXT = instantOf('2026-03-10T12:00:00Z')
const LAST = instantOf('2026-03-10T14:00:00Z')

const asked = (type: string, data: object, at = AT): DomainEvent =>
  reported(type, data, { at, id: `evt_asked_${Object(data).commandId}`, source: 'request' })
const refused = (data: object): DomainEvent =>
  reported('request_refused', { httpStatus: 422, ...data }, { at: AT, id: 'evt_refused' })

const found = (machine: unknown, ...events: readonly DomainEvent[]) =>
  livesIn(machine as AnyMachine, policy, events).findings
const lifeOf = (machine: unknown, ...events: readonly DomainEvent[]) => {
  const life = livesIn(machine as AnyMachine, policy, events).lives.get('c-1')
  if (life === undefined) throw new Error('no such command')
  return { state: life.state, by: life.by.metadata.eventId, entityId: life.entityId }
}

const pay = { paymentId: 'pay_1', amount: 300 }
const one = { ...pay, commandId: 'c-1' }
const two = { ...pay, commandId: 'c-2' }
const refund = (data: object, id: string, at = NEXT): DomainEvent =>
  reported('payment_refunded', { ...pay, ...data }, { at, id })

describe('a refund that was refused, and taken after all', () => {
  const request = asked('refund_requested', one)
  const ended = { endedBy: 'request_refused', endedAt: expect.any(String) }
  const compared = { ...ended, takenBy: expect.any(String), takenAt: NEXT }
  const after = { code: 'TakenAfterAll', at: AT, commandId: 'c-1', compared }

  test('is one finding, of the command and of all messages that bear its id', () => {
    const named = refund({ actionId: 'act_1', commandId: 'c-1' }, 'evt_1')
    const again = refund({ actionId: 'act_1', reference: 'c-1' }, 'evt_0')
    const events = ['evt_0', 'evt_1', 'evt_asked_c-1']
    const whole = [{ ...after, key: 'refund_requested:act_1', events }]
    expect(found(sepaPayment, request, refused(one), named, again)).toEqual(whole)
    expect(found(sepaPayment, again, named, refused(one), request)).toEqual(whole)
  })

  test('is of the command alone if nothing names an action', () => {
    expect(found(sepaPayment, request, refused(one), refund(one, 'evt_1'))).toEqual([
      { ...after, key: 'refund_requested:command:c-1', events: ['evt_1', 'evt_asked_c-1'] },
    ])
  })

  test('is of the message if the command was never recorded', () => {
    const named = refund({ actionId: 'act_1', commandId: 'c-1' }, 'evt_1')
    expect(found(sepaPayment, refused(one), named)).toEqual([
      { ...after, at: NEXT, key: 'evt_1', events: ['evt_1'] },
    ])
    expect(found(sepaPayment, refused(one))).toEqual([])
  })

  test('is a step that can happen only once, by its type', () => {
    const data = { sourceId: 'src_1', commandId: 'c-1' }
    const step = asked('mandate_cancelled', data)
    const happened = reported('mandate_cancelled', data, { at: NEXT, id: 'evt_1' })
    expect(found(sepaMandate, step, refused(data), happened)).toEqual([
      { ...after, key: 'mandate_cancelled', events: ['evt_1', 'evt_asked_c-1'] },
    ])
  })
})

describe('a refund that was refused, taken after all, and commanded again', () => {
  const request = asked('refund_requested', one)
  const named = refund({ actionId: 'act_1', commandId: 'c-1' }, 'evt_1')
  const codes = (...events: readonly DomainEvent[]) =>
    found(sepaPayment, request, refused(one), named, ...events).map(
      ({ code, commandId }) => `${code} ${commandId}`,
    )
  const paid = ['TakenAfterAll c-1', 'PaidTwice c-1']

  test('is paid twice if the other was taken, whether its response names an action or not', () => {
    const again = asked('refund_requested', two, NEXT)
    expect(codes(again, refund(two, 'evt_2', LAST))).toEqual(paid)
    expect(codes(again, refund({ ...two, actionId: 'act_2' }, 'evt_2', LAST))).toEqual(paid)
    // of two actions, one was carried out
    const failed = reported(
      'payment_refund_declined',
      { ...two, actionId: 'act_3' },
      { at: LAST, id: 'evt_3' },
    )
    expect(codes(again, failed)).toEqual(['TakenAfterAll c-1'])
    expect(codes(again, failed, refund({ ...two, actionId: 'act_2' }, 'evt_2', LAST))).toEqual(paid)
  })

  test('is paid twice whatever one of both was asked for, if both were of one amount', () => {
    const again = asked('refund_requested', { ...two, amount: 200 }, NEXT)
    expect(codes(again, refund({ ...two, actionId: 'act_2' }, 'evt_2', LAST))).toEqual(paid)
    const less = refund({ ...two, actionId: 'act_2', amount: 200 }, 'evt_2', LAST)
    expect(codes(again, less)).toEqual(['TakenAfterAll c-1'])
  })

  test('is not paid twice by what was commanded before', () => {
    const before = asked('refund_requested', two, instantOf('2026-03-10T09:59:59Z'))
    const taken = refund({ ...two, actionId: 'act_2' }, 'evt_2', LAST)
    expect(codes(before, taken)).toEqual(['TakenAfterAll c-1'])
    expect(codes(asked('refund_requested', two, AT), taken)).toEqual(paid)
  })
})

describe('a command is in the state that a message says', () => {
  test('and ends by the first look-up, asked late enough, that shows it undone', () => {
    const data = { sessionId: 'sid_1', commandId: 'c-1' }
    const [command] = Object.values(session.commands)
    if (command?.isUndone === undefined) throw new Error('no look-up shows it')
    const look = (askedAt: string | undefined, status: string, id: string): DomainEvent =>
      reported(
        'state_observed',
        { sessionId: 'sid_1', ...(askedAt === undefined ? {} : { askedAt }), status },
        { at: null, recordedAt: LAST, id },
      )
    const after = (...looks: readonly DomainEvent[]) =>
      lifeOf(session, asked(command.event, data), ...looks)
    const late = '2026-03-10T11:02:00Z'
    expect(after(look(late, 'pending', 'evt_look'))).toMatchObject({
      state: 'ended',
      by: 'evt_look',
    })
    for (const none of [
      look('2026-03-10T11:01:59Z', 'pending', 'evt_look'),
      look(late, 'approved', 'evt_look'),
      look(undefined, 'pending', 'evt_look'),
    ]) {
      expect(after(none)).toMatchObject({ state: 'recorded' })
    }
    // it expires with or without channel data: nothing more can be known, unless it was known before
    expect(after(look(late, 'expired', 'evt_look'))).toMatchObject({ state: 'ended' })
    const before = look('2026-03-10T10:00:00Z', 'challenged', 'evt_before')
    expect(after(before, look(late, 'expired', 'evt_look'))).toMatchObject({ state: 'recorded' })
    // in the order of asking, whatever their ids
    expect(
      after(look('2026-03-10T11:03:00Z', 'pending', 'evt_a'), look(late, 'pending', 'evt_b')),
    ).toMatchObject({ by: 'evt_b' })
  })
})
