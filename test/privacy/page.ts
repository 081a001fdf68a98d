/** The page that says what is kept: read off the codecs of the events, field by field. */
import * as t from 'io-ts'
import { sepaMandateEvents } from '../../src/event/sepa-mandate.ts'
import { sepaPaymentEvents } from '../../src/event/sepa-payment.ts'
import { sessionEvents } from '../../src/event/session.ts'
import { everyEvent } from '../../src/event/stored.ts'
import { ticketPaymentEvents } from '../../src/event/ticket-payment.ts'
import { Text } from '../../src/words/text.ts'
import { type Fact, factsOf } from './whitelist.ts'

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const head = (...cells: readonly string[]): readonly string[] => [
  row(...cells),
  row(...cells.map(() => '---')),
]

const code = (name: string): string => `\`${name}\``

/** Fields of one name that may hold the same stand in one row. */
const together = (facts: readonly Fact[]): ReadonlyMap<string, readonly string[]> => {
  const rows = new Map<string, string[]>()
  for (const { event, field, holds } of facts) {
    const key = `${code(field)} | ${holds}`
    rows.set(key, [...(rows.get(key) ?? []), event])
  }
  return rows
}

const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['every event', Object.keys(everyEvent)],
  ['every session event', Object.keys(sessionEvents)],
  ['every payment event', Object.keys({ ...sepaPaymentEvents, ...ticketPaymentEvents })],
  ['every mandate event', Object.keys(sepaMandateEvents)],
]

/** Names of events, those that stand together by the name of their group. */
const eventsOf = (names: readonly string[]): string => {
  const [group, members = []] =
    GROUPS.find(([, all]) => all.every((name) => names.includes(name))) ?? []
  if (group === undefined) return names.map(code).join(', ')
  const others = names.filter((name) => !members.includes(name))
  return others.length === 0 ? group : `${group}, ${eventsOf(others)}`
}

const table = (facts: readonly Fact[]): readonly string[] => [
  ...head('field', 'what may stand there', 'events'),
  ...[...together(facts)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, names]) => row(key, eventsOf(names))),
]

/** Whether a field takes words that somebody else chose. */
export const isOpen = (codec: unknown): boolean =>
  codec === Text || (codec instanceof t.ReadonlyArrayType && isOpen(codec.type))

/** The whole page. */
export const page = (): string => {
  const facts = factsOf()
  const open = facts.filter(({ codec }) => isOpen(codec))
  const names = [...new Set(open.map(({ field }) => code(field)))].toSorted()
  return `${[
    '# Privacy',
    '',
    'What is kept is a whitelist: the fields that an event names, and nothing else. Card numbers, account',
    'numbers, names, addresses, e-mail addresses, phone numbers, document numbers, tickets’ numbers and',
    'barcodes, keys and signatures have no field in any event. So they are in no log, no state, no finding,',
    'no refusal, no question and no hash, and nothing must ever be erased from there.',
    '',
    'This page is printed from the codecs of the events by `test/privacy`; that what stands here is all that',
    'gets through is tested there with a secret in every field of every message.',
    '',
    '## What never gets through',
    '',
    '- **Fields that no event names.** They are not copied, and no id or hash is made of them: changing one',
    '  changes nothing that is told.',
    '- **Values in errors.** What cannot be read is told by its place, what was expected there and the kind of',
    '  thing that was found. Places are named by our codecs, never by a sender’s key.',
    '- **Bodies.** `readResponse` hands the answer’s own body to the caller, with a ticket’s number or a',
    '  customer’s e-mail address in it: that is for the caller to use, and not to keep beside the log.',
    '',
    '## What bounds an open word',
    '',
    `Some fields take words that a sender or the merchant chose: ${names.join(', ')}.`,
    'They are one to 80 of `A-Z a-z 0-9 . _ : / # + -`, beginning with a letter or digit: no blank and no `@`,',
    'which names, addresses and e-mail addresses need. What holds a run of digits that checks like a card',
    'number, or an account number by country, length and check digits, is refused its place, separators and',
    'letter case set aside; so is what begins as a key does (`sk_`, `pk_`, `sek_`). Names of statuses and types that have a blank and are none of the provider’s own',
    'are kept as `other`. Ids of the provider have a prefix and letters and digits only; they and command',
    'ids are refused when they, or a part of them, are a card or account number, in groups or not, or a key.',
    'Lone surrogates and everything beyond ASCII are refused with the rest.',
    '',
    '## What this cannot do',
    '',
    '- One word alone cannot be told from a name: a merchant whose references are customers’ surnames, or',
    '  their document numbers, finds them in the log. Use references that say nothing.',
    '- A number without a check digit (a document’s, a phone’s) in a reference is kept like any other.',
    '- An id or a command id in which a card number stands between letters is kept: every sixtieth id would',
    '  be refused otherwise, and with it the message or the answer that it names.',
    '- A customer’s id, a payment’s id and a reference are pseudonyms: whoever has the merchant’s own records',
    '  can tell whose they are.',
    '',
    '## The whitelist',
    '',
    ...table(facts),
    '',
  ].join('\n')}`
}
