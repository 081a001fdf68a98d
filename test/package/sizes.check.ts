/** The size and content of a bundle, by what it uses of the package. Prints docs/sizes.md, but for its times. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { pageWith } from '../printed.ts'
import { type Bundle, bundleOf } from './bundle.ts'
import { askedBy, type Manifest, readJson, root } from './installed.ts'
import { expectPage } from './printed.ts'
import { namesOf, programOf, USE_NAMES, type Use } from './uses.ts'

const folder = inject('plain')
const page = 'docs/sizes.md'

interface Measured {
  readonly whole: Bundle
  readonly own: Bundle
}

const measured = new Map<Use, Measured>()
beforeAll(async () => {
  const packages = Object.keys(askedBy(readJson<Manifest>(join(root, 'package.json'))))
  for (const use of USE_NAMES) {
    const whole = await bundleOf(folder, programOf(use))
    const own = await bundleOf(folder, programOf(use), packages)
    measured.set(use, { whole, own })
  }
})

/** The sources of the package of which a bundle has something: `src/run/chart-run`. */
const ownOf = (use: Use): readonly string[] =>
  (measured.get(use)?.whole.sources ?? []).flatMap(
    (path) => /node_modules\/payfold\/(.+)\.ts$/.exec(path)?.[1] ?? [],
  )

/** The other packages that a bundle contains. */
const packagesOf = (use: Use): readonly string[] =>
  [
    ...new Set(
      (measured.get(use)?.whole.sources ?? []).flatMap(
        (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
      ),
    ),
  ]
    .filter((name) => name !== 'payfold')
    .toSorted()

const within = (use: Use, ...folders: readonly string[]): readonly string[] =>
  ownOf(use).filter((path) => folders.some((each) => path.startsWith(`${each}/`)))

const CHARTS = ['sepa-mandate', 'sepa-payment', 'session', 'ticket-payment']

/** The uses that only fold and judge. */
const JUDGING = [
  'fold payments',
  'fold sessions',
  'judge a payment',
  'fold, judge and ask',
  'fold, judge and ask, all machines',
] as const

describe('a bundle', () => {
  test.each(JUDGING)('for %s contains neither audits nor pages', (use) => {
    const others = ['src/provider', 'src/audit', 'src/inspect', 'src/testing']
    expect(within(use, ...others)).toEqual([])
    expect(packagesOf(use)).toEqual(['@noble/hashes', 'fp-ts', 'immer', 'io-ts', 'xstate'])
  })

  test('that judges by one machine does not keep a log', () => {
    expect(within('judge a payment', 'src/log')).toEqual([])
    expect(within('judge a payment', 'src/judge')).toContain('src/judge/decide')
    expect(ownOf('judge a payment')).not.toContain('src/payfold')
    expect(ownOf('fold, judge and ask')).toContain('src/payfold')
  })

  test('that judges decodes events, since a command is judged by the event it would cause', () => {
    expect(within('judge a payment', 'src/event')).toContain('src/event/event-decoder')
    expect(within('fold payments', 'src/event')).not.toContain('src/event/event-decoder')
  })

  test('that folds one machine contains no other', () => {
    const chartsIn = (use: Use) =>
      CHARTS.filter((name) => ownOf(use).includes(`machines/${name}/chart`))
    expect(chartsIn('fold payments')).toEqual(['sepa-payment'])
    expect(chartsIn('fold, judge and ask')).toEqual(['sepa-payment'])
    expect(chartsIn('fold sessions')).toEqual(['session'])
    expect(chartsIn('audit a log')).toEqual(CHARTS)
    const later = ['src/provider', 'src/log', 'src/judge', 'src/audit', 'src/inspect']
    expect(within('fold payments', ...later)).toEqual([])
  })

  test.each(USE_NAMES)('for %s has one fp-ts', (use) => {
    const sources = measured.get(use)?.whole.sources ?? []
    const builds = sources.flatMap((path) => /node_modules\/fp-ts\/([^/]+)/.exec(path)?.[1] ?? [])
    expect(new Set(builds)).toEqual(new Set(['es6']))
  })

  test('that reads runs no chart', () => {
    const charts = CHARTS.map((name) => `machines/${name}/chart`)
    for (const use of ['read webhooks', 'read whatever comes'] as const) {
      expect(
        within(
          use,
          'src/contract',
          'src/merge',
          'src/run',
          'src/fold',
          'src/judge',
          'src/audit',
          'src/inspect',
        ),
      ).toEqual([])
      expect(ownOf(use).filter((path) => charts.includes(path))).toEqual([])
      expect(packagesOf(use)).toEqual(['@noble/hashes', 'fp-ts', 'io-ts'])
    }
  })

  test('that audits contains no codec of messages, and draws nothing', () => {
    expect(within('audit a log', 'src/provider', 'src/inspect')).toEqual([])
  })

  test('needs no layout engine, not even to draw', () => {
    const drawing = USE_NAMES.filter((use) =>
      packagesOf(use).some((name) => /elk|dagre/.test(name)),
    )
    expect(drawing).toEqual([])
  })
})

/** Sizes in bytes: the bundle, zipped, and the package's own part, zipped. */
const sizesOf = (use: Use): readonly number[] => {
  const { whole, own } = measured.get(use) ?? { whole: { code: '' }, own: { code: '' } }
  return [whole.code.length, gzipSync(whole.code).length, gzipSync(own.code).length]
}

const recorded = existsSync(join(root, page)) ? readFileSync(join(root, page), 'utf8') : ''

/**
 * Keeps the numbers on the page if they are still right within 2 %: zip and bundler vary by as
 * much.
 */
const lasting = (use: Use): readonly string[] => {
  const [, ...said] =
    recorded
      .split('\n')
      .find((row) => row.startsWith(`| ${use} |`))
      ?.split(' | ') ?? []
  return sizesOf(use).map((bytes, place) => {
    const before = Number.parseFloat(said[place + 1] ?? '')
    const isStill = Math.abs(bytes / 1000 - before) <= before * 0.02
    return `${(isStill ? before : bytes / 1000).toFixed(1)} kB`
  })
}

const rows = (): readonly string[] =>
  USE_NAMES.map((use) => {
    const added = packagesOf(use).map((name) => `\`${name}\``)
    return `| ${use} | ${[namesOf(use), ...lasting(use), added.join(', ')].join(' | ')} |`
  })

/** The end of the page. Times differ from run to run, so `npm run bench -- startup` prints them. */
const startup = /^## Start-up$.*/ms.exec(recorded)?.[0] ?? ''

test('docs/sizes.md has a time for each entry', () => {
  const { exports } = readJson<{ readonly exports: object }>(join(root, 'package.json'))
  const entries = Object.keys(exports).filter((path) => !path.endsWith('.json'))
  const timed = [...startup.matchAll(/^\| `(payfold\S*)` \| [1-9]\d* ms \|/gm)]
  expect(timed.map(([, name]) => name)).toEqual(entries.map((path) => `payfold${path.slice(1)}`))
})

test('docs/sizes.md says how large a bundle is', async () => {
  for (const use of USE_NAMES) console.log(use, ...sizesOf(use))
  const table = [
    '| use | names | minified | gzip | gzip, payfold only | with |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows(),
  ]
  await expectPage(pageWith(join(root, page), table), page, 'look at what has grown')
})
