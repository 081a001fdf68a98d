/** What a finding compared, in words: amounts as money, and nothing that its sentence says already. */
import { sumsIn } from '../../contract/machine-words.ts'
import type { Root } from '../../fold/root.ts'
import { sortedBy } from '../../words/data/lists.ts'
import { Currency, money } from '../../words/money.ts'
import { formatted, Instant } from '../../words/time/instant.ts'
import type { Found, Stake } from './report.ts'

/** Names and values in the order that JSON has them: a report that was read back says the same. */
export const inOrder = <A>(
  values: Readonly<Record<string, A>>,
): readonly (readonly [string, A])[] => sortedBy(Object.entries(values), ([name]) => name)

/** An amount on paper: without a currency, nobody can say how many of its digits are cents. */
export const amountText = ({ amount, currency }: Omit<Stake, 'stream'>): string =>
  currency === null
    ? `${amount}, of a currency that the messages do not name`
    : money(amount, currency)

/** The compared values that are amounts, besides those that have the name of a sum. */
const AMOUNTS: ReadonlySet<string> = new Set(
  'available by givenBack left short stated taken wanted'.split(' '),
)

/** The compared values that are steps with their amounts, as in `done 500, failed 500 EUR`. */
const STEPS: ReadonlySet<string> = new Set('counts list messages named replaced'.split(' '))

/** A shorter text than this may be in a sentence by chance. */
const LEAST = 6

/** A name as words: `chargedBack` is `charged back`. */
const asWords = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Values that are called amounts, or have the name of a sum in their own, such as `otherAmount`. */
const amountsIn = ({ machines }: Root) => {
  const sums = new Set(sumsIn(machines).keys())
  return ({ key }: Found, name: string): boolean =>
    key !== null &&
    (AMOUNTS.has(name) || [name, ...asWords(name).split(' ')].some((each) => sums.has(each)))
}

const valueIn = (root: Root) => {
  const isAmount = amountsIn(root)
  return (found: Found, currency: Currency | null) => {
    const inMoney = (text: string): string =>
      text.replaceAll(/(\d+)(?: ([A-Z]{3}))?/g, (_, digits, own) =>
        amountText({ amount: Number(digits), currency: Currency.is(own) ? own : currency }),
      )
    const isOfAmounts = found.compared['field'] === 'amount'

    return (name: string, value: Found['compared'][string]): string => {
      if (value === null) return 'not there'
      if (Instant.is(value)) return formatted(value)
      if (typeof value === 'number')
        return isAmount(found, name) ? amountText({ amount: value, currency }) : String(value)
      const text = String(value)
      if (isOfAmounts && name !== 'field') return inMoney(text)
      if (isAmount(found, name)) return text.replaceAll(/(?<=^|, )\d+(?=$|, )/g, inMoney)
      if (!STEPS.has(name)) return text
      return text.replaceAll(/(?<=^|, )([a-z_]+) \d+(?: [A-Z]{3})?(?=$|, )/g, inMoney)
    }
  }
}

/** Prepares to say what a finding compared; an empty text if its sentence says it all. */
export const comparedText = (root: Root): ((found: Found) => string) => {
  const valuesOf = valueIn(root)
  return (found) => {
    const { compared, stake, because } = found
    const named = compared['currency'] ?? stake?.currency ?? null
    const currency = Currency.is(named) ? named : null
    const textOf = valuesOf(found, currency)
    const values = inOrder(compared).map(([name, value]) => ({
      name,
      value,
      text: textOf(name, value),
    }))
    // an amount names its currency
    const isNamed = values.some(
      ({ name, text }) => name !== 'currency' && text.includes(` ${currency}`),
    )
    return values
      .filter(({ name, value, text }) => {
        if (name === 'currency') return !isNamed
        return typeof value !== 'string' || text.length < LEAST || !because.includes(text)
      })
      .map(({ name, text }) => `${asWords(name)} ${text}`)
      .join(', ')
  }
}
