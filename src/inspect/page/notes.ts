/** Describes a state in words: sums, findings, windows, questions. */
import { descriptorsOf } from '../../contract/descriptors.ts'
import type { AnyMachine, Sums } from '../../contract/machine-record.ts'
import type { State } from '../../contract/state.ts'
import type { Root } from '../../fold/root.ts'
import { doubtsIn } from '../../judge/doubts.ts'
import { type Question, questions } from '../../judge/questions.ts'
import { explainWindow } from '../../judge/window-text.ts'
import { type WindowAt, windowAt, windowsOf } from '../../judge/windows.ts'
import { money } from '../../words/money.ts'
import type { Severity } from '../../words/severity.ts'
import { formatted, type Instant } from '../../words/time/instant.ts'

/** A statement about a stream. `tone` is its severity. */
export interface Note {
  readonly kind: 'sum' | 'finding' | 'window' | 'question'
  readonly tone: Severity | 'plain'
  readonly title: string
  readonly text: string
  readonly more: string
}

/** Formats sums in the order of the machine's titles, and leaves out unknown ones. */
export const sumsOf = (
  machine: AnyMachine | null | undefined,
  sums: Sums | null | undefined,
): readonly (readonly [string, string])[] =>
  Object.entries(machine?.sums?.titles ?? {}).flatMap(([name, { title }]) => {
    const amount = sums?.[name]
    return typeof amount === 'number' ? [[title, money(amount, sums?.currency ?? null)]] : []
  })

const sumNotes = (machine: AnyMachine | null, state: State): readonly Note[] =>
  sumsOf(machine, machine?.sums?.of(state.context, doubtsIn(machine)(state).length > 0)).map(
    ([title, text]) => ({ kind: 'sum', tone: 'plain', title, text, more: '' }),
  )

/** Describes the findings and the parked occurrences, each with its remedy. */
const findingNotes = (machines: readonly AnyMachine[], state: State): readonly Note[] => {
  const { of, explain } = descriptorsOf(machines)
  return [...state.findings, ...state.parked].map((found): Note => {
    const { severity, remedy } = of(found)
    const title = 'code' in found ? found.code : found.reason
    return { kind: 'finding', tone: severity, title, text: explain(found), more: remedy.reported }
  })
}

const windowNote = (window: WindowAt): Note => {
  const { name, entityId, isOpen, opensAt, closesAt } = window
  return {
    kind: 'window',
    tone: isOpen ? 'notice' : 'plain',
    title: entityId === '' ? name : `${name} of ${entityId}`,
    text: isOpen
      ? `open until ${formatted(closesAt)}`
      : `${formatted(opensAt)} to ${formatted(closesAt)}: not open`,
    more: explainWindow(window),
  }
}

const questionNote = ({ reason, because, request }: Question): Note => {
  const params = Object.entries(request?.params ?? {}).map(([name, value]) => `${name} ${value}`)
  const { from } = request ?? {}
  const wait = from === undefined ? '' : ` at ${formatted(from)} or later`
  const call = request === null ? '' : `Call ${request.endpoint} (${params.join(', ')})${wait}.`
  const more =
    request === null ? 'No response from the provider can settle this question: investigate.' : call
  return { kind: 'question', tone: 'warning', title: reason, text: because, more }
}

/** Describes a state at a time. Without a time or a machine, it leaves out windows. */
export const notesOf =
  ({ machines, policy }: Root) =>
  (machine: AnyMachine | null, state: State, now: Instant | null): readonly Note[] => {
    const windows =
      now === null || machine === null
        ? []
        : windowsOf(machine, state, policy).map((each) => windowAt(each, now))
    return [
      ...sumNotes(machine, state),
      ...findingNotes(machines, state),
      ...windows.map(windowNote),
      ...questions(machines, policy)(state, windows).map(questionNote),
    ]
  }
