/**
 * Mistakes that a person could make in doubts, identities and sums. The model of money and the laws
 * have to find each of them with 100 cases, the same ones each time: `npm run mistakes`.
 */
import { describe, expect, test } from 'vitest'
import { mistakesIn, planting } from './planted.ts'

/** Each mistake: what it is, and the file; the code, and what replaces it. `⏎` is the end of a line. */
const MISTAKES = mistakesIn(`
the smallest of differing amounts counts | money/reports
amount > most)
amount < most)

the amount that was asked for counts, not the refunded one | money/refunds
mostOf(counts, 'done') ?? mostOf(counts, 'open')
mostOf(counts, 'open') ?? mostOf(counts, 'done')

refunds under way are not subtracted | sums
captured - refunded - refunding - chargedBack
captured - refunded - chargedBack

chargebacks are not subtracted | sums
captured - refunded - refunding - chargedBack
captured - refunded - refunding

a doubt leaves the money refundable | sums
isInDoubt ? 0 : net === null
net === null

a capture is assumed where none is reported | sums
if (captured === null) return 0
if (captured === null) return amount

a declined refund is still under way | sums
declined === null ? 'open' : 'declined'
'open'

a partial reversal gives all back | money/takings
backs.some((back) => back.amount !== null
[].some((back) => back.amount !== null

a chargeback of an unknown amount takes nothing | money/takings
amount: most ?? whole
amount: most ?? 0

chargebacks of any amount are one | money/takings
  first.amount === later.amount &&⏎


a chargeback that was given back is one with a later one | money/takings
  !wasGivenBack(first, later.at) &&⏎


two disputes are one | money/takings
first.disputes.length === 0 || later.disputes.length === 0
true

a list shows another chargeback than the webhook | money/takings
if (action === null) return
if (action === null || isRow(each)) return

a reversal undoes any chargeback | money/takings
found.filter((each) => mayBeOf(back, each))
found.slice(0, 1)

another currency holds nothing | money/thing-doubts
if (foreign.length > 0) {
if (foreign.length < 0) {

an end after the capture holds nothing | money/captures
  askList(settling, { code: 'Superseded', key, compared }, [...late, ...done])⏎


a look-up that shows another sum holds nothing | money/index
  askList(settling, { code: 'StatementDiffers', key: idOf(event), compared }, [lookUp])⏎


an action that nobody can read holds nothing | money/index
list.isUnread && !isStated
false && !isStated

a message about money that cannot be read holds nothing | money/index
    else if ((!each.isCovered || last?.isStrange) && !each.isSettled) raise(each)⏎


a refund without action and command holds nothing | money/refunds
  if (isAsked) askUnbound(settling, refund)⏎


a reversal that fits two chargebacks holds nothing | money/takings
      askPerson(settling, { code: 'Unbound', key, compared }, all)⏎

`)

const TESTS = [
  'test/model/money/equality.prop.ts',
  'test/model/money/laws.prop.ts',
  'test/model/faults.prop.ts',
]

const { isGreen, turnsRed } = planting()

describe('the faults and the readings', () => {
  test('find nothing in the code as it is', () => {
    expect(isGreen(TESTS)).toBe(true)
  })

  test.each(MISTAKES)('find that $what', ({ names: [name = ''], from, to }) => {
    turnsRed(`machines/payment/${name}`, { from, to, tests: TESTS })
  })
})
