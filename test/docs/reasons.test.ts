/** The page on reason codes is printed from their table. */
import { expect, test } from 'vitest'
import { reasons } from '../../machines/words/bank-reasons.ts'

const ENDS = { account: 'the account', mandate: 'the mandate' } as const
const COMES = {
  reject: 'before the money moves',
  return: 'up to five bank days after',
  refund: 'up to eight weeks after',
  unauthorised: 'up to thirteen months after',
} as const

const rows = Object.entries(reasons).map(
  ([code, { says, ends, comes }]) =>
    `| \`${code}\` | ${says} | ${ends === null ? '' : ENDS[ends]} | ${comes.map((each) => COMES[each]).join('; ')} |`,
)

test('the page on reasons shows every code', async () => {
  const page = [
    '# SEPA reason codes',
    '',
    'A code says why a collection failed or went back ([source](sources.md#sepa-reason-codes)). It is in the `reason_code` or',
    '`chargeback_code` of a webhook, or in a response code. `reasonOf(code)`, from `payfold/machines`, returns its row. If a',
    'code ends the mandate or the account, payfold blocks every new payment on that mandate until the dispute is reversed, or',
    'a person decides ([why](decisions/55-reasons.md)).',
    '',
    '| code | meaning | it ends | it comes |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
  await expect(page).toMatchFileSnapshot('../../docs/reasons.md')
})
