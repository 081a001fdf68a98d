/** The sums of a stream in words: `120.00 EUR captured`, `80.00 left`. */
import type { AnyMachine, Sums } from '../contract/machine-record.ts'
import { type Currency, money } from '../words/money.ts'

/** A sum: its name in the machine's record, its amount in minor units, and both in words. */
export interface StorySum {
  readonly name: string
  readonly title: string
  readonly amount: number
  readonly money: string
  readonly words: string
}

/** Lists the sums that are known, in the order of the machine's titles. */
export const storySums = (
  machine: Pick<AnyMachine, 'sums'> | null | undefined,
  sums: Sums | null | undefined,
): readonly StorySum[] =>
  Object.entries(machine?.sums?.titles ?? {}).flatMap(([name, { title, below }]) => {
    const amount = sums?.[name]
    if (typeof amount !== 'number') return []
    const currency = sums?.currency ?? null
    const isBelow = amount < 0 && below !== undefined
    const words = isBelow ? below : title.charAt(0).toLowerCase() + title.slice(1)
    const said = money(isBelow ? -amount : amount, currency)
    return [{ name, title, amount, money: money(amount, currency), words: `${said} ${words}` }]
  })

/** An amount without its currency, where that was said before. */
export const bare = (words: string, currency: Currency | null): string =>
  currency === null ? words : words.replace(` ${currency}`, '')
