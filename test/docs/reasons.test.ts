/** The page on reason codes is printed from their table. */
import { expect, test } from 'vitest'
import { reasons } from '../../machines/words/bank-reasons.ts'
import { pageWith } from '../printed.ts'

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
  const table = ['| code | meaning | it ends | it comes |', '| --- | --- | --- | --- |', ...rows]
  await expect(pageWith('docs/reasons.md', table)).toMatchFileSnapshot('../../docs/reasons.md')
})
