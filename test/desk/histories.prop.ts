/** A desk in random histories: whatever goes wrong, nothing is done twice, and everything ends. */
import { expect } from 'vitest'
import { histories, life, wrongIn } from './histories.ts'
import { trying } from './steps.ts'

/** What is rare, and yet has to happen: an idle rule proves nothing. */
const RARE = [
  ...['is killed before', 'is killed after', 'rejects before', 'rejects after', 'conflicts'],
  ...['done', 'failed', 'refused', 'ended', 'inDoubt', 'keyUsed', 'strangers'],
  ...['ticket paid', 'ticket paid late', 'ticket Expired', 'fee', 'is lost'],
]

const TITLE = 'a desk does nothing twice, and knows the end of everything'

trying(TITLE, histories, RARE, async (history) => {
  const lived = await life(history)
  for (const each of history.steps) await lived.run(each)
  await lived.end()
  expect(await wrongIn(lived)).toEqual([])
  return lived.at.seen
})
