/** The layouts of the charts: printed by `npm run layout`, and measured by arithmetic on them. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import ElkModule from 'elkjs/lib/elk.bundled.js'
import { describe, expect, test } from 'vitest'
import type { ChartLayout } from '../../src/contract/chart-layout.ts'
import type { AnyMachine } from '../../src/contract/machine-record.ts'
import {
  type ChartLine,
  type ElkGraph,
  layoutFingerprint,
  layoutGraph,
  linesOf,
  readLayout,
} from '../../src/inspect/picture/layout-graph.ts'
import { byId } from '../given.ts'
import { measured } from '../inspect/picture/measures.ts'

// its types say that the module is the class
const Elk = ElkModule as unknown as new () => { layout(graph: ElkGraph): Promise<ElkGraph> }
const elk = new Elk()

const layoutOf = async (machine: AnyMachine): Promise<ChartLayout> =>
  readLayout(machine, await elk.layout(layoutGraph(machine)))

const printed = (layout: ChartLayout): string =>
  [
    '/** The layout of the chart, printed by `npm run layout`. */',
    "import type { ChartLayout } from '../../src/contract/chart-layout.ts'",
    '',
    '/** Where its states, lines and words are. */',
    `export const layout: ChartLayout = ${JSON.stringify(layout)}`,
    '',
  ].join('\n')

const isPrinting = process.env['LAYOUT'] === 'print'

test.runIf(isPrinting)('the layouts are printed', async () => {
  for (const [id, machine] of byId) {
    const path = `machines/${id.split('@')[0]}/layout.ts`
    writeFileSync(path, printed(await layoutOf(machine as unknown as AnyMachine)))
    execFileSync('npx', ['biome', 'check', '--write', path])
  }
})

const isPlain = ({ isReported }: ChartLine): boolean => !isReported

describe.skipIf(isPrinting).each(byId)('the layout of %s', (id, own) => {
  const machine = own as unknown as AnyMachine
  const { layout } = machine
  if (layout === undefined) throw new Error(`${id} has no layout`)

  test('is that of the chart as it is, and the same each time', async () => {
    expect(layout.fingerprint).toBe(layoutFingerprint(machine))
    expect(await layoutOf(machine)).toEqual(layout)
    const [renamed] = Object.keys(machine.words?.states ?? {})
    const states = { ...machine.words?.states, [renamed ?? '']: 'another name' }
    const words = { ...machine.words, states } as NonNullable<AnyMachine['words']>
    expect(layoutFingerprint({ ...machine, words })).not.toBe(layout.fingerprint)
  })

  test('has no line through a state, a title or words, and nothing on anything else', () => {
    const all = measured(machine, layout, linesOf(machine, layout).filter(isPlain))
    expect(all.wrong).toEqual([])
    expect(linesOf(machine, layout).filter(isPlain).length).toBeGreaterThan(5)
  })

  test('has words of 11 pixels on a page that is 1240 wide', () => {
    expect(layout.width + 16).toBeLessThanOrEqual((1240 * 12) / 11)
  })
})

test.skipIf(isPrinting)('the lines of the four charts cross three times at most', () => {
  const crossings = byId.flatMap(([, own]) => {
    const machine = own as unknown as AnyMachine
    const { layout } = machine
    return layout === undefined
      ? []
      : measured(machine, layout, linesOf(machine, layout).filter(isPlain)).crossings
  })
  expect(crossings.length).toBeLessThanOrEqual(3)
})

test.skipIf(isPrinting)(
  'the measures see a line through a state, and words beside another line',
  () => {
    const machine = byId.find(([id]) => id.startsWith('session'))?.[1] as unknown as AnyMachine
    const { layout } = machine
    if (layout === undefined) throw new Error('no layout')
    const [x, y, width, height] = layout.boxes['authentication.approved'] ?? [0, 0, 0, 0]
    const line: ChartLine = {
      ...{ id: 'x', from: 'completion.open', to: 'completion.completed', types: ['x'] },
      ...{
        keys: [],
        isReported: false,
        words: 'odd',
        texts: ['odd'],
        room: [x - 50, y + height + 2, 40, 15],
      },
      points: `${x - 10} ${y + height / 2} ${x + width + 10} ${y + height / 2}`,
    }
    const { wrong } = measured(machine, layout, [...linesOf(machine, layout).filter(isPlain), line])
    expect(wrong).toContain(
      'completion.open > completion.completed runs through authentication.approved',
    )
  },
)
