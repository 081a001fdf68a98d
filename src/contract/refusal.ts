/** Refusals: why a step is not allowed, and the descriptor of every rule. */
import type { Descriptor } from './descriptor.ts'

/** One broken rule, by name. Each rule adds the values that it compared. */
export interface Refusal {
  readonly rule: string
}

/**
 * A type by its fields. A declaration of a user can then write it out, without the name of the interface
 * that it comes from: so no entry has to export a type for each rule and each finding.
 */
export type ByFields<A> = A extends object ? { readonly [Field in keyof A]: A[Field] } : never

/** The HTTP status codes that a web framework can map refusals to. */
type ErrorCode = 404 | 409 | 410 | 422

/** The descriptor of a rule. `R` is the refusal that the rule returns when it is broken. */
export interface RuleDescriptor<R extends Refusal = Refusal> extends Descriptor<R> {
  readonly errorCode: ErrorCode
}

/** The refusal of a step that names another subject than the one that the state is about. */
export interface AnotherSubject extends Refusal {
  readonly rule: 'otherSubject'
  /** The subject of the state; null if its events name several. */
  readonly subject: string | null
  /** The subject that the step names; null if it names none. */
  readonly named: string | null
}

/** The refusal of an event for which the chart has no transition in its current configuration. */
export interface NoSuchStep extends Refusal {
  readonly rule: 'noSuchStep'
  readonly event: string
  readonly status: string
}

/** The refusal of a rule that needs a value which no message has reported. */
export interface NotKnown<What extends string = string> extends Refusal {
  readonly rule: 'notKnown'
  readonly what: What
}

/**
 * The refusal of an event that must follow another event, which was never reported. `missing` is what
 * that other event creates, where payfold may have derived this one: then it was not reported either.
 */
export interface MissingPredecessor extends Refusal {
  readonly rule: 'missingPredecessor'
  readonly event: string
  readonly missing?: string
}

/**
 * The refusal of a step that doubts hold: of each its code, the events that it rests on, and the
 * look-up that settles it, by endpoint, or null where a person does.
 */
export interface NotInDoubt extends Refusal {
  readonly rule: 'notInDoubt'
  readonly doubts: readonly {
    readonly code: string
    readonly asks: string | null
    readonly events: readonly string[]
  }[]
}

/** The refusals that any machine can return. */
export type EngineRefusal = ByFields<
  AnotherSubject | NoSuchStep | NotKnown | MissingPredecessor | NotInDoubt
>

type RuleDescriptors<R extends Refusal> = {
  readonly [Rule in R['rule']]: RuleDescriptor<Extract<R, { rule: Rule }>>
}

/** The rules of every machine, in order of precedence. They take precedence over its own rules. */
export const ENGINE_RULES: RuleDescriptors<EngineRefusal> = {
  otherSubject: {
    title: 'Step of another subject',
    explain: ({ subject, named }) =>
      subject === null
        ? 'The events name several subjects, and no stream was given: so no step is possible.'
        : `This step names ${named}, but the stream is about ${subject}.`,
    severity: 'error',
    errorCode: 422,
    source: 'decisions#47',
    remedy: {
      asked: 'Decide it on the state of the stream that the step belongs to.',
      reported: 'Find out who appended it, and append it to the stream of its own subject.',
    },
  },
  noSuchStep: {
    title: 'Not possible in this status',
    explain: ({ event, status }) => `${event} is not possible while the status is ${status}.`,
    severity: 'warning',
    errorCode: 409,
    source: 'interface#states-and-transitions',
    remedy: {
      asked: 'Look the status up: it does not allow this step.',
      reported: 'Ask the provider for the history.',
    },
  },
  notKnown: {
    title: 'Value not known',
    explain: ({ what }) => `This step depends on the ${what}, which no message shows for certain.`,
    severity: 'notice',
    errorCode: 409,
    source: 'decisions#45',
    remedy: {
      asked: 'Ask the provider for what is missing, record the response, and decide again.',
      reported: 'Ask the provider for what is missing, and record the response.',
    },
  },
  missingPredecessor: {
    title: 'Earlier event missing',
    explain: ({ event, missing }) =>
      missing === undefined
        ? `${event} has to follow another event, which nobody has reported.`
        : `The log has no entry that creates ${missing}.`,
    severity: 'warning',
    errorCode: 409,
    source: 'interface#states-and-transitions; decisions#45',
    remedy: {
      asked: 'Ask the provider for the history, record the response, and decide again.',
      reported: 'Ask the provider for the history: an earlier message is missing.',
    },
    lookUp: 'entity',
  },
  notInDoubt: {
    title: 'Step while something is in doubt',
    explain: ({ doubts }) => {
      const all = new Set(doubts.map(({ code, asks }) => `${code} (by ${asks ?? 'a person'})`))
      return `This step has to wait until what is in doubt is settled: ${[...all].join(', ')}.`
    },
    severity: 'notice',
    errorCode: 409,
    source: 'decisions#41',
    remedy: {
      asked: 'Send the look-up that the question names, or state what is true (`reviewed`).',
      reported: 'Settle what is in doubt first: it may change what this step means.',
    },
    evidence: ({ doubts }) => [...new Set(doubts.flatMap(({ events }) => events))],
  },
}

/** The rule that every command breaks: a transition that names it is for reports only. */
export const REPORTED = 'missingPredecessor'

/** Sorts refusals by precedence: the engine's rules, then the machine's in their listed order. */
export const inPrecedence = <R extends Refusal>(
  rules: Readonly<Record<string, unknown>>,
  refusals: readonly R[],
): readonly R[] => {
  if (refusals.length < 2) return refusals
  const order = [...Object.keys(ENGINE_RULES), ...Object.keys(rules)]
  return [...refusals].sort((a, b) => order.indexOf(a.rule) - order.indexOf(b.rule))
}
