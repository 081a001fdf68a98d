/** Lines by their skeletons: nearly all are read so, and what differs in anything else is not. */
import { describe, expect, test } from 'vitest'
import { logOf } from '../../src/fold/root.ts'
import { toLine } from '../../src/log/line.ts'
import { skeletons } from '../../src/log/skeleton.ts'
import { entriesOf, numbered } from '../audit/given.ts'
import { business } from '../audit/seeded.ts'
import { root } from '../root.ts'

const entries = entriesOf(...business(4000, 7))
const lines = entries.map(toLine)
const log = logOf(root.machines)

/** Skeletons that were learnt from some entries. */
const learnt = (from = entries) => {
  const known = skeletons(log)
  let [whole, passed] = [0, 0]
  for (const entry of from) {
    const line = toLine(entry)
    if (known.fit(line)) passed += 1
    else {
      known.learn(line, entry.event.type)
      whole += 1
    }
  }
  return { known, whole, passed }
}

describe('a log of ordinary business', () => {
  test('has so few skeletons that fewer than 40 of 4,000 lines are read as a whole', () => {
    const { whole, passed } = learnt()
    expect([whole < 40, passed + whole]).toEqual([true, 4000])
  })

  test('has entries of one form in memory, however their lines were read', () => {
    const texts = new Set(
      lines.slice(0, 400).map((line) => {
        const read = root.fromLine(line)
        return read._tag === 'Right' ? Object.keys(read.right).join() : ''
      }),
    )
    expect([...texts]).toEqual(['event,form,previous,revision,stream,hash'])
  })
})

describe('a line', () => {
  const [first] = numbered(entries).slice(50)
  const line = first === undefined ? '' : toLine(first)
  const { known } = learnt(first === undefined ? [] : [first])
  const withField = (name: string, value: string): string =>
    line.replace(new RegExp(`"${name}":("[^"]*"|\\d+|null)`), `"${name}":${value}`)

  test('fits with other values of the same kinds', () => {
    expect(known.fit(line)).toBe(true)
    for (const revision of ['0', '7', '999999999999999']) {
      expect(known.fit(withField('revision', revision))).toBe(true)
    }
    expect(known.fit(withField('eventId', '"evt_another"'))).toBe(true)
  })

  test.each([
    ['a number of sixteen digits', withField('revision', '1000000000000000')],
    ['a number with a leading zero', withField('revision', '07')],
    ['a number in another notation', withField('revision', '1e2')],
    ['a number with a fraction', withField('revision', '1.0')],
    ['a negative number', withField('revision', '-1')],
    ['no number', withField('revision', '')],
    ['an escape', withField('eventId', '"evt_\\u0061"')],
    ['a control character', withField('eventId', '"evt_\u0001"')],
    ['a letter beyond ASCII', withField('eventId', '"evt_\u00e9"')],
    ['a value that its codec refuses', withField('eventId', '"evt_ 1"')],
    ['a time that is none', withField('recordedAt', '"yesterday"')],
    ['another form', withField('form', '2')],
    ['another schema', withField('schema', '2')],
    ['another type', withField('type', '"parcel_sent"')],
    ['a stream of no such name', withField('stream', '"payment-"')],
    ['another hash before it', withField('previous', '"no hash"')],
    ['a field more', line.replace(',"form"', ',"extra":1,"form"')],
    ['a space', line.replace(',"form"', ', "form"')],
    ['something after it', `${line} `],
    ['no end', line.slice(0, -1)],
    ['nothing', ''],
  ])('does not fit with %s', (_, other) => {
    expect(other).not.toBe(line)
    expect(known.fit(other)).toBe(false)
  })

  test('teaches nothing with a name that is no field of ours, nor with an unknown type', () => {
    const fresh = skeletons(log)
    for (const type of ['parcel_sent', '__proto__']) fresh.learn(line, type)
    fresh.learn(line.replace('"form"', '"__proto__":1,"form"'), first?.event.type ?? '')
    expect(fresh.fit(line)).toBe(false)
  })
})
