/**
 * Mistakes that a person could make in the desk. Each is found by the test that is named with it, which
 * is that of random histories wherever they can meet it: `npm run mistakes`.
 */
import { describe, expect, test } from 'vitest'
import { mistakesIn, planting } from './planted.ts'

/**
 * Each mistake: what it is, who finds it, and the file; the code, and what replaces it. `⏎` is the end of
 * a line.
 */
const MISTAKES = mistakesIn(`
a conflict is ignored | histories.prop | desk
if (!isNothing && !(await ports.save(plan.save))) continue
if (!isNothing) await ports.save(plan.save)

a message has no consequences | histories.prop | planner
?? all.filter(isLacking)
?? all.slice(0, 0)

what a message implies bears the receipt of what it is about | receipts.prop | planner
.map(datedBy(pf, state))


a stream is never due | histories.prop | planner
due: isNew ? earlier(due ?? soon, soon) : due,
due: null,

a look-up does not say when it was asked | histories.prop | desk
...answer, askedAt, receivedAt
...answer, receivedAt

a key is not looked up | histories.prop | planner
knownStream(at, stream, step.key)
knownStream(at, stream, null)

a key is not saved with its command | histories.prop | planner
=== caused ? command : null
=== caused ? null : null

a command is sent again when no response came | histories.prop | desk
const answer = await answerTo(call)
const first = await answerTo(call)⏎    const answer = typeof first === "string" ? await answerTo(call) : first

a command in doubt is sent again under its key | histories.prop | desk
const said = replies
if ('key' in step && step.isLooked !== true && came.is === 'inDoubt') return runOn({ done, send } as never, { ...step, key: step.key.concat('-1'), isLooked: true })⏎  const said = replies

a command is sent however late | ports.test | desk
(askedAt >= sendBy || isFarAhead(sendBy, askedAt))
(askedAt < askedAt || isFarAhead(sendBy, askedAt))

the response to a command is not taken in, but for its look-up later | desk.test | desk
const taken = await done({ take: message.right })⏎    if (taken.next
if (sendBy !== null) return none('')⏎    const taken = await done({ take: message.right })⏎    if (taken.next

no response is taken in | histories.prop | desk
const taken = await done({ take: message.right })⏎    if (taken.next
if (askedAt !== null) return none('')⏎    const taken = await done({ take: message.right })⏎    if (taken.next

what is kept of a stream is not let go of | ports.test | loaded-stream
if (loaded !== null || before.tip.revision < 0) return loaded
if (loaded !== null || before.tip.revision >= 0) return loaded ?? before

a look-up overwrites a stream that has grown | due.test | ports
row.revision >= (streams.get(row.stream)?.revision ?? -1)
row.revision >= -1

a new doubt waits as long as an old one | due.test | look-ups
return points.find(isMore) ?? again
return again

what time alone leaves to a person is not due | due.test | look-ups
left.length > open.left.length
left.length < open.left.length

a forged webhook is taken for a repeated one | histories.prop | desk
if (E.isLeft(message)) return { status: 401,
if (E.isLeft(message)) return { status: 200,

a payment without a method is not looked up first | desk.test | planner
came.is === 'unassigned' && step.isLooked !== true
came.is === 'unassigned' && step.isLooked === true
`)

const { isGreen, turnsRed } = planting()
const fileOf = (by: string): string => `test/desk/${by}.ts`

describe('the histories and the examples of the desk', () => {
  test.each([...new Set(MISTAKES.map(({ names: [by = ''] }) => by))])(
    '%s finds nothing as it is',
    (by) => {
      expect(isGreen([fileOf(by)])).toBe(true)
    },
  )

  test.each(MISTAKES)('find that $what', ({ names: [by = '', name = ''], from, to }) => {
    turnsRed(`src/desk/${name}`, { from, to, tests: [fileOf(by)] })
  })
})
