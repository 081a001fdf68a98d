/** What is to be said of a state, in words: sums, findings, windows, questions. */
import { cardOf, type Severity } from '../audit/severity.ts'
import { explainFinding } from '../fold/finding.ts'
import type { Machine } from '../fold/machine.ts'
import type { State } from '../fold/state.ts'
import { PARKED, type Question, questions } from '../judge/questions.ts'
import { type WindowAt, windowAt } from '../judge/windows.ts'
import { type Instant, spoken } from '../words/instant.ts'
import { money, type Sums } from '../words/money.ts'
import type { Policy } from '../words/policy.ts'

type Any = Machine<object, string, string>

/** Something said about a stream for as long as it holds. `tone`: how much it matters. */
export interface Note {
  readonly kind: 'sum' | 'finding' | 'window' | 'question'
  readonly tone: Severity | 'plain'
  readonly title: string
  readonly text: string
  readonly more: string
}

/** The sums of a payment, in their order, with what people call them. */
const SUMS: readonly (readonly [keyof Sums & string, string])[] = [
  ['amount', 'Amount'],
  ['captured', 'Captured'],
  ['refunded', 'Refunded'],
  ['refunding', 'Being refunded'],
  ['chargedBack', 'Charged back'],
  ['net', 'Left'],
]

/** The titles of sums, in their order. */
export const SUM_TITLES: readonly string[] = SUMS.map(([, title]) => title)

/** Sums in words, in their order; those that are not known are left out. */
export const sumsOf = (sums: Sums | null | undefined): readonly (readonly [string, string])[] =>
  SUMS.flatMap(([name, title]) => {
    const amount = sums?.[name]
    return typeof amount === 'number' ? [[title, money(amount, sums?.currency ?? null)]] : []
  })

const sumNotes = (machine: Any | null, { context }: State): readonly Note[] =>
  sumsOf(machine?.sums?.(context)).map(([title, text]) => ({
    kind: 'sum',
    tone: 'plain',
    title,
    text,
    more: '',
  }))

const findingNotes = ({ findings, parked }: State): readonly Note[] => [
  ...findings.map((finding): Note => {
    const { severity, remedy } = cardOf(finding.code)
    const text = explainFinding(finding)
    return { kind: 'finding', tone: severity, title: finding.code, text, more: remedy }
  }),
  ...parked.map(({ key, reason }): Note => {
    const { severity, remedy } = cardOf(reason)
    const text = `${key} ${PARKED[reason]}`
    return { kind: 'finding', tone: severity, title: reason, text, more: remedy }
  }),
]

const windowNote = ({
  name,
  about,
  isOpen,
  opensAt,
  closesAt,
  allows,
  lastDay,
}: WindowAt): Note => ({
  kind: 'window',
  tone: isOpen ? 'notice' : 'plain',
  title: about === '' ? name : `${name} of ${about}`,
  text: isOpen
    ? `open until ${spoken(closesAt)}`
    : `${spoken(opensAt)} to ${spoken(closesAt)}: not open`,
  more: lastDay === null ? allows : `${allows} The last day is ${lastDay}.`,
})

const questionNote = ({ reason, because, request }: Question): Note => {
  const params = Object.entries(request?.params ?? {}).map(([name, value]) => `${name} ${value}`)
  const again = request?.commandId === undefined ? '' : `, again under ${request.commandId}`
  const asked = request === null ? '' : `Ask ${request.endpoint} (${params.join(', ')})${again}.`
  const more = request === null ? 'No answer of the provider settles it: look into it.' : asked
  return { kind: 'question', tone: 'warning', title: reason, text: because, more }
}

/** All that is to be said of a state at a moment; of windows nothing where there is none. */
export const notesOf = (
  machine: Any | null,
  state: State,
  policy: Policy,
  now: Instant | null,
): readonly Note[] => {
  const windows =
    now === null || machine === null
      ? []
      : machine.windows(state, policy).map((each) => windowAt(each, now))
  return [
    ...sumNotes(machine, state),
    ...findingNotes(state),
    ...windows.map(windowNote),
    ...questions(state, windows).map(questionNote),
  ]
}
