/** What a state leaves open, and the one request to the provider that would settle it. */
import { explainFinding, type FindingCode } from '../fold/finding.ts'
import type { ParkedReason } from '../fold/merge.ts'
import type { State } from '../fold/state.ts'
import { type EndpointName, endpoints } from '../wire/endpoints.ts'
import { spoken } from '../words/instant.ts'
import { PaymentId, SessionId, SourceId } from '../words/text.ts'
import { WINDOWS } from '../words/window.ts'
import { COMMANDS, type CommandName } from './commands.ts'
import { overdue, type WindowAt } from './windows.ts'

type Params = Readonly<Record<string, string>>

/** A request: with the idempotency key of an earlier one where that is to be sent again. */
export interface Asking {
  readonly endpoint: EndpointName
  readonly params: Params
  readonly commandId?: string
}

/**
 * A question: what it is about, why it is open, and the request whose answer settles it; null where
 * no answer of the provider's could, and somebody has to look.
 */
export interface Question {
  readonly key: string
  readonly because: string
  readonly request: Asking | null
}

const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[]

const PARKED: Readonly<Record<ParkedReason, string>> = {
  NotOfThisLifecycle: 'is of no lifecycle that this stream can have.',
  Unbound: 'could be about none, or about more than one, of the things known.',
  NoArrow: 'cannot follow on what is known.',
  Unassigned: 'waits until a message tells the method of the payment.',
}

/** Findings that a list of actions settles. */
const OPEN: readonly FindingCode[] = ['Superseded', 'SnapshotContradicts', 'BalanceMismatch']

/** Findings of something that was not told, which the thing itself shows. */
const GAPS: readonly FindingCode[] = ['missingPredecessor', 'channelDataFirst', 'outcomeKnown']

/** The thing a stream is about, by the first of its messages that names it. */
const named = <A>(state: State, field: string, is: (value: unknown) => value is A): A | undefined =>
  state.occurrences.map(({ data }) => data[field]).find((value): value is A & string => is(value))

/** The request that shows most of what a stream is about: the actions of a payment, or the thing. */
const requestFor = (state: State, actions: boolean): Question['request'] => {
  const payment = named(state, 'paymentId', PaymentId.is)
  if (payment !== undefined && !state.machine.startsWith('sepa-mandate@')) {
    return actions
      ? { endpoint: 'getPaymentActions', params: { id: payment } }
      : { endpoint: 'getPayment', params: { payment_id: payment } }
  }
  const session = named(state, 'sessionId', SessionId.is)
  if (session !== undefined) return { endpoint: 'getSession', params: { session_id: session } }
  const source = named(state, 'sourceId', SourceId.is)
  return source === undefined ? null : { endpoint: 'getSource', params: { id: source } }
}

/** Steps of ours that nobody has answered: the same request, sent again, is taken once. */
const inDoubt = (state: State): readonly Question[] =>
  state.occurrences.flatMap(({ place, type, key, tells, at }) => {
    const command = COMMAND_NAMES.find((name) => COMMANDS[name].event === type)
    const isOurs = tells.every(({ metadata }) => metadata.source === 'request')
    if (place !== 'chart' || command === undefined || !isOurs) return []
    const { params = {} } = requestFor(state, false) ?? {}
    const [commandId] = tells.flatMap(({ data }) =>
      'commandId' in data && typeof data.commandId === 'string' ? data.commandId : [],
    )
    const because = `${type} was asked for at ${spoken(at)}, and nobody has answered.`
    const again = { endpoint: command, params: paramsOf(command, Object.values(params)[0]) }
    return [
      { key, because, request: { ...again, ...(commandId === undefined ? {} : { commandId }) } },
    ]
  })

/** The path of a command's request names one thing, or none. */
const paramsOf = (command: CommandName, id: string | undefined): Params => {
  const name = /\{(\w+)\}/.exec(endpoints[command].path)?.[1]
  return name === undefined || id === undefined ? {} : { [name]: id }
}

/** Expectations that are over. */
const late = (state: State, all: readonly WindowAt[]): readonly Question[] =>
  overdue(all).map(({ name, about, closesAt }) => ({
    key: about === '' ? name : `${name}:${about}`,
    because: `This was expected by ${spoken(closesAt)}: ${WINDOWS[name].allows}`,
    request: requestFor(state, name === 'refundProcessing'),
  }))

/**
 * Every question a state leaves open, in its order; given its `windows` at a moment, what is overdue then,
 * too. @spec design, 9 Judging
 */
export const questions = (state: State, windows: readonly WindowAt[] = []): readonly Question[] => [
  ...state.parked.map(({ key, reason }) => ({
    key,
    because: `${key} ${PARKED[reason]}`,
    request: reason === 'NotOfThisLifecycle' ? null : requestFor(state, reason !== 'Unassigned'),
  })),
  ...inDoubt(state),
  ...late(state, windows),
  ...state.findings.flatMap((finding) => {
    const { code, key } = finding
    if (!OPEN.includes(code) && !GAPS.includes(code)) return []
    const isInActions = OPEN.includes(code) || key.startsWith('chargeback_reversed')
    return [{ key, because: explainFinding(finding), request: requestFor(state, isInActions) }]
  }),
  ...state.asks.map(({ because, of }) => ({
    key: state.machine,
    because,
    request: requestFor(state, of === 'actions'),
  })),
]
