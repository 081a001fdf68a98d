/**
 * Lines by their skeletons, the texts between their strings and numbers: a line that was read as a whole
 * teaches its skeleton, and one that has it later is checked value by value, without being written again.
 */
import { exactAt, type IsExact } from '../words/data/exact-match.ts'
import { addTo, NONE } from '../words/data/lists.ts'
import { isHash } from './hash-tree.ts'

/** The check of a value, and the last text that passed it: values are often repeated. */
interface ValueCheck {
  readonly fits: IsExact
  readonly isText: boolean
  last: string | null
}

/** The pattern of lines, whose groups are their values, and the check of each. */
interface Skeleton {
  readonly pattern: RegExp
  readonly checks: readonly ValueCheck[]
}

/** A string or a number in a line: where it is in the entry. */
interface Slot {
  readonly isText: boolean
  readonly path: readonly string[]
}

/** Lines are compared with one skeleton after the other, so an event type teaches no more than this. */
const MOST_OF_TYPE = 40

/** The longest pattern that is learnt: far less than any engine can hold. */
const LONGEST = 5000

/** Printed ASCII that needs no escape, in which a string ends at its next quotation mark. */
const PLAIN = /^[ -[\]-~]*$/

const TOKEN = /"([^"]*)"(:?)|[{}[\]]|-?\d[\d.eE+-]*/g
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})$/

const TEXT_GROUP = '"([ !#-[\\]-~]*)"'
const NUMBER_GROUP = '(0|[1-9]\\d{0,14})'

const escaped = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&')

/** Words that belong to the skeleton: the checks of the other values depend on them. */
const isWord = (path: readonly string[]): boolean => {
  const name = path.join('.')
  return name === 'event.type' || name === 'form'
}

/** The values of a line, and the pattern of all lines that differ in nothing else. */
const patternOf = (line: string) => {
  const slots: Slot[] = []
  const path: string[] = []
  let [pattern, end] = ['', 0]
  const put = (token: string, at: number, isText: boolean): void => {
    if (isWord(path)) return
    slots.push({ isText, path: [...path] })
    pattern += `${escaped(line.slice(end, at))}${isText ? TEXT_GROUP : NUMBER_GROUP}`
    end = at + token.length
  }
  for (const { 0: token, 1: text, 2: colon, index } of line.matchAll(TOKEN)) {
    if (token === '{' || token === '[') path.push('')
    else if (token === '}' || token === ']') path.pop()
    else if (text === undefined) {
      if (PLAIN_NUMBER.test(token)) put(token, index, false)
    } else if (colon === '') put(token, index, true)
    else path[path.length - 1] = text
  }
  return { slots, pattern: `^${pattern}${escaped(line.slice(end))}$` }
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
  // the hash of an entry is the one that the next entry of its stream names
  const sealed = checkFor('hash', true, isHash)
  const number = checkFor('number', false, always)
  const own: Readonly<Record<string, ValueCheck>> = {
    ...{ previous: sealed, hash: sealed, revision: number, sequence: number },
    stream: checkFor('stream', true, isStream),
  }
  return ({ path: [name = '', ...inner], isText }: Slot, type: string): ValueCheck | null => {
    if (name !== 'event') return own[name] ?? null
    const codec = exactAt(codecOf(type), inner)
    return codec === null ? null : checkFor(codec.of, isText, codec.fits)
  }
}

const passes = (check: ValueCheck, text: string): boolean => {
  if (text === check.last) return true
  if (!check.fits(check.isText ? text : Number(text))) return false
  check.last = text
  return true
}

const TYPE = '"type":"'

/** The type of the event in a line, by which skeletons are found: it is the last field of that name. */
const typeIn = (line: string): string => {
  const from = line.lastIndexOf(TYPE) + TYPE.length
  return line.slice(from, line.indexOf('"', from))
}

/** Starts without any skeleton. */
export const skeletons = (log: SkeletonLog) => {
  const byType = new Map<string, Skeleton[]>()
  const checkOf = valueChecks(log)
  return {
    /** Whether a line is the canonical text of an entry in today's form; its hash may be wrong. */
    fit: (line: string): boolean => {
      for (const { pattern, checks } of byType.get(typeIn(line)) ?? NONE) {
        const values = pattern.exec(line)
        if (values !== null) return checks.every((check, at) => passes(check, values[at + 1] ?? ''))
      }
      return false
    },
    /** Learns from a line that is valid in every respect, and is of this type. */
    learn: (line: string, type: string): void => {
      if (!PLAIN.test(line) || line.includes('__proto__')) return
      const known = byType.get(type) ?? NONE
      const { slots, pattern } = patternOf(line)
      const checks = slots.flatMap((slot) => checkOf(slot, type) ?? [])
      if (checks.length < slots.length || pattern.length > LONGEST) return
      const isKnown = known.some((each) => each.pattern.source === pattern)
      if (isKnown || known.length >= MOST_OF_TYPE) return
      addTo(byType, type, { pattern: new RegExp(pattern), checks })
    },
  }
}
