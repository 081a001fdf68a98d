// @ts-check
/**
 * What `npm run release` runs: it reports what prevents a release, or what would be published. It
 * publishes nothing.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { distTagOf, faultsIn, tagOf } from './faults.js'
import { packedText } from './packed.js'
import { provenanceText } from './provenance.js'

const USAGE = `npm run release                # checks everything, packs, and lists what would be published
npm run release -- --unchecked # does the same without the checks that take minutes, for a first look`

const root = fileURLToPath(new URL('../../', import.meta.url))

/** @param {readonly string[]} sentences */
const end = (sentences) => {
  for (const sentence of sentences) console.error(sentence)
  process.exit(1)
}

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8')

/** @param {string} program @param {readonly string[]} args */
const run = (program, ...args) => execFileSync(program, args, { cwd: root, encoding: 'utf8' })

/** @param {readonly string[]} args */
const git = (...args) =>
  run('git', ...args)
    .split('\n')
    .filter(Boolean)

const changed = () => git('status', '--porcelain').map((line) => line.slice(3))

const args = process.argv.slice(2)
if (args.some((arg) => arg !== '--unchecked')) end([USAGE])

const manifest = JSON.parse(read('package.json'))
const faults = faultsIn({
  manifest,
  lock: JSON.parse(read('package-lock.json')),
  code: read('src/words/version.ts'),
  changelog: read('CHANGELOG.md'),
  tags: git('tag', '--list'),
  changed: changed(),
  today: new Date().toISOString().slice(0, 10),
})
if (faults.length > 0) end(faults)

const script = args.includes('--unchecked') ? 'build' : 'check'
if (spawnSync('npm', ['run', script], { cwd: root, stdio: 'inherit' }).status !== 0) {
  end([`npm run ${script} failed: see its last lines.`])
}
if (changed().length > 0) end([`npm run ${script} changed files: ${changed().join(', ')}.`])

const folder = join('reports', 'release')
mkdirSync(join(root, folder), { recursive: true })
const printed = run('npm', 'pack', '--json', '--pack-destination', folder)
const [packed] = JSON.parse(printed)
const { name, version, filename } = packed
if (version !== manifest.version) end([`${filename} is not version ${manifest.version}.`])

const bill = join(folder, `${name}-${version}.cdx.json`)
writeFileSync(join(root, bill), run('npm', 'run', '--silent', 'sbom'))

console.log(`\nThis would be published. Nothing was published.\n`)
for (const line of packedText(packed)) console.log(line)
console.log('')
const [commit = ''] = git('rev-parse', 'HEAD')
const [node, npm] = [process.versions.node, run('npm', '--version').trim()]
for (const line of provenanceText({ commit, node, npm, integrity: packed.integrity, bill })) {
  console.log(line)
}
console.log(`
To publish ${name}, by hand:
  git tag ${tagOf(version)} && git push origin ${tagOf(version)}
  npm publish ${join(folder, filename)} --tag ${distTagOf(version)}`)
if (script === 'build')
  console.log('\nIt was not checked: run this without --unchecked before you publish.')
