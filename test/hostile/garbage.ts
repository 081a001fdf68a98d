/** What nobody should pass to any function. */

/** Throws. */
export const bomb = (): never => {
  throw new Error('looked into')
}

/** The names of fields of a state, an event, a command, a tip, an entry, a report, a message. */
const NAMES = (
  'type data metadata machine fingerprint policy stream revision hash status value context ' +
  'occurrences findings parked openItems now known sequence previous event form schema becomes step ' +
  'error reason code rule refusal refusals occurred key id size root time order log name kind path ' +
  'expected found because commandId at method url request params body headers receivedAt endpoint ' +
  'raw line streams totals machines lines counts deadlines sums title'
).split(' ')

/** An object whose fields cannot be read. */
export const withGetters: object = Object.defineProperties(
  {},
  Object.fromEntries(NAMES.map((name) => [name, { get: bomb, enumerable: true }])),
)
const TRAPS = ['get', 'has', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'apply']
/** An object that refuses every look. */
export const withTraps = (target: object): object =>
  new Proxy(target, Object.fromEntries(TRAPS.map((name) => [name, bomb])))
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
const nested = (open: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1
  for (let depth = 0; depth < 100_000; depth += 1) value = open(value)
  return value
}
/** How often a leaf may be read, by a call that writes or compares what holds it a few times. */
export const MOST_READS = 10_000

/** Two fields with one value, at each of 40 levels: 2^40 ways lead to the leaf, which counts them. */
export const shared = (): { readonly value: unknown; readonly reads: () => number } => {
  let reads = 0
  const leaf = {
    get leaf() {
      reads += 1
      return reads > MOST_READS ? bomb() : 1
    },
  }
  let value: object = leaf
  for (let level = 0; level < 40; level += 1) value = { data: value, metadata: value }
  return { value, reads: () => reads }
}

/**
 * A list of four billion holes, with one thing among the first of them, that counts the looks at it. JSON
 * has no holes, so the first one says that it is no list of ours.
 */
export const sparse = (): { readonly value: unknown; readonly reads: () => number } => {
  const list: unknown[] = []
  list.length = 2 ** 32 - 1
  list[5] = {}
  let reads = 0
  const look = () => {
    reads += 1
    if (reads > MOST_READS) bomb()
  }
  const has = (target: unknown[], name: string | symbol) => {
    look()
    return Reflect.has(target, name)
  }
  const get = (target: unknown[], name: string | symbol) => {
    look()
    return Reflect.get(target, name)
  }
  return { value: new Proxy(list, { has, get }), reads: () => reads }
}

/** Bytes whose memory went to another thread. */
const transferred = new DataView(new ArrayBuffer(3))
structuredClone(transferred, { transfer: [transferred.buffer] })

const cyclic: Record<string, unknown> = {}
cyclic['data'] = cyclic

/** What nobody should pass, each by its name. */
export const GARBAGE: Readonly<Record<string, unknown>> = {
  null: null,
  undefined: undefined,
  'a number': 1,
  'a big number': 1n,
  'not a number': Number.NaN,
  'an empty text': '',
  'a text': 'yesterday',
  'a symbol': Symbol('yesterday'),
  'a function': bomb,
  'an empty list': [],
  'a list of null': [null],
  'a list that cannot be gone through': Object.assign([], { [Symbol.iterator]: bomb }),
  'a few bytes': new Uint8Array(3),
  'bytes that were transferred': transferred,
  'memory that was transferred': transferred.buffer,
  'a list of objects': [{}],
  'an empty object': {},
  'a date that is none': new Date(Number.NaN),
  'an object with getters that throw': withGetters,
  'an object that refuses every look': withTraps({}),
  'a list that refuses every look': withTraps([]),
  'an object that was revoked': revoked(),
  'objects in objects, 100,000 deep': nested((data) => ({ data })),
  'lists in lists, 100,000 deep': nested((inner) => [inner]),
  'an object that contains itself': cyclic,
}
