// @vitest-environment happy-dom
/** Diagrams: Mermaid can read them, and they mark paths. */
import mermaid from 'mermaid'
import { describe, expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { sepaPayment } from '../../../machines/index.ts'
import type { Machine } from '../../../src/contract/machine-record.ts'
import { diagram } from '../../../src/inspect/picture/diagram.ts'
import { byId, given, pay, reported } from '../../given.ts'

type Any = Machine<object, string, string>

const on = (day: string, id: string) => ({ at: `2026-${day}T10:00:00Z`, id })

/** Captured, refunded in part, and a capture reported without an earlier event. */
const refunded = given(
  sepaPayment,
  reported('payment_captured', { ...pay, amount: 1000, currency: 'EUR' }, on('03-02', 'evt_1')),
  reported('payment_refunded', { ...pay, actionId: 'act_1', amount: 400 }, on('03-04', 'evt_2')),
  reported('payment_refunded', { ...pay, actionId: 'act_2', amount: 600 }, on('03-05', 'evt_3')),
)

/** The parts of a machine that a diagram needs. */
const drawn = (config: object): readonly string[] =>
  diagram({ chart: createMachine(config as never), events: {} } as unknown as Any)
    .split('\n')
    .map((line) => line.trim())

describe('a diagram', () => {
  test.each(byId)('of %s can be read by Mermaid', async (_, machine) => {
    expect(await mermaid.parse(diagram(machine))).toMatchObject({ diagramType: 'stateDiagram' })
    expect(await mermaid.parse(diagram(machine, given(machine)))).toBeTruthy()
  })

  test('with a path in it can be read by Mermaid', async () => {
    expect(await mermaid.parse(diagram(sepaPayment, refunded))).toBeTruthy()
    expect(await mermaid.parse('stateDiagram-v2\n  state "a', { suppressErrors: true })).toBe(false)
  })

  test('marks the steps along each edge, the visited states, and the current ones', () => {
    const lines = diagram(sepaPayment, refunded).split('\n')
    const steps = lines.filter((line) => line.includes('step ')).map((line) => line.trim())
    expect(steps).toEqual([
      's_captured_refund_none --> s_captured_refund_some : step 2<br>payment_refunded if partRefunded ⟨withinRefundWindow, withinCaptured⟩<br>payment_refund_declined if partRefunded ⟨withinRefundWindow⟩',
      's_captured_refund_some --> s_captured_refund_all : step 3<br>payment_refunded if allRefunded ⟨withinRefundWindow, withinCaptured⟩<br>payment_refund_declined if allRefunded ⟨withinRefundWindow⟩',
      's_uncaptured_none --> s_captured : step 1<br>payment_captured ⟨missingPredecessor⟩',
    ])
    expect(lines.filter((line) => /^ {2}class /.test(line))).toEqual([
      '  class s_uncaptured_none,s_captured_refund_none,s_captured_refund_some visited',
      '  class s_captured_refund_all,s_captured_dispute_none current',
    ])
    expect(diagram(sepaPayment)).not.toContain('class')
  })

  test('notes what only reports may do next to the state, and draws it once it was done', () => {
    const note = 'payment_captured → captured'
    expect(diagram(sepaPayment)).toContain(note)
    expect(diagram(sepaPayment)).not.toContain('s_uncaptured_none --> s_captured')
    expect(diagram(sepaPayment, refunded)).not.toContain(note)
  })

  test('draws an edge inside the state that contains both ends, any other outside of all', () => {
    const states = {
      outer: {
        initial: 'a',
        states: { a: { on: { go: 'b', leave: '#t.end' } }, b: {} },
      },
      end: {},
    }
    expect(drawn({ id: 't', initial: 'outer', states })).toEqual([
      'stateDiagram-v2',
      '[*] --> s_outer',
      'state "outer" as s_outer {',
      '[*] --> s_outer_a',
      'state "a" as s_outer_a',
      'state "b" as s_outer_b',
      's_outer_a --> s_outer_b : go',
      '}',
      'state "end" as s_end',
      's_outer_a --> s_end : leave',
    ])
  })

  test('starts a state only if something leads to it as a whole', () => {
    const inner = { initial: 'a', states: { a: {}, b: {} } }
    const lines = drawn({
      id: 't',
      initial: 'one',
      states: { one: { on: { go: 'two.b', far: 'three' } }, two: inner, three: inner },
    })
    expect(lines.filter((line) => line.startsWith('[*]'))).toEqual([
      '[*] --> s_one',
      '[*] --> s_three_a',
    ])
  })

  test('shows odd names as far as Mermaid accepts them', async () => {
    const odd = 'it "is": <b>; {odd} #1'
    const chart = { initial: odd, states: { [odd]: { on: { [odd]: 'b-c' } }, 'b-c': {} } }
    const text = diagram({ chart: createMachine(chart), events: {} } as unknown as Any)
    expect(await mermaid.parse(text)).toBeTruthy()
    expect(text).toContain('state "it is , b , odd 1" as s_it__is____b____odd___1')
  })

  const KEYWORDS =
    'note state default class style click scale classDef accTitle accDescr href end as direction ' +
    'fork join choice hide title stateDiagram root LR TB __proto__ 1'
  test.each(KEYWORDS.split(' '))('of a state called %s can be read by Mermaid', async (name) => {
    const inner = { initial: name, states: { [name]: { on: { go: '#t.b' } } } }
    const states = { [name]: { on: { go: 'b' } }, b: inner }
    const machine = { chart: createMachine({ id: 't', initial: name, states }), events: {} }
    expect(await mermaid.parse(diagram(machine as unknown as Any))).toBeTruthy()
  })

  test('keeps states apart whose names differ only in what Mermaid does not accept', () => {
    const inner = { initial: 'b', states: { b: {} } }
    const states = { 'a-b': { on: { go: 'a_b' } }, a_b: { on: { go: 'a.b' } }, a: inner, a_b_2: {} }
    expect(drawn({ id: 't', initial: 'a-b', states })).toEqual([
      'stateDiagram-v2',
      '[*] --> s_a_b',
      'state "a-b" as s_a_b',
      'state "a_b" as s_a_b_2',
      'state "a" as s_a {',
      'state "b" as s_a_b_3',
      '}',
      'state "a_b_2" as s_a_b_2_2',
      's_a_b --> s_a_b_2 : go',
      's_a_b_2 --> s_a_b_3 : go',
    ])
  })
})
