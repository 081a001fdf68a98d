/** What prevents a release, and what does not. */
import { describe, expect, test } from 'vitest'
import { distTagOf, faultsIn } from '../../.ci/release/faults.js'
import { packedText } from '../../.ci/release/packed.js'
import { provenanceText } from '../../.ci/release/provenance.js'

const ready = {
  manifest: { version: '1.2.3' },
  lock: { version: '1.2.3' },
  code: "export const VERSION = '1.2.3'\n",
  changelog:
    '# Changelog\n\n## 1.2.3 - 2026-11-21\n\n- Folds.\n\n## 1.2.2 - 2026-11-01\n\n- Reads.\n',
  tags: ['v1.2.2'],
  changed: [],
  today: '2026-11-21',
} as const

const changelog = (text: string) => faultsIn({ ...ready, changelog: `# Changelog\n\n${text}` })

describe('a release', () => {
  test('may be made if all versions agree', () => {
    expect(faultsIn(ready)).toEqual([])
  })

  test('is made of committed files only', () => {
    expect(faultsIn({ ...ready, changed: ['src/index.ts', 'README.md'] })).toEqual([
      'Commit or revert these files first: README.md, src/index.ts.',
    ])
  })

  test('is not made of a private package', () => {
    const manifest = { ...ready.manifest, private: true }
    expect(faultsIn({ ...ready, manifest })).toEqual([
      'package.json marks the package as "private".',
    ])
  })

  test.each(['1.2', 'v1.2.3', '1.2.3-', '01.2.3', 'latest', undefined])(
    'has a version, which %s is not',
    (version) => {
      expect(faultsIn({ ...ready, manifest: { version } })).toEqual([
        'package.json has no version of the form 1.2.3 or 1.2.3-beta.1.',
      ])
    },
  )

  test('has the same version in the code and in the lock file', () => {
    const code = "export const VERSION = '1.2.2'\n"
    expect(faultsIn({ ...ready, code, lock: { version: '1.2.1' } })).toEqual([
      'src/words/version.ts has version 1.2.2, but package.json has 1.2.3: make them equal.',
      'package-lock.json has version 1.2.1, but package.json has 1.2.3: run npm install.',
    ])
    expect(faultsIn({ ...ready, code: '' })).toEqual([
      'src/words/version.ts has version none, but package.json has 1.2.3: make them equal.',
    ])
  })

  test('is made once', () => {
    expect(faultsIn({ ...ready, tags: ['v1.2.2', 'v1.2.3'] })).toEqual([
      'The tag v1.2.3 exists already: this version was released.',
    ])
  })

  test('has its own section with entries in the changelog', () => {
    expect(changelog('## Unreleased\n\n- Folds.\n')).toEqual([
      'CHANGELOG.md has entries under "Unreleased": move them under "## 1.2.3 - 2026-11-21".',
      'CHANGELOG.md has no section "## 1.2.3 - 2026-11-21".',
    ])
    expect(changelog('## Unreleased\n\n## 1.2.3 - 2026-11-21\n\n- Folds.\n')).toEqual([])
    expect(changelog('## 1.2.30 - 2026-11-21\n\n- Folds.\n')).toEqual([
      'CHANGELOG.md has no section "## 1.2.3 - 2026-11-21".',
    ])
    expect(changelog('## 1.2.3 - 2026-11-21\n\n## 1.2.2 - 2026-11-01\n\n- Reads.\n')).toEqual([
      'The section of 1.2.3 in CHANGELOG.md is empty.',
    ])
  })

  test.each(['## 1.2.3', '## 1.2.3 - soon', '## 1.2.3 - 2026-02-30', '## 1.2.3 2026-11-21'])(
    'has a date, which "%s" is not',
    (heading) => {
      expect(changelog(`${heading}\n\n- Folds.\n`)).toEqual([
        'CHANGELOG.md gives no day for 1.2.3: write "## 1.2.3 - 2026-11-21".',
      ])
    },
  )

  test('has no future date', () => {
    expect(changelog('## 1.2.3 - 2026-11-22\n\n- Folds.\n')).toEqual([
      'CHANGELOG.md dates 1.2.3 2026-11-22, but today is 2026-11-21.',
    ])
    expect(changelog('## 1.2.3 - 2026-11-20\n\n- Folds.\n')).toEqual([])
  })

  test('is tagged as the latest, unless it is a pre-release', () => {
    expect(['1.2.3', '1.2.3-beta.1', '1.2.3-rc'].map(distTagOf)).toEqual(['latest', 'beta', 'rc'])
  })
})

test('what would be published is listed file by file', () => {
  const files = [
    { path: 'LICENSE', size: 1060 },
    { path: 'dist/src/index.js', size: 12_345 },
  ]
  const named = { name: 'payfold', version: '1.2.3', filename: 'payfold-1.2.3.tgz' }
  const sizes = { size: 5000, unpackedSize: 13_405, integrity: 'sha512-x' }
  expect(packedText({ ...named, ...sizes, files })).toEqual([
    ' 1.1 kB  LICENSE',
    '12.3 kB  dist/src/index.js',
    '',
    'payfold 1.2.3, tagged "latest"',
    '2 files, 5.0 kB packed, 13.4 kB unpacked',
    'integrity sha512-x',
  ])
})

test('what would be published says what it was made from and with', () => {
  const made = {
    commit: '0123abc',
    node: '20.19.0',
    npm: '10.8.2',
    integrity: 'sha512-abc==',
    bill: 'reports/release/payfold-1.2.3.cdx.json',
  }
  const text = provenanceText(made).join('\n')
  for (const each of Object.values(made)) expect(text).toContain(each)
  expect(text).toContain('--provenance')
  expect(text).not.toMatch(/https?:/)
})
