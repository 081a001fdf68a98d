/**
 * Lines by their skeletons, the texts between their strings and numbers: a line that was read as a whole
 * teaches its skeleton, and one that has it later is checked value by value, without being written again.
 */
import { exactAt, type IsExact } from '../words/data/exact-match.ts'
import { isHash } from './hash-tree.ts'

/** The check of a value, and the last text that passed it: values are often repeated. */
interface ValueCheck {
  readonly fits: IsExact
  readonly isText: boolean
  last: string | null
}

/** A text, and what follows it: a string or a number, and then another place. */
interface SkeletonStep {
  readonly text: string
  readonly isText: boolean
  readonly next: Place
}

/** A place in skeletons: the ways on or, before the end of a line, the checks of all its values. */
interface Place {
  readonly steps: SkeletonStep[]
  checks: readonly ValueCheck[] | null
}

/** A string or a number in a line: where it is in the text, and where in the entry. */
interface Slot {
  readonly from: number
  readonly to: number
  readonly isText: boolean
  readonly path: readonly string[]
}

/** Every place takes memory, so a log of many forms teaches no more than this. */
const MOST_STEPS = 20_000
const MOST_SLOTS = 100

/** Printed ASCII that needs no escape, in which a string ends at its next quotation mark. */
const PLAIN = /^[ -[\]-~]*$/

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

const END = '"}'

/** Words that belong to the skeleton: the checks of the other values depend on them. */
const isWord = (path: readonly string[]): boolean => {
  const name = path.join('.')
  return name === 'event.type' || name === 'form'
}

const isPlainNumber = (text: string): boolean => /^(?:0|[1-9]\d{0,14})$/.test(text)

/** The end of the number that begins at a position; -1 if it is not in plain form. */
const endOfNumber = (line: string, from: number): number => {
  let to = from
  while (line.charCodeAt(to) >= 48 && line.charCodeAt(to) <= 57) to += 1
  const isZero = line.charCodeAt(from) === 48 && to - from > 1
  return to === from || to - from > 15 || isZero ? -1 : to
}

const slotsOf = (line: string): readonly Slot[] => {
  const slots: Slot[] = []
  const path: string[] = []
  const put = (from: number, to: number, isText: boolean): void => {
    if (!isWord(path)) slots.push({ from, to, isText, path: [...path] })
  }
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at)
    if (sign === '{' || sign === '[') path.push('')
    else if (sign === '}' || sign === ']') path.pop()
    else if (sign === '"') {
      const end = line.indexOf('"', at + 1)
      if (line[end + 1] === ':') path[path.length - 1] = line.slice(at + 1, end)
      else put(at + 1, end, true)
      at = end
    } else if (sign === '-' || (sign >= '0' && sign <= '9')) {
      NUMBER.lastIndex = at
      const [number = ''] = NUMBER.exec(line) ?? []
      if (isPlainNumber(number)) put(at, at + number.length, false)
      at += number.length - 1
    }
  }
  return slots
}

interface SkeletonLog {
  readonly codecOf: (type: string) => unknown
  readonly isStream: IsExact
}

const always: IsExact = () => true

/** One check for each codec, so that a value counts as repeated wherever it was. */
const valueChecks = ({ codecOf, isStream }: SkeletonLog) => {
  const known = new Map<unknown, ValueCheck>()
  const checkFor = (of: unknown, isText: boolean, fits: IsExact): ValueCheck => {
    const check = known.get(of) ?? { fits, isText, last: null }
    known.set(of, check)
    return check
  }
  const previous = checkFor('previous', true, isHash)
  const own: Readonly<Record<string, ValueCheck>> = {
    previous,
    stream: checkFor('stream', true, isStream),
    hash: checkFor('hash', true, always),
    revision: checkFor('number', false, always),
    sequence: checkFor('number', false, always),
  }
  return {
    previous,
    of: ({ path: [name = '', ...inner], isText }: Slot, type: string): ValueCheck | null => {
      if (name !== 'event') return own[name] ?? null
      const codec = exactAt(codecOf(type), inner)
      return codec === null ? null : checkFor(codec.of, isText, codec.fits)
    },
  }
}

const fitsAt = (check: ValueCheck, line: string, from: number, to: number): boolean => {
  const { last } = check
  if (last !== null && to - from === last.length && line.startsWith(last, from)) return true
  const text = line.slice(from, to)
  if (!check.fits(check.isText ? text : Number(text))) return false
  check.last = text
  return true
}

const stepFrom = ({ steps }: Place, line: string, at: number): SkeletonStep | null => {
  for (const step of steps) {
    if (!line.startsWith(step.text, at)) continue
    if (step.isText || endOfNumber(line, at + step.text.length) > 0) return step
  }
  return null
}

/** Where the values of a line begin and end: one pair of lists for all lines. */
const positions = { starts: new Int32Array(MOST_SLOTS), ends: new Int32Array(MOST_SLOTS) }

/** Follows a line to its end. Returns the checks of its values, whose positions are noted. */
const followed = (first: Place, line: string): readonly ValueCheck[] | null => {
  const { starts, ends } = positions
  let [place, at] = [first, 0]
  for (let count = 0; place.checks === null; count += 1) {
    const step = stepFrom(place, line, at)
    if (step === null) return null
    const from = at + step.text.length
    at = step.isText ? line.indexOf('"', from) : endOfNumber(line, from)
    if (at < 0) return null
    starts[count] = from
    ends[count] = at
    place = step.next
  }
  return at === line.length - END.length && line.endsWith(END) ? place.checks : null
}

/** Starts without any skeleton. */
export const skeletons = (log: SkeletonLog) => {
  const first: Place = { steps: [], checks: null }
  const checks = valueChecks(log)
  let steps = 0

  const stepTo = (place: Place, text: string, isText: boolean): SkeletonStep | null => {
    const known = place.steps.find((each) => each.text === text && each.isText === isText)
    if (known !== undefined || steps >= MOST_STEPS) return known ?? null
    steps += 1
    const step = { text, isText, next: { steps: [], checks: null } }
    place.steps.push(step)
    return step
  }

  return {
    /** Whether a line is the canonical text of an entry in today's form; its hash may be wrong. */
    fit: (line: string): boolean => {
      const all = PLAIN.test(line) ? followed(first, line) : null
      if (all === null) return false
      const { starts, ends } = positions
      let at = 0
      for (const check of all) {
        if (!fitsAt(check, line, starts[at] ?? 0, ends[at] ?? 0)) return false
        at += 1
      }
      return true
    },
    /** Learns from a line that is valid in every respect, and is of this type. */
    learn: (line: string, type: string): void => {
      if (!PLAIN.test(line) || line.includes('__proto__')) return
      const slots = slotsOf(line)
      const all = slots.flatMap((slot) => checks.of(slot, type) ?? [])
      if (all.length < slots.length || slots.length > MOST_SLOTS) return
      let [place, at] = [first, 0]
      for (const { from, to, isText } of slots) {
        const step = stepTo(place, line.slice(at, from), isText)
        if (step === null) return
        place = step.next
        at = to
      }
      place.checks = all
    },
    /** Notes the hash of the last entry, which the next entry of its stream names. */
    noteHash: (hash: string): void => {
      checks.previous.last = hash
    },
  }
}
