/** Ways in which a text may be damaged in transit. */
import fc from 'fast-check'
import { KEYS } from './values.ts'

/** Each way by its name. */
export const garbled = (text: fc.Arbitrary<string>) => ({
  /** Replaces a known name with an inherited property name, or adds one. */
  polluted: fc
    .tuple(text, fc.constantFrom(...KEYS), fc.nat(), fc.boolean())
    .map(([json, key, at, isAdded]) => {
      const names = [...json.matchAll(/"[^"\\]+":/g)]
      const found = names[at % Math.max(1, names.length)]
      if (found === undefined) return json
      const own = `${JSON.stringify(key)}:{"polluted":true,"id":"pay_1"}`
      return isAdded
        ? `${json.slice(0, found.index)}${own},${json.slice(found.index)}`
        : `${json.slice(0, found.index)}${JSON.stringify(key)}:${json.slice(found.index + found[0].length)}`
    }),

  cutOff: fc.tuple(text, fc.nat()).map(([json, at]) => json.slice(0, at % (json.length + 1))),

  /** Changes up to three bytes. */
  flipped: fc
    .tuple(
      text,
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 0xff })), { minLength: 1, maxLength: 3 }),
    )
    .map(([json, flips]) => {
      const bytes = Buffer.from(json)
      for (const [at, byte] of flips) bytes[at % Math.max(1, bytes.length)] = byte
      return bytes.toString('utf8')
    }),

  /** Makes the first number too large to be exact. */
  beyond: fc
    .tuple(
      text,
      fc.constantFrom('9007199254740993', '1e400', '-0', '1E-400', '0.1', `1${'0'.repeat(400)}`),
    )
    .map(([json, number]) => json.replace(/:\s*\d+/, `:${number}`)),
})
