/** Nothing throws: every method of the root takes anything at all, and says what is wrong with it. */
import { isDeepStrictEqual } from 'node:util'
import * as E from 'fp-ts/lib/Either.js'
import { type Instant, payfold, readPolicy, type Stream } from 'payfold'
import { emptyTip, ownLoop } from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { reported } from 'payfold/testing'
import { describe, expect, test } from 'vitest'
import { hash } from '../src/words/hash/hash.ts'
import { states } from './hostile/fields.ts'
import {
  bomb,
  GARBAGE,
  MOST_READS,
  shared,
  sparse,
  withGetters,
  withTraps,
} from './hostile/garbage.ts'

const machines = [session, sepaPayment, sepaMandate, ticketPayment]
const pf = payfold(machines)

const PAYMENT = 'payment-pay_1' as Stream
const now = '2026-03-06T10:00:00.0000000Z' as Instant
const pay = { paymentId: 'pay_1' }
const pending = reported('payment_pending', {
  ...pay,
  method: 'sepa',
  amount: 1000,
  currency: 'EUR',
  sourceId: 'src_1',
})
const captured = reported(
  'payment_captured',
  { ...pay, amount: 1000 },
  { at: '2026-03-03T10:00:00Z' },
)
const asked = reported('refund_requested', { ...pay, amount: 300, commandId: 'c-1' }, { at: now })
const state = pf.fold(PAYMENT, [pending, captured])
const command = {
  type: 'requestRefund',
  data: { ...pay, amount: 300 },
  metadata: { commandId: 'c-1', now },
}
const tip = emptyTip(PAYMENT)
const appended = ownLoop(pf).append(tip, [pending])
const entry = E.isRight(appended) ? (appended.right.entries[0] ?? ({} as never)) : ({} as never)
const line = pf.toLine(entry)
const step = {
  type: 'old',
  schema: 0,
  becomes: { type: 'payment_captured', schema: 1 },
  step: () => ({ data: {} }),
}

/** What every method takes, all of it good; and what else is good, by the position of the argument. */
type Method = readonly [
  call: (...input: never[]) => unknown,
  good: readonly unknown[],
  also?: Readonly<Record<number, readonly string[]>>,
]

/** What is an object without any field that is optional. */
const NO_FIELDS = ['an empty object', 'a date that is none']

/** The methods that return an Either. */
const EITHERS: Readonly<Record<string, Method>> = {
  at: [pf.at, [state, now]],
  asOf: [
    pf.asOf,
    [PAYMENT, [pending], { occurred: now }],
    {
      1: ['an empty list'],
      2: [
        ...NO_FIELDS,
        'a few bytes',
        'objects in objects, 100,000 deep',
        'an object that contains itself',
      ],
    },
  ],
  resume: [pf.resume, [JSON.parse(JSON.stringify(state))]],
  validate: [ownLoop(pf).validate, [state, asked]],
  decide: [pf.decide, [state, command]],
  allowed: [pf.allowed, [state, now]],
  windows: [pf.windows, [state, now]],
  questions: [pf.questions, [state, now]],
  sums: [pf.sums, [state]],
  consequences: [ownLoop(pf).consequences, [state]],
  decode: [pf.decode, [pending]],
  upcasts: [pf.upcasts, [[step]], { 0: ['an empty list'] }],
  append: [
    ownLoop(pf).append,
    [tip, [pending], -1, 0],
    { 1: ['an empty list'], 2: ['undefined'], 3: ['undefined', 'a number'] },
  ],
  appendAll: [
    ownLoop(pf).appendAll,
    [new Map([[PAYMENT, tip]]), [{ stream: PAYMENT, event: pending }], new Map(), 0],
    { 1: ['an empty list'], 2: ['undefined'], 3: ['undefined', 'a number'] },
  ],
  fromLine: [pf.fromLine, [line]],
  'lineReader(upcast)': [ownLoop(pf).lineReader((stored) => stored), [line]],
  'readPolicy(machines)': [readPolicy(machines), [{}], { 0: NO_FIELDS }],
}

/** The methods that have no error to return, and whether they returned what is neutral. */
const OTHERS: Readonly<Record<string, readonly [Method, isNeutral: (value: never) => boolean]>> = {
  fold: [[pf.fold, [PAYMENT, [pending]]], isFolded],
  evolve: [[pf.evolve, [state, captured]], isFolded],
  is: [[pf.is, [state, sepaPayment]], (value: unknown) => value === false],
  explain: [
    [pf.explain, [{ error: 'Unassigned' }]],
    (text: string) =>
      text === 'This is not a refusal, a finding, a parked occurrence, a window or an error.',
  ],
  toLine: [[pf.toLine, [entry]], (value: unknown) => value === ''],
  lineReader: [
    [ownLoop(pf).lineReader, [(stored: unknown) => stored]],
    (value) => typeof value === 'function',
  ],
}

/** Whether a state is whole, and holds only what was good. */
function isFolded(value: ReturnType<typeof pf.fold>): boolean {
  const kept = value.occurrences.flatMap(({ events }) => events)
  const isOurs = kept.every((event) => [pending, captured].some((each) => isSame(each, event)))
  return isOurs && isSame(JSON.parse(JSON.stringify(value)), value)
}

const isSame = isDeepStrictEqual

const calls = ([call, good, also = {}]: Method) =>
  good.flatMap((_, position) =>
    Object.entries(GARBAGE).flatMap(([name, value]) => {
      if (also[position]?.includes(name)) return []
      const input = good.map((each, index) => (index === position ? value : each))
      return [{ what: `${name} at ${position}`, run: () => call(...(input as never[])) }]
    }),
  )

const thrownBy = (run: () => unknown): unknown => {
  try {
    return { returned: run() }
  } catch (error) {
    return { thrown: String(error) }
  }
}

describe('nothing throws', () => {
  test.each(Object.entries(EITHERS))('%s says what cannot be read', (_, method) => {
    const [call, good] = method
    expect(call(...(good as never[]))).toMatchObject({ _tag: 'Right' })
    const wrong = calls(method).flatMap(({ what, run }) => {
      const came = thrownBy(run) as { returned?: E.Either<{ error: string }, unknown> }
      const { returned } = came
      const isSaid = returned !== undefined && E.isLeft(returned)
      const isSentence = isSaid && /^\S.* .*\.$/.test(pf.explain(returned.left as never))
      return isSentence ? [] : [[what, isSaid ? returned : Object.keys(came)]]
    })
    expect(wrong).toEqual([])
  })

  test.each(Object.entries(OTHERS))('%s returns what is neutral', (_, [method, isNeutral]) => {
    const wrong = calls(method).flatMap(({ what, run }) => {
      const came = thrownBy(run) as { returned?: never }
      return 'returned' in came && isNeutral(came.returned as never) ? [] : [[what, came]]
    })
    expect(wrong).toEqual([])
  })

  /** Every fourth of some values, others at each place; of fewer, one. */
  const some = (values: object, place: number): object =>
    Object.fromEntries(
      Object.entries(values).filter(
        (_, index, all) => (index + place) % Math.min(4, all.length) === 0,
      ),
    )

  /** One thing, with garbage in one of its fields, or some of it in a field of what is in that. */
  const spoilt = (
    thing: object,
    garbage: object = GARBAGE,
  ): readonly (readonly [string, object])[] =>
    Object.entries(thing).flatMap(([field, inner], place) => [
      ...Object.entries(garbage).map(
        ([name, value]) => [`${name} as ${field}`, { ...thing, [field]: value }] as const,
      ),
      ...(typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? spoilt(inner, some(garbage, place)).map(
            ([name, value]) => [`${name} in ${field}`, { ...thing, [field]: value }] as const,
          )
        : []),
    ])

  const CASES: Readonly<Record<string, readonly [object, (thing: never) => unknown]>> = {
    'folds an event': [captured, (event) => pf.fold(PAYMENT, [pending, event])],
    'folds an entry': [entry, (each) => pf.fold(PAYMENT, [each])],
    'folds an event as of a time': [captured, (event) => pf.asOf(PAYMENT, [event], {})],
    'folds an entry as of a time': [
      entry,
      (each) => [
        pf.asOf(PAYMENT, [each], { occurred: now }),
        pf.asOf(PAYMENT, [each], { known: 1, occurred: now }),
      ],
    ],
    'adds the exposure of a state up': [state, (each) => pf.exposure([each], now)],
    'lists the deadlines of a state': [
      state,
      (each) => pf.deadlines([each], now, '2027-01-01T00:00:00Z'),
    ],
    'evolves by an event': [captured, (event) => pf.evolve(state, event)],
    'validates an event': [asked, (event) => ownLoop(pf).validate(state, event)],
    'decodes an event': [captured, pf.decode],
    'appends an event': [captured, (event) => ownLoop(pf).append(tip, [event])],
    'appends to a tip': [
      { ...tip, known: { [captured.metadata.eventId]: ['a'] } },
      (at) => ownLoop(pf).append(at, [captured]),
    ],
    'appends to one of many tips': [
      tip,
      (at) =>
        ownLoop(pf).appendAll(new Map([[PAYMENT, at]]), [{ stream: PAYMENT, event: captured }]),
    ],
    'decides a command': [command, (each) => pf.decide(state, each)],
    'writes an entry': [entry, pf.toLine],
    'reads a policy': [pf.policy, readPolicy(machines)],
    'judges under a policy': [
      pf.policy,
      (policy) => {
        const root = payfold(machines, { policy })
        return root.at(root.fold(PAYMENT, [pending, captured]), now)
      },
    ],
    'chains steps': [step, (each) => pf.upcasts([each])],
    'evolves a state': [state, (each) => pf.evolve(each, captured)],
    'resumes a state': [state, pf.resume],
    'sees a state at a time': [state, (each) => pf.at(each, now)],
    'validates by a state': [state, (each) => ownLoop(pf).validate(each, asked)],
    'decides by a state': [state, (each) => pf.decide(each, command as never)],
    'lists the commands of a state': [state, (each) => pf.allowed(each, now)],
    'lists the windows of a state': [state, (each) => pf.windows(each, now)],
    'lists the questions of a state': [state, (each) => pf.questions(each, now)],
    'adds a state up': [state, pf.sums],
    'lists the consequences of a state': [state, ownLoop(pf).consequences],
    'explains a refusal': [{ rule: 'withinNet', available: 1, currency: 'EUR' }, pf.explain],
    'explains a finding': [{ code: 'ClockSkew', key: 'a', at: now, claimedAt: now }, pf.explain],
    'explains a parked occurrence': [{ key: 'a', reason: 'NoEntity' }, pf.explain],
    'explains an error': [{ error: 'Refused', refusals: [{ rule: 'withinNet' }] }, pf.explain],
    'explains what is unreadable': [
      { error: 'Unreadable', path: 'a', expected: 'b', found: 'c' },
      pf.explain,
    ],
  }

  test.each(Object.entries(CASES))('%s with any field spoilt', (_, [thing, run]) => {
    const thrown = spoilt(thing).flatMap(([name, each]) => {
      const came = thrownBy(() => run(each as never))
      return Object.hasOwn(came as object, 'thrown') ? [[name, came]] : []
    })
    expect(thrown).toEqual([])
  })

  test.each(Object.entries(CASES))('%s in which one thing is in many places', (_, [thing, run]) => {
    for (const [index, [name]] of spoilt(thing, { it: null }).entries()) {
      const { value, reads } = shared()
      run(spoilt(thing, { it: value })[index]?.[1] as never)
      expect(reads(), name).toBeLessThan(MOST_READS)
    }
  })
})

test.each(Object.entries(EITHERS))('%s refuses a list of holes at the first', (_, method) => {
  const [call, good] = method
  for (const [position] of good.entries()) {
    const { value, reads } = sparse()
    const said = call(
      ...(good.map((each, index) => (index === position ? value : each)) as never[]),
    )
    expect([said, reads() < 1000]).toMatchObject([E.left({ error: expect.any(String) }), true])
  }
})

test.each(Object.entries(OTHERS))(
  '%s leaves a list of holes at the first',
  (_, [[call, good], is]) => {
    for (const [position] of good.entries()) {
      const { value, reads } = sparse()
      const said = call(
        ...(good.map((each, index) => (index === position ? value : each)) as never[]),
      )
      expect([is(said as never), reads() < 1000]).toEqual([true, true])
    }
  },
)

describe('a time that is none', () => {
  const unreadable = (path: string, expected: string, found: string) =>
    E.left({ error: 'Unreadable', path, expected, found })
  const TIME = 'a Date, or a time with its zone such as 2026-03-02T10:00:00Z'

  test.each([
    ['yesterday', 'a text'],
    // a clock's time without its zone, and a day, are no time
    ['2026-03-06T10:00:00', 'a text'],
    ['2026-03-06', 'a text'],
    ['2026-02-30T10:00:00.0000000Z', 'a text'],
    [undefined, 'nothing'],
    [null, 'null'],
    [1772791200000, 'a number'],
    [new Date(Number.NaN), 'an object'],
  ])('judges nothing: %s', (time, found) => {
    const wrong = time as never
    const said = unreadable('now', TIME, found)
    expect(pf.at(state, wrong)).toEqual(said)
    expect(pf.allowed(state, wrong)).toEqual(said)
    expect(pf.windows(state, wrong)).toEqual(said)
    expect(pf.questions(state, wrong)).toEqual(said)
    expect(pf.questions(pf.fold(PAYMENT, [captured]), wrong)).toEqual(said)
    if (time === undefined) return
    const at = unreadable('when.occurred', TIME, found)
    expect(pf.asOf(PAYMENT, [pending], { occurred: wrong })).toEqual(at)
  })

  test.each([
    '2026-03-06T10:00:00Z',
    '2026-03-06T11:00:00+01:00',
    new Date('2026-03-06T10:00:00Z'),
  ])('but %s is one', (time) => {
    const at = '2026-03-06T10:00:00.0000000Z'
    expect(pf.allowed(state, time)).toEqual(pf.allowed(state, at))
    expect(pf.windows(state, time)).toEqual(pf.windows(state, at))
    expect(pf.questions(state, time)).toEqual(pf.questions(state, at))
    expect(pf.commandStatus(state, 'c-1', time)).toEqual(pf.commandStatus(state, 'c-1', at))
    expect(pf.deadlines([state], time, time)).toEqual(pf.deadlines([state], at, at))
    expect(pf.exposure([state], time)).toEqual(pf.exposure([state], at))
    expect(pf.at(state, time)).toEqual(pf.at(state, at))
    const events = [pending, captured]
    expect(pf.asOf(PAYMENT, events, { occurred: time })).toEqual(
      pf.asOf(PAYMENT, events, { occurred: at }),
    )
    const command = { type: 'requestRefund', data: { paymentId: 'pay_1', amount: 1 } } as const
    const decided = (now: Date | string) =>
      pf.decide(state, { ...command, metadata: { commandId: 'c-9', now } })
    expect(decided(time)).toEqual(decided(at))
  })

  test('is found in an event, in a command, and in a number of entries', () => {
    const metadata = { ...asked.metadata, occurredAt: 'yesterday' as never }
    expect(ownLoop(pf).validate(state, { ...asked, metadata })).toEqual(
      unreadable('metadata.occurredAt', 'a time', 'a text'),
    )
    const late = { ...command, metadata: { commandId: 'c-1', now: 'yesterday' } } as const
    expect(pf.decide(state, late as never)).toEqual(unreadable('metadata.now', TIME, 'a text'))
    expect(pf.asOf(PAYMENT, [pending], { known: 0.5 })).toEqual(
      unreadable('when.known', 'a whole number', 'a fraction'),
    )
  })

  test('is explained in a sentence', () => {
    const said = pf.at(state, 'yesterday' as never)
    expect(E.isLeft(said) && pf.explain(said.left)).toBe(`now should be ${TIME}, but is a text.`)
  })
})

describe('a state that is none', () => {
  test('is told from one that is stale, and from one of no machine', () => {
    const error = (value: unknown) => {
      const said = pf.sums(value as never)
      return E.isLeft(said) ? said.left : null
    }
    const unreadable = { error: 'Unreadable' }
    expect(error(null)).toEqual({
      ...unreadable,
      path: 'state',
      expected: 'a state',
      found: 'null',
    })
    expect(error({})).toMatchObject({ ...unreadable, path: 'state.machine' })
    expect(error({ ...state, stream: 1 })).toMatchObject({ ...unreadable, path: 'state.stream' })
    expect(error({ ...state, context: null })).toEqual({
      ...unreadable,
      path: 'state',
      expected: 'a state that its machine can judge',
      found: 'an object',
    })
    expect(error({ ...state, machine: 'no-machine@1' })).toMatchObject({ error: 'Stale' })
    expect(error(pf.fold(PAYMENT, []))).toEqual({ error: 'Unassigned', stream: PAYMENT })
  })

  test('is of no machine', () => {
    expect(pf.is({} as never, {} as never)).toBe(false)
  })

  test('is not blamed for an event or a command that cannot be looked into', () => {
    const error = { error: 'Unreadable' }
    expect(ownLoop(pf).validate(state, withTraps({}) as never)).toMatchObject(
      E.left({ ...error, path: 'event' }),
    )
    expect(pf.decide(state, { ...command, data: withGetters } as never)).toMatchObject(
      E.left({ ...error, path: 'data' }),
    )
  })

  test('evolves to what can be read of it', () => {
    // what an event that is none adds to any state
    for (const whole of states) expect(pf.evolve(whole as never, null as never)).toEqual(whole)
    const none = pf.evolve({} as never, captured)
    expect([none.stream, none.machine, none.parked.length]).toEqual([null, 'unassigned', 1])
    const [first] = state.occurrences
    const damaged = { ...state, occurrences: [null, {}, first] } as never
    expect(pf.evolve(damaged, captured)).toEqual(state)
    const nameless = payfold([sepaPayment])
    const own = nameless.fold(PAYMENT, [pending])
    expect(nameless.evolve({ ...own, stream: null }, null as never)).toEqual({
      ...own,
      stream: null,
    })
  })
})

describe('an event that is none', () => {
  const garbage = Object.values(GARBAGE) as never[]

  test('is left out of a state, and nothing else is', () => {
    expect(pf.fold(PAYMENT, [...garbage, pending, captured])).toEqual(state)
    expect(garbage.map((each) => pf.evolve(state, each))).toEqual(garbage.map(() => state))
  })

  test('of a view of the past is named', () => {
    const metadata = { ...captured.metadata, recordedAt: 1 as never }
    expect(pf.asOf(PAYMENT, [pending, { ...captured, metadata }], {})).toMatchObject(
      E.left({ error: 'Unreadable', path: 'metadata.recordedAt', found: 'a number' }),
    )
  })

  test('is not appended, nor is anything else of the same call', () => {
    expect(ownLoop(pf).append(tip, [pending, null as never])).toMatchObject(
      E.left({ error: 'Unreadable', path: 'event', found: 'null' }),
    )
    expect(ownLoop(pf).append({ ...tip, revision: '0' as never }, [])).toMatchObject(
      E.left({ error: 'Unreadable', path: 'tip.revision', found: 'a text' }),
    )
    expect(ownLoop(pf).appendAll({} as never, [])).toMatchObject(
      E.left({ error: 'Unreadable', path: 'tips.get', found: 'nothing' }),
    )
    const elsewhere = [{ stream: 'nowhere' as never, event: pending }]
    expect(ownLoop(pf).appendAll(new Map(), elsewhere)).toMatchObject(
      E.left({ error: 'Unreadable', path: 'events.0.stream', found: 'a text' }),
    )
  })
})

test('a line whose event is nested too deeply is unreadable', () => {
  const { metadata } = pending
  const { eventId, occurredAt, recordedAt, source, schema } = metadata
  const meta = JSON.stringify({ eventId, occurredAt, recordedAt, schema, source })
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const body =
    `{"event":{"data":{"x":${deep}},"metadata":${meta},"type":"invoice_paid"},` +
    `"form":1,"previous":null,"revision":0,"stream":"payment-pay_1"`
  expect(pf.fromLine(`${body},"hash":"${hash(body)}"}`)).toMatchObject(
    E.left({ error: 'Unreadable', expected: 'JSON that is nested at most 64 deep' }),
  )
})

describe('a machine that throws', () => {
  const of = bomb
  const faulty = { ...sepaPayment, consequences: { prefix: 'mandate', of } } as typeof sepaPayment

  test('judges nothing', () => {
    const root = payfold([faulty])
    expect(ownLoop(root).consequences(root.fold(PAYMENT, [pending]))).toMatchObject(
      E.left({ error: 'Unreadable', expected: 'a state that its machine can judge' }),
    )
  })

  test('is not taken for one whose events cannot be read', () => {
    const find: typeof sepaPayment.findings.MandateUnknown.find = ({ occurrences }) =>
      occurrences.length === 0 ? [] : bomb()
    const { MandateUnknown, ...others } = sepaPayment.findings
    const findings = { ...others, MandateUnknown: { ...MandateUnknown, find } }
    const root = payfold([{ ...sepaPayment, findings }])
    expect(() => root.fold(PAYMENT, [pending])).toThrow('looked into')
  })
})
