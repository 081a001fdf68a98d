/**
 * The package on its platforms: releases of Node.js, Bun, a page, a worker of a page, and an edge
 * runtime.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { executablePath, launched, NO_BROWSER } from '../browser.ts'
import { bundle } from './bundle.ts'
import { project, readJson, tool } from './installed.ts'
import { compile, NOT_MADE, named, runIn } from './programs.ts'

const folder = inject('plain')
const lowest = inject('lowest')

/** What the program prints of the story, on every platform. */
const STORY = [
  'captured',
  'requestRefund: up to 12000 until 2026-07-29T22:00:00.0000000Z',
  '120.01 EUR is 0.01 EUR more than the 120.00 EUR available.',
  '3 entries',
  'missingPredecessor: The log has no entry that creates mandate src_1.',
  'ClockStepsBack: The entry was recorded at 2026-06-01T09:30:00Z, but the entry before it was recorded at 2026-06-03T08:00:01Z.',
  'a248aeae44a060eb47693eadbeea0fad54bac1d6163aced06aaf07247b6a22ea',
  '87880 amounts: 145b56394eeba92bfa141d2f2ab2fb7f7a300fc4d6469ef80e1c2d2722c66f5c',
]

/** Of what there is a digest. */
const DIGESTS = ['reading', 'log', 'fold', 'judging', 'audit', 'picture', 'page', 'playback']

/** Prints how many names each entry has, loaded by `require`: it fails on a top-level `await`. */
const REQUIRING = `
const manifest = require('payfold/package.json')
for (const entry of Object.keys(manifest.exports).filter((name) => !name.endsWith('.json'))) {
  const loaded = require('payfold' + entry.slice(1))
  console.log(entry, Object.keys(loaded).length > 0)
}
`

const REQUIRED = [
  ...['.', './machines', './provider', './desk', './audit', './inspect', './machine', './testing'],
].map((entry) => `${entry} true`)

/** Where actors of the charts begin. */
const BEGUN = [
  '{"authentication":"none","completion":"open"}',
  '{"uncaptured":"none"}',
  '"none"',
  '{"uncaptured":"none"}',
]

const run = (program: string, ...args: readonly string[]): string => runIn(folder, program, ...args)

/**
 * The release that runs this, the oldest that the package allows (installed by CI), and the two
 * after it.
 */
const NODES = [
  [process.version, process.execPath],
  ['v22', tool('node-22/bin/node')],
  ['v24', tool('node-24/bin/node')],
] as const

describe('a program that uses the package has the same output', () => {
  /** The story, and the digests as this release of Node.js prints them. */
  let expected: readonly string[] = []
  beforeAll(() => {
    for (const where of [folder, lowest]) compile(where)
    expected = run(process.execPath, 'main.js').split('\n')
  })

  test('of which each digest is one of many values', () => {
    expect(expected.slice(0, STORY.length)).toEqual(STORY)
    const digests = expected.slice(STORY.length)
    expect(digests.map((line) => line.split(':')[0])).toEqual(DIGESTS)
    for (const line of digests) expect(line).toMatch(/^\w+: [1-9]\d*, [0-9a-f]{64}$/)
    expect(new Set(digests.map((line) => line.split(', ')[1])).size).toBe(DIGESTS.length)
  })

  test('with the lowest release of XState and with the latest, with the same bytes of an audit', () => {
    const release = (where: string): string =>
      readJson<{ readonly version: string }>(join(where, 'node_modules/xstate/package.json'))
        .version
    expect(release(lowest)).not.toBe(release(folder))
    expect(runIn(lowest, process.execPath, 'main.js').split('\n')).toEqual(expected)
    const acted = run(process.execPath, 'actor.js')
    expect(acted.split('\n').slice(0, -1)).toEqual(BEGUN)
    expect(acted).toContain('"findings":[')
    expect(runIn(lowest, process.execPath, 'actor.js')).toBe(acted)
  })

  for (const [release, node] of NODES) {
    test.skipIf(node === null)(named(`in Node.js ${release}`, node, NOT_MADE), () => {
      expect(run(node ?? '', '--version')).toMatch(new RegExp(`^${release}\\b`))
      expect(run(node ?? '', 'main.js').split('\n')).toEqual(expected)
    })
  }

  const all = inject('tested')
  beforeAll(() => writeFileSync(join(all, 'requiring.cjs'), REQUIRING))

  for (const [release, node] of NODES) {
    test.skipIf(node === null)(
      named(`by require in Node.js ${release}, every entry`, node, NOT_MADE),
      () => expect(runIn(all, node ?? '', 'requiring.cjs').split('\n')).toEqual(REQUIRED),
    )
  }

  const bun = tool('@oven/bun-linux-x64-baseline/bin/bun')
  test.skipIf(bun === null)(named('in Bun', bun, NOT_MADE), () => {
    expect(run(bun ?? '', '--version')).toMatch(/^1\./)
    expect(run(bun ?? '', 'main.js').split('\n')).toEqual(expected)
    expect(runIn(all, bun ?? '', 'requiring.cjs').split('\n')).toEqual(REQUIRED)
  })

  describe('bundled, without a module of Node.js or a shim for one,', () => {
    let code = ''
    beforeAll(async () => {
      code = (await bundle(folder, 'said.ts')).code
      writeFileSync(join(folder, 'said.bundle.js'), code)
      writeFileSync(join(folder, 'bundled.js'), BUNDLED)
      writeFileSync(join(folder, 'years.mjs'), WITHOUT_LATER_YEARS)
      writeFileSync(join(folder, 'defined.mjs'), 'globalThis.process = { env: {} }')
    })

    test('which the bundle does not mention', () => {
      expect(code.match(/["'`]node:|\bcreateHash\b|\bprocess\.|\brequire\(/g) ?? []).toEqual([])
    })

    test('without what came after ES2023 and without a platform, in the newest Node.js of these', () => {
      const [, newest = ''] = NODES.findLast(([, node]) => node !== null) ?? []
      const [taken, ...lines] = run(newest ?? '', '--import', './years.mjs', 'bundled.js').split(
        '\n',
      )
      expect(Number(taken)).toBeGreaterThan(10)
      expect(lines).toEqual(expected)
    })

    const esbuild = tool('@esbuild/linux-x64/bin/esbuild')
    test.skipIf(esbuild === null)(named('by esbuild', esbuild, NOT_MADE), () => {
      const output = ['--bundle', '--format=esm', '--outfile=esbuild.js', '--log-level=warning']
      expect(run(esbuild ?? '', 'main.js', ...output, ...DEFINED)).toBe('')
      expect(run(process.execPath, 'esbuild.js').split('\n')).toEqual(expected)
    })

    test('by Rollup, without its plugin for CommonJS', () => {
      const rollup = tool('rollup/dist/bin/rollup') ?? ''
      const plugin = ['--plugin', 'node-resolve={browser:true}', '--silent', '--format', 'es']
      const files = [join(folder, 'main.js'), '--file', join(folder, 'rollup.js')]
      expect(runIn(project, process.execPath, rollup, ...plugin, ...files)).toBe('')
      expect(run(process.execPath, 'rollup.js').split('\n')).toEqual(expected)
      // where nobody replaces or defines what Immer reads, nothing loads
      const bare = ['--import', './years.mjs']
      expect(run(process.execPath, ...bare, 'rollup.js')).toContain('process is not defined')
      const defined = run(process.execPath, ...bare, '--import', './defined.mjs', 'rollup.js')
      expect(defined.split('\n').slice(1)).toEqual(expected)
    })

    test.skipIf(executablePath === null)(
      named('on a page, and in a worker of the page', executablePath, NO_BROWSER),
      async () => {
        const browser = await launched()
        const page = await browser.newPage()
        const served: Readonly<Record<string, string>> = { ...SERVED, '/said.js': code }
        await page.route('**', (route) => {
          const { pathname } = new URL(route.request().url())
          const contentType = pathname === '/' ? 'text/html' : 'text/javascript'
          return route.fulfill({ body: served[pathname] ?? '', contentType })
        })
        await page.goto('http://story.invalid/')
        const said = await page.evaluate(ON_A_PAGE)
        await browser.close()
        expect(said).toEqual({ page: expected, worker: expected })
      },
    )

    const edge = tool('@cloudflare/workerd-linux-64/bin/workerd')
    test.skipIf(edge === null)(named('in workerd', edge, NOT_MADE), () => {
      writeFileSync(join(folder, 'edge.js'), EDGE)
      writeFileSync(join(folder, 'edge.capnp'), EDGE_CONFIGURATION)
      const printed = run(edge ?? '', 'test', 'edge.capnp')
      expect(JSON.parse(printed)).toEqual({ ambient: [], said: expected })
    })
  })
})

/** Replaces what Immer reads when it loads. */
const DEFINED = ['--define:process.env.NODE_ENV="production"']

/** The bundle as a program. */
const BUNDLED = "import { said } from './said.bundle.js'\nconsole.log(said().join('\\n'))\n"

/**
 * Takes away what ES2024 and later years have added, and what no engine has but browsers and Node.js, apart
 * from TextEncoder, TextDecoder and console. Prints how much that was.
 */
const WITHOUT_LATER_YEARS = `const PLATFORM = ['AbortController', 'Blob', 'Event', 'EventTarget', 'URL', 'atob', 'btoa', 'crypto', 'fetch', 'performance', 'process', 'setImmediate', 'structuredClone']
const LATER = {
  Array: ['fromAsync'],
  'ArrayBuffer.prototype': ['resize', 'transfer', 'transferToFixedLength'],
  Error: ['isError'],
  globalThis: ['Float16Array', 'Iterator', ...PLATFORM],
  Intl: ['DurationFormat'],
  Iterator: ['concat', 'from'],
  'Iterator.prototype': ['drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray'],
  JSON: ['isRawJSON', 'rawJSON'],
  Map: ['groupBy'],
  'Map.prototype': ['getOrInsert', 'getOrInsertComputed'],
  Math: ['f16round', 'sumPrecise'],
  Object: ['groupBy'],
  Promise: ['try', 'withResolvers'],
  RegExp: ['escape'],
  'Set.prototype': ['difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf', 'symmetricDifference', 'union'],
  'String.prototype': ['isWellFormed', 'toWellFormed'],
  Uint8Array: ['fromBase64', 'fromHex'],
  'Uint8Array.prototype': ['setFromBase64', 'setFromHex', 'toBase64', 'toHex'],
}
const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()))
const found = Object.entries(LATER).flatMap(([path, names]) => {
  const owner = path === 'Iterator.prototype' ? iterators : path.split('.').reduce((from, name) => from?.[name], globalThis)
  return names.filter((name) => owner !== undefined && Object.hasOwn(owner, name)).map((name) => [owner, name])
})
for (const [owner, name] of found) delete owner[name]
console.log(found.length)
`

/** What the server sends to a browser: the bundle, a page, a worker. */
const SERVED = {
  '/': '<!doctype html><title>A story</title>',
  '/worker.js': "import { said } from './said.js'; postMessage(said())",
} as const

/** Prints the lines on a page, and again in a worker. */
const ON_A_PAGE = `(async () => {
  const { said } = await import('/said.js')
  const worker = new Worker('/worker.js', { type: 'module' })
  const readEvents = await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
  })
  return { page: said(), worker: readEvents }
})()`

/**
 * A test in workerd's own format: it opens no port. It lists the globals of Node.js that it has.
 */
const EDGE = `import { said } from './said.bundle.js'
const ambient = ['process', 'Buffer', 'require'].filter((name) => name in globalThis)
export default { test: () => console.log(JSON.stringify({ ambient, said: said() })) }
`

/** Uses a date before which workerd added no part of Node.js by itself. */
const EDGE_CONFIGURATION = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "edge", worker = .edge)]);
const edge :Workerd.Worker = (
  compatibilityDate = "2024-01-01",
  modules = [
    (name = "edge.js", esModule = embed "edge.js"),
    (name = "said.bundle.js", esModule = embed "said.bundle.js"),
  ],
);
`
