/** Generates the data of an event from its codec, with few ids, amounts and times. */
import fc from 'fast-check'
import type { DomainEvent } from '../../event/envelope.ts'
import type { Shown } from '../../words/data/exact-match.ts'

/** Times that are equal, or differ by less than the clock tolerance, by more, weeks or years. */
export const TIMES: readonly string[] = [
  '2026-01-05T10:00:00Z',
  '2026-01-05T10:00:00.0000001Z',
  '2026-01-05T10:01:00Z',
  '2026-01-05T10:01:00.0000001Z',
  '2026-01-06T10:00:00Z',
  '2026-03-02T22:59:59.9999999Z',
  '2026-03-02T23:00:00Z',
  '2026-03-10T10:00:00Z',
  '2027-03-01T10:00:00Z',
  '2029-01-06T00:00:00Z',
]

/** Candidate values for a field: the first list counts from which its codec accepts any. */
const POOLS: readonly (readonly unknown[])[] = [
  ['word-1', 'word-2'],
  [0, 100, 200, 300, 500, 1000],
  [true, false],
  ['EUR', 'USD'],
  TIMES,
  ['g', 'h'].map((letter) => `made_${letter.repeat(32)}`),
  ['2026-01-05', '2026-01-06'],
]

/** Candidate values for fields in which a particular word has a meaning. */
const WORDS: Readonly<Record<string, readonly unknown[]>> = {
  status: [
    'pending',
    'captured',
    'partially_refunded',
    'refunded',
    'declined',
    'expired',
    'approved',
  ],
  name: ['payment_approved', 'authentication_failed'],
}

/** Throws a sentence, which fast-check shows as its counterexample. */
export const failed = (sentence: string): never =>
  fc.assert(fc.property(fc.constant(sentence), () => false)) as never

const optional = <A>(arbitrary: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 })

/** The candidate values that a leaf codec accepts; none if it accepts none of them. */
export const leafValues = ({ is, name }: Shown, field: string): readonly unknown[] => {
  const [, prefix] = /^an? ([a-z]+)_ identifier$/.exec(name) ?? []
  const ids = prefix === undefined ? [] : [1, 2, 3].map((number) => `${prefix}_${number}`)
  const taken = [WORDS[field] ?? [], ids, ...POOLS].map((pool) => pool.filter(is))
  return taken.find((pool) => pool.length > 0) ?? []
}

const leaf = (shown: Shown, field: string): fc.Arbitrary<unknown> => {
  const values = leafValues(shown, field)
  return values.length === 0 ? fc.constant(undefined) : fc.constantFrom(...values)
}

const props = (shown: Shown, isOptional: boolean): fc.Arbitrary<object> =>
  fc.record(
    Object.fromEntries(
      Object.entries(shown.props ?? {}).map(([name, codec]) => {
        if (isOptional) return [name, optional(anyOf(codec, name))]
        const isLeaf = GENERATORS[codec._tag ?? ''] === undefined
        return isLeaf && leafValues(codec, name).length === 0
          ? failed(`No value is known for ${name} (${codec.name}): pass events.`)
          : [name, anyOf(codec, name)]
      }),
    ),
  )

type Generate<A = fc.Arbitrary<unknown>> = (shown: Shown, field: string) => A

const united = (parts: readonly unknown[]): object => Object.assign({}, ...parts)

const inner: Generate = (shown, field) => anyOf(shown.type ?? shown, field)
const members: Generate<readonly fc.Arbitrary<unknown>[]> = ({ types = [] }, field) =>
  types.map((type) => anyOf(type, field))
const list: Generate = (shown, field) => fc.array(inner(shown, field), { maxLength: 3 })

const GENERATORS: Readonly<Record<string, Generate>> = {
  ReadonlyType: inner,
  ExactType: inner,
  IntersectionType: (shown, field) => fc.tuple(...members(shown, field)).map(united),
  UnionType: (shown, field) => fc.oneof(...members(shown, field)),
  InterfaceType: (shown) => props(shown, false),
  PartialType: (shown) => props(shown, true),
  KeyofType: ({ keys = {} }) => fc.constantFrom(...Object.keys(keys)),
  LiteralType: ({ value }) => fc.constant(value),
  ReadonlyArrayType: list,
  ArrayType: list,
}

const anyOf: Generate = (shown, field) => (GENERATORS[shown._tag ?? ''] ?? leaf)(shown, field)

/** Leaves out the fields that are undefined, at any depth, as stored JSON does. */
export const present = <A>(data: A): A => JSON.parse(JSON.stringify(data)) as A

/** Any data of an event that its codec shows. */
export const dataOf = (codec: unknown): fc.Arbitrary<object> =>
  anyOf(codec as Shown, '').map((event) => present((event as DomainEvent).data))
