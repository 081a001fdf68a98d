/** Why a mandate accepts no payment, and since when. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaMandate } from '../../../machines/index.ts'
import { validate } from '../../../src/judge/validate.ts'
import { instantOf, right } from '../../given.ts'
import { root } from '../../root.ts'
import { after, eventIn, refusal, scenes } from '../scenes.ts'

const SINGLE = '03-01 mandate_created single'
const RECURRING = '03-01 mandate_created recurring'

const UNANSWERED = 'reserved by a command that nobody has answered'

const refusalsAt = (day: string, lines: readonly string[]) => {
  const command = eventIn(sepaMandate, `${day} collection_presented pay_9`)
  const judged = validate(sepaMandate)(after(sepaMandate, ...lines), command)
  return E.isLeft(judged) ? judged.left.refusals : []
}

/** Why a payment is refused on a day, and since when. */
const why =
  (day: string) =>
  (...lines: readonly string[]): string =>
    refusalsAt(day, lines)
      .map((each) => `${Object(each).because} ${Object(each).since}`)
      .join()

describe('a mandate accepts no payment', () => {
  test('says to wait for what became of a command; only a known payment makes a new mandate right', () => {
    const reserved = (line: string) => refusalsAt('03-09', [SINGLE, line]).map(root.explain)
    expect(reserved('03-02 collection_presented commandId=c-1 (request)')).toEqual([
      'The mandate accepts no payments until a look-up or a person has ended the command of 2026-03-02T10:00:00Z, which nobody has answered.',
    ])
    expect(reserved('03-02 collection_presented pay_1')).toEqual([
      'The mandate accepts no payments: it has been reserved since 2026-03-02T10:00:00Z.',
    ])
    const { asked } = sepaMandate.definition.rules.mandateUsable.remedy
    expect(asked).toMatch(/^Wait while a command is unanswered\. Otherwise, create a new source/)
  })

  scenes(
    sepaMandate,
    `
while another is open, since that was presented
  ${SINGLE}
  03-02 collection_presented pay_1 => reserved 2026-03-02T10:00:00.0000000Z
  03-03 collection_ended pay_1
  03-05 collection_presented pay_2 => reserved 2026-03-05T10:00:00.0000000Z

while nobody has answered a command, whatever else is open
  ${SINGLE}
  03-02 collection_presented commandId=c-1 (request) => ${UNANSWERED} 2026-03-02T10:00:00.0000000Z
  03-01T12 collection_presented pay_1 => ${UNANSWERED} 2026-03-02T10:00:00.0000000Z
  03-03 collection_presented pay_2 commandId=c-1 => reserved 2026-03-01T12:00:00.0000000Z

once it is consumed, since the capture
  ${SINGLE}
  03-02 collection_presented pay_1
  03-04 collection_captured pay_1 => consumed 2026-03-04T10:00:00.0000000Z
  03-01T12 collection_presented pay_0 => consumed 2026-03-04T10:00:00.0000000Z

once it is cancelled, since the cancellation, whatever else is true
  ${SINGLE}
  03-02 collection_presented pay_1
  03-04 collection_captured pay_1
  03-05 mandate_cancelled => cancelled 2026-03-05T10:00:00.0000000Z

once it is cancelled, also if it is recurring
  ${RECURRING}
  03-02 collection_presented pay_1
  03-04 collection_captured pay_1
  03-05 mandate_cancelled => cancelled 2026-03-05T10:00:00.0000000Z
`,
    [],
    why('03-09'),
  )

  scenes(
    sepaMandate,
    `
once it has expired, since the end of its last day
  ${RECURRING}
  03-02 collection_presented pay_1 => expired 2029-03-02T23:00:00.0000000Z

once it has expired, also if it is for single use
  ${SINGLE}
  03-02 collection_presented pay_1
  03-03 collection_ended pay_1 => expired 2029-03-02T23:00:00.0000000Z
`,
    [],
    why('2030-01-01T00'),
  )
})

test('a customer for reasons that nobody can know if one of the two customers is unknown', () => {
  const command = '03-02 collection_presented pay_9'
  expect(refusal(sepaMandate, RECURRING, `${command} cus_1`)).toBe('allowed')
  expect(refusal(sepaMandate, `${RECURRING} cus_1`, command)).toBe('allowed')
})

describe('a mandate that the provider shows as refused', () => {
  const word = (day: string, usable: boolean) =>
    `${day} reviewed asOf=2026-${day}T10:00:00Z usable=${usable} by=["person-1"] (request)`

  /** Whether the mandate refuses payments as unusable, and how many windows it has. */
  const usable = (...lines: readonly string[]): string => {
    const explained = refusalsAt('03-20', [RECURRING, ...lines]).map(root.explain)
    const state = after(sepaMandate, RECURRING, ...lines)
    const windows = right(root.windows(state, instantOf('2026-03-20T10:00:00Z')))
    const unusable =
      'The mandate accepts no payments: it is not usable, as the provider or a person says.'
    if (explained.length > 0) expect(explained).toEqual([unusable])
    return `${explained.length === 0 ? 'usable' : 'refused'} ${windows.length}`
  }

  scenes(
    sepaMandate,
    `
accepts no payments, and has no window, until a later look-up says otherwise
  03-02 look => usable 1
  03-03 look status=declined => refused 0
  03-04 look => usable 1

accepts no payments until a person says otherwise, for what was received by then
  03-03 look status=declined => refused 0
  ? ${word('03-02', true)} => refused 0
  ? ${word('03-04', true)} => usable 1

that a person has ruled out accepts no payments and has no window, whatever a look-up shows
  ${word('03-02', false)} => refused 0
  ? 03-03 look => refused 0
  ? ${word('03-03', true)} => usable 1

is not what a response says that anyone may have passed on
  ? 03-03 look status=declined (unsigned) => usable 1
  03-03 look status=declined => refused 0
  03-04 look (unsigned) => refused 0
`,
    [],
    usable,
  )

  test('is explained, and nobody is asked; it is no finding once the mandate was cancelled', () => {
    const found = (...lines: readonly string[]) =>
      after(sepaMandate, ...lines, '03-03 look status=declined').findings.map(root.explain)
    expect(found(RECURRING)).toEqual([
      'The provider shows that the mandate is not usable, as of 2026-03-03T10:00:00Z.',
    ])
    expect(found(RECURRING, '03-02 mandate_cancelled')).toEqual([])
    expect(found()).toEqual([])
  })
})
