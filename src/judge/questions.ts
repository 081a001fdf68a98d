/** What a state leaves open, and the one request to the provider that would settle it. */
import { explainFinding, type FindingCode } from '../fold/finding.ts'
import type { Judge } from '../fold/machine.ts'
import type { ParkedReason } from '../fold/merge.ts'
import type { State } from '../fold/state.ts'
import type { EndpointName } from '../wire/endpoints.ts'
import { PATHS, parametersOf } from '../wire/paths.ts'
import { spoken } from '../words/instant.ts'
import { PaymentId, type QuestionId, SessionId, SourceId } from '../words/text.ts'
import { answeredIn, questionId } from './answered.ts'
import { COMMANDS, type CommandName } from './commands.ts'
import { overdue, type WindowAt } from './windows.ts'

type Params = Readonly<Record<string, string>>

/** A request: with the idempotency key of an earlier one where that is to be sent again. */
export interface Asking {
  readonly endpoint: EndpointName
  readonly params: Params
  readonly commandId?: string
}

/** Why a question is open. */
export type Reason = ParkedReason | FindingCode | 'InDoubt' | 'Overdue' | 'NotTold'

/**
 * A question: what it is about, why it is open, and the request whose answer settles it; null where
 * no answer of the provider's could, and somebody has to look. Its `id` goes with the answer when that
 * is read, so that even one without news settles it.
 */
export interface Question {
  readonly id: QuestionId
  readonly key: string
  readonly reason: Reason
  readonly because: string
  readonly request: Asking | null
}

const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[]

/** What is parked, and why: the end of a sentence. */
export const PARKED: Readonly<Record<ParkedReason, string>> = {
  NotOfThisLifecycle: 'is of no lifecycle that this stream can have.',
  Unbound: 'could be about none, or about more than one, of the things known.',
  NoArrow: 'cannot follow on what is known.',
  Unassigned: 'waits until a message tells the method of the payment.',
}

/** Findings that a list of actions settles. */
const OPEN: readonly Reason[] = ['Superseded', 'SnapshotContradicts', 'BalanceMismatch']

/** Findings of something that was not told, which the thing itself shows. */
const GAPS: readonly Reason[] = ['missingPredecessor', 'channelDataFirst', 'outcomeKnown']

/** What any answer settles. */
const ASKED_ONCE: readonly Reason[] = [...OPEN, 'Unbound', 'NoArrow']

/**
 * Whether an answer settles it whatever it says: it lists all there is, or shows what the provider
 * holds to. Anything else is open until the facts are known.
 */
const isAskedOnce = ({ reason, request }: Question): boolean =>
  ASKED_ONCE.includes(reason) || (reason === 'NotTold' && request?.endpoint === 'getPaymentActions')

const unanswered = (state: State, all: readonly Question[]): readonly Question[] => {
  const answered = answeredIn(state)
  return all.filter((each) => !isAskedOnce(each) || !answered.has(each.id))
}

const question = (
  reason: Reason,
  key: string,
  because: string,
  request: Question['request'],
): Question => ({ id: questionId(reason, key, because), key, reason, because, request })

/** The thing a stream is about, by the first of its messages that names it. */
const named = <A>(state: State, field: string, is: (value: unknown) => value is A): A | undefined =>
  state.occurrences.map(({ data }) => data[field]).find((value): value is A & string => is(value))

/** What a stream can be about, by its machine; before one has taken it, whatever it names. */
const subjectsOf = ({ machine }: State): readonly ('payment' | 'session' | 'source')[] => {
  if (machine.startsWith('session@')) return ['session']
  return machine.startsWith('sepa-mandate@') ? ['source'] : ['payment', 'session', 'source']
}

/** The request that shows most of what a stream is about: the actions of a payment, or the thing. */
const requestFor = (state: State, actions: boolean): Question['request'] =>
  subjectsOf(state).flatMap((subject): readonly Asking[] => {
    if (subject === 'payment') {
      const id = named(state, 'paymentId', PaymentId.is)
      if (id === undefined) return []
      return actions
        ? [{ endpoint: 'getPaymentActions', params: { id } }]
        : [{ endpoint: 'getPayment', params: { payment_id: id } }]
    }
    if (subject === 'session') {
      const id = named(state, 'sessionId', SessionId.is)
      return id === undefined ? [] : [{ endpoint: 'getSession', params: { session_id: id } }]
    }
    const id = named(state, 'sourceId', SourceId.is)
    return id === undefined ? [] : [{ endpoint: 'getSource', params: { id } }]
  })[0] ?? null

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
    const request = { ...again, ...(commandId === undefined ? {} : { commandId }) }
    return [question('InDoubt', key, because, request)]
  })

/** The path of a command's request names one thing, or none. */
const paramsOf = (command: CommandName, id: string | undefined): Params => {
  const [name] = parametersOf({ path: PATHS[command] })
  return name === undefined || id === undefined ? {} : { [name]: id }
}

/** Expectations that are over. */
const late = (state: State, all: readonly WindowAt[]): readonly Question[] =>
  overdue(all).map(({ name, about, closesAt, allows }) => {
    const key = about === '' ? name : `${name}:${about}`
    const because = `This was expected by ${spoken(closesAt)}: ${allows}`
    return question('Overdue', key, because, requestFor(state, name === 'refundProcessing'))
  })

const parked = (state: State): readonly Question[] =>
  state.parked.map(({ key, reason }) => {
    const isForeign = reason === 'NotOfThisLifecycle'
    const request = isForeign ? null : requestFor(state, reason !== 'Unassigned')
    return question(reason, key, `${key} ${PARKED[reason]}`, request)
  })

const found = (state: State): readonly Question[] =>
  state.findings.flatMap((finding) => {
    const { code, key } = finding
    if (!OPEN.includes(code) && !GAPS.includes(code)) return []
    const isInActions = OPEN.includes(code) || key.startsWith('chargeback_reversed')
    return [question(code, key, explainFinding(finding), requestFor(state, isInActions))]
  })

const notTold = (state: State): readonly Question[] =>
  state.asks.map(({ because, of }) =>
    question('NotTold', state.machine, because, requestFor(state, of === 'actions')),
  )

/** What is known of the money that went back: less than told, or all, by what was asked. */
export const moneyBack = (state: State): Judge['moneyBack'] => {
  if (unanswered(state, parked(state)).some(({ reason }) => reason === 'Unbound')) return 'unbound'
  const asked = notTold(state).filter(isAskedOnce)
  return asked.length > 0 && unanswered(state, asked).length === 0 ? 'listed' : 'told'
}

/**
 * Every question a state leaves open, in its order; given its `windows` at a moment, what is overdue then,
 * too. @spec design, 9 Judging
 */
export const questions = (state: State, windows: readonly WindowAt[] = []): readonly Question[] =>
  unanswered(state, [
    ...parked(state),
    ...inDoubt(state),
    ...late(state, windows),
    ...found(state),
    ...notTold(state),
  ])
