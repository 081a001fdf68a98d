/** Pictures: words on the lines, paths marked with what happened, texts as text. */
import { describe, expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { sepaMandate, sepaPayment, session } from '../../../machines/index.ts'
import type { AnyMachine, Machine } from '../../../src/contract/machine-record.ts'
import { wordsIn } from '../../../src/contract/machine-words.ts'
import type { State } from '../../../src/contract/state.ts'
import { marked } from '../../../src/inspect/picture/graph.ts'
import { linesOf } from '../../../src/inspect/picture/layout-graph.ts'
import { takenIn, wordsTaken } from '../../../src/inspect/picture/line-words.ts'
import { pathOf } from '../../../src/inspect/picture/path.ts'
import { picture } from '../../../src/inspect/picture/picture.ts'
import { byId, given, pay, reported } from '../../given.ts'
import { root } from '../../root.ts'
import { week } from '../week.ts'
import { measured } from './measures.ts'

type Any = Machine<object, string, string>

const captured = given(
  sepaPayment,
  reported('payment_pending', { ...pay, amount: 1000, currency: 'EUR' }, { id: 'evt_1' }),
  reported('payment_captured', pay, { id: 'evt_2', at: '2026-03-04T10:00:00Z' }),
)
/** The states with this mark, by their paths. */
const inPicture = (svg: string, kind: string): readonly string[] =>
  [...svg.matchAll(new RegExp(`<g class="state${kind}"><title>([^<]*)</title>`, 'g'))].map(
    ([, path = '']) => path,
  )
const takenLines = (svg: string): readonly string[] =>
  [...svg.matchAll(/<g class="edge taken"><title>([^:<]*):/g)].map(([, line = '']) => line)

const machineOf = (id: string): AnyMachine | undefined =>
  byId.find(([own]) => own === id)?.[1] as unknown as AnyMachine | undefined

const linesIn = (own: unknown) => {
  const machine = own as AnyMachine
  return machine.layout === undefined ? [] : linesOf(machine, machine.layout)
}

describe.each(week)('the path of %s', (stream, entries) => {
  const state = root.fold(stream, entries) as unknown as State
  const machine = machineOf(state.machine)
  const layout = machine?.layout

  test('has no line through a state, a title or words, and words by their own lines', () => {
    if (machine === undefined || layout === undefined) return
    const all = linesOf(machine, layout)
    const taken = takenIn(all, marked(machine, pathOf(machine, state)))
    const lines = all.filter((line) => !line.isReported || taken.has(line))
    const words = (line: (typeof lines)[number]): string => {
      const types = taken.get(line)
      return types === undefined ? line.words : wordsTaken(wordsIn(machine), line, types)
    }
    expect(measured(machine, layout, lines, words).wrong).toEqual([])
  })

  test('bears exactly the events that moved the stream, each on its line', () => {
    if (machine === undefined || layout === undefined) return
    const said = wordsIn(machine)
    const steps = [...pathOf(machine, state).steps]
    // an event that leads back to where the stream was is on no line
    const happened = steps.flatMap(({ event, before, after }) =>
      JSON.stringify(before) === JSON.stringify(after.value) ? [] : said('events', event.type),
    )
    const lines = [...takenIn(linesOf(machine, layout), marked(machine, pathOf(machine, state)))]
    const borne = lines.flatMap(([line, types]) => {
      const words = wordsTaken(said, line, types)
      const target = said('states', line.to)
      return words === '' ? types.map(() => target) : types.map((type) => said('events', type))
    })
    expect(borne.toSorted()).toEqual(happened.toSorted())
    const svg = picture(machine as Any, state as never)
    for (const [line, types] of lines) {
      for (const word of wordsTaken(said, line, types).split(', ')) expect(svg).toContain(word)
    }
  })
})

describe('a picture', () => {
  test('marks the states that a stream visited, its current ones, and the lines it took', () => {
    const svg = picture(sepaPayment, captured)
    expect(inPicture(svg, ' visited')).toEqual(['uncaptured.none', 'uncaptured.pending'])
    expect(inPicture(svg, ' visited current')).toEqual([
      'captured.refund.none',
      'captured.dispute.none',
    ])
    expect(takenLines(svg)).toEqual([
      'uncaptured.none → uncaptured.pending',
      'uncaptured.pending → captured',
    ])
    expect(svg).toContain('aria-label="The chart of sepa-payment@1: captured, and the path to it"')
  })

  test('marks nothing without a stream', () => {
    expect(picture(sepaPayment)).not.toMatch(/class="[^"]*(visited|current|taken)/)
  })

  test('names on a path the event that happened, and how often; never its neighbours', () => {
    const on = (day: string, id: string) => ({ id, at: `2026-03-${day}T10:00:00Z` })
    const sum = { ...pay, amount: 1000, currency: 'EUR' }
    const begun = reported('payment_captured', sum, on('04', 'evt_2'))
    const data = { ...pay, actionId: 'act_1', amount: 400 }
    const refund = reported('payment_refunded', data, on('05', 'evt_3'))
    const once = picture(sepaPayment, given(sepaPayment, begun, refund))
    expect(once).toContain('>refunded</text>')
    expect(once).not.toContain('refund declined')
    const { words } = sepaPayment
    const line = linesIn(sepaPayment).find(({ to }) => to === 'captured.refund.some')
    if (line === undefined) throw new Error('no line')
    const twice = ['payment_refunded', 'payment_refunded']
    expect(wordsTaken(wordsIn({ words: words as never }), line, twice)).toBe('refunded ×2')
  })

  test('takes of two lines between the same states the one of the event that happened', () => {
    const sid = { sessionId: 'sid_1' }
    const at = (hour: number, id: string) => ({ id, at: `2026-03-02T1${hour}:00:00Z` })
    const lines = (last: string) => {
      const state = given(
        session,
        reported('session_created', { ...sid, mode: 'hosted' }, at(0, 'evt_1')),
        reported('session_challenged', sid, at(1, 'evt_2')),
        reported(last, sid, at(2, 'evt_3')),
      )
      return takenLines(picture(session, state)).at(-1)
    }
    const to = 'authentication.challenge_abandoned'
    expect(lines('session_expired')).toBe(`authentication.challenged → ${to}`)
    expect(lines('challenge_abandoned')).toBe(`authentication shared → ${to}`)
  })

  test('draws what only reports can take where it was taken', () => {
    const reportedOnly = given(
      sepaPayment,
      reported('payment_captured', { ...pay, amount: 1000, currency: 'EUR' }, { id: 'evt_1' }),
    )
    const line = '<title>uncaptured.none → captured: payment_captured</title>'
    expect(picture(sepaPayment)).not.toContain(line)
    expect(picture(sepaPayment, reportedOnly)).toContain(line)
  })

  test('says a condition where that chooses the target, and nothing where the target says it', () => {
    const words = linesIn(sepaMandate).flatMap((line) => (line.words === '' ? [] : line.words))
    expect(words.toSorted().join(', ')).toBe(
      'collected, created, free again, free again, unused too long',
    )
    const ofSession = linesIn(session).map((line) => line.words)
    expect(ofSession.join('')).toBe('expired')
  })

  test('lets transitions that several states share begin at a box around them', () => {
    const from = linesIn(session).filter(({ to }) => to === 'authentication.approved')
    expect(from.filter(({ isReported }) => !isReported).map((line) => line.from)).toEqual([
      'authentication shared',
    ])
  })

  test('is a list of the states, the current ones marked, for a machine without a layout', () => {
    const { layout: _, ...bare } = sepaPayment
    const svg = picture(bare as unknown as Any, captured as never)
    expect(svg).toContain('class="chart listed"')
    expect(inPicture(svg, ' visited current')).toEqual([
      'captured.refund.none',
      'captured.dispute.none',
    ])
    expect(svg).toContain('>fully refunded</text>')
  })

  test('shows text as text, whatever it contains', () => {
    const odd = `<script>alert("x")</script>&'`
    const chart = createMachine({
      id: odd,
      initial: odd,
      states: { [odd]: { on: { [odd]: 'b' } }, b: {} },
    })
    const svg = picture({ chart, id: odd, events: {} } as unknown as Any)
    expect(svg).not.toContain('<script')
    expect(svg).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;</text>')
  })
})
