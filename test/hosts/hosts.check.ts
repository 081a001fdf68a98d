/** The digests on the hosts that are too large for each run of the checks. */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { root, tool } from '../package/installed.ts'
import { compile } from '../package/programs.ts'

/** The project of a user who has all of these hosts. It stays, so that they are installed once. */
const folder = join(root, 'reports/hosts')
const at = (path: string): string => join(folder, path)

const env = { PATH: process.env['PATH'], HOME: folder, NEXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1' }

const run = (program: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env,
  })
  return (status === 0 ? stdout : `${stdout}${stderr}`).trim()
}

const node = (...args: readonly string[]): string => run(process.execPath, ...args)

/** Writes the files of a host. */
const write = (files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(at(join(path, '..')), { recursive: true })
    writeFileSync(at(path), text)
  }
}

/** What the program prints here. */
let expected = ''
beforeAll(() => {
  mkdirSync(folder, { recursive: true })
  cpSync(join(import.meta.dirname, 'package.json'), at('package.json'))
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--no-package-lock']
  run('npm', 'install', '--ignore-scripts', ...quiet)
  const plain = inject('plain')
  compile(plain)
  rmSync(at('node_modules/payfold'), { recursive: true, force: true })
  for (const name of readdirSync(join(plain, 'node_modules')))
    cpSync(join(plain, 'node_modules', name), at(`node_modules/${name}`), { recursive: true })
  for (const name of readdirSync(plain).filter((each) => each.endsWith('.js')))
    cpSync(join(plain, name), at(name))
  expected = node('main.js')
  expect(expected.split('\n').length).toBeGreaterThan(15)
  write({ 'expected.js': `export const expected = ${JSON.stringify(expected)}\n` })
})

const NODES = [
  ['oldest', 'node-20', /^v20\.19\.0$/],
  ['newest', 'node-26', /^v26\./],
] as const

/** Every entry but `payfold/testing`, which needs fast-check. */
const ENTRIES = `Object.keys(require('payfold/package.json').exports)
  .filter((path) => !/json|testing/.test(path)).map((path) => 'payfold' + path.slice(1))`

const REQUIRING = `const found = ${ENTRIES}.map((entry) => Object.keys(require(entry)).length)
console.log(found.length, found.every((names) => names > 0))
`

test.each(NODES)(
  'the %s release of Node.js prints the same, and requires',
  (_age, name, release) => {
    write({ 'requiring.cjs': REQUIRING })
    const program = at(`node_modules/${name}/bin/node`)
    expect(run(program, '--version')).toMatch(release)
    expect(run(program, 'main.js')).toBe(expected)
    expect(run(program, 'requiring.cjs')).toBe('7 true')
  },
)

const JEST = {
  'jest.config.json': JSON.stringify({ transform: {}, testMatch: ['**/jest/*.test.*js'] }),
  'jest/import.test.js': `import { expected } from '../expected.js'
import { said } from '../said.js'
test('prints the same', () => expect(said().join('\\n')).toBe(expected))
`,
  'jest/require.test.cjs': `test('requires every entry', () => {
  for (const entry of ${ENTRIES}) expect(Object.keys(require(entry)).length).toBeGreaterThan(0)
})
`,
}

/** How many tests Jest passes, and what it says of the first that fails. */
const passed = (program: string, ...files: readonly string[]): readonly unknown[] => {
  const args = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js']
  const said = run(program, ...args, '--config', 'jest.config.json', '--json', ...files)
  const { numPassedTests, testResults } = JSON.parse(
    said.slice(said.indexOf('{"')).split('\n')[0] ?? '',
  )
  return [numPassedTests, /Must use \w+/.exec(testResults[0].message)?.[0] ?? '']
}

test('Jest imports under --experimental-vm-modules, and requires from Node.js 24.9 on', () => {
  write(JEST)
  expect(passed(process.execPath, 'jest/import')).toEqual([1, ''])
  expect(passed(tool('node-24/bin/node') ?? process.execPath)).toEqual([2, ''])
  const isOld = process.version.startsWith('v20.') || process.version.startsWith('v22.')
  expect(passed(process.execPath, 'jest/require')).toEqual(isOld ? [0, 'Must use import'] : [1, ''])
})

const WEBPACK = `const webpack = require('webpack')
const output = { path: __dirname, filename: 'webpack.out.cjs' }
const options = { mode: 'production', target: 'web', entry: './main.js', context: __dirname, output }
webpack({ ...options, performance: false }, (error, stats) =>
  console.log(error ? error.message : stats.toString({ all: false, errors: true, warnings: true })))
`

test('webpack bundles it without a warning', () => {
  write({ 'webpack.cjs': WEBPACK })
  expect(node('webpack.cjs')).toBe('')
  expect(node('webpack.out.cjs')).toBe(expected)
})

test('Deno runs it if it may read NODE_ENV, which Immer does', () => {
  const deno = at('node_modules/@deno/linux-x64-glibc/deno')
  const options = ['run', '--no-prompt', '--no-lock', '--node-modules-dir=manual']
  expect(run(deno, ...options, 'main.js')).toContain('Requires env access to "NODE_ENV"')
  expect(run(deno, ...options, '--allow-env=NODE_ENV', 'main.js')).toBe(expected)
})

test('the compiler of React Native takes the bundle', () => {
  const compiler = at('node_modules/hermes-compiler/hermesc/linux64-bin/hermesc')
  const esbuild = tool('@esbuild/linux-x64/bin/esbuild') ?? ''
  run(esbuild, 'main.js', '--bundle', '--format=iife', '--outfile=native.js')
  run('chmod', '+x', compiler)
  const said = run(compiler, '-emit-binary', '-w', '-out', 'native.hbc', 'native.js')
  expect(said).toBe('')
  expect(readFileSync(at('native.hbc')).length).toBeGreaterThan(500_000)
})

/** What the engine lacks when it is alone, or lacked in 2022. React Native adds the console and Intl. */
const ENGINE = {
  'hermes/host.js': `import 'core-js/stable/index.js'
import { TextDecoder, TextEncoder } from 'text-encoding'
import '@formatjs/intl-getcanonicallocales/polyfill-force.js'
import '@formatjs/intl-locale/polyfill-force.js'
import '@formatjs/intl-pluralrules/polyfill-force.js'
import '@formatjs/intl-pluralrules/locale-data/en.js'
import '@formatjs/intl-numberformat/polyfill-force.js'
import '@formatjs/intl-numberformat/locale-data/en.js'
import '@formatjs/intl-datetimeformat/polyfill-force.js'
import '@formatjs/intl-datetimeformat/locale-data/en.js'
import '@formatjs/intl-datetimeformat/add-all-tz.js'
Object.assign(globalThis, { TextDecoder, TextEncoder })
`,
  'hermes/compile.cjs': `const { writeFileSync } = require('node:fs')
const { transformFileSync } = require('@babel/core')
const presets = [['@babel/preset-env', { targets: { ie: 11 } }]]
const options = { presets, sourceType: 'script', compact: true, configFile: false }
const [host, main] = ['host', 'main'].map((name) => transformFileSync('hermes/' + name + '.out.js', options).code)
const printing = 'globalThis.console = { log: print };'
writeFileSync('hermes/alone.js', printing + main)
writeFileSync('hermes/whole.js', printing + host + '\\n' + main)
`,
}

test('the engine of React Native prints the same, with what it lacks', () => {
  write(ENGINE)
  const engine = at('node_modules/hermes-engine-cli/linux64-bin/hermes')
  run('chmod', '+x', engine)
  const esbuild = tool('@esbuild/linux-x64/bin/esbuild') ?? ''
  const options = ['--bundle', '--format=iife', '--define:process.env.NODE_ENV="production"']
  run(esbuild, 'hermes/host.js', ...options, '--outfile=hermes/host.out.js')
  run(esbuild, 'main.js', ...options, '--outfile=hermes/main.out.js')
  expect(node('hermes/compile.cjs')).toBe('')
  expect(run(engine, '-w', 'hermes/alone.js')).toContain("Property 'TextDecoder' doesn't exist")
  expect(run(engine, '-w', 'hermes/whole.js')).toBe(expected)
})

const routeOf = (runtime: string): string => `import { said } from '../../said.js'
export const runtime = '${runtime}'
export const dynamic = 'force-dynamic'
export const GET = () => new Response(said().join('\\n'))
`

test('Next serves it in both of its runtimes', async () => {
  write({ 'app/node/route.js': routeOf('nodejs'), 'app/edge/route.js': routeOf('edge') })
  const next = at('node_modules/next/dist/bin/next')
  expect(node(next, 'build')).toContain('/edge')
  const server = spawn(process.execPath, [next, 'start', '-H', '127.0.0.1', '-p', '0'], {
    cwd: folder,
    env,
  })
  try {
    const address = await new Promise<string>((resolve, reject) => {
      server.on('exit', reject)
      server.stdout.on('data', (text: Buffer) => {
        const found = /Local:\s+(http:\S+)/.exec(`${text}`)?.[1]
        if (found !== undefined) resolve(found)
      })
    })
    for (const runtime of ['node', 'edge']) {
      const response = await fetch(`${address}/${runtime}`)
      expect(await response.text(), runtime).toBe(expected)
    }
  } finally {
    server.kill()
  }
})

const WORKFLOW = {
  'temporal/workflow.js': `import { ApplicationFailure } from '@temporalio/workflow'
import { said } from '../said.js'
export const lines = async (expected) => {
  if (said().join('\\n') !== expected) throw ApplicationFailure.nonRetryable('differs')
}
`,
  'temporal/replay.mjs': `import { bundleWorkflowCode, DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import proto from '@temporalio/proto'
import { expected } from '../expected.js'
const logger = new DefaultLogger('ERROR')
Runtime.install({ logger })
const workflowsPath = new URL('./workflow.js', import.meta.url).pathname
const workflowBundle = await bundleWorkflowCode({ workflowsPath, logger })
const types = proto.temporal.api.enums.v1.EventType
const seconds = (seconds) => ({ seconds, nanos: 0 })
const payload = (value) => ({ metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from(JSON.stringify(value)) })
const begun = (input) => ({
  workflowType: { name: 'lines' }, taskQueue: { name: 'queue' }, input: { payloads: [payload(input)] }, attempt: 1,
  originalExecutionRunId: 'run', firstExecutionRunId: 'run', workflowTaskTimeout: seconds(10),
  workflowRunTimeout: seconds(0), workflowExecutionTimeout: seconds(0), firstWorkflowTaskBackoff: seconds(0),
})
const historyOf = (input) => ({ events: [
  { eventType: types.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED, workflowExecutionStartedEventAttributes: begun(input) },
  { eventType: types.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED, workflowTaskScheduledEventAttributes: { taskQueue: { name: 'queue' }, attempt: 1 } },
  { eventType: types.EVENT_TYPE_WORKFLOW_TASK_STARTED, workflowTaskStartedEventAttributes: { scheduledEventId: 2 } },
  { eventType: types.EVENT_TYPE_WORKFLOW_TASK_COMPLETED, workflowTaskCompletedEventAttributes: { scheduledEventId: 2, startedEventId: 3 } },
  { eventType: types.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED, workflowExecutionCompletedEventAttributes: { workflowTaskCompletedEventId: 4 } },
].map((event, index) => ({ ...event, eventId: index + 1, eventTime: seconds(1_767_225_600 + index) })) })
for (const input of [expected, 'other'])
  await Worker.runReplayHistory({ workflowBundle, replayName: 'payfold' }, historyOf(input)).then(
    () => console.log('replayed'), ({ name }) => console.log(name))
`,
}

test('Temporal replays a workflow that folds, in its sandbox; one that ends otherwise is found', () => {
  write(WORKFLOW)
  const said = node('temporal/replay.mjs').split('\n')
  expect(said.filter((line) => /^\w+$/.test(line))).toEqual([
    'replayed',
    'DeterminismViolationError',
  ])
})
