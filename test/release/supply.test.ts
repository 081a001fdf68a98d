/** What comes with the package and with its tools: the bill, licences, install scripts, advisories. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { judgedAdvisories } from '../../.ci/supply/advisories.js'
import { installedByUsers, sbomOf } from '../../.ci/supply/sbom.js'

interface Package {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly hasInstallScript?: boolean
  readonly link?: boolean
  readonly scripts?: Readonly<Record<string, string>>
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T

const packagesIn = (folder: string): Readonly<Record<string, Package>> =>
  readJson<{ packages: Record<string, Package> }>(join(folder, 'package-lock.json')).packages

const packages = packagesIn('.')
const installed = installedByUsers(packages)

/** Licences under which anyone may use the package for anything, if the notices are kept. */
const OF_USERS = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']

/** Licences that only tools for development may have in addition: they reach no user. */
const OF_TOOLS = [
  ...OF_USERS,
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'MPL-2.0',
  'Unlicense',
  'MIT OR Apache-2.0',
  '(MPL-2.0 OR Apache-2.0)',
]

/** Packages with another licence, or one that is written otherwise, with the reason to accept it. */
const WRITTEN_OTHERWISE: Readonly<Record<string, string>> = {
  '@fraktalio/fmodel-ts': 'Apache-2.0 in words; the tests compare the fold with it',
  elkjs: 'EPL-2.0 or GPL-3.0, at choice; it prints the layouts of the charts, and reaches no user',
  ibantools: 'MIT or MPL-2.0, at choice; only the tests use it',
  khroma: 'its package.json states no licence, but its file `license` is the text of MIT',
  '@restatedev/restate-server-darwin-arm64': 'the server that one example runs, under BSL',
  '@restatedev/restate-server-darwin-x64': 'the server that one example runs, under BSL',
  '@restatedev/restate-server-linux-arm64': 'the server that one example runs, under BSL',
  '@restatedev/restate-server-linux-x64': 'the server that one example runs, under BSL',
}

/**
 * Packages that may run a script when they are installed, each with the reason. A registry may omit
 * the flag from a lock file, so what is installed here is looked into as well.
 */
const MAY_RUN_SCRIPTS: Readonly<Record<string, string>> = {
  fsevents: 'on macOS only: vite watches files with it, and it is optional',
}

const nameIn = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Whether a path of a lock file is of a package from outside, and not of this one. */
const isTheirs = ([path, { link }]: readonly [string, Package]): boolean =>
  path.includes('node_modules/') && link !== true

/** Scripts that npm runs when it installs a package. */
const INSTALLING = ['preinstall', 'install', 'postinstall']

/** Every folder with its own lock file. */
const folders = [
  '.',
  'test/package',
  ...readdirSync('docs/examples').flatMap((name) =>
    existsSync(join('docs/examples', name, 'package-lock.json'))
      ? [join('docs/examples', name)]
      : [],
  ),
]

describe('what users install with the package', () => {
  test('is what the package needs, and what that needs', () => {
    expect(installed.map(nameIn)).toEqual([
      '@noble/hashes',
      '@standard-schema/spec',
      'fp-ts',
      'immer',
      'io-ts',
      'xstate',
    ])
  })

  test('has a permissive licence, states it twice alike, and includes its text', () => {
    for (const path of installed) {
      const { license = '' } = packages[path] ?? {}
      expect(OF_USERS, path).toContain(license)
      expect(readJson<Package>(join(path, 'package.json')).license).toBe(license)
      expect(
        readdirSync(path).some((name) => /^licen[cs]e/i.test(name)),
        path,
      ).toBe(true)
    }
  })

  test('runs no script when it is installed, and compiles nothing', () => {
    for (const path of installed) {
      const { scripts = {} } = readJson<Package>(join(path, 'package.json'))
      expect(
        INSTALLING.filter((name) => Object.hasOwn(scripts, name)),
        path,
      ).toEqual([])
      expect(existsSync(join(path, 'binding.gyp')), path).toBe(false)
    }
    const { scripts = {} } = readJson<Package>('package.json')
    expect([...INSTALLING, 'prepare'].filter((name) => Object.hasOwn(scripts, name))).toEqual([])
  })
})

describe.each(folders)('the packages of %s', (folder) => {
  const theirs = Object.entries(packagesIn(folder)).filter(isTheirs)

  test('have licences that are known', () => {
    expect(theirs.length).toBeGreaterThan(5)
    const unknown = theirs.flatMap(([path, { license = 'none' }]) => {
      const isListed = OF_TOOLS.includes(license) || Object.hasOwn(WRITTEN_OTHERWISE, nameIn(path))
      return isListed ? [] : [`${nameIn(path)}: ${license}`]
    })
    expect(unknown).toEqual([])
  })

  test('run no script when they are installed, but for those with a reason', () => {
    const running = theirs.flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript === true && !Object.hasOwn(MAY_RUN_SCRIPTS, nameIn(path))
        ? [nameIn(path)]
        : [],
    )
    expect(running).toEqual([])
  })

  test('are the ones whose SHA-512 was recorded', () => {
    const without = theirs.filter(([, { integrity = '' }]) => !/^sha512-/.test(integrity))
    expect(without.map(([path]) => path)).toEqual([])
  })
})

describe('what is installed here', () => {
  test('runs no script of its own that the lock file does not state', () => {
    const running = Object.keys(packages).filter((path) => {
      const file = join(path, 'package.json')
      if (path === '' || !existsSync(file)) return false
      const { scripts = {} } = readJson<Package>(file)
      return INSTALLING.some((name) => Object.hasOwn(scripts, name))
    })
    expect(running.filter((path) => !Object.hasOwn(MAY_RUN_SCRIPTS, nameIn(path)))).toEqual([])
  })

  test('accepts no licence without need', () => {
    const all = folders.flatMap((folder) => Object.entries(packagesIn(folder)).filter(isTheirs))
    const names = new Set(all.map(([path]) => nameIn(path)))
    expect(Object.keys(WRITTEN_OTHERWISE).filter((name) => !names.has(name))).toEqual([])
    const used = new Set(all.map(([, { license }]) => license))
    expect(OF_TOOLS.filter((license) => !used.has(license))).toEqual([])
  })
})

describe('the bill of materials', () => {
  const printed = (): string =>
    execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8' })
  const first = printed()

  test('lists exactly what users install, each with its version, licence and SHA-512', () => {
    const bill = JSON.parse(first)
    expect([bill.bomFormat, bill.metadata.component.name]).toEqual(['CycloneDX', 'payfold'])
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    const listed = bill.components.map(
      (each: {
        readonly 'bom-ref': string
        readonly hashes: readonly { readonly alg: string; readonly content: string }[]
        readonly licenses: readonly { readonly license: { readonly id: string } }[]
      }) => [each['bom-ref'], each.hashes[0]?.content, each.licenses[0]?.license.id],
    )
    const expected = installed.map((path) => {
      const { version, license, integrity = '' } = packages[path] ?? {}
      const hash = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
      return [`${nameIn(path)}@${version}`, hash, license]
    })
    expect(listed.toSorted()).toEqual(expected.toSorted())
    const refs = bill.dependencies.map(({ ref }: { readonly ref: string }) => ref)
    expect(refs.toSorted()).toEqual(
      [bill.metadata.component['bom-ref'], ...expected.map(([ref]) => ref)].toSorted(),
    )
  })

  test('is the same each time, and does not say where packages were fetched or which folder this is', () => {
    const text = printed()
    expect(text).toBe(first)
    expect(text).not.toMatch(/registry|"timestamp"|distribution|\.tgz|node_modules/)
    expect(text).not.toContain(process.cwd())
  })

  test('drops addresses of archives, times and random numbers', () => {
    const component = {
      'bom-ref': 'a@1.0.0',
      name: 'a',
      version: '1.0.0',
      scope: 'optional',
      properties: [{ name: 'cdx:npm:package:path', value: 'node_modules/a' }],
      externalReferences: [
        { type: 'distribution', url: 'https://archives.example/a.tgz' },
        { type: 'vcs', url: 'https://code.example/a' },
      ],
    }
    const bill = (serialNumber: string, timestamp: string) =>
      sbomOf(
        {
          serialNumber,
          metadata: {
            timestamp,
            component: { 'bom-ref': 'own@1.0.0', name: 'a-folder', version: '1.0.0' },
          },
          components: [component, { 'bom-ref': 'tool@1.0.0', name: 'tool', version: '1.0.0' }],
          dependencies: [
            { ref: 'own@1.0.0', dependsOn: ['tool@1.0.0', 'a@1.0.0'] },
            { ref: 'a@1.0.0', dependsOn: [] },
            { ref: 'tool@1.0.0', dependsOn: ['a@1.0.0'] },
          ],
        },
        {
          '': { name: 'own', dependencies: { a: '^1.0.0' } },
          'node_modules/a': { version: '1.0.0' },
          'node_modules/tool': { version: '1.0.0' },
        },
      )
    expect(bill('urn:uuid:1', '2026-01-01T00:00:00Z')).toEqual(
      bill('urn:uuid:2', '2026-01-02T00:00:00Z'),
    )
    expect(bill('urn:uuid:1', '2026-01-01T00:00:00Z')).toMatchObject({
      metadata: { component: { name: 'own' } },
      components: [
        {
          name: 'a',
          scope: 'required',
          externalReferences: [{ type: 'vcs', url: 'https://code.example/a' }],
        },
      ],
      dependencies: [
        { ref: 'own@1.0.0', dependsOn: ['a@1.0.0'] },
        { ref: 'a@1.0.0', dependsOn: [] },
      ],
    })
  })

  test('follows nested packages, peers that are needed, and circles', () => {
    expect(
      installedByUsers({
        '': {
          dependencies: { a: '1' },
          peerDependencies: { peer: '1', extra: '1' },
          peerDependenciesMeta: { extra: { optional: true } },
        },
        'node_modules/a': { dependencies: { b: '1' } },
        'node_modules/a/node_modules/b': { dependencies: { a: '1', c: '1' } },
        'node_modules/b': {},
        'node_modules/c': {},
        'node_modules/peer': {},
        'node_modules/extra': {},
      }),
    ).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
      'node_modules/peer',
    ])
  })
})

describe('advisories', () => {
  const report = (vulnerabilities: object): string =>
    JSON.stringify({ auditReportVersion: 2, vulnerabilities })
  const about = (severity: string, nodes?: unknown) => ({ immer: { severity, nodes } })
  const judged = (text: string) => judgedAdvisories(text, ['node_modules/immer'])

  test.each([
    ['nothing', ''],
    ['no JSON', '<html>'],
    ['null', 'null'],
    ['a list', '[]'],
    ['an error', JSON.stringify({ message: '405 - POST https://host.example/', error: {} })],
    ['a report without its list', JSON.stringify({ auditReportVersion: 2 })],
  ])(
    'are not checked if the registry returns %s, which fails nothing and names no host',
    (_, text) => {
      expect(judged(text)).toEqual({
        isFailure: false,
        sentences: ['Advisories were not checked: the registry does not answer the request.'],
      })
    },
  )

  test('of high and critical severity fail, lower ones are listed', () => {
    const failing = ['info', 'low', 'moderate', 'high', 'critical'].filter(
      (severity) => judged(report(about(severity, ['node_modules/immer']))).isFailure,
    )
    expect(failing).toEqual(['high', 'critical'])
    expect(judged(report(about('moderate', ['node_modules/immer']))).sentences).toEqual([
      'Advisories about what users install: immer (moderate).',
    ])
    expect(judged(report({})).sentences).toEqual(['No advisory is known about what users install.'])
  })

  test('about tools do not fail; without a path, the package may be anywhere', () => {
    expect(judged(report(about('critical', ['node_modules/vite/node_modules/immer'])))).toEqual({
      isFailure: false,
      sentences: [
        'No advisory is known about what users install.',
        'Advisories about tools for development: immer (critical).',
      ],
    })
    expect(judged(report(about('critical'))).isFailure).toBe(true)
  })
})
