/** Generates the page that lists what is kept, field by field, from the codecs of the events. */
import * as t from 'io-ts'
import { sepaMandateEvents } from '../../machines/sepa-mandate/events.ts'
import { sepaPaymentEvents } from '../../machines/sepa-payment/events.ts'
import { sessionEvents } from '../../machines/session/events.ts'
import { ticketPaymentEvents } from '../../machines/ticket-payment/events.ts'
import { PlainText, Reference } from '../../src/words/text/plain-text.ts'
import { everyEvent } from '../root.ts'
import { formsOf, TRIED } from './forms.ts'
import { type Fact, factsOf } from './whitelist.ts'

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const head = (...cells: readonly string[]): readonly string[] => [
  row(...cells),
  row(...cells.map(() => '---')),
]

const code = (name: string): string => `\`${name}\``

/** Puts fields that have the same name and may hold the same into one row. */
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

/** Names of events; a complete group appears by the name of the group. */
const eventsOf = (names: readonly string[]): string => {
  const [group, members = []] =
    GROUPS.find(([, all]) => all.every((name) => names.includes(name))) ?? []
  if (group === undefined) return names.map(code).join(', ')
  const others = names.filter((name) => !members.includes(name))
  return others.length === 0 ? group : `${group}, ${eventsOf(others)}`
}

const table = (facts: readonly Fact[]): readonly string[] => [
  ...head('field', 'what it may hold', 'events'),
  ...[...together(facts)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, names]) => row(key, eventsOf(names))),
]

/** Whether the sender or the merchant chooses the text of a field. */
export const isOpen = (codec: unknown): boolean =>
  codec === PlainText ||
  codec === Reference ||
  (codec instanceof t.ReadonlyArrayType && isOpen(codec.type))

/** The text of the page. */
export const page = (): string => {
  const facts = factsOf()
  const open = facts.filter(({ codec }) => isOpen(codec))
  const names = [...new Set(open.map(({ field }) => code(field)))].toSorted()
  return `${[
    '# Privacy',
    '',
    'payfold stores only the fields that an event defines: these fields are a whitelist. Card numbers, account',
    'numbers, names, addresses, e-mail addresses, phone numbers, document numbers, tickets’ numbers and barcodes,',
    'keys and signatures have no field in any event. So they are in no log, no state, no finding, no refusal, no',
    'question and no hash, and you never have to erase them there. The one exception is [the digest of a',
    'message](#the-digest-of-a-message), which depends on all bytes of the message.',
    '',
    '`test/privacy` generates this page from the codecs of the events. It also puts a secret into every field of every',
    'message, and checks that nothing gets through except what this page lists.',
    '',
    '## What never gets through',
    '',
    '- **Fields that no event names.** payfold does not copy these fields, and no id or hash depends on them.',
    '- **Data of events that no listed machine knows.** payfold reads only the type and the metadata.',
    '- **Values in errors.** An error names the path, the expected kind of value, and the kind that was found. The path',
    '  consists of names from our codecs. Of a sender’s keys, it names only one that may be a misspelt field: a word of',
    '  at most 30 letters, and no secret.',
    '- **Bodies.** A stored message has the whole body of a response, which can hold a ticket’s number or a',
    '  customer’s e-mail address: use it, but do not store it with the log. Of a request, it has only what the response',
    '  is read with.',
    '',
    '## What limits a free text',
    '',
    `The sender or the merchant chooses the text of some fields: ${names.join(', ')}. Such a text has 1 to 80 characters`,
    'from `A-Z a-z 0-9 . _ : / # + -`, and begins with a letter or a digit. It holds no space and no `@`, which names,',
    'addresses and e-mail addresses need. References, ids that others choose and ids of commands may also hold `( ) = & ,`,',
    'and begin with `#` or `(`. All other characters are refused, even digits and letters of other alphabets. The event names',
    'the withheld fields (`metadata.withheld`).',
    '',
    '- **Account numbers** are recognised by country, length and check digits. Separators and letter case make no',
    '  difference.',
    '- **Card numbers** are recognised by the first digits, the lengths and the check digit of the schemes’ numbers.',
    '  Separators, and text before or after the number, make no difference. The number may be in groups: of 4,',
    '  5, 6, 8 or 12 digits, or more than three of at most six digits; the last group may be shorter or longer. It may',
    '  have its expiry date directly after it; numbers of sixteen digits, and those of American Express, may have any',
    '  digits directly before them or after them. In references and ids, other long numbers are kept. In all other texts,',
    '  payfold withholds any number with the check digit of a card number, or with more than sixteen digits.',
    '- **Secrets** are recognised by their form: keys (`sk_`, `pk_`, `sek_` and `whsec_` with 16 characters, `ack_` with 16',
    '  letters or digits), JSON web tokens, keys and certificates as PEM. payfold looks for them before it puts a status or',
    '  a type into lower case.',
    '',
    'payfold stores a status or type as `other` if the name has a space and is not one of the provider’s own names.',
    '',
    'A number of an order may look like a card number by chance. A day or a time of this century is no part of a card',
    'number, nor is any UUID with a letter. If payfold refuses the id of a command, the error gives advice: *use a UUID, or',
    'put letters between the digits*. The table shows how many of 2,000 random numbers of each form are withheld as a',
    'reference or as an id of a command:',
    '',
    ...head('form', 'withheld of 2,000'),
    ...formsOf(TRIED).map(({ form, withheld }) => row(form, String(withheld))),
    '',
    'Blanks are always withheld: `test payment` and `Ada Lovelace` have the same form.',
    '',
    'An amount in a message has at most nine digits, as those of the provider have. A longer number may be a card number, so',
    'payfold does not read it as an amount. Events that were stored with a longer one are still read.',
    '',
    '## What these limits cannot do',
    '',
    '- payfold cannot distinguish a single word from a name: if a merchant’s references are customers’ surnames,',
    '  or their document numbers, the log contains them. Use references that reveal nothing.',
    '- payfold accepts a reference that holds a number without a check digit, such as a document number or a phone',
    '  number.',
    '- A card number in two or three groups of other lengths, such as 3, 7 and 7 digits, is taken for the number of an order.',
    '  So are digits that begin like a day (`20240131`) or like `Date.now()`, even if a card number contains them. Letters',
    '  between the digits hide a card number, too.',
    '- A card number that has other digits directly before it and directly after it is kept in a reference or an id.',
    '- A secret without a known form, such as a password, is kept, and so is a part of a key that is shorter than 16',
    '  characters.',
    '- A customer’s id, a payment’s id and a reference are pseudonyms: anyone with access to the merchant’s own',
    '  records can find out whose they are.',
    '',
    '## The digest of a message',
    '',
    'If you pass bytes to a reader, the events contain a digest of the whole message, personal data included',
    '(`metadata.message`). Nobody can turn it back into the message. But without a key, anyone can test a guess against it.',
    'So the key decides what happens when you erase a message:',
    '',
    '- **With a key, it is HMAC-SHA-256** (`messageKey`, a secret of at least 16 bytes). Without the key, nobody can',
    '  test a guess. Erase the raw message; once you have destroyed the key as well, the digest is a random number',
    '  that says nothing about anyone. Use one key for each period after which you erase messages, such as a month,',
    '  and choose the key by the time of receipt, both when you read and when you audit.',
    '- **Without a key, it is plain SHA-256.** Anyone who has the log can test guesses. If only a name, an amount or a',
    '  document number is left to guess, a program guesses it in seconds, even after you have erased the message. Treat the',
    '  digest as personal data, or use a key.',
    '- Equal digests show that two messages had the same bytes.',
    '- Text and parsed bodies leave [no digest](decisions/63-raw-messages.md).',
    '',
    '## The whitelist',
    '',
    ...table(facts),
    '',
  ].join('\n')}`
}
