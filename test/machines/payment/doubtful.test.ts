/** Reports that do not agree, and what payfold makes of them: the lines of doubtful.txt. */
/// <reference types="vite/client" />
import { describe, expect, test } from 'vitest'
import { outcomeOf } from './doubtful.ts'
import lines from './doubtful.txt?raw'

const cases = lines
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split(' = ') as [string, string])

describe('reports that do not agree', () => {
  // a part at a time: a part that fails names its first line
  const parts = Array.from({ length: Math.ceil(cases.length / 50) }, (_, index) => index + 1)
  test.each(parts)('lead to what is recorded: part %d', (part) => {
    for (const [reports, outcome] of cases.slice((part - 1) * 50, part * 50)) {
      expect(`${reports} = ${outcomeOf(reports)}`).toBe(`${reports} = ${outcome}`)
    }
  })
})
