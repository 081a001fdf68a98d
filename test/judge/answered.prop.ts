/** A step without a response is in doubt, until the same request gets a response. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { CommandName } from '../../src/fold/command.ts'
import { fold } from '../../src/fold/fold.ts'
import type { Machine } from '../../src/fold/machine.ts'
import { decide } from '../../src/judge/decide.ts'
import type { Question } from '../../src/judge/questions.ts'
import { readResponse } from '../../src/provider/read/response.ts'
import { endpoints } from '../../src/provider/wire/endpoints.ts'
import { eventsOf } from '../../src/testing/events.ts'
import type { TimeText } from '../../src/words/instant.ts'
import { CommandId } from '../../src/words/plain-text.ts'
import { reported } from '../given.ts'
import { consequences, type machines, questions } from '../root.ts'

type OneOfAll = (typeof machines)[number]

const RUNS = Number(process.env['RUNS'] ?? 40)
const PATIENCE = 3_600_000

/** Before most events of these streams, so that windows are open. */
const NOW = '2026-01-06T10:00:00Z'
const AT = '2026-01-05T09:00:00Z'
const HEARD = '2026-01-06T10:00:05Z' as TimeText

const COMMAND = 'new-command'

/** What must have happened, what is requested, and how the provider responds. */
interface Exchange {
  readonly before: readonly (readonly [type: string, data: object])[]
  readonly data: object
  readonly request?: object
  readonly body?: object
}

const MANDATE = ['mandate_created', { sourceId: 'src_1', mandateType: 'recurring' }] as const
const CREATED = ['session_created', { sessionId: 'sid_1', mode: 'non_hosted' }] as const

const EXCHANGES: Readonly<Record<CommandName<OneOfAll>, Exchange>> = {
  requestRefund: {
    before: [
      ['payment_pending', { paymentId: 'pay_1', amount: 1000 }],
      ['payment_captured', { paymentId: 'pay_1', amount: 1000 }],
    ],
    data: { paymentId: 'pay_1', amount: 1 },
    request: { amount: 1 },
    body: { action_id: 'act_new' },
  },
  createPayment: {
    before: [MANDATE],
    data: { sourceId: 'src_1', amount: 1 },
    request: { source: { type: 'id', id: 'src_1' }, amount: 1, currency: 'EUR' },
    body: { id: 'pay_new', status: 'Pending', source: { type: 'Sepa', id: 'src_1' } },
  },
  cancelMandate: { before: [MANDATE], data: { sourceId: 'src_1' }, body: {} },
  submitChannelData: {
    before: [CREATED],
    data: { sessionId: 'sid_1' },
    body: { id: 'sid_1', status: 'processing', next_actions: [] },
  },
  completeSession: {
    before: [CREATED, ['session_approved', { sessionId: 'sid_1' }]],
    data: { sessionId: 'sid_1' },
  },
}

/** The provider's response to the request that a question names, as events on its stream. */
const answerTo = ({ request }: Question): readonly DomainEvent[] => {
  if (request === null) throw new Error('a step of ours that no request can settle')
  const { endpoint, params, commandId } = request
  const { request: sent, body } = EXCHANGES[endpoint as CommandName<OneOfAll>]
  const read = readResponse(endpoints[endpoint as CommandName<OneOfAll>], {
    params,
    request: sent,
    body,
    commandId: CommandId.is(commandId) ? commandId : undefined,
    status: 200,
    receivedAt: HEARD,
  })
  if (E.isLeft(read)) throw new Error(JSON.stringify(read.left))
  const events = read.right.events.map(({ event }) => event)
  if (endpoint !== 'createPayment') return events
  return consequences(fold(sepaPayment)(events)).map(({ event }) => event)
}

const laws = <C extends object, S extends string, N extends string>(
  name: string,
  machine: Machine<C, S, N>,
): void => {
  const commands = fc.constantFrom(...(Object.keys(machine.commands) as CommandName<OneOfAll>[]))

  test(
    `${name}: an allowed step is in doubt, until the response to the same request`,
    () => {
      fc.assert(
        fc.property(eventsOf(machine), commands, (more, type) => {
          const before = EXCHANGES[type].before.map(([name, data]) =>
            reported(name, data, { at: AT }),
          )
          // a look-up that was asked late enough ends the doubt without a response
          const isLook = ({ data }: DomainEvent): boolean => 'askedAt' in data
          const events = [...before, ...more.filter((event) => !isLook(event))]
          const command = {
            type,
            data: { ...EXCHANGES[type].data },
            metadata: { commandId: COMMAND, now: NOW },
          }
          const decided = decide(machine)(fold(machine)(events), command)
          const caused = E.isRight(decided) ? decided.right.events : []
          fc.pre(caused.length > 0)
          const asking = [...events, ...caused]
          const isOurs = ({ reason, request }: Question): boolean =>
            reason === 'InDoubt' && request?.commandId === COMMAND
          const [open, ...others] = questions(fold(machine)(asking)).filter(isOurs)
          expect([open?.request?.endpoint, others]).toEqual([type, []])
          if (open === undefined) return
          const answered = fold(machine)([...asking, ...answerTo(open)])
          expect(questions(answered).filter(isOurs)).toEqual([])
          const again = decide(machine)(answered, command)
          expect(E.isRight(again) && again.right.events).toEqual([])
        }),
        { numRuns: RUNS },
      )
    },
    PATIENCE,
  )
}

describe('requests and responses', () => {
  laws('a session', session)
  laws('a SEPA payment', sepaPayment)
  laws('a SEPA mandate', sepaMandate)
  laws('a ticket payment', ticketPayment)
})
