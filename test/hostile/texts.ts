/** Ways in which a text may be spoilt on its way, whatever texts there are. */
import fc from 'fast-check'

const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', '']

/** Each way by its name. */
export const garbled = (text: fc.Arbitrary<string>) => ({
  /** A known name, or a new one beside it, is one that objects have already. */
  polluted: fc
    .tuple(text, fc.constantFrom(...KEYS), fc.nat(), fc.boolean())
    .map(([json, key, at, isBeside]) => {
      const names = [...json.matchAll(/"[^"\\]+":/g)]
      const found = names[at % Math.max(1, names.length)]
      if (found === undefined) return json
      const own = `${JSON.stringify(key)}:{"polluted":true,"id":"pay_1"}`
      return isBeside
        ? `${json.slice(0, found.index)}${own},${json.slice(found.index)}`
        : `${json.slice(0, found.index)}${JSON.stringify(key)}:${json.slice(found.index + found[0].length)}`
    }),

  cutOff: fc.tuple(text, fc.nat()).map(([json, at]) => json.slice(0, at % (json.length + 1))),

  /** Up to three bytes are others. */
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

  /** The first number is beyond what is exact. */
  beyond: fc
    .tuple(
      text,
      fc.constantFrom('9007199254740993', '1e400', '-0', '1E-400', '0.1', `1${'0'.repeat(400)}`),
    )
    .map(([json, number]) => json.replace(/:\s*\d+/, `:${number}`)),
})
