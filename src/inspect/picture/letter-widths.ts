/** How wide a text is at most: the widths of letters in a wide font. */

/** The widths of letters relative to the font size; no other usual font needs more room. */
const LETTERS: readonly (readonly [RegExp, number])[] = [
  [/[ijlfrt .,:;'|!·()[\]-]/, 0.42],
  [/[mwMW@%]/, 0.98],
  [/[A-Z0-9_]/, 0.7],
]
const USUAL = 0.62

/** The width of a text in a font size. */
export const widthOf = (text: string, size: number): number =>
  size *
  [...text].reduce(
    (sum, letter) => sum + (LETTERS.find(([is]) => is.test(letter))?.[1] ?? USUAL),
    0,
  )
