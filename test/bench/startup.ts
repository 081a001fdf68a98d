/** Start-up: how long an import takes. docs/sizes.md has the sizes for browsers. */
import { execFileSync } from 'node:child_process'
import { digits, type Part } from './table.ts'

/**
 * Milliseconds from the start of the process to the end of the import, without those of Node.js
 * itself.
 */
const importTime = (code: string): number => {
  const script = `const begun = performance.now(); ${code}; console.log(performance.now() - begun)`
  const times = Array.from({ length: 7 }, () =>
    Number(
      execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
        encoding: 'utf8',
      }),
    ),
  )
  return times.toSorted((a, b) => a - b)[3] ?? Number.NaN
}

/** Of the built package: `npm run build` comes first. */
export const startupPart = (): Part => {
  const whole = importTime("await import('payfold'); await import('payfold/machines')")
  const xstate = importTime("await import('xstate')")
  return {
    title: 'Start-up',
    head: ['', 'with XState', 'without'],
    rows: [['import in Node.js', `${digits(whole)} ms`, `${digits(whole - xstate)} ms`]],
    ratios: { 'start-up: import, ms': whole },
  }
}
