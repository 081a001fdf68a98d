/**
 * The package as its users get it: built, packed, and unpacked among its dependencies, with nothing
 * else near.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const path = (to: string): string => fileURLToPath(new URL(to, import.meta.url))

/** The root of the package. */
export const root = path('../../')

/** The folder of the tools for these checks. */
export const project = path('./')

/** The path of one of these tools; null if this machine does not have it. */
export const tool = (to: string): string | null => {
  const place = join(project, 'node_modules', to)
  return existsSync(place) ? place : null
}

/** The files of a package, as `npm pack` lists them. */
export interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

/** What a manifest says about other packages. */
export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/**
 * What a package needs and a user must have: its dependencies, and its peers except the optional
 * ones.
 */
export const askedBy = (manifest: Manifest): Readonly<Record<string, string>> => {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest
  const peers = Object.entries(peerDependencies).filter(
    ([name]) => peerDependenciesMeta[name]?.optional !== true,
  )
  return { ...dependencies, ...Object.fromEntries(peers) }
}

/** Reads JSON of a known shape. */
export const readJson = <A>(file: string): A => JSON.parse(readFileSync(file, 'utf8')) as A

const npm = (args: readonly string[], folder: string): string =>
  execFileSync('npm', [...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] })

/** Installs what the lock file names, unless it is installed already. */
export const installTools = (): void => {
  const stamp = join(project, 'node_modules/.installed')
  const lock = createHash('sha256').update(readFileSync(join(project, 'package-lock.json')))
  const wanted = lock.update(readFileSync(join(project, 'package.json'))).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  npm(['ci', '--ignore-scripts', '--loglevel=error'], project)
  writeFileSync(stamp, wanted)
}

/** Builds and packs into a folder, and returns what was packed. */
export const pack = (folder: string): Packed => {
  npm(['run', '--silent', 'build'], root)
  const reported = npm(['pack', '--json', '--loglevel=error', '--pack-destination', folder], root)
  const [packed] = JSON.parse(reported) as readonly Packed[]
  if (packed === undefined) throw new Error('nothing was packed')
  return packed
}

/** Copies packages, with everything they need, to where a user would have them. */
const copy = (names: readonly string[], modules: string): void => {
  for (const name of names) {
    const [from, to] = [join(project, 'node_modules', name), join(modules, name)]
    if (existsSync(to)) continue
    cpSync(from, to, { recursive: true })
    copy(Object.keys(readJson<Manifest>(join(from, 'package.json')).dependencies ?? {}), modules)
  }
}

/** What a user has besides the package: other packages, and which of our releases of XState. */
export interface Having {
  readonly also?: readonly string[]
  readonly xstate?: 'xstate' | 'xstate-lowest'
}

/**
 * A user's project outside of ours: the packed package, the dependencies in its manifest, the
 * user's other packages and programs. A dependency that the manifest lacks is missing here.
 */
export const installed = (
  tarball: string,
  { also = [], xstate = 'xstate' }: Having = {},
): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'consumer-')))
  const modules = join(folder, 'node_modules')
  const home = join(modules, 'payfold')
  mkdirSync(home, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', home, '--strip-components=1'])
  cpSync(join(project, 'node_modules', xstate), join(modules, 'xstate'), { recursive: true })
  copy([...Object.keys(askedBy(readJson(join(home, 'package.json')))), ...also], modules)
  cpSync(join(project, 'consumer'), folder, { recursive: true })
  const week = readFileSync(join(root, 'docs/examples/week/week.ndjson'), 'utf8')
  writeFileSync(join(folder, 'week.js'), `export const WEEK = ${JSON.stringify(week)}\n`)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  return folder
}
