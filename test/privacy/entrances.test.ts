/**
 * The errors of the other entrances, about commands, events, lines, policies and signatures,
 * contain no value.
 */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaPayment, session } from '../../machines/index.ts'
import { reportJson } from '../../src/audit/report/report.ts'
import { tentative } from '../../src/judge/tentative-event.ts'
import { emptyTip } from '../../src/log/tip.ts'
import { payfold, readPolicy as policyOf } from '../../src/payfold.ts'
import { verifySignature } from '../../src/provider/read/signature.ts'
import { explainUnreadable, type Unreadable } from '../../src/words/data/unreadable-input.ts'
import { explainBadSignature } from '../../src/words/message-errors.ts'
import type { Stream } from '../../src/words/stream.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { fields, type Known, planted, states, tentatives } from '../hostile/fields.ts'
import { lineOf } from '../hostile/shaped.ts'
import { SECRETS } from '../provider/read/messages.ts'
import { append, audit, decodeEvent, everyEvent, fromLine, readPolicy, root } from '../root.ts'

/** Secrets that no field may contain, and a word that any open field would accept. */
const NEVER = [SECRETS.card, SECRETS.iban, SECRETS.name, SECRETS.email, SECRETS.address]
const MARK = 'Zq7Secret'

const bare = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()

const holds = (said: unknown, secret: string): boolean =>
  bare(JSON.stringify(said) ?? '').includes(bare(secret))

/** A problem with its sentence; nothing if there is none. */
const problemOf = (read: E.Either<Unreadable | { readonly error: string }, unknown>): unknown => {
  if (E.isRight(read)) return null
  const { left } = read
  return 'path' in left ? [left, explainUnreadable(left)] : [left, root.explain(left as never)]
}

/** A root with one machine, to which the events of payments mean nothing. */
const only = payfold([session])
const onlyPayments = payfold([sepaPayment])

/** A state of each machine, and one that waits for its machine. */
const folded = [...states.map((state) => state as never), root.fold('payment-pay_1' as Stream, [])]

/** A line with a valid hash, with an event, in the stream of a payment. */
const lineWith = (event: unknown, stream = 'payment-pay_1'): string =>
  lineOf({ event: event as never, form: 1, previous: null, revision: 0, stream })

/** The same event, with a type that no machine knows. */
const unlisted = (event: unknown): object => ({ ...Object(event), type: 'invoice_paid' })

/** The names of the machine, chart and policy of a state, which `Stale` contains. */
const NAMES: readonly unknown[] = ['machine', 'fingerprint', 'policy']

const tip = emptyTip('payment-pay_1' as Stream)

type Enter = (thing: Readonly<Record<string, unknown>>) => unknown

/** The messages of each event's codec, as a Standard Schema, about any event. */
const nameOf = (type: string): string => `the Standard Schema of ${type}`
const SCHEMAS: Readonly<Record<string, Enter>> = Object.fromEntries(
  Object.entries(everyEvent).map(([type, { codec }]): [string, Enter] => [
    nameOf(type),
    ({ event }) => {
      const result = codec['~standard'].validate(event)
      return 'issues' in result ? (result.issues ?? null) : null
    },
  ]),
)

const ENTRANCES: Readonly<Record<string, Enter>> = {
  decodeEvent: ({ event }) => problemOf(decodeEvent(event)),
  append: ({ event }) => problemOf(append(tip, [event as never])),
  fromLine: ({ event }) => problemOf(fromLine(lineWith(event, 'x'))),
  'fromLine with one machine listed': ({ event }) => problemOf(only.fromLine(lineWith(event))),
  'fromLine of an event of no listed machine': ({ event }) =>
    problemOf(fromLine(lineWith(unlisted(event)))),
  'decode of one machine': ({ event }) => problemOf(only.decode(event)),
  resume: ({ state }) => problemOf(root.resume(state)),
  'resume by one machine': ({ state }) => problemOf(onlyPayments.resume(state)),
  decide: ({ command }) => {
    const said = folded.flatMap((state) => problemOf(root.decide(state, command as never)) ?? [])
    return said.length === 0 ? null : said
  },
  tentative: ({ tentative: attempt }) => {
    const { type, data, commandId, now } = attempt as Record<string, never>
    return problemOf(
      tentative(decodeEvent, String(type), Object(data), {
        commandId: String(commandId),
        now: String(now) as Instant,
      }),
    )
  },
  ...SCHEMAS,
  readPolicy: ({ policy }) => problemOf(readPolicy(Object(policy) as Record<string, unknown>)),
  'readPolicy of one machine': ({ policy }) => problemOf(policyOf([session])(policy as never)),
}

const under = (name: string): readonly Known[] =>
  fields.filter(
    ({ place: [first, second, ...more] }) =>
      first === name &&
      !(name === 'state' && more.length === 0 && NAMES.includes(second)) &&
      !(name === 'command' && second === 'type'),
  )

/** What an entrance takes: an event, unless this says otherwise. */
const TAKES: Readonly<Record<string, string>> = {
  resume: 'state',
  'resume by one machine': 'state',
  decide: 'command',
  tentative: 'tentative',
  readPolicy: 'policy',
  'readPolicy of one machine': 'policy',
}

/** A secret as a value, as an additional name, and as both in an object in its place. */
const plantings = (known: Known, secret: string): readonly Readonly<Record<string, unknown>>[] => {
  const others = { ...known, place: [...known.place.slice(0, -1), secret] }
  return [
    planted(known, JSON.stringify(secret), false),
    planted(others, JSON.stringify(secret), false),
    planted(known, JSON.stringify({ [secret]: secret }), false),
  ]
}

/** What is planted in a field: in turn the word and one of the secrets; in a long run, all. */
const secretsAt = (index: number): readonly string[] => {
  if (process.env['RUNS'] !== undefined) return [...NEVER, MARK]
  return [index % 2 === 0 ? MARK : (NEVER[(index >> 1) % NEVER.length] ?? MARK)]
}

/** Every input with a secret in it that an entrance may receive, made once. */
const given = new Map<string, readonly (readonly [secret: string, thing: Known['whole']])[]>()
const thingsFor = (part: string) => {
  const known = given.get(part)
  if (known !== undefined) return known
  const things = under(part).flatMap((each, index) =>
    secretsAt(index).flatMap((secret) =>
      plantings(each, secret).map((thing) => [secret, thing] as const),
    ),
  )
  given.set(part, things)
  return things
}

describe('the error about something refused at', () => {
  test.each(Object.entries(ENTRANCES))(
    '%s contains no value and no name of the sender’s',
    (name, enter) => {
      const part = TAKES[name] ?? 'event'
      expect(under(part).length).toBeGreaterThan(3)
      const isOther = (type: unknown) => name in SCHEMAS && name !== nameOf(String(type))
      const said = thingsFor(part).flatMap(([secret, thing]) =>
        // a schema refuses the events of other types alike, whichever secret they contain
        secret !== MARK && isOther(Object(thing['event']).type)
          ? []
          : [{ secret, text: enter(thing) }],
      )
      expect(said.some(({ text }) => text !== null)).toBe(true)
      expect(said.filter(({ secret, text }) => holds(text, secret))).toEqual([])
    },
  )

  test('verifySignature contains neither bytes, header nor key', () => {
    for (const secret of [...Object.values(SECRETS), MARK]) {
      const verified = verifySignature(new TextEncoder().encode(secret), secret, [
        secret.padEnd(16, '.'),
      ])
      const said = E.isLeft(verified) ? explainBadSignature(verified.left) : ''
      expect(said).toBe('The signature is not 64 hexadecimal digits.')
    }
  })
})

describe('of an event that no listed machine knows', () => {
  test('no data is read, folded or reported, whatever it contains', () => {
    const secrets = [SECRETS.card, MARK]
    const lines = under('event')
      .filter(({ place }) => place[1] === 'data')
      .flatMap((known, index) => plantings(known, secrets[index % 2] ?? MARK))
      .map(({ event }, index) => lineWith(unlisted(event), `payment-pay_${index}`))
    const kept = lines.map((line, index) => {
      const read = fromLine(line)
      const entries = E.isRight(read) ? [read.right] : []
      expect(entries.map((entry) => entry.event.data)).toEqual([{}])
      return [read, root.fold(`payment-pay_${index}` as Stream, entries)]
    })
    const report = reportJson(audit([session])(lines.map((line) => `${line}\n`)))
    expect(secrets.filter((secret) => holds([kept, report], secret))).toEqual([])
  })
})

test('what must never be in an event is in no event of ours and in no command', () => {
  const kept = under('event')
    .filter(({ place }) => place.length > 2)
    .flatMap((known, index) => {
      const secret = NEVER[index % NEVER.length] ?? MARK
      return plantings(known, secret).flatMap(({ event }) => {
        const decoded = decodeEvent(event)
        const added = append(tip, [event as never])
        const all: readonly unknown[] = [
          ...(E.isRight(decoded) ? [decoded.right] : []),
          ...(E.isRight(added) ? added.right.entries : []),
        ]
        return all.filter((each) => holds(each, secret))
      })
    })
  const attempt = NEVER.flatMap((secret) =>
    tentatives.flatMap(({ type, data }) => {
      const command = { commandId: 'command-1', now: '2026-03-02T10:00:00Z' as Instant }
      const made = tentative(
        decodeEvent,
        String(type),
        { ...Object(data), reference: secret, note: secret },
        command,
      )
      return E.isRight(made) && holds(made.right, secret) ? [made.right] : []
    }),
  )
  expect([...kept, ...attempt]).toEqual([])
})
