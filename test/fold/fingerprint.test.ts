/** The fingerprint of a machine: it differs for any machine that judges differently. */
import { describe, expect, test } from 'vitest'
import { setup } from 'xstate'
import { sepaPayment } from '../../machines/index.ts'
import type { AnyMachine } from '../../src/contract/machine-record.ts'
import { fingerprint } from '../../src/fold/fingerprint.ts'
import { machines } from '../given.ts'
import { voucher } from '../testing/voucher.ts'

const printed = (changes: object): string =>
  fingerprint({ ...(voucher as object), ...changes } as AnyMachine)
const usual = printed({})

describe('a fingerprint', () => {
  test('is the same for one machine every time, and differs between machines', () => {
    const all = machines.map((machine) => fingerprint(machine))
    expect(new Set(all).size).toBe(machines.length)
    expect(fingerprint(sepaPayment)).toBe(all[1])
    expect(usual).toMatch(/^[0-9a-f]{64}$/)
  })

  test('differs for another id, rule, condition, recipe or event', () => {
    const { definition, events } = voucher
    const { voucher_sold: sold, ...others } = events
    const changed = [
      { id: 'voucher@2' },
      { definition: { ...definition, rules: { ...definition.rules, more: () => [] } } },
      { definition: { ...definition, conditions: { ...definition.conditions, more: () => true } } },
      { definition: { ...definition, recipes: { ...definition.recipes, more: () => {} } } },
      { events: others },
      { events: { ...others, voucher_sold: { ...sold, phase: 7 } } },
      { events: { ...others, voucher_sold: { ...sold, identity: 'self' } } },
      { events: { ...others, voucher_sold: { ...sold, clockTolerance: 'end' } } },
    ].map(printed)
    expect(new Set([usual, ...changed]).size).toBe(changed.length + 1)
  })

  test('differs for another transition, target, rule or condition in the chart', () => {
    const charts = [
      { a: { on: { x: { target: 'b' } } }, b: {} },
      { a: { on: { x: { target: 'a' } } }, b: {} },
      { a: { on: { x: {} } }, b: {} },
      { a: { on: { y: { target: 'b' } } }, b: {} },
      {
        a: { on: { x: { target: 'b', guard: { type: 'rules', params: { all: ['r'] } } } } },
        b: {},
      },
      {
        a: { on: { x: { target: 'b', guard: { type: 'rules', params: { command: ['r'] } } } } },
        b: {},
      },
      { a: { on: { x: { target: 'b', guard: { type: 'rules', params: { when: 'r' } } } } }, b: {} },
      { a: { on: { x: { target: 'b' } } }, b: {}, c: {} },
    ].map((states) =>
      printed({
        chart: setup({ guards: { rules: () => true } }).createMachine({
          id: 'm',
          initial: 'a',
          states,
        } as never),
      }),
    )
    expect(new Set(charts).size).toBe(charts.length)
  })
})
