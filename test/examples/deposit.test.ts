/** A lifecycle of another kind, made without changing a file of the engine. */
import { readdirSync } from 'node:fs'
import { obeysTheLaws } from 'payfold/testing'
import { describe, expect, test, vi } from 'vitest'
import { rentalDeposit } from '../../docs/examples/deposit/index.ts'
import { machines } from '../root.ts'

const FOLDER = 'docs/examples/deposit'

describe('a rental deposit', () => {
  for (const { name, check } of obeysTheLaws(rentalDeposit, { others: machines, numRuns: 50 })) {
    test(name, check)
  }

  test('consists of six files and a program', () => {
    expect(readdirSync(FOLDER).filter((name) => name.endsWith('.ts'))).toEqual([
      'chart.ts',
      'events.ts',
      'index.ts',
      'main.ts',
      'memory.ts',
      'rules.ts',
      'windows.ts',
    ])
  })

  test('is stored, read back, judged, audited and drawn', async () => {
    const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
    await import('../../docs/examples/deposit/main.ts')
    const lines = printed.mock.calls.map((call) =>
      call.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(' '),
    )
    printed.mockRestore()
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
      '../../docs/examples/deposit/printed.txt',
    )
  })
})
