/** Starting up: how long an import takes, and how large what a browser loads is. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { digits, type Part } from './table.ts'

const VARIANTS = {
  'judge only':
    "export { decide, allowed } from '../../dist/src/index.js'; export { sepaPayment } from '../../dist/machines/index.js'",
  'fold only':
    "export { fold } from '../../dist/src/index.js'; export { sepaPayment } from '../../dist/machines/index.js'",
  everything:
    "export * from '../../dist/src/index.js'; export * as machines from '../../dist/machines/index.js'",
}

/** Bundled, minified, zipped: kilobytes. */
const sizeOf = async (code: string, isXstateOutside: boolean): Promise<number> => {
  const entry = 'reports/bench/entry.js'
  writeFileSync(entry, code)
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: ['es'], fileName: 'bundle' },
      rolldownOptions: isXstateOutside ? { external: ['xstate'] } : {},
    },
  })
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const text = outputs.map((each) => (each.type === 'chunk' ? each.code : '')).join('')
  return gzipSync(text).length / 1000
}

/** Milliseconds from nothing to an import that is done, without those of Node.js itself. */
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
export const startupPart = async (): Promise<Part> => {
  const rows: string[][] = []
  const ratios: Record<string, number> = {}
  for (const [name, code] of Object.entries(VARIANTS)) {
    const [withXstate, without] = [await sizeOf(code, false), await sizeOf(code, true)]
    rows.push([`bundle, ${name}`, `${digits(withXstate)} kB`, `${digits(without)} kB`])
    ratios[`start-up: ${name}, kB with XState`] = withXstate
  }
  const whole = importTime("await import('payfold'); await import('payfold/machines')")
  const xstate = importTime("await import('xstate')")
  rows.push(['import in Node.js', `${digits(whole)} ms`, `${digits(whole - xstate)} ms`])
  ratios['start-up: import, ms'] = whole
  return { title: 'Start-up', head: ['', 'with XState', 'without'], rows, ratios }
}
