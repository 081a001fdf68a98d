/** Generates the page that lists what is kept, field by field, from the codecs of the events. */
import * as t from 'io-ts'
import { sepaMandateEvents } from '../../machines/sepa-mandate/events.ts'
import { sepaPaymentEvents } from '../../machines/sepa-payment/events.ts'
import { sessionEvents } from '../../machines/session/events.ts'
import { ticketPaymentEvents } from '../../machines/ticket-payment/events.ts'
import { PlainText, Reference } from '../../src/words/plain-text.ts'
import { everyEvent } from '../root.ts'
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
    '- **Fields that no event names.** payfold does not copy these fields, and no id or hash depends on them: if such',
    '  a field changes, the events stay the same.',
    '- **Data of events that no listed machine knows.** payfold reads the type and the metadata of such an event,',
    '  and nothing else.',
    '- **Values in errors.** An error names the path, what was expected there, and the kind of value that was',
    '  found. The path consists of names from our codecs, never of a sender’s keys.',
    '- **Bodies.** `readResponse` passes the body of the response to the caller. The body can hold a ticket’s number',
    '  or a customer’s e-mail address: use it, but do not store it with the log.',
    '',
    '## What limits a free text',
    '',
    `The sender or the merchant chooses the text of some fields: ${names.join(', ')}.`,
    'Such a text has 1 to 80 characters from `A-Z a-z 0-9 . _ : / # + -`, and begins with a letter or a digit. It',
    'holds no space and no `@`, which names, addresses and e-mail addresses need. payfold refuses a text that holds a',
    'run of digits with the check digit of a card number. It also refuses a text that holds an account number, which',
    'it recognises by country, length and check digits. Separators and letter case make no difference. References',
    'and ids that others choose may be long numbers, and begin with `#`: of these, payfold refuses only what could be',
    'the number of a card that some scheme has issued. An event says what it withholds (`metadata.withheld`). payfold',
    'refuses secrets by their form, too: keys (`sk_`, `pk_`, `sek_`, `whsec_`, and `ack_` with 16 letters or digits),',
    'JSON web tokens, keys and certificates as PEM. It stores a status or type as `other` if the',
    'name has a space and is not one of the provider’s own names. Ids of the provider consist of a prefix, letters',
    'and digits. payfold refuses such an id or a command id if the whole id, or a part of it, is a card number, an',
    'account number (in groups or not) or a secret. It also refuses lone surrogates and all characters beyond ASCII.',
    '',
    'An amount in a message has at most nine digits, as those of the provider have. A longer number may be that of a',
    'card: payfold reads it as no amount. Events that were stored with a longer one are still read.',
    '',
    '## What these limits cannot do',
    '',
    '- payfold cannot distinguish a single word from a name: if a merchant’s references are customers’ surnames,',
    '  or their document numbers, the log contains them. Use references that reveal nothing.',
    '- payfold accepts a reference that holds a number without a check digit, such as a document number or a phone',
    '  number.',
    '- payfold accepts an id or a command id that holds a card number between letters. Otherwise it would refuse every',
    '  sixtieth id by chance, and would lose the message or the response that contains the id.',
    '- A customer’s id, a payment’s id and a reference are pseudonyms: anyone with access to the merchant’s own',
    '  records can find out whose they are.',
    '',
    '## The digest of a message',
    '',
    'If a reader is given bytes, its events name them: `metadata.message` is a digest of the whole message, personal',
    'data included. It cannot be turned back into the message. But a guess can be tested against it, unless a key is',
    'needed to do so. So what it means to erase a message depends on the key:',
    '',
    '- **With a key, it is HMAC-SHA-256** (`messageKey`, a secret of at least 16 bytes). Without the key, nobody can',
    '  test a guess. Erase the raw message; once you have destroyed the key as well, the digest is a random number',
    '  that says nothing about anyone. Use one key for each period after which you erase messages, such as a month,',
    '  and choose the key by the time of receipt, both when you read and when you audit.',
    '- **Without a key, it is plain SHA-256.** Anyone who has the log can test guesses. Most of a message is known to',
    '  whoever knows the payment: if only a name, an amount or a document number is left to guess, a program guesses it',
    '  in seconds, even after you have erased the message. Treat such a digest as personal data, or use a key.',
    '- In both cases, equal digests show that two messages had the same bytes.',
    '- Text and parsed bodies leave no digest. [Decision 63](decisions/63-raw-messages.md) says why.',
    '',
    '## The whitelist',
    '',
    ...table(facts),
    '',
  ].join('\n')}`
}
